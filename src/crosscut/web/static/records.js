// Games as texts to take away and to bring back: a record in JSON, and a list of moves.

import { gameOf, readLink } from "./link.js";
import { ask, boardOf } from "./server.js";
import { words } from "./strings.js";
import { Game, PERSON } from "./tree.js";

const LINK = /^(https?:\/\/[^\s/]+)?\/play\/\S+$/;
const ORIGIN = [["diagram", "Diagram"], ["to_play", "To move"], ["seed", "Seed"]];

/** Return a game as a record: the main line for every program that reads records, and the whole tree. */
export function recordOf(game) {
  const { nodes, at, seats, taps } = game.toData();
  return { crosscut: 1, ...game.start, turns: game.root.end.turns, tree: { nodes, at, seats, taps, ...game.told } };
}

/** Return a game in the format of other programs, which the server writes. */
export async function exported(game, format) {
  return (await ask("/api/export", { document: game.toData(), format })).text;
}

/** Return a line as a list of moves; the view of its end says who won. */
export function moveList(game, end, title, view) {
  const { start } = game;
  const headers = [
    ["Game", title],
    ["Size", start.size],
    ["Variant", start.variant],
    ["Pie rule", start.pie ? "yes" : "no"],
    ...ORIGIN.filter(([key]) => start[key] !== undefined).map(([key, name]) => [name, `${start[key]}`.replace(/\s*\n\s*/g, "/")]),
    ["Result", view.over ? view.status : words.share.unfinished],
  ];
  const turns = end.turns.map((turn, i) => `${i + 1}. ${turn}`);
  return [...headers.map(([name, value]) => `${name}: ${value}`), "", ...turns, ""].join("\n");
}

/** Return the start of a game's file names. */
export function nameOf({ start: { game, size, variant } }) {
  return `${game}-${size}-${variant}`.replace(/[^\w-]+/g, "-");
}

/** Read a game from a link or from any record, which may be of the game that is open; the server checks it. */
export async function readGame(text, start) {
  const given = text.trim();
  const told = LINK.test(given) ? JSON.stringify(recordOf(await linked(given))) : given;
  const { game, size, variant, pie } = start;
  return Game.fromData(await ask("/api/import", { start: { game, size, variant, pie }, text: told }));
}

/** Return the game of a link, not yet checked. */
async function linked(text) {
  const { asked, seats, turns } = readLink(new URL(text, location.href));
  const { start } = await boardOf(asked);
  for (const key of ["seed", "diagram", "to_play"]) if (asked[key] !== undefined) start[key] = asked[key];
  return gameOf(start, seats ?? [PERSON, PERSON], turns);
}

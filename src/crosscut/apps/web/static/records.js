// Games as texts to take away and to bring back: our own record, and what the server writes and reads.

import { gameOf, readLink } from "./link.js";
import { asRecord } from "./recorded.js";
import { ask, boardOf } from "./server.js";
import { Game, PERSON } from "./tree.js";

const LINK = /^(https?:\/\/[^\s/]+)?\/play\/\S+$/;

/** Return a game as a record: the main line for every program that reads records, and the whole tree. */
export function recordOf(game) {
  const { nodes, at, seats, taps } = game.toData();
  const { notes, ...told } = game.told; // notes are on the reading of another record
  return { crosscut: 1, ...game.start, turns: game.root.end.turns, tree: { nodes, at, seats, taps, ...told } };
}

/** Return a game in any other format, which the server writes. */
export async function exported(game, format) {
  return (await ask("/api/export", { document: game.toData(), format })).text;
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
  return asRecord(Game.fromData(await ask("/api/import", { start: { game, size, variant, pie }, text: told })));
}

/** Return the game of a link, not yet checked. */
async function linked(text) {
  const { asked, seats, turns, told } = readLink(new URL(text, location.href));
  const { start } = await boardOf(asked);
  for (const key of ["seed", "diagram", "to_play"]) if (asked[key] !== undefined) start[key] = asked[key];
  return gameOf(start, seats ?? [PERSON, PERSON], turns, undefined, told);
}

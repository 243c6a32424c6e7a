// A game as a link: options in the query, and all turns after the sign #, as people write them.
//
// Turns are joined by points; variations stand in brackets after the turn they replace, comments in
// quotation marks, and a star is where one is: #d4.e5(c3.c4)f6*'a good one'.

import { checksum } from "./checksum.js";
import { Game, PERSON } from "./tree.js";

const SPECIAL = /[.()'*%#"<>\\^`{|}]|[^!-~]/gu; // what means something here or in a link, and all but plain signs
const ASCII = 0x80;
const NAMES = ["player1", "player2"]; // who played, if others did

/** Write a text so that it may stand in a link, and nothing in it means anything there. */
function quoted(text) {
  const coded = (sign) => {
    const code = sign.codePointAt(0);
    return code < ASCII ? `%${code.toString(16).padStart(2, "0")}` : encodeURIComponent(sign);
  };
  return text.replace(/\p{Surrogate}/gu, "\ufffd").replace(SPECIAL, coded); // half a sign cannot be written
}

/** Read such a text; what is damaged stays as it is. */
function unquoted(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Write the turns of a game. */
export function writeTurns(game) {
  const parts = [];
  const told = (node) => {
    const star = node === game.at ? "*" : "";
    const comment = node.comment ? `'${quoted(node.comment)}'` : "";
    return quoted(node.turn) + star + comment;
  };
  const line = (node) => {
    let here = node;
    while (here.children.length) {
      const [main, ...others] = here.children;
      if (parts.length && !"(.".includes(parts.at(-1).at(-1))) parts.push(".");
      parts.push(told(main));
      for (const other of others) {
        parts.push("(", told(other));
        line(other);
        parts.push(")");
      }
      here = main;
    }
  };
  if (game.root.comment || game.at === game.root) parts.push(told(game.root));
  line(game.root);
  return parts.join("");
}

/** Read turns into a game that has none. */
export function readTurns(game, text) {
  const tokens = text.matchAll(/[()]|(?:[^.()'*]+)?(\*)?(?:'([^']*)')?/g);
  const stack = [];
  let here = game.root;
  for (const [token, star, comment] of tokens) {
    if (token === "(") {
      stack.push(here);
      here = here.parent ?? here;
    } else if (token === ")") {
      here = stack.pop() ?? here;
    } else if (token) {
      const turn = unquoted(token.match(/^[^*']*/)[0]);
      if (turn) here = here.add(turn);
      if (comment) here.comment = unquoted(comment);
      if (star) game.at = here;
    }
  }
  if (!text.includes("*")) game.at = game.root.end;
}

/** Return the link of a game, without its host; with its id only for the browser that keeps it. */
export function linkOf(game, { own = false } = {}) {
  const { game: name, size, variant, pie, ...origin } = game.start;
  const query = new URLSearchParams({ size, variant, pie: pie ? "1" : "0" });
  for (const [key, value] of Object.entries(origin)) query.set(key, value);
  ["first", "second"].forEach((seat, i) => query.set(seat, game.seats[i]));
  NAMES.forEach((key, i) => game.told.names?.[i] && query.set(key, game.told.names[i]));
  if (game.endsAt(game.root.end)) query.set("result", game.told.result);
  if (own) query.set("id", game.id);
  const turns = writeTurns(game);
  return `/play/${name}?${query}${turns && turns !== "*" ? `#${turns}` : ""}`;
}

/** Return what a link asks for: options where they are given, seats, the id, the text of turns, and what is told of them. */
export function readLink(url) {
  const query = new URLSearchParams(url.search);
  const number = (key) => (query.has(key) ? Number(query.get(key)) : undefined);
  const text = (key) => query.get(key) ?? undefined;
  const asked = {
    game: unquoted(url.pathname.split("/")[2] ?? "slither"),
    size: number("size"),
    variant: text("variant"),
    pie: query.has("pie") ? query.get("pie") === "1" : undefined,
    seed: number("seed"),
    diagram: text("diagram"),
    to_play: text("to_play"),
  };
  return {
    asked: Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)),
    seats: query.has("first") || query.has("second") || url.hash ? [text("first") ?? PERSON, text("second") ?? PERSON] : null,
    id: text("id"),
    turns: url.hash.slice(1),
    told: {
      ...(NAMES.some((key) => query.has(key)) ? { names: NAMES.map((key) => query.get(key) ?? "") } : {}),
      ...(query.has("result") ? { result: query.get("result") } : {}),
    },
  };
}

/** Return the game of a link whose start is known in full. */
export function gameOf(start, seats, turns, id, told = {}) {
  const game = new Game(start, seats, id);
  if (turns) readTurns(game, turns);
  game.told = told.result ? { ...told, line: checksum(game.root.end.turns) } : told;
  return game;
}

// Games of others, which one looks at: who played, and how it ended where the board does not show that.
//
// Both seats of a record are free for whoever tries something; who played is told by names. The
// computer is called by its level there.

import { checksum } from "./checksum.js";
import { apart, clipped } from "./names.js";
import { words } from "./strings.js";
import { Game, PERSON } from "./tree.js";

const LETTERS = "BW"; // how results call the colours
const HOW = { resigned: "Resign", "out of time": "Time" }; // how one leaves a game in a room
const DRAWS = /^(0|draw|jigo)$/i;
const ABANDONED = /^void$/i;
const WINS = /^([BW])\+(.?)/i; // the colour that won, and the first letter of how

/** Return a game of somebody else as a record of one's own; where no computer played, it is the same game. */
export function asRecord(game) {
  const { seats, told } = game;
  if (seats.every((seat) => seat === PERSON)) return game;
  const names = told.names ?? seats.map((seat) => (seat === PERSON ? "" : seat));
  return Game.fromData({ ...game.toData(), seats: [PERSON, PERSON], names });
}

/** Return what is told of a game that was played in a room, as far as the board does not show it. */
export function toldOfRoom({ seats, turns, scene, state: { names, result } }) {
  const told = { names: seats.map((level, seat) => (level === PERSON ? names[seat] : level)) };
  const how = HOW[result?.how];
  if (how) Object.assign(told, { result: `${LETTERS[scene.players[result.winner].colour]}+${how}`, line: checksum(turns) });
  return told;
}

/** Whether a game was played by others. */
export function isRecord({ told }) {
  return Boolean(told.result || told.names?.some(Boolean));
}

/** Return a game of one's own that goes on from where a record is; a computer that played there plays on. */
export function playedOn({ game, levels }) {
  const known = new Set(levels.map(({ name }) => name));
  const seats = game.told.names?.map((name) => (known.has(name) ? name : PERSON));
  return Game.along(game.start, game.at.turns, seats);
}

/** Return how the game ended here though the board has room: the winning seat, null for a draw, and how. */
export function toldEnd({ game, view }) {
  if (view.over || game.taps.length || !game.endsAt(game.at)) return null;
  const { result } = game.told;
  if (DRAWS.test(result)) return { winner: null, how: "" };
  if (ABANDONED.test(result)) return { winner: null, how: "V" };
  const [, colour, how] = result.match(WINS) ?? [];
  if (!colour) return null;
  const winner = view.players.findIndex((player) => player.colour === LETTERS.indexOf(colour.toUpperCase()));
  return { winner, how: how.toUpperCase() };
}

/** Return the level of the computer that has a seat of a record, if one has. */
function levelAt({ game, levels }, seat) {
  return levels.find(({ name }) => name === game.told.names?.[seat]);
}

/** Whether a computer has a seat of a record. */
export function playedByComputer(table, seat) {
  return Boolean(levelAt(table, seat));
}

/** Return who has a seat of a record; empty where that is not known. */
export function nameAt(table, seat) {
  const name = table.game.told.names?.[seat] ?? "";
  const level = levelAt(table, seat);
  return level ? words.play.computer(level.name, level.elo) : apart(clipped(name));
}

/** Return what a player of a record is called in full: the colour, and who it was. */
export function calledAt(table, seat) {
  const level = levelAt(table, seat);
  const name = level ? words.play.computer(level.name) : nameAt(table, seat);
  return words.play.player(table.view.players[seat].name, name);
}

/** Say how a record ended. */
export function saidEnd(table, { winner, how }) {
  if (winner === null) return how ? words.ends.abandoned : words.ends.agreed;
  const [won, lost] = [calledAt(table, winner), calledAt(table, 1 - winner)];
  const say = { R: words.ends.resigned, T: words.ends.outOfTime, F: words.ends.forfeited }[how];
  return say ? say(won, lost) : words.play.won(won);
}

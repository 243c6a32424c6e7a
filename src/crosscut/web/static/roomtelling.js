// What is said in a room, beside what a table says of a turn.

import { capital, told } from "./messages.js";
import { words } from "./strings.js";

/** Return what a seat is called in full: its colour, and the name of who has it. */
function player(room, seat) {
  return words.room.player(room.scene.players[seat].name, room.state.names[seat]);
}

/** Say how the game ended. */
function ended(room) {
  const { winner, how } = room.state.result;
  if (winner === null) return [words.play.drawn, capital(room.scene.outcome)].filter(Boolean).join(" ");
  const [won, lost] = [player(room, winner), player(room, 1 - winner)];
  if (how === "resigned") return words.room.resigned(won, lost);
  if (how === "out of time") return words.room.outOfTime(won, lost);
  return [words.play.won(won), room.scene.outcome && `${capital(room.scene.outcome)}.`].filter(Boolean).join(" ");
}

/** Say to who has one seat what the end means. */
function personally({ mine, state }) {
  if (mine.length !== 1 || state.result.winner === null) return "";
  return state.result.winner === mine[0] ? words.play.youWon : words.room.youLost;
}

/** Return what to say of a room. */
export function toldRoom(room, table, hand) {
  if (!table.atEnd) return words.room.earlier(table.game.at.depth, table.end.depth);
  if (table.pending) return words.room.sending(table.pending.turn);
  if (room.over) return `${ended(room)} ${personally(room)}`.trim();
  return told(table, hand);
}

/** Say why a tap does nothing now. */
export function whyIdle(room, table) {
  if (room.watches) return words.room.watching;
  if (!table.atEnd) return words.room.earlier(table.game.at.depth, table.end.depth);
  if (table.pending) return words.room.sending(table.pending.turn);
  if (room.over) return words.room.over;
  return words.room.othersTurn(room.called(room.state.to_play));
}

/** Return what to say of something that happened, if anything. */
export function toldEntry(room, { entry, before }) {
  const name = entry.seat === null ? "" : room.called(entry.seat);
  if (entry.kind === "sit") return words.room.satDown(name);
  if (entry.kind === "takeback") return words.room.takenBack(before.state.played - entry.turns);
  if (entry.kind === "decline") {
    const own = before.state.asked[entry.what] === entry.seat;
    return (own ? words.room.withdrawn : words.room.declined)(name);
  }
  return "";
}

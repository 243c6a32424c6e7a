// What is said in a room, beside what a table says of a turn.

import { capital, told } from "./messages.js";
import { words } from "./strings.js";
import { PERSON } from "./tree.js";

/** Return words of the server as a sentence. */
export function sentence(text) {
  return text && `${capital(text).replace(/\.$/, "")}.`;
}

/** Return what a seat is called in full: its colour, and the name of who has it. */
function player(room, seat) {
  return words.play.player(room.colour(seat), room.nameOf(seat));
}

/** Say how the game ended. */
function ended(room) {
  const { winner, how } = room.state.result;
  if (winner === null) return [words.play.drawn, sentence(room.scene.outcome)].filter(Boolean).join(" ");
  const [won, lost] = [player(room, winner), player(room, 1 - winner)];
  if (how === "resigned") return words.ends.resigned(won, lost);
  if (how === "out of time") return words.ends.outOfTime(won, lost);
  return [words.play.won(won), sentence(room.scene.outcome)].filter(Boolean).join(" ");
}

/** Say to who has one seat what the end means. */
function personally({ mine, state }) {
  if (mine.length !== 1 || state.result.winner === null) return "";
  return state.result.winner === mine[0] ? words.play.youWon : words.room.youLost;
}

/** Say whose turn it is, or that it is nobody's. */
function whoseTurn(room) {
  if (room.over) return words.room.over;
  return room.myTurn ? words.room.yourTurn : words.room.othersTurn(room.called(room.state.to_play));
}

/** Say to who has one seat which it is, and who begins. */
function beginning(room, table, hand) {
  const [mine] = room.mine;
  const role = room.scene.players[mine].kind === null;
  const other = room.seats[1 - mine] === PERSON ? room.called(1 - mine) : words.room.theComputer;
  const who = room.earlier
    ? words.room.rematchAs(room.colour(mine), role)
    : words.room.youPlay(room.colour(mine), role, other);
  return `${who} ${room.myTurn ? told(table, hand) : words.room.movesFirst(room.called(room.state.to_play))}`;
}

/** Return what to say of a room to who plays there. */
function toldPlayer(room, table, hand) {
  const { pending, game } = table;
  if (pending) return words.room.sending(pending.turn);
  if (room.over) return `${ended(room)} ${personally(room)}`.trim();
  if (room.state.broken) return sentence(room.state.broken);
  const first = !room.turns.length && !game.taps.length && !hand.busy;
  const friends = room.mine.length === 1 && room.free < 0;
  return first && friends ? beginning(room, table, hand) : told(table, hand);
}

/** Return what to say of a room. */
export function toldRoom(room, table, hand) {
  if (!table.atEnd) return `${words.room.looking(table.game.at.depth, table.end.depth)} ${whoseTurn(room)}`;
  return [room.watches ? words.room.watching : "", toldPlayer(room, table, hand)].join(" ").trim();
}

/** Say why a tap does nothing now. */
export function whyIdle(room, table) {
  if (room.watches) return words.room.watching;
  if (room.state.broken) return sentence(room.state.broken);
  if (!table.atEnd) return room.over ? words.room.over : words.room.goBack;
  if (table.pending) return words.room.sending(table.pending.turn);
  return whoseTurn(room);
}

/** Return what the title of the page begins with: what waits for who plays here, or the end. */
export function badge(room, table) {
  const asked = Object.keys(room.state.asked).find((what) => !room.mine.includes(room.asker(what)));
  if (asked && !room.watches) return `● ${words.room.asks[asked](room.called(room.asker(asked)))}`.replace(/\.$/, "");
  if (room.over) return (personally(room) || words.room.over).replace(/\..*$/, "");
  return room.myTurn && !table.pending ? `● ${words.play.titleTurn}` : "";
}

/** Say what happened while nothing was heard of the room. */
export function toldMissed(room, before) {
  if (!before) return "";
  const lost = before.mine.find((seat) => !room.mine.includes(seat));
  if (lost !== undefined) return words.room.replaced(room.colour(lost));
  const joined = room.state.browsers.findIndex((count, seat) => before.state.taken[seat] && count > before.state.browsers[seat]);
  if (joined >= 0) return words.room.joined(room.colour(joined), room.mine.includes(joined));
  const { played, to_play: mover } = before.state;
  const missed = room.turns.length - played;
  if (missed < 0) return words.room.takenBack(-missed);
  if (missed > 1) return words.room.missed(missed);
  if (!missed) return "";
  const tell = room.mine.includes(mover) ? words.play.plays : words.room.missedTurn; // one's own may be told by a look at the room
  return tell(before.scene.players[mover].name, room.turns.at(-1));
}

/** Say that somebody has come, by the name that he has or has just given himself. */
function came(room, seat) {
  return words.room.satDown(room.nameOf(seat), room.colour(seat), room.scene.players[seat].kind === null);
}

/** Say that a browser has sat down: beside who has the seat, in their place, or where nobody was. */
function satDown(room, { seat, how }) {
  const own = room.mine.includes(seat);
  if (how === "joins") return words.room.joined(room.colour(seat), own);
  if (how === "replaces") return words.room.replaced(room.colour(seat));
  return own ? "" : came(room, seat);
}

/** Return what to say of something that happened, if anything. */
export function toldEntry(room, { entry, before }) {
  const { kind, seat, what } = entry;
  const own = room.mine.includes(seat);
  const { asked, names, played } = before.state;
  if (kind === "sit") return satDown(room, entry);
  if (kind === "call" && !own && !names[seat] && !played) return came(room, seat);
  if (kind === "takeback") return words.room.takenBack(played - entry.turns);
  if (kind === "turn" && asked.takeback !== undefined) return words.room.lapsed;
  if (kind !== "decline") return "";
  const withdrawn = asked[what] === seat;
  if (own) return withdrawn ? words.room.youWithdrew : words.room.youDeclined;
  return (withdrawn ? words.room.withdrawn : words.room.declined)(room.called(seat));
}

// The table of a room: its line is what the server has confirmed, and perhaps one turn that is on its way.
//
// Events beside those of a table: "made" (a turn that is to be sent).

import { keep, recall } from "./storage.js";
import { words } from "./strings.js";
import { Table } from "./table.js";
import { Game } from "./tree.js";

const PREFIX = "crosscut:room:";
const BARE = { taps: [], so_far: "", legal: [], previews: {}, choices: [], can_swap: false };

export class RoomTable extends Table {
  constructor(svg, room) {
    super(svg);
    this.room = room;
    this.pending = null; // {turn, number, key}: a turn that is not confirmed
    this.seen = 0; // turns that were there when the end was last shown
    const kept = recall(PREFIX + room.name) ?? {};
    this.begun = kept.taps ?? []; // taps of the next turn, wherever one looks meanwhile
    this.begunAt = kept.number ?? -1; // the number of turns before it
    this.unsent = kept.pending ?? null; // a turn that was on its way when the page was left
  }

  /** Say something; without a connection, what that means here. */
  say(type, detail) {
    if (type === "refused" && detail.lost) detail.message = words.room.cut;
    super.say(type, detail);
  }

  get end() {
    return this.game.root.end;
  }

  get atEnd() {
    return this.game.at === this.end;
  }

  /** How many turns were made since one looked at the end. */
  get unseen() {
    return Math.max(0, this.end.depth - this.seen);
  }

  get personToMove() {
    return super.personToMove && this.atEnd && !this.pending && !this.room.over && !this.room.state.broken;
  }

  /** Open the game of the room, at its end. */
  sitDown() {
    this.game = new Game(this.room.start, this.room.seatsFromHere, this.room.name);
    this.lineUp();
    return this.open(this.game);
  }

  /** Whether the line is what is played, so that nothing else has to be shown. */
  get isUpToDate() {
    const { pending, room } = this;
    return JSON.stringify(this.end.turns) === JSON.stringify([...room.turns, ...(pending ? [pending.turn] : [])]);
  }

  /** Show what is played by now. */
  follow({ quiet = false } = {}) {
    this.lineUp();
    return this.show({ quiet });
  }

  /** Let the line be what is played, and stay where one was, or at the end. */
  lineUp() {
    const { game, room } = this;
    const wasAtEnd = this.atEnd;
    game.seats = room.seatsFromHere;
    if (this.pending && this.pending.number !== room.turns.length) this.pending = null;
    const line = [game.root];
    for (const turn of [...room.turns, ...(this.pending ? [this.pending.turn] : [])]) {
      const next = line.at(-1).add(turn);
      line.at(-1).children = [next];
      line.push(next);
    }
    line.at(-1).children = [];
    this.seen = Math.min(this.seen, line.length - 1);
    if (wasAtEnd || !line.includes(game.at)) game.at = line.at(-1);
    game.taps = this.atEnd ? this.tapped() : [];
  }

  /** The taps of the turn that was begun here, if it is still the next one and ours. */
  tapped() {
    const due = this.begunAt === this.end.depth && this.room.myTurn && !this.pending;
    return due ? this.begun : [];
  }

  /** At the end, who does not move sees what everybody sees; so does a mover whose question is lost. */
  async look() {
    const { room } = this;
    if (!this.atEnd || this.pending) return super.look();
    const everybody = { ...BARE, ...room.scene, turns: room.turns };
    if (!room.myTurn || room.state.broken) return everybody;
    try {
      return await super.look();
    } catch (error) {
      if (error.status || this.game.taps.length) throw error;
      return everybody;
    }
  }

  put(view, quiet) {
    if (this.atEnd) {
      this.seen = this.end.depth;
      [this.begun, this.begunAt] = [this.game.taps, this.end.depth];
      this.keep();
    }
    super.put(view, quiet);
  }

  // Going through the game changes nothing, not even a turn that was begun.

  async goTo(node) {
    if (!node || node === this.game.at) return;
    this.game.at = node;
    this.game.taps = this.atEnd ? this.tapped() : [];
    await this.show({ quiet: node.depth === 0 });
  }

  back() {
    return this.goTo(this.game.at.parent);
  }

  // A turn that is made here counts when the server has it.

  finish(before, view) {
    this.send({ turn: this.game.at.turn, number: before.depth });
    this.put(view);
  }

  /** Have a turn sent; with a key it is one that was sent before. */
  send(turn) {
    this.pending = turn;
    this.say("made", turn);
    this.keep();
  }

  /** Send again what was on its way when the page was left, if it is still the next turn. */
  resend() {
    const { unsent, room } = this;
    this.unsent = null;
    if (unsent?.number !== room.turns.length || !room.myTurn) return null;
    this.send(unsent);
    return this.follow();
  }

  /** Forget a turn that was refused. */
  drop() {
    this.pending = null;
    this.keep();
  }

  /** Keep what a reload must not lose. */
  keep() {
    const { begun: taps, begunAt: number, pending } = this;
    keep(PREFIX + this.room.name, taps.length || pending ? { taps, number, pending } : null);
  }
}

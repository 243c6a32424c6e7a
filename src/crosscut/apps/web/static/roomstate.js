// A room as this browser knows it: what the server has told of it, in order.
//
// Events: "snapshot" (all anew) and "entry" (something happened), both with what was there before, "presence",
// "thinking" (with how it goes), "fault" (with a message).

import { apart } from "./names.js";
import { ask } from "./server.js";
import { PERSON } from "./tree.js";

export class Room extends EventTarget {
  constructor(name, engine) {
    super();
    this.name = name;
    this.engine = engine;
    this.number = -1; // that of the last entry that is known
    this.presence = { seats: [false, false], watching: 0 };
    engine.addEventListener("news", ({ detail }) => detail.room === name && this.hear(detail));
    engine.begin({ do: "watch", room: name }, () => {}); // which the engine asks for again after each loss
  }

  say(type, detail = {}) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  hear(message) {
    if (message.event === "snapshot") this.take(message);
    else if (message.event === "entry") this.note(message);
    else if (message.event === "presence") this.meet(message);
    else if (message.event === "thinking") this.say("thinking", message);
    else if (message.event === "error") this.say("fault", message);
  }

  /** Ask for all anew through the socket. */
  watch() {
    this.engine.send({ do: "watch", room: this.name });
  }

  /** Ask for all anew, and wait for it. */
  async fetch() {
    this.take(await ask(`/api/rooms/${encodeURIComponent(this.name)}`));
  }

  take({ start, seats, mine, turns, words, state, scene, presence, before: earlier }) {
    if (state.number < this.number) return; // it was overtaken on its way
    const before = this.state ? { scene: this.scene, state: this.state, mine: this.mine } : null;
    Object.assign(this, { start, seats, mine, turns, words, scene, earlier }); // earlier: the room of which this is the rematch
    this.number = state.number;
    this.keep(state);
    if (presence) this.presence = presence;
    this.say("snapshot", { before });
  }

  /** Take down something that happened; if something before it is missing, ask for all anew. */
  note({ entry, state, scene }) {
    if (this.number < 0 || entry.number <= this.number) return;
    if (this.mine.length && entry.number > this.number + 1) {
      this.watch();
      return;
    }
    const before = { scene: this.scene, state: this.state };
    this.number = entry.number;
    if (entry.kind === "turn") this.turns = [...this.turns, entry.turn];
    if (entry.kind === "takeback") this.turns = this.turns.slice(0, entry.turns);
    if (entry.kind === "say") this.words = [...this.words, entry];
    if (this.turns.length !== state.played) {
      this.watch();
      return;
    }
    if (scene) this.scene = scene;
    this.keep(state);
    this.say("entry", { entry, before });
  }

  keep(state) {
    this.state = state;
    this.told = performance.now(); // when the clock was as it says
  }

  meet(presence) {
    this.presence = presence;
    this.say("presence");
  }

  // What follows.

  /** The seats as a table has them: a person's are those of this browser. */
  get seatsFromHere() {
    return this.seats.map((level, seat) => (level !== PERSON || this.mine.includes(seat) ? level : "friend"));
  }

  get watches() {
    return !this.mine.length;
  }

  get over() {
    return this.state.result !== null;
  }

  /** Whether somebody at this browser is to move. */
  get myTurn() {
    return this.mine.includes(this.state.to_play);
  }

  /** The seat that waits for a friend, or -1. */
  get free() {
    return this.state.taken.indexOf(false);
  }

  /** What a player is called by the game. */
  colour(seat) {
    return this.scene.players[seat].name;
  }

  /** The name of who has a seat, as it may stand in a sentence; empty if he gave none. */
  nameOf(seat) {
    return apart(this.state.names[seat]);
  }

  /** What a seat is called: the name of who sits there, or that of the player. */
  called(seat) {
    return this.nameOf(seat) || this.colour(seat);
  }

  /** The seat that asks for something, if one does. */
  asker(what) {
    return this.state.asked[what];
  }
}

// The computer's seats: who is to move, thinking that is shown, "move now", and hints.

import { position } from "./server.js";
import { PERSON } from "./tree.js";

/** Return a number for a game, so that no two games with the same opponent are alike. */
function seedOf(id) {
  return [...id].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 2147483647, 7);
}

export class Opponents extends EventTarget {
  constructor(table, engine) {
    super();
    this.table = table;
    this.engine = engine;
    this.job = null;
    this.advice = null; // the hint that is being thought about
    this.paused = false;
    this.compiling = null; // how far the compiler is, while it is at work
    table.addEventListener("open", () => {
      this.compiling = null;
      this.advice?.stop();
      this.advice = null;
      this.stop();
      this.paused = false;
      this.warm();
    });
    table.addEventListener("show", () => this.look());
  }

  say(type, detail = {}) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  /** Let the engine get ready while the player still thinks. */
  warm() {
    const { game } = this.table;
    if (!game.seats.some((seat) => seat !== PERSON)) return;
    this.engine.begin({ do: "warm", start: game.start }, (message) => {
      if (this.table.game !== game) return;
      this.compiling = message.event === "compiling" ? message : null;
      this.rest();
    });
  }

  /** Unless something else is thought about, say that nothing is, or how far the compiler is. */
  rest() {
    if (this.job || this.advice) return;
    if (this.compiling) this.say("thinking", { message: this.compiling });
    else this.say("idle");
  }

  /** Think if it is the computer's turn at the end of a line; stop if it no longer is. */
  look() {
    const { game, view } = this.table;
    const level = game.seats[view.to_play];
    const due = !view.over && level !== PERSON && !game.at.children.length && !this.paused;
    if (this.job && (this.job.node !== game.at || !due)) this.stop();
    if (due && !this.job) this.think(level);
  }

  /** Whether the computer is to move and has been told to wait. */
  get waits() {
    const { game, view } = this.table;
    return this.paused && !view.over && game.seats[view.to_play] !== PERSON;
  }

  /** Let the computer go on, from the end of the line. */
  async resume() {
    this.paused = false;
    const { table } = this;
    if (table.game.at.children.length) await table.goTo(table.game.at.end);
    else this.look();
    table.say("show", { view: table.view });
  }

  think(level) {
    const { table } = this;
    const node = table.game.at;
    this.job = { node };
    const request = { do: "think", moment: table.moment, level, seed: seedOf(table.game.id) };
    this.job.handle = this.engine.begin(request, (message) => this.hear(node, message));
    this.say("thinking", { message: { event: "queued", place: 1 } });
  }

  hear(node, message) {
    const { table } = this;
    if (this.job?.node !== node) return;
    if (message.event === "done") {
      this.job = null;
      this.rest();
      if (node.children.length) return; // another tab was quicker
      const end = message.turns.slice(node.depth).reduce((here, turn) => here.add(turn), node);
      table.game.at = end;
      table.game.taps = [];
      const { mover } = table;
      table.show().then((view) => view && table.say("turn", { node: end, before: node, mover, computer: message }));
    } else if (message.event === "error") {
      this.job = null;
      this.paused = true;
      this.rest();
      table.say("refused", { message: message.message });
    } else {
      this.say("thinking", { message });
    }
  }

  /** Let the computer play what it has. */
  now() {
    this.job?.handle.now();
    this.advice?.now();
  }

  stop() {
    this.job?.handle.stop();
    this.job = null;
    this.rest();
  }

  /** Go back to where a person could last choose; the old line stays as a variation. */
  async undo() {
    const { table } = this;
    const { game } = table;
    if (game.taps.length) return table.cancel(true);
    let here = game.at.parent;
    if (game.seats.includes(PERSON)) {
      while (here && game.seats[(await position(table.momentAt(here))).to_play] !== PERSON) here = here.parent;
    }
    if (!here) return false;
    this.stop();
    this.paused = !game.seats.includes(PERSON);
    await table.goTo(here);
    return true;
  }

  /** Ask for a hint; it is said when it is there. */
  hint() {
    const { table } = this;
    const node = table.game.at;
    this.advice?.stop();
    this.advice = this.engine.begin({ do: "hint", moment: table.moment }, (message) => {
      if (message.event === "done") {
        this.advice = null;
        this.rest();
        if (table.game.at === node) this.say("hint", message);
      } else if (message.event === "error") {
        this.advice = null;
        this.rest();
        table.say("refused", { message: message.message });
      } else this.say("thinking", { message });
    });
  }
}

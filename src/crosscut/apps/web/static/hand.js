// The player's hand: what a tap means. It may have to be confirmed, or place a stone ahead of the step
// that makes it legal, which classic Slither allows.

import { inHand, mark, piece } from "./pieces.js";
import { ask, Refusal } from "./server.js";
import { words } from "./strings.js";

const FINGER = 32; // pixels of the screen that a finger hits without fail

export class Hand extends EventTarget {
  constructor(table, preferences) {
    super();
    this.table = table;
    this.preferences = preferences;
    this.ahead = null; // {cell, openers, source, alone, refusal}: a stone placed before the step
    this.armed = null; // a cell that waits to be tapped again
    this.guest = null; // who takes the taps instead, for a while: a function of the cell
    this.refusal = null; // the last one
    this.doing = Promise.resolve(); // what the taps before have begun
    this.unanswered = 0; // how many of them are
    table.addEventListener("show", () => this.clear());
    table.addEventListener("refused", ({ detail }) => (this.refusal = detail));
  }

  say(type, detail = {}) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  clear() {
    this.ahead = null;
    this.armed = null;
    this.say("change");
  }

  get busy() {
    return Boolean(this.ahead || this.armed);
  }

  /** Take the taps of a board, and stones that are pulled from cell to cell. */
  listen(board) {
    let pulling = null;
    board.addEventListener("tap", ({ detail }) => this.tap(detail.cell, detail));
    board.addEventListener("lift", ({ detail }) => (pulling = this.tap(detail.cell)));
    board.addEventListener("drop", async ({ detail }) => {
      await pulling;
      if (detail.cell && detail.cell !== detail.from) await this.tap(detail.cell);
      else this.cancel();
    });
  }

  /** Do what a tap on a cell means once those before it have been answered. */
  tap(cell, how) {
    return this.after(() => this.meant(cell, how));
  }

  /** Tap several things in a row, as a button says, once what was begun before is done. */
  tapAll(names) {
    return this.after(() => this.table.tapAll(names));
  }

  /** Put back what is in hand, once that is known. */
  cancel() {
    return this.after(() => this.putBack());
  }

  /** Do something after all that has been begun; a server that is lost refuses it. */
  after(deed) {
    this.unanswered += 1;
    const answer = this.doing.then(() => this.table.opening).then(deed).catch((error) => {
      if (!(error instanceof Refusal)) throw error;
      this.table.say("refused", error);
    });
    const done = answer.finally(() => (this.unanswered -= 1));
    this.doing = done.catch(() => {});
    return done;
  }

  async meant(cell, { touch = false } = {}) {
    const { table } = this;
    if (this.guest) return this.guest(cell);
    if (!table.view || table.view.over || !table.personToMove) return this.say("idle");
    if (this.ahead) return this.tapAhead(cell);
    const { taps } = table.game;
    const again = taps.at(-1) === cell && table.view.mid_move;
    if (again && (taps.length === 1 || inHand(table.piece(cell)))) return table.cancel();
    const preview = table.view.previews[cell];
    if (!preview) return this.refuse(cell);
    const first = table.ground.either_order && !table.game.taps.length && preview.does === "place";
    if (first && this.preferences.placeFirst) return this.placeAhead(cell, true);
    if (preview.ends && this.armed !== cell && this.asks(touch)) return this.arm(cell);
    return table.tap(cell);
  }

  /** Whether a tap that ends the turn has to be confirmed: a finger may miss a cell that is small. */
  asks(touch) {
    const { confirm } = this.preferences;
    if (confirm === "always") return true;
    return touch && (confirm === "touch" || (confirm === "small" && this.table.board.cellSize < FINGER));
  }

  /** Ask the server why a tap is refused; where a step would allow it, place the stone ahead. */
  async refuse(cell) {
    const { table } = this;
    const begun = table.game.taps.length > 0;
    this.refusal = null;
    await table.tap(cell);
    const { refusal } = this;
    if (!refusal?.openers?.length || !table.ground.either_order || begun) return;
    this.begin({ cell, openers: refusal.openers, source: null, alone: false, refusal });
  }

  openers(cell) {
    return ask("/api/openers", { ...this.table.moment, tap: cell });
  }

  async placeAhead(cell, alone) {
    const { openers } = await this.openers(cell);
    this.begin({ cell, openers, source: null, alone });
  }

  begin(ahead) {
    this.ahead = ahead;
    this.armed = null;
    this.draw();
    this.say("change");
  }

  /** Draw the stone that is placed ahead, and the steps that go with it. */
  draw() {
    const { table, ahead } = this;
    const { board, view } = table;
    const at = board.index.get(ahead.cell);
    const cells = [...view.cells];
    cells[at] = String(view.colour);
    if (ahead.source) cells[board.index.get(ahead.source)] = "ab"[view.colour];
    const legal = ahead.source ? this.targets() : this.sources();
    const previews = Object.fromEntries(legal.map((name) => [name, this.foreseen(name)]));
    board.draw({ ...view, cells: cells.join(""), last: [], legal, previews, mid_move: true }, { quiet: true });
    const concerned = ahead.refusal?.cells.filter((name) => name !== ahead.cell) ?? [];
    const frames = concerned.map((name) => mark(board.at(name), "frame", "wrong"));
    board.ideas([mark(board.at(ahead.cell), "frame", ahead.alone ? "" : "open"), ...frames]);
  }

  foreseen(name) {
    const { colour } = this.table.view;
    const lifts = !this.ahead.source;
    return { does: lifts ? "lift" : "move", ends: !lifts, changes: { [name]: lifts ? "ab"[colour] : String(colour) } };
  }

  sources() {
    return [...new Set(this.ahead.openers.map(({ taps }) => taps[0]))];
  }

  targets() {
    return this.ahead.openers.filter(({ taps }) => taps[0] === this.ahead.source).map(({ taps }) => taps[1]);
  }

  tapAhead(cell) {
    const { ahead } = this;
    if (ahead.source === cell) return this.begin({ ...ahead, source: null });
    if (ahead.source && this.targets().includes(cell)) return this.finish([ahead.source, cell, ahead.cell]);
    if (cell === ahead.cell) return ahead.alone ? this.finish([cell]) : this.putBack();
    if (this.sources().includes(cell)) return this.begin({ ...ahead, source: cell });
    if (ahead.source) return this.table.say("refused", { message: words.play.noStep(ahead.source, cell, ahead.cell) });
    this.putBack();
    return this.meant(cell);
  }

  finish(taps) {
    this.clear();
    this.table.board.ideas([]);
    return this.table.tapAll(taps);
  }

  arm(cell) {
    const { board, view } = this.table;
    this.armed = cell;
    board.draw(view, { quiet: true });
    board.ideas([piece(board.at(cell), view.colour, this.table.ground, "ghost"), mark(board.at(cell), "frame")]);
    this.say("change");
  }

  /** Whether what is in hand can be played as it is. */
  get ready() {
    return this.armed ?? (this.ahead?.alone && !this.ahead.source ? this.ahead.cell : null);
  }

  /** Play what waits to be confirmed. */
  play() {
    const cell = this.ready;
    return cell ? this.finish([cell]) : null;
  }

  putBack() {
    if (!this.busy) return this.table.cancel();
    this.clear();
    this.table.board.ideas([]);
    this.table.board.draw(this.table.view, { quiet: true });
    return true;
  }
}

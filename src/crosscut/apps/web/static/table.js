// The table: the game that is open, the position that is shown, and what has been tapped of the next turn.
//
// Events: "open" (another game), "show" (another position or tap), "turn" (somebody made one),
// "refused" (with the server's reasons), "tree" (variations or comments changed).

import { Board } from "./board.js";
import { ask, boardOf, known, position, remember } from "./server.js";

export class Table extends EventTarget {
  constructor(svg) {
    super();
    this.svg = svg;
    this.asked = 0;
    this.opening = Promise.resolve();
    this.shown = null; // where the game was when a position was last shown
  }

  say(type, detail = {}) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  /** Open a game; what is tapped meanwhile waits for it. */
  open(game) {
    this.opening = this.lay(game);
    return this.opening;
  }

  /** Fetch the board of a game and show where it is. */
  async lay(game) {
    this.asked += 1;
    const mine = this.asked;
    const told = await boardOf(game.start);
    if (mine !== this.asked) return; // another one has been opened since
    this.levels = told.levels;
    this.game = game;
    this.ground = told.ground;
    this.board = new Board(this.svg, told.ground);
    this.view = this.shown = null;
    this.say("open");
    await this.show({ quiet: true });
  }

  /** What the server has to know about where we are. */
  get moment() {
    return this.momentAt(this.game.at, this.game.taps);
  }

  momentAt(node, taps = []) {
    return { start: this.game.start, turns: node.turns, taps };
  }

  /** Show the position where the game is. */
  async show({ quiet = false } = {}) {
    this.asked += 1;
    const mine = this.asked;
    let view;
    try {
      view = await this.look();
    } catch (error) {
      if (mine !== this.asked) return null;
      return this.recover(error);
    }
    if (mine !== this.asked) return null; // something else has been asked for since
    this.put(view, quiet);
    return view;
  }

  /** Return the position where the game is. */
  look() {
    return known(this.moment) ?? position(this.moment);
  }

  /** Go back to the last turn that can be played, if a later one cannot, and say what was wrong. */
  async recover(error) {
    const { game } = this;
    if (error.turn && error.turn <= game.at.depth) {
      while (game.at.depth >= error.turn) game.at = game.at.parent;
      game.taps = [];
      await this.show();
    } else if (!error.status && this.shown) {
      Object.assign(game, this.shown); // the server did not answer: what is seen is where one is
    } else if (game.taps.length) {
      game.taps = [];
      await this.show();
    }
    this.say("refused", error);
    return null;
  }

  put(view, quiet = false) {
    this.view = view;
    this.shown = { at: this.game.at, taps: this.game.taps };
    this.board.draw(view, { quiet });
    this.say("show", { view });
  }

  // Going through the tree.

  async goTo(node) {
    if (!node || (node === this.game.at && !this.game.taps.length)) return;
    this.game.at = node;
    this.game.taps = [];
    await this.show({ quiet: node.depth === 0 });
  }

  back() {
    return this.goTo(this.game.taps.length ? this.game.at : this.game.at.parent);
  }

  forward() {
    return this.goTo(this.game.at.children[0]);
  }

  // Playing.

  /** Tap a cell or an extra; return the view after it, or null if it was refused. */
  async tap(name) {
    return this.tapAll([name]);
  }

  /** Tap several things in a row. */
  async tapAll(names) {
    const { game } = this;
    const [node, taps] = [game.at, game.taps];
    this.foresee(names);
    this.asked += 1;
    const mine = this.asked;
    let view;
    try {
      view = await position(this.momentAt(node, [...taps, ...names]));
    } catch (error) {
      if (mine !== this.asked) return null;
      this.board.draw(this.view, { quiet: true });
      this.say("refused", Object.assign(error, { attempt: names }));
      return null;
    }
    if (mine !== this.asked) return null;
    return this.take(node, view);
  }

  /** Draw at once what a tap will do, before the server says so. */
  foresee(names) {
    const preview = names.length === 1 ? this.view.previews[names[0]] : null;
    if (!preview) return;
    const cells = [...this.view.cells];
    for (const [name, char] of Object.entries(preview.changes)) cells[this.board.index.get(name)] = char;
    const last = [...(this.view.mid_turn ? this.view.last : []), names[0]];
    this.board.draw({ ...this.view, cells: cells.join(""), last, legal: [], removed: [], chain: [], links: [] });
  }

  /** Take over a view that a turn or a part of one has led to. */
  async take(node, view) {
    const { game } = this;
    if (view.turns.length > node.depth) {
      game.at = view.turns.slice(node.depth).reduce((here, turn) => here.add(turn), node);
      game.taps = [];
      remember(this.moment, view);
      this.finish(node, view);
      return view;
    }
    game.taps = view.taps;
    remember(this.moment, view);
    this.put(view);
    if (view.mid_move && view.legal.length === 1 && !view.choices.length) return this.tap(view.legal[0]);
    return view;
  }

  /** Show what a whole turn has led to, and say so. */
  finish(before, view) {
    const { mover } = this;
    this.put(view);
    this.say("turn", { node: this.game.at, before, mover });
  }

  /** Play what somebody typed. */
  async typed(text) {
    const node = this.game.at;
    this.asked += 1;
    const mine = this.asked;
    try {
      const view = await ask("/api/typed", { ...this.moment, text });
      return mine === this.asked ? await this.take(node, view) : null;
    } catch (error) {
      if (mine !== this.asked) return null;
      this.say("refused", Object.assign(error, { attempt: [error.tap] }));
      return null;
    }
  }

  /** Take back what has been tapped of the turn: the last move of it, or all. */
  async cancel(all = false) {
    const { game } = this;
    if (!game.taps.length) return false;
    let rest = all ? [] : game.taps.slice(0, -1);
    while (rest.length && known(this.momentAt(game.at, rest))?.mid_move) rest = rest.slice(0, -1);
    game.taps = rest;
    await this.show({ quiet: true });
    return true;
  }

  /** Add turns that the computer made, or that a line of analysis shows; return the last position. */
  addLine(node, turns) {
    const end = turns.reduce((here, turn) => here.add(turn), node);
    this.say("tree");
    return end;
  }

  /** What stands on a cell, as a character. */
  piece(name) {
    return this.view.cells[this.board.index.get(name)];
  }

  /** What the player is called who is to move. */
  get mover() {
    return this.view.players[this.view.to_play].name;
  }

  /** Whether a person is to move. */
  get personToMove() {
    return !this.view.over && this.game.seats[this.view.to_play] === "person";
  }
}

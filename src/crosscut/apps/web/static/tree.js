// A game as a tree of turns: the main line, variations, comments, and where one is.

import { checksum } from "./checksum.js";

const ID_BYTES = 15;

/** Return a name that nobody can guess, for a game that is kept. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES));
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_");
}

/** A position in the tree: the turn that led to it, and the turns that were tried from it. */
export class Node {
  constructor(parent, turn, comment = "") {
    this.parent = parent;
    this.turn = turn;
    this.comment = comment;
    this.more = undefined; // what a record from elsewhere has here: clocks, and properties of SGF
    this.children = [];
  }

  /** The turns from the start to here. */
  get turns() {
    const found = [];
    for (let here = this; here.parent; here = here.parent) found.push(here.turn);
    return found.reverse();
  }

  /** The number of turns before this position. */
  get depth() {
    let depth = 0;
    for (let here = this; here.parent; here = here.parent) depth += 1;
    return depth;
  }

  /** The last position of the main line from here. */
  get end() {
    let here = this;
    while (here.children.length) here = here.children[0];
    return here;
  }

  /** Whether this position is on the main line from the start. */
  get isMain() {
    for (let here = this; here.parent; here = here.parent) if (here.parent.children[0] !== here) return false;
    return true;
  }

  /** The nearest position before this one with several turns, or the start. */
  get fork() {
    let here = this.parent;
    while (here?.parent && here.children.length < 2) here = here.parent;
    return here ?? this;
  }

  /** Return the position after a turn, added if it is new. */
  add(turn) {
    const known = this.children.find((child) => child.turn === turn);
    if (known) return known;
    const child = new Node(this, turn);
    this.children.push(child);
    return child;
  }

  /** Yield this position and all after it. */
  *all() {
    const waiting = [this];
    while (waiting.length) {
      const here = waiting.pop();
      yield here;
      waiting.push(...here.children.slice().reverse());
    }
  }
}

/** Return the comment of a position and what else it has, as far as there is any. */
function notesOf({ comment, more }) {
  if (more) return [comment, more];
  return comment ? [comment] : [];
}

export const PERSON = "person";
const TOLD = ["names", "result", "line", "info", "notes"];
const SEEDS = 1000000;

/** Return a number from which a set-up is drawn. */
export function newSeed() {
  return Math.floor(Math.random() * SEEDS);
}

/** A game: how it started, who plays, the tree, and where one is. */
export class Game {
  constructor(start, seats = [PERSON, PERSON], id = newId()) {
    this.id = id;
    this.start = start;
    this.seats = seats;
    this.root = new Node(null, "");
    this.at = this.root;
    this.taps = [];
    this.told = {}; // what a record tells: names, result, notes on its reading and more
    this.revision = 0;
    this.updated = 0;
  }

  /** Return the game of one line, which stands at its end. */
  static along(start, turns, seats) {
    const game = new Game(start, seats);
    game.at = turns.reduce((here, turn) => here.add(turn), game.root);
    return game;
  }

  /** Whether the told result is that of the line to a position. */
  endsAt(node) {
    return Boolean(this.told.result) && checksum(node.turns) === (this.told.line ?? 0);
  }

  /** Make a line with its variations the main one, one step up. */
  promote(node) {
    for (let here = node; here.parent; here = here.parent) {
      const siblings = here.parent.children;
      const place = siblings.indexOf(here);
      if (place > 0) {
        siblings.splice(place, 1);
        siblings.unshift(here);
        return true;
      }
    }
    return false;
  }

  /** Delete a position and all after it; return the one before. */
  remove(node) {
    const { parent } = node;
    if (!parent) return node;
    parent.children = parent.children.filter((child) => child !== node);
    for (let here = this.at; here; here = here.parent) {
      if (here === node) {
        this.at = parent;
        this.taps = [];
      }
    }
    return parent;
  }

  /** Take over what another copy of the same game has and this one has not. */
  merge(other) {
    const pairs = [[this.root, other.root]];
    for (const [mine, theirs] of pairs) {
      if (theirs.comment && !mine.comment.includes(theirs.comment)) {
        mine.comment = [mine.comment, theirs.comment].filter(Boolean).join("\n");
      }
      mine.more ??= theirs.more;
      for (const child of theirs.children) pairs.push([mine.add(child.turn), child]);
    }
    this.told = { ...other.told, ...this.told };
    this.revision = other.revision;
  }

  /** Become what another tab of this browser has made of the game; positions stay the same objects. */
  adopt(other) {
    const pairs = [[this.root, other.root]];
    for (const [mine, theirs] of pairs) {
      if (theirs === other.at) this.at = mine;
      mine.comment = theirs.comment;
      mine.more = theirs.more;
      mine.children = theirs.children.map((child) => mine.add(child.turn));
      theirs.children.forEach((child, i) => pairs.push([mine.children[i], child]));
    }
    for (const key of ["taps", "seats", "told", "revision", "updated"]) this[key] = other[key];
  }

  /** Return the game as plain data, positions in a list, each with the place of the one before. */
  toData() {
    const nodes = [...this.root.all()];
    const place = new Map(nodes.map((node, i) => [node, i]));
    return {
      crosscut: 1,
      start: this.start,
      seats: this.seats,
      nodes: nodes.map((node) => [place.get(node.parent) ?? -1, node.turn, ...notesOf(node)]),
      at: place.get(this.at),
      taps: this.taps,
      updated: this.updated,
      ...this.told,
    };
  }

  /** Return the game that plain data describes; data that is none is an error. */
  static fromData(data, id = newId(), revision = 0) {
    if (data?.crosscut !== 1 || !data.start?.game || !Array.isArray(data.nodes)) throw new Error("no game");
    const game = new Game(data.start, data.seats ?? [PERSON, PERSON], id);
    const nodes = [];
    data.nodes.forEach(([parent, turn, comment = "", more], i) => {
      const node = i === 0 ? game.root : new Node(nodes[parent], String(turn), String(comment));
      node.more = more;
      if (i === 0) node.comment = String(comment);
      else nodes[parent].children.push(node);
      nodes.push(node);
    });
    game.at = nodes[data.at] ?? game.root;
    game.taps = Array.isArray(data.taps) ? data.taps.map(String) : [];
    for (const key of TOLD) if (data[key]) game.told[key] = data[key];
    game.revision = revision;
    game.updated = Number(data.updated) || 0;
    return game;
  }
}

// A board on which something is asked: a step of a lesson, or a puzzle. A turn is judged by the server.

import "./common.js";
import { Hand } from "./hand.js";
import { linkOf } from "./link.js";
import { Messages } from "./messages.js";
import { find } from "./page.js";
import { mark } from "./pieces.js";
import { preferences } from "./preferences.js";
import { ask } from "./server.js";
import { sound } from "./sound.js";
import { words } from "./strings.js";
import { Table } from "./table.js";
import { Game } from "./tree.js";

/** Return what the server has put into the page. */
export function pageData() {
  return JSON.parse(find("data").textContent);
}

const BUTTONS = ["next", "again", "hint", "solution"]; // what can be done about a task

export class Exercise extends EventTarget {
  constructor(path) {
    super();
    this.path = path; // where answers are judged
    this.table = new Table(find("board"));
    this.hand = new Hand(this.table, { ...preferences, confirm: "never", placeFirst: false });
    this.messages = new Messages(this.table, this.hand);
    this.table.addEventListener("open", () => this.hand.listen(this.table.board));
    this.table.addEventListener("turn", ({ detail }) => this.judge(detail.node.turn));
    this.table.addEventListener("show", () => this.mark());
    find("again").addEventListener("click", () => this.restart());
    find("hint").addEventListener("click", () => this.say(this.task.hint, ""));
    find("solution").addEventListener("click", () => this.show());
    find("typed").addEventListener("submit", (event) => this.typed(event));
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.hand.cancel());
  }

  /** Ask something: a task has words, a moment, and tells whether to look, tap or play. */
  async open(task) {
    this.task = task;
    this.answered = false;
    this.close(false);
    find("task").textContent = task.words;
    const game = Game.along(task.moment.start, task.moment.turns);
    this.begin = game.at;
    this.enable(false); // they are still those of the task before
    try {
      await this.table.open(game);
    } finally {
      if (task === this.task) this.enable(true);
    }
    if (task === this.task) this.settle(); // else another one has been opened since
  }

  enable(enabled) {
    for (const id of BUTTONS) find(id).disabled = !enabled;
  }

  /** Let taps be turns, answers or nothing, as the task wants it, as long as it is not closed. */
  close(closed) {
    const { task } = this.task;
    this.closed = closed;
    if (task === "play" && !closed) this.hand.guest = null;
    else this.hand.guest = (cell) => task === "tap" && !closed && this.judge(cell);
  }

  /** Show the buttons that make sense now. */
  settle() {
    const { task, answered } = this;
    this.say("", "");
    find("again").hidden = true;
    find("hint").hidden = answered || !task.hint;
    find("solution").hidden = answered || !task.solution;
    find("typed").hidden = task.task === "look";
    find("next").hidden = !(answered || task.task === "look");
    if (task.task === "look") this.messages.say(words.exercise.look);
    if (task.task === "tap") this.messages.say(words.exercise.tapCell);
    this.table.board.enable(task.task === "play" && this.table.personToMove);
  }

  /** Ring the cells that the words speak of. */
  mark() {
    const { board, game } = this.table;
    if (game.at !== this.begin) return;
    board.layers.candidates.replaceChildren(...(this.task.marks ?? []).map((name) => mark(board.at(name), "halo", "told")));
  }

  async restart() {
    this.close(false);
    await this.table.goTo(this.begin);
    this.settle();
  }

  say(text, kind) {
    find("verdict").textContent = text;
    find("verdict").className = `verdict ${kind}`;
  }

  async judge(text) {
    const { task } = this;
    const before = this.closed;
    this.close(true);
    let verdict;
    try {
      verdict = await ask(this.path, { ...task.answer, text });
    } catch (error) {
      this.close(before);
      throw error;
    }
    if (task !== this.task) return; // another one has been opened since
    const { right, words: said } = verdict;
    this.say(said || (right ? words.exercise.right : ""), right ? "right" : "wrong");
    sound(right ? "end" : "refused");
    find("again").hidden = false;
    if (!right) {
      this.close(this.task.task === "play");
      return;
    }
    this.answered = true;
    for (const id of ["hint", "solution"]) find(id).hidden = true;
    find("next").hidden = false;
    this.dispatchEvent(new Event("right"));
    if (task.reply) await this.reply(task);
    if (task === this.task) find("next").focus();
  }

  /** Let the other player answer. */
  async reply(task) {
    const { table } = this;
    await table.goTo(table.game.at.add(task.reply));
    if (task === this.task) this.messages.say(words.exercise.reply(task.reply));
  }

  /** Show a right answer on the board. */
  async show() {
    const { task, table } = this;
    await this.restart();
    this.say(words.exercise.solution(task.solution), "");
    if (task.task !== "play") {
      table.board.ideas([mark(table.board.at(task.solution), "frame", "good")]);
      find("next").hidden = false;
      return;
    }
    this.close(true);
    const line = task.line ?? [task.solution];
    let node = this.begin;
    for (const turn of line) node = node.add(turn);
    await table.goTo(this.begin.children.find((child) => child.turn === line[0]));
    if (task !== this.task) return;
    if (line.length > 1) this.messages.say(words.exercise.line(line.join(" ")));
    find("next").hidden = false;
    find("again").hidden = false;
  }

  async typed(event) {
    event.preventDefault();
    const input = find("typed-move");
    if (this.closed) return;
    if (this.task.task === "tap") await this.judge(input.value);
    else await this.table.typed(input.value);
    input.value = "";
  }
}

/** Return the address of a moment on the play page. */
export function linkTo(moment) {
  return linkOf(Game.along(moment.start, moment.turns));
}

const DONE = "crosscut:done";

/** Return the names of the lessons and puzzles that are done. */
export function done() {
  try {
    return new Set(JSON.parse(localStorage.getItem(DONE) ?? "[]"));
  } catch {
    return new Set();
  }
}

/** Remember that a lesson or puzzle is done. */
export function setDone(name) {
  try {
    localStorage.setItem(DONE, JSON.stringify([...done().add(name)]));
  } catch {
    // who keeps nothing has learnt it all the same
  }
}

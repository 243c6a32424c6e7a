// The review of a game: a job that looks at every turn of a line, and what is shown of it.

import { Graph } from "./graph.js";
import { mistakeItem } from "./mistakes.js";
import { find } from "./page.js";
import { toldEnd } from "./recorded.js";
import { bringIntoSight } from "./sight.js";
import { words } from "./strings.js";
import { PERSON } from "./tree.js";

export class Review {
  /** onChange hears when more is known. */
  constructor({ table, engine, moves, messages }, ghosts, onChange) {
    Object.assign(this, { table, engine, moves, messages, ghosts, onChange });
    this.graph = new Graph(find("review-graph"), (number) => table.goTo(this.nodes[number]));
    this.section = document.querySelector(".review");
    this.offer = offerIn(find("choices"));
    this.clear();
    find("review-stop").addEventListener("click", () => this.job?.now());
    find("review-mistakes").addEventListener("click", ({ target }) => (this.read = target.closest("li:has(button)")));
    table.addEventListener("open", () => this.clear());
    for (const event of ["show", "tree"]) table.addEventListener(event, () => this.draw());
  }

  clear() {
    this.job?.stop();
    this.job = null;
    this.turns = []; // of the line that was reviewed
    this.found = null;
    this.read = null; // the mistake that was looked at last
    this.moves.marks.clear();
  }

  /** The positions of the line, as far as they are still in the tree. */
  get nodes() {
    const found = [this.table.game.root];
    for (const turn of this.turns) {
      const next = found.at(-1).children.find((child) => child.turn === turn);
      if (!next) break;
      found.push(next);
    }
    return found;
  }

  /** Return the first player's win chance at a position of the line, or null. */
  chanceAt(node) {
    return this.found?.chances[this.nodes.indexOf(node)] ?? null;
  }

  /** Look at the line on which one is, to its end. */
  begin() {
    const { table } = this;
    const { end } = table.game.at;
    if (!end.parent) return this.say(words.review.nothing);
    this.clear();
    this.turns = end.turns;
    const request = { do: "review", moment: table.momentAt(end), seconds_each: Number(find("review-seconds").value) };
    const job = this.engine.begin(request, (message) => this.job === job && this.hear(message));
    this.job = job;
    this.progress(words.engine.queued(1));
    this.draw();
    find("review-title").focus({ preventScroll: true }); // the button that was tapped may be gone
    return bringIntoSight(this.section);
  }

  /** Go back to where the review was left. */
  comeBack() {
    const place = this.read?.isConnected ? this.read : this.section;
    place.querySelector("button, h2").focus({ preventScroll: true });
    bringIntoSight(place);
  }

  /** Say something above the panel, which may be out of sight. */
  say(text) {
    this.messages.say(text);
    this.messages.show();
  }

  hear(message) {
    const { event } = message;
    if (event === "review" || event === "done") this.found = message;
    if (event === "queued") this.progress(words.engine.queued(message.place));
    else if (event === "compiling") this.progress(words.engine.compiling(message), message.parts / message.about);
    else if (message.share !== undefined) this.progress(words.review.share(message.share), message.share);
    else if (event === "error") this.messages.say(message.message, true);
    if (event === "done" || event === "error") this.job = null;
    if (event === "done") find("analysis-said").textContent = words.review.done(this.mistakes.length);
    if (event !== "progress") this.draw();
    this.onChange();
  }

  progress(text, share = null) {
    const state = find("review-state");
    state.querySelector(".said").textContent = text;
    const bar = state.querySelector("progress");
    if (share === null) bar.removeAttribute("value");
    else bar.value = share;
  }

  /** The turns that lost something. */
  get mistakes() {
    return this.found.turns.filter(({ mark }) => mark !== "good");
  }

  // Showing.

  draw() {
    const { table, found, job } = this;
    if (!table.view) return;
    find("review-state").hidden = find("review-stop").hidden = !job;
    find("review-begin").textContent = found ? words.review.again : words.review.offer;
    const begun = Boolean(found || job);
    const over = table.view.over || Boolean(toldEnd(table));
    find("review-begin").classList.toggle("primary", over && !begun);
    this.section.classList.toggle("begun", begun);
    this.offer.show(begun ? "toReview" : "review", begun || over);
    find("review-found").hidden = !found;
    const { nodes } = this;
    this.mark(nodes);
    if (!found) return;
    this.drawGraph(nodes);
    if (this.told !== found) this.tell(nodes);
    this.told = found;
  }

  /** Mark the turns in the list of moves. */
  mark(nodes) {
    const before = [...this.moves.marks];
    this.moves.marks.clear();
    for (const { number, mark } of this.found ? this.mistakes : []) {
      if (nodes[number]) this.moves.marks.set(nodes[number], mark);
    }
    const { marks } = this.moves;
    if (marks.size !== before.length || before.some(([node, mark]) => marks.get(node) !== mark)) this.moves.draw();
  }

  drawGraph(nodes) {
    const { table, found } = this;
    let here = table.game.at;
    const on = nodes.includes(here);
    while (!nodes.includes(here)) here = here.parent;
    const at = nodes.indexOf(here);
    const names = table.view.players.map(({ name }) => name);
    const { chances, turns, decisive } = found;
    this.graph.draw({ chances, turns, count: this.turns.length, at, on, decisive, names });
    find("review-where").textContent = on ? this.graph.element.getAttribute("aria-valuetext") : words.review.elsewhere;
  }

  tell(nodes) {
    const { found, table } = this;
    const decisive = found.turns[found.decisive - 1];
    const verdict = decisive ? words.review.decisive(decisive) : words.review.undecided;
    const parts = [found.done && found.winner !== null ? verdict : "", words.review.lead(found.lead_changes)];
    find("review-words").textContent = parts.filter(Boolean).join(" ");
    find("review-counts").replaceChildren(...counts(found.turns).map(item));
    const mistakes = this.mistakes.filter(({ number }) => nodes[number]);
    const items = mistakes.map((turn) => {
      return mistakeItem(turn, turn.number === found.decisive, table.game.seats[turn.seat] === PERSON, this);
    });
    find("review-mistakes").replaceChildren(...(items.length || !found.done ? items : [item(words.review.clean)]));
  }

  // What the list of mistakes does.

  goTo(number) {
    return this.table.goTo(this.nodes[number]);
  }

  /** Go to the position before a turn, so that what is played there is a variation. */
  async tryAgain(turn) {
    await this.goTo(turn.number - 1);
    this.table.board.focus(this.table.board.focused);
    this.say(words.review.trying(turn.player, turn.text));
  }

  /** Show the better line as ghosts, where the board shows the position it begins at. */
  look(turn, line, upTo) {
    const { game } = this.table;
    if (game.at === this.nodes[turn.number - 1] && !game.taps.length) this.ghosts.show(line, upTo);
  }

  /** Add the better line up to one of its turns, counted from 1, and go there. */
  addBetter(turn, upTo) {
    const { table } = this;
    return table.goTo(table.addLine(this.nodes[turn.number - 1], turn.line.slice(0, upTo)));
  }
}

/** Say for each player how many marks of each kind there are. */
function counts(turns) {
  const players = new Map([...turns].sort((a, b) => a.seat - b.seat).map(({ player }) => [player, {}]));
  for (const { player, mark } of turns) players.get(player)[mark] = (players.get(player)[mark] ?? 0) + 1;
  return [...players].map(([player, found]) => {
    const kinds = Object.keys(words.review.signs).reverse().filter((mark) => found[mark]);
    const told = kinds.map((mark) => `${found[mark]} ${found[mark] === 1 ? mark : words.review.many[mark]}`);
    return words.review.count(player, told.join(", "));
  });
}

function item(text) {
  const made = document.createElement("li");
  made.textContent = text;
  return made;
}

/** Put the offer to review a finished game, and the way back to it, where the choices of a turn stand. */
function offerIn(choices) {
  const row = document.createElement("p");
  row.className = "row offer";
  row.hidden = true;
  const button = document.createElement("button");
  button.type = "button";
  row.append(button);
  choices.after(row);
  return {
    show(deed, shown) {
      row.hidden = !shown;
      button.dataset.do = deed;
      button.classList.toggle("primary", deed === "review");
      button.textContent = deed === "review" ? words.review.offer : words.review.back;
    },
  };
}

// The table of candidates: every turn with its win chance, visits and line, the best first.

import { lossClass } from "./candidates.js";
import { words } from "./strings.js";

const ROWS = 12;
const SHOWN = 7; // turns of a line

/** A table whose rows can be looked at and chosen: hears of both by a line and the number of a turn in it. */
export class CandidateList {
  constructor(table, { look, leave, choose }) {
    this.table = table;
    this.lines = [];
    this.held = false; // rows do not move while somebody looks at them
    this.late = null;
    table.addEventListener("pointerover", (event) => this.look(event, look));
    table.addEventListener("focusin", (event) => event.target.matches(":focus-visible") && this.look(event, look));
    const release = () => {
      this.held = false;
      leave();
      if (this.late) this.draw(this.late);
    };
    table.addEventListener("pointerleave", release);
    table.addEventListener("focusout", (event) => table.contains(event.relatedTarget) || release());
    table.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (!button) return;
      if (event.detail) button.blur(); // after a click of the mouse, Space is to play the best turn
      choose(this.lineOf(button), Number(button.dataset.upTo));
    });
  }

  lineOf(element) {
    return this.lines[Number(element.closest("tbody").dataset.row)];
  }

  look(event, look) {
    if (!event.target.closest("tbody")) return;
    this.held = true;
    const line = this.lineOf(event.target);
    look(line, Number(event.target.closest("button")?.dataset.upTo ?? 1 + line.turns.length));
  }

  /** Show another position's candidates, even to somebody who looks at the old ones. */
  renew(thought) {
    this.held = false;
    const focused = this.table.querySelector(":focus-visible");
    this.draw(thought);
    if (focused) (this.table.querySelector("tbody button") ?? this.table.closest("[role=tabpanel]")).focus();
  }

  draw(thought) {
    this.late = this.held ? thought : null;
    if (this.held) return;
    const rows = thought ? thought.turns.filter(({ win_chance: chance }) => chance !== null).slice(0, ROWS) : [];
    this.lines = rows.map(({ taps, line }) => ({ taps, turns: line.slice(1, SHOWN) }));
    for (const body of [...this.table.tBodies]) body.remove();
    this.table.append(...rows.map((row, i) => this.row(row, i, rows[0], thought.seat)));
  }

  row(row, i, best, seat) {
    const body = document.createElement("tbody");
    body.dataset.row = i;
    const values = body.insertRow();
    const turn = document.createElement("th");
    turn.scope = "row";
    const disc = document.createElement("i");
    disc.className = `disc ${lossClass(row, best)}`;
    turn.append(disc, button(row.text, 1, words.analysis.play(row.text)));
    values.append(turn);
    values.insertCell().textContent = valueOf(row, seat);
    values.insertCell().textContent = row.visits.toLocaleString("en");
    if (this.lines[i].turns.length) {
      const line = body.insertRow().insertCell();
      line.colSpan = 3;
      line.className = "rest";
      line.append(...this.lines[i].turns.map((text, k) => button(text, k + 2, words.analysis.addUpTo(text, k + 2))));
    }
    return body;
  }
}

/** Say what a turn is worth to who makes it. */
function valueOf({ proven, win_chance: chance, sampling_error: error = null }, seat) {
  const { proven: results } = words.analysis;
  if (proven === "draw") return results.draws;
  if (proven !== null) return proven === seat ? results.wins : results.loses;
  return words.analysis.exactly(chance, error);
}

function button(text, upTo, said) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  made.dataset.upTo = upTo;
  made.setAttribute("aria-label", said);
  made.title = said;
  return made;
}

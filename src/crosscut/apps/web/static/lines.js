// Lines of analysis: shown as ghost stones with numbers while one looks at them, and added to the tree.

import { EMPTY } from "./pieces.js";
import { ask, position } from "./server.js";

/**
 * Shows lines on the board. A line is {taps, turns}: taps that finish the turn that has begun, or none, and the turns
 * after it.
 */
export class Ghosts {
  constructor(table, onLeave) {
    this.table = table;
    this.onLeave = onLeave;
    this.shown = null;
    table.addEventListener("show", () => (this.shown = null)); // the board has been drawn anew
  }

  /** Show a line up to one of its turns, counted from 1; it begins at the position shown. */
  async show(line, upTo) {
    const { table } = this;
    if (this.shown?.line === line && this.shown.upTo === upTo) return;
    const mine = { line, upTo };
    this.shown = mine;
    const steps = await positions(table.moment, line).catch(() => null);
    if (this.shown !== mine || !steps) return;
    const { changes, numbers } = differences(table.board.names, table.view.cells, steps.slice(0, upTo));
    table.board.candidates([]);
    table.board.ghost(changes, numbers);
  }

  leave() {
    if (!this.shown) return;
    this.shown = null;
    this.table.board.ghost({});
    this.onLeave();
  }
}

/** Return the views that a line leads through. */
async function positions(moment, { taps, turns }) {
  const after = { ...moment, taps: [...moment.taps, ...taps] };
  const first = taps.length ? [await position(after)] : [];
  if (!turns.length) return first;
  return [...first, ...(await ask("/api/line", { ...after, line: turns })).steps];
}

/** Return what is different after some steps, and by which of them it came. */
function differences(names, before, steps) {
  const [changes, numbers] = [{}, {}];
  const last = steps.at(-1).cells;
  names.forEach((name, i) => {
    if (last[i] === before[i]) return;
    changes[name] = last[i];
    if (last[i] === EMPTY) return;
    const brought = steps.findLastIndex((step, k) => step.cells[i] !== (k ? steps[k - 1].cells : before)[i]);
    numbers[name] = brought + 1;
  });
  return { changes, numbers };
}

/** Add a line up to one of its turns, counted from 1, to the tree; return the position it leads to. */
export async function addLine(table, line, upTo) {
  const node = table.game.at;
  const { moment } = table;
  const first = await position({ ...moment, taps: [...moment.taps, ...line.taps] });
  return table.addLine(node, [...first.turns.slice(node.depth), ...line.turns.slice(0, upTo - 1)]);
}

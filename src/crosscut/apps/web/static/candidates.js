// Candidate moves on the board: a disc where a move puts its piece, as large as the share of visits, coloured by
// how much it loses against the best, with its win chance as a number. An arrow shows from where a piece is lifted;
// where a move puts several pieces, a line joins them.

import { EMPTY, label } from "./pieces.js";
import { make, UNIT } from "./svg.js";

const SHOWN = 8;
const STEPS = [0.02, 0.05, 0.1, 0.2]; // losses of win chance at which the colour changes
const SMALLEST = 0.27; // radii in cells; two digits fit into the smallest
const LARGEST = 0.45;

/** Return the class of a colour for a move, by its loss against the best one. */
export function lossClass(move, best) {
  const loss = best.win_chance - move.win_chance;
  return `loss${STEPS.filter((least) => loss >= least).length}`;
}

/** Return where a move puts its piece, the last cell of its taps, and the cell that is tapped before it, if one is. */
export function cellsOf(board, { taps }) {
  const cells = taps.filter((name) => board.index.has(name));
  return { target: cells.at(-1), source: cells.at(-2) };
}

/** Draw the best moves. */
export function drawCandidates(board, thought) {
  const tried = thought.moves.filter(({ visits, proven }) => visits || proven !== null).slice(0, SHOWN);
  const most = Math.max(...tried.map(({ visits }) => visits), 1);
  const discs = [];
  const arrows = [];
  const taken = new Set();
  tried.forEach((move, rank) => {
    const { target, source } = cellsOf(board, move);
    if (!target) return;
    const classes = `${lossClass(move, tried[0])} ${rank ? "" : "best"}`;
    if (source) {
      const draw = board.view.cells[board.index.get(source)] === EMPTY ? pair : arrow;
      arrows.push(draw(board.at(source), board.at(target), classes));
    }
    if (taken.has(target)) return; // a better move goes there
    taken.add(target);
    const radius = SMALLEST + (LARGEST - SMALLEST) * Math.sqrt(move.visits / most);
    discs.push(disc(board.at(target), radius * UNIT, Math.round(100 * move.win_chance), classes));
  });
  return [...arrows, ...discs.reverse()];
}

function disc([x, y], radius, text, classes) {
  const circle = make("circle", { cx: x, cy: y, r: radius.toFixed(1) });
  return make("g", { class: `candidate ${classes}` }, circle, label([x, y], text, "chance-text", 0.33));
}

/** Draw the other piece of a move that puts two, joined with the one that has the number. */
function pair([x, y], [u, v], classes) {
  const line = make("line", { x1: x, y1: y, x2: u, y2: v });
  return make("g", { class: `candidate ${classes}` }, line, make("circle", { cx: x, cy: y, r: UNIT * 0.14 }));
}

/** Draw an arrow that ends at the edge of a disc. */
function arrow([x, y], [u, v], classes) {
  const length = Math.hypot(u - x, v - y);
  const [dx, dy] = [(u - x) / length, (v - y) / length];
  const tip = length - UNIT * 0.3;
  const at = (along, aside) => `${(x + dx * along - dy * aside).toFixed(1)} ${(y + dy * along + dx * aside).toFixed(1)}`;
  const [tail, neck] = [UNIT * 0.12, tip - 8];
  const outline = [at(tail, 2), at(neck, 2), at(neck, 7), at(tip, 0), at(neck, -7), at(neck, -2), at(tail, -2)];
  return make("path", { d: `M${outline.join("L")}Z`, class: `candidate arrow ${classes}` });
}

// The graph of a review: the first player's win chance through a game, with its mistakes by shape and letter.

import { label } from "./pieces.js";
import { words } from "./strings.js";
import { make } from "./svg.js";

const [WIDTH, HEIGHT] = [400, 150];
const [LEFT, TOP, RIGHT, BOTTOM] = [26, 14, 392, 132];
const STEPS = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };

/** A graph that leads to the positions of a game; go hears which turn is chosen, 0 for the start. */
export class Graph {
  constructor(element, go) {
    this.element = element;
    this.go = go;
    this.last = 0;
    this.at = 0;
    element.addEventListener("click", (event) => this.go(this.nearest(event)));
    element.addEventListener("keydown", (event) => this.press(event));
  }

  /** Draw what is known: chances by turn, the turns, how many there will be, and where one is, or -1. */
  draw({ chances, turns, count, at, on, decisive, names }) {
    Object.assign(this, { last: count, at });
    const x = (k) => LEFT + ((RIGHT - LEFT) * k) / Math.max(count, 1);
    const y = (chance) => BOTTOM - (BOTTOM - TOP) * chance;
    const points = chances.map((chance, k) => `${x(k).toFixed(1)} ${y(chance).toFixed(1)}`);
    const end = x(chances.length - 1);
    const parts = [
      make("rect", { x: LEFT, y: TOP, width: end - LEFT, height: BOTTOM - TOP, class: "second" }),
      make("path", { d: `M${LEFT} ${BOTTOM}L${points.join("L")}L${end} ${BOTTOM}Z`, class: "first" }),
      make("path", { d: `M${LEFT} ${y(0.5)}H${RIGHT}`, class: "even" }),
      make("path", { d: `M${points.join("L")}`, class: "curve" }),
      make("rect", { x: LEFT, y: TOP, width: RIGHT - LEFT, height: BOTTOM - TOP, class: "frame" }),
    ];
    for (const share of [0, 0.5, 1]) parts.push(axis([LEFT - 4, y(share)], 100 * share, "end"));
    parts.push(axis([LEFT, HEIGHT - 6], 0, "middle"), axis([RIGHT, HEIGHT - 6], count, "middle"));
    if (decisive) parts.push(make("path", { d: `M${x(decisive)} ${TOP}V${BOTTOM}`, class: "decisive" }));
    if (on) parts.push(make("path", { d: `M${x(at)} ${TOP - 6}V${BOTTOM + 6}`, class: "here" }));
    if (on && chances[at] !== undefined) parts.push(make("circle", { cx: x(at), cy: y(chances[at]), r: 4.5, class: "here" }));
    for (const turn of turns) {
      if (turn.mark === "good") continue;
      parts.push(sign(turn, [x(turn.number), y(chances[turn.number])], turn.number === decisive));
    }
    this.element.replaceChildren(make("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" }, ...parts));
    this.say({ chances, turns, count, at, names });
  }

  /** Say where one is to who does not see it. */
  say({ chances, turns, count, at, names }) {
    const turn = turns[at - 1];
    const known = chances[at] === undefined ? null : words.analysis.shares(names, chances[at]);
    this.element.setAttribute("aria-valuemax", count);
    this.element.setAttribute("aria-valuenow", at);
    const mark = turn && turn.mark !== "good" ? turn.mark : "";
    this.element.setAttribute("aria-valuetext", words.review.at(at, turn?.text ?? "", known, mark));
  }

  nearest(event) {
    const box = this.element.querySelector("svg").getBoundingClientRect();
    const along = ((event.clientX - box.left) / box.width) * WIDTH;
    return this.within(Math.round(((along - LEFT) / (RIGHT - LEFT)) * this.last));
  }

  within(k) {
    return Math.max(0, Math.min(this.last, k));
  }

  press(event) {
    let to = null;
    if (event.key === "Home") to = 0;
    else if (event.key === "End") to = this.last;
    else if (STEPS[event.key] && !event.shiftKey) to = this.within(this.at + STEPS[event.key]);
    if (to === null) return;
    event.preventDefault();
    event.stopPropagation();
    this.go(to);
  }
}

function axis([x, y], text, anchor) {
  return make("text", { x, y, dy: "0.35em", "text-anchor": anchor, class: "axis" }, String(text));
}

/** Draw what a turn is marked with: a circle, a triangle or a square, and its letters. */
function sign(turn, [x, y], decisive) {
  const shapes = { inaccuracy: "M-4 0A4 4 0 1 0 4 0A4 4 0 1 0 -4 0Z", mistake: "M0 -6L6 4.5H-6Z", blunder: "M-5 -5H5V5H-5Z" };
  const above = y > TOP + 22;
  const lost = words.review.lost(turn.mark, Math.round(100 * turn.loss), turn.certain);
  const title = make("title", {}, words.review.at(turn.number, `${turn.player} ${turn.text}`, lost));
  const shape = make("path", { d: shapes[turn.mark], transform: `translate(${x} ${y})` });
  const letters = label([x, above ? y - 13 : y + 14], words.review.signs[turn.mark], "letters", 0.32);
  return make("g", { class: `sign-of ${turn.mark} ${decisive ? "turning" : ""}` }, title, shape, letters);
}

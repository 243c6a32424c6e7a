// Pieces and marks as parts of a picture. Kinds differ by fill, outline and sign, never by colour alone.

import { make, UNIT } from "./svg.js";

export const EMPTY = ".";
const HANDS = "ab";

/** Tell whether a character of a frame is a piece that is in hand. */
export function inHand(piece) {
  return HANDS.includes(piece);
}

/** Return the kind of a piece by its character: 0 and on; a and b are the kinds 0 and 1 in hand. */
export function kindOf(piece) {
  return inHand(piece) ? HANDS.indexOf(piece) : Number(piece);
}

/** Draw a piece of a kind at a place in pixels. */
export function piece([x, y], kind, ground, classes = "") {
  const radius = ground.radius * UNIT;
  const { look, sign } = ground.kinds[kind];
  const group = make("g", { class: `piece ${look} ${classes}`, "data-kind": kind, transform: `translate(${x} ${y})` });
  group.append(make("circle", { r: radius, class: "stone" }), ...signs(kind, sign, radius));
  return group;
}

/** Return the signs of a kind; those of the players' own kinds are shown in colourful palettes alone. */
function signs(kind, sign, radius) {
  if (sign === "ring") return [make("circle", { r: 0.62 * radius, class: "sign hollow" })];
  if (sign === "dot") return [make("circle", { r: 0.26 * radius, class: "sign" })];
  if (sign === "square") return [square(0.7 * radius, "sign hollow")];
  if (kind === 0) return [make("circle", { r: 0.5 * radius, class: "sign own hollow" })];
  return [square(0.62 * radius, "sign own hollow")];
}

/** Return a square around the middle. */
function square(side, classes) {
  return make("rect", { x: -side / 2, y: -side / 2, width: side, height: side, class: classes });
}

/** Draw a mark at a place in pixels: ring, dot, cross, check, halo or frame. */
export function mark([x, y], shape, classes = "") {
  const at = { transform: `translate(${x} ${y})`, class: `mark ${shape} ${classes}` };
  if (shape === "ring") return make("circle", { r: UNIT * 0.2, ...at });
  if (shape === "dot") return make("circle", { r: UNIT * 0.11, ...at });
  if (shape === "halo") return make("circle", { r: UNIT * 0.47, ...at });
  if (shape === "cross") return make("path", { d: "M-7 -7L7 7M-7 7L7 -7", ...at });
  if (shape === "check") return make("path", { d: "M-8 0L-2 7L9 -7", ...at });
  return make("rect", { x: -UNIT * 0.46, y: -UNIT * 0.46, width: UNIT * 0.92, height: UNIT * 0.92, rx: 6, ...at });
}

/** Write a short text at a place in pixels. */
export function label([x, y], text, classes = "", size = 0.36) {
  return make("text", { x, y, dy: "0.35em", "font-size": UNIT * size, "text-anchor": "middle", class: classes }, text);
}

// Small helpers for drawing: elements, points and the places of a board that is turned.

const SPACE = "http://www.w3.org/2000/svg";

/** Pixels between neighbouring cells. */
export const UNIT = 40;

/** Make an SVG element with attributes and children. */
export function make(name, attributes = {}, ...children) {
  const element = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null) element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

/** Return points as the text that a polygon wants. */
export function corners(points) {
  return points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
}

/** How a board lies: turned by some steps of so many degrees, and perhaps seen in a mirror. */
export class Orientation {
  constructor(angle, turns = 0, flipped = false) {
    const degrees = (angle * turns) % 360;
    this.degrees = degrees;
    this.flipped = flipped;
    this.cos = Math.cos((degrees * Math.PI) / 180);
    this.sin = Math.sin((degrees * Math.PI) / 180);
  }

  /** Return where a place, given in cells, is drawn in pixels. */
  place([x, y]) {
    const u = this.flipped ? -x : x;
    return [(u * this.cos - y * this.sin) * UNIT, (u * this.sin + y * this.cos) * UNIT];
  }
}

/** Return the smallest box around some points, with a margin: left, top, width, height. */
export function box(points, margin) {
  const xs = points.map((point) => point[0]);
  const ys = points.map((point) => point[1]);
  const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  return [left, top, Math.max(...xs) + margin - left, Math.max(...ys) + margin - top];
}

/** Return a tile with so many corners around a place in pixels; degrees turn it. */
export function tile([x, y], sides, degrees) {
  const radius = (0.5 / Math.cos(Math.PI / sides)) * UNIT;
  return Array.from({ length: sides }, (_, k) => {
    const angle = ((180 / sides) * (2 * k + 1) + degrees) * (Math.PI / 180);
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
}

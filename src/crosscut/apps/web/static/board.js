// A board: draws positions, and says which cell is tapped, hovered or dragged to. It knows no rules.

import { EMPTY, inHand, kindOf, label, mark, piece } from "./pieces.js";
import { box, corners, make, Orientation, tile, UNIT } from "./svg.js";
import { words } from "./strings.js";

const LAYERS = ["ground", "heat", "chain", "pieces", "marks", "candidates", "ideas", "ghosts", "cells"];
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const SLANT = 2.2; // how much a cell aside of the way of an arrow key counts against one in it
const DRAGGED = 0.4; // how far, in cells, a stone is pulled before that is a drag

export class Board extends EventTarget {
  /** Put a board into an SVG element; ground is what /api/board tells of it. */
  constructor(svg, ground) {
    super();
    this.svg = svg;
    this.ground = ground;
    this.names = ground.cells.map(([name]) => name);
    this.index = new Map(this.names.map((name, i) => [name, i]));
    this.view = null;
    this.enabled = true;
    this.focused = Math.floor(this.names.length / 2);
    svg.replaceChildren();
    svg.setAttribute("role", "group");
    svg.setAttribute("aria-label", words.board.label(ground.title));
    this.layers = {};
    for (const name of LAYERS) {
      this.layers[name] = make("g", { class: name, ...(name === "cells" ? {} : { "aria-hidden": "true" }) });
      svg.append(this.layers[name]);
    }
    this.listen();
    this.orient(0, false);
  }

  /** Lay the board anew: turned by some steps, and perhaps mirrored. */
  orient(turns, flipped) {
    this.orientation = new Orientation(this.ground.angle, turns, flipped);
    this.places = this.ground.cells.map(([, x, y]) => this.orientation.place([x, y]));
    const { labels, sides } = this.ground;
    const outer = [...labels, ...sides.flatMap(({ points }) => points)].map((point) => this.orientation.place(point));
    const frame = box([...this.places, ...outer], UNIT * (this.ground.tile ? 0.68 : labels.length ? 0.5 : 0.9));
    this.svg.setAttribute("viewBox", frame.map((number) => number.toFixed(1)).join(" "));
    this.svg.style.aspectRatio = `${frame[2]} / ${frame[3]}`;
    this.svg.closest(".table").style.setProperty("--ratio", (frame[2] / frame[3]).toFixed(3));
    this.frame = frame;
    this.drawGround(frame);
    const focused = this.layers.cells.contains(document.activeElement);
    this.drawCells();
    if (focused) this.focus(this.focused);
    this.layers.pieces.replaceChildren();
    this.standing = []; // the piece on each cell, as it is drawn
    if (this.view) this.draw(this.view, { quiet: true });
    if (this.heated) this.heat(...this.heated);
  }

  /** Return where a cell is drawn, by its name. */
  at(name) {
    return this.places[this.index.get(name)];
  }

  /** How large a cell is on the screen, in pixels. */
  get cellSize() {
    return UNIT * this.svg.getScreenCTM().a;
  }

  // Drawing.

  drawGround([x, y, width, height]) {
    const { ground, orientation } = this;
    const parts = [make("rect", { x, y, width, height, rx: 10, class: "wood" })];
    for (const side of ground.sides) {
      const points = corners(side.points.map((point) => orientation.place(point)));
      parts.push(make("polygon", { points, class: `side ${side.look}` }));
    }
    const tiled = ground.tile || 4;
    const shapes = this.places.map((place) => make("polygon", { points: corners(this.shape(place, tiled)) }));
    parts.push(make("g", { class: ground.tile ? "tiles" : "tiles squares" }, ...shapes));
    if (ground.links.length) {
      const path = ground.links.map(([a, b]) => `M${this.places[a].join(" ")}L${this.places[b].join(" ")}`);
      parts.push(make("path", { d: path.join(""), class: "lines" }));
    }
    for (const [u, v, text] of ground.labels) parts.push(label(orientation.place([u, v]), text, "coordinate"));
    this.layers.ground.replaceChildren(...parts);
  }

  /** Return the corners of the tile of a cell. */
  shape(place, sides) {
    return tile(place, sides, this.orientation.degrees); // a tile looks the same in a mirror
  }

  drawCells() {
    const sides = this.ground.tile || 4;
    const buttons = this.places.map((place, i) => {
      const shape = make("polygon", { points: corners(this.shape(place, sides)), class: "hit" });
      return make("g", { role: "button", tabindex: i === this.focused ? 0 : -1, "data-cell": this.names[i], "aria-label": this.names[i] }, shape);
    });
    this.layers.cells.replaceChildren(...buttons);
  }

  /** Draw a position: its pieces, the last turn, the winning chain and what may be tapped. */
  draw(view, { quiet = false } = {}) {
    const before = this.view;
    this.view = view;
    [...view.cells].forEach((char, i) => {
      if (this.standing[i]?.char === char) return; // it stays, or is still arriving
      this.standing[i]?.element.remove();
      this.standing[i] = null;
      if (char === EMPTY) return;
      const fresh = before && !quiet && !inHand(char) ? "fresh" : "";
      const element = piece(this.places[i], kindOf(char), this.ground, inHand(char) ? "hand" : fresh);
      this.standing[i] = { char, element };
      this.layers.pieces.append(element);
    });
    this.drawMarks(view);
    this.drawChain(view.chain ?? [], view.links ?? []);
    if (!this.dragging) this.layers.ghosts.replaceChildren();
    this.name(view);
  }

  drawMarks(view) {
    const parts = [];
    for (const name of view.last ?? []) {
      parts.push(mark(this.at(name), view.cells[this.index.get(name)] === EMPTY ? "dot" : "ring", "last"));
    }
    for (const name of view.removed ?? []) parts.push(mark(this.at(name), "cross", "removed"));
    if (this.enabled && !view.over) {
      for (const name of view.legal ?? []) {
        const taken = view.cells[this.index.get(name)] !== EMPTY;
        parts.push(mark(this.at(name), taken ? "halo" : "dot", `legal ${view.mid_move ? "target" : ""}`));
      }
    }
    this.layers.marks.replaceChildren(...parts);
  }

  /** Draw the winning chain: a ring around each of its pieces, and a line where the rules link two. */
  drawChain(chain, links) {
    const rings = chain.map((name) => mark(this.at(name), "halo", "won"));
    const lines = links.map((link) => {
      const [[x1, y1], [x2, y2]] = link.map((name) => this.at(name));
      return make("line", { x1, y1, x2, y2, class: "won" });
    });
    this.layers.chain.replaceChildren(...lines, ...rings);
  }

  /** Say of every cell what is there and what can be done, for who does not see it. */
  name(view) {
    const legal = new Set(this.enabled && !view.over ? view.legal : []);
    const last = new Set(view.last ?? []);
    [...this.layers.cells.children].forEach((button, i) => {
      const name = this.names[i];
      const char = view.cells[i];
      const there = char === EMPTY ? words.board.empty : this.ground.kinds[kindOf(char)].name;
      const does = legal.has(name) ? words.board.does[view.previews?.[name]?.does ?? "place"] : "";
      const parts = [name, inHand(char) ? words.board.lifted(there) : there, last.has(name) ? words.board.last : "", does];
      button.setAttribute("aria-label", parts.filter(Boolean).join(", "));
      button.classList.toggle("legal", legal.has(name));
      button.classList.toggle("lift", legal.has(name) && view.previews?.[name]?.does === "lift");
    });
  }

  // What is shown for a while.

  /** Show pieces that are not there: changes by cell, some of them with numbers. */
  ghost(changes, numbers = {}) {
    const parts = [];
    for (const [name, char] of Object.entries(changes)) {
      const place = this.at(name);
      if (char === EMPTY) parts.push(mark(place, "cross", "going"));
      else {
        const above = this.view && this.view.cells[this.index.get(name)] !== EMPTY ? "above" : "";
        parts.push(piece(place, kindOf(char), this.ground, inHand(char) ? "ghost hand" : `ghost ${above}`));
      }
      const look = char === EMPTY ? "" : this.ground.kinds[kindOf(char)].look;
      if (numbers[name]) parts.push(label(place, numbers[name], `number ${look}`));
    }
    this.layers.ghosts.replaceChildren(...parts);
  }

  /** Show ideas on the board: whatever somebody has drawn. */
  ideas(parts) {
    this.layers.ideas.replaceChildren(...parts);
  }

  /** Show what the engine thinks of moves, below what a player does himself. */
  candidates(parts) {
    this.layers.candidates.replaceChildren(...parts);
  }

  /** Colour cells: a map from names to the opacity of a class of heat. */
  heat(cells, classes = "hot") {
    this.heated = [cells, classes];
    const sides = this.ground.tile || 4;
    const parts = [...cells].map(([name, opacity]) => {
      const points = corners(this.shape(this.at(name), sides));
      return make("polygon", { points, class: classes, "fill-opacity": opacity.toFixed(3) });
    });
    this.layers.heat.replaceChildren(...parts);
  }

  /** Let the board take taps, or only be looked at. */
  enable(enabled) {
    this.enabled = enabled;
    this.svg.classList.toggle("waiting", !enabled);
    if (this.view) {
      this.drawMarks(this.view);
      this.name(this.view);
    }
  }

  // Listening.

  listen() {
    const cells = this.layers.cells;
    cells.addEventListener("click", (event) => this.say("tap", cellOf(event), { touch: event.pointerType === "touch" }));
    cells.addEventListener("pointerover", (event) => this.hover(cellOf(event)));
    cells.addEventListener("pointerleave", () => this.hover(null));
    cells.addEventListener("focusin", (event) => this.hover(cellOf(event)));
    cells.addEventListener("focusout", () => this.hover(null));
    cells.addEventListener("keydown", (event) => this.press(event));
    cells.addEventListener("pointerdown", (event) => this.drag(event));
  }

  say(type, cell, detail = {}) {
    if (cell) this.dispatchEvent(new CustomEvent(type, { detail: { cell, ...detail } }));
  }

  hover(cell) {
    this.hovered = cell;
    if (this.view && !this.dragging) {
      const preview = this.enabled && cell ? this.view.previews?.[cell] : null;
      this.ghost(preview ? preview.changes : {});
    }
    this.dispatchEvent(new CustomEvent("hover", { detail: { cell } }));
  }

  press(event) {
    const cell = cellOf(event);
    if (event.key === "Enter" || event.key === " ") {
      this.say("tap", cell, { keyboard: true });
    } else if (ARROWS[event.key] && !event.shiftKey && !event.ctrlKey && !event.metaKey) {
      this.focus(this.beside(this.index.get(cell), ARROWS[event.key]));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Return the cell that is next in a direction on the screen. */
  beside(from, [dx, dy]) {
    const [x, y] = this.places[from];
    let best = from;
    let least = Infinity;
    this.places.forEach(([u, v], i) => {
      const along = (u - x) * dx + (v - y) * dy;
      const aside = Math.abs((u - x) * dy) + Math.abs((v - y) * dx);
      if (along > UNIT * 0.3 && along + SLANT * aside < least) [best, least] = [i, along + SLANT * aside];
    });
    return best;
  }

  /** Move the focus to a cell, by its number or name. */
  focus(cell) {
    const i = typeof cell === "string" ? this.index.get(cell) : cell;
    const buttons = this.layers.cells.children;
    buttons[this.focused]?.setAttribute("tabindex", -1);
    this.focused = i;
    buttons[i].setAttribute("tabindex", 0);
    buttons[i].focus();
  }

  /** Follow a stone that is pulled from a cell to another one. */
  drag(event) {
    const from = cellOf(event);
    if (!this.enabled || !from || this.view?.previews?.[from]?.does !== "lift") return;
    const [x, y] = [event.clientX, event.clientY];
    let ghost = null;
    const move = (now) => {
      if (!ghost && Math.hypot(now.clientX - x, now.clientY - y) < DRAGGED * this.cellSize) return;
      if (!ghost) {
        ghost = piece([0, 0], kindOf(this.view.cells[this.index.get(from)]), this.ground, "dragged");
        this.dragging = true;
        this.say("lift", from);
      }
      const point = new DOMPoint(now.clientX, now.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
      ghost.setAttribute("transform", `translate(${point.x} ${point.y})`);
      this.layers.ghosts.replaceChildren(ghost);
    };
    const drop = (now) => {
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", drop);
      window.removeEventListener("pointercancel", drop);
      if (!ghost) return;
      this.dragging = false;
      ghost.remove();
      const swallow = (click) => click.stopPropagation(); // where it was dropped is no tap
      window.addEventListener("click", swallow, { capture: true });
      setTimeout(() => window.removeEventListener("click", swallow, { capture: true }));
      const under = now.type === "pointerup" ? document.elementFromPoint(now.clientX, now.clientY) : null;
      this.dispatchEvent(new CustomEvent("drop", { detail: { from, cell: under ? cellOf({ target: under }) : null } }));
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", drop);
    window.addEventListener("pointercancel", drop);
  }
}

/** Return the name of the cell in which something happened. */
function cellOf(event) {
  return event.target.closest?.("[data-cell]")?.dataset.cell ?? null;
}

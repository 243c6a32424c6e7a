"use strict";
// The page is complete without this; it adds the theme, copying, stepping through lines, puzzles.

const root = document.documentElement;
root.classList.add("scripted");

// Light or dark: as the system says, until somebody chooses.

const stored = {
  get() { try { return localStorage.getItem("crosscut-theme"); } catch { return null; } },
  set(theme) { try { localStorage.setItem("crosscut-theme", theme); } catch { /* then it is forgotten */ } },
};
const systemDark = matchMedia("(prefers-color-scheme: dark)");
if (stored.get()) root.dataset.theme = stored.get();

function setUpTheme(button) {
  const isDark = () => (root.dataset.theme ?? (systemDark.matches ? "dark" : "light")) === "dark";
  const show = () => button.setAttribute("aria-pressed", isDark());
  button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    stored.set(root.dataset.theme);
    show();
  });
  systemDark.addEventListener("change", show);
  show();
}

// Copying texts and tables.

function textToCopy(button) {
  if (button.dataset.copy !== "table") return document.querySelector(button.dataset.copy).textContent;
  const rows = button.previousElementSibling.querySelectorAll("tr");
  return Array.from(rows, row => Array.from(row.cells, cell => cell.textContent.trim()).join("\t")).join("\n");
}

async function copy(button) {
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(textToCopy(button));
    button.textContent = "Copied";
  } catch {
    button.textContent = "This browser does not allow it";
  }
  setTimeout(() => { button.textContent = label; }, 1600);
}

// Boards. A position is a string with one character for each cell; see crosscut.report.boards.

const EMPTY = ".";
let boards = {};

class Board {
  constructor(svg) {
    this.svg = svg;
    this.name = svg.dataset.board;
    Object.assign(this, boards[this.name]);
    this.pieces = svg.querySelector(".pieces");
    this.cells = svg.querySelector(".cells");
  }

  use(what, cell) {
    const element = document.createElementNS(this.svg.namespaceURI, "use");
    const [x, y] = this.places[cell];
    element.setAttribute("href", "#" + what);
    element.setAttribute("x", x);
    element.setAttribute("y", y);
    return element;
  }

  draw(frame, marked) {
    const parts = [];
    for (let cell = 0; cell < frame.length; cell++)
      if (frame[cell] !== EMPTY) parts.push(this.use(`${this.name}-${frame[cell]}`, cell));
    for (const cell of marked) {
      if (this.hollow.includes(frame[cell])) parts.push(this.use("mark-disc", cell));
      parts.push(this.use(frame[cell] === EMPTY ? "mark-dot" : "mark-ring", cell));
    }
    this.pieces.replaceChildren(...parts);
  }

  describe(frame, cell) {
    if (frame[cell] === EMPTY) return `${this.names[cell]}, empty`;
    return `${this.names[cell]}, ${this.kinds[frame[cell]] ?? "in hand"}`;
  }
}

// Cells that are reached by one press of Tab and then by arrow keys.

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function beside(places, from, [right, down]) {
  let best = from, least = Infinity;
  places.forEach(([x, y], to) => {
    const dx = x - places[from][0], dy = y - places[from][1];
    const along = dx * right + dy * down, off = Math.abs(dx * down) + Math.abs(dy * right);
    if (along > 1 && off <= 2 * along && along + 2 * off < least) [best, least] = [to, along + 2 * off];
  });
  return best;
}

function rove(elements) {
  const places = elements.map(each => [Number(each.getAttribute("x")), Number(each.getAttribute("y"))]);
  elements.forEach((element, number) => {
    element.setAttribute("tabindex", number ? -1 : 0);
    element.addEventListener("focus", () => {
      elements.forEach(each => each.setAttribute("tabindex", each === element ? 0 : -1));
    });
    element.addEventListener("keydown", event => {
      if (!(event.key in WAYS)) return;
      event.preventDefault();
      event.stopPropagation();
      elements[beside(places, number, WAYS[event.key])].focus();
    });
  });
}

// Lines of play.

class Stepper {
  constructor(board, element, steps) {
    Object.assign(this, { board, steps, now: 0 });
    this.slider = element.querySelector("input");
    this.said = element.querySelector(".said");
    this.buttons = element.querySelectorAll("[data-go]");
    this.turns = element.querySelectorAll("[data-turn]");
    this.slider.addEventListener("input", () => this.show(Number(this.slider.value)));
    this.buttons.forEach(each => each.addEventListener("click", () => this.go(each.dataset.go)));
    this.turns.forEach(each => each.addEventListener("click", () => this.show(Number(each.dataset.turn))));
  }

  get end() { return this.steps.turns.length; }

  go(where) { this.show({ first: 0, back: this.now - 1, forward: this.now + 1, last: this.end }[where]); }

  key(event) {
    const where = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" }[event.key];
    if (!where || event.target === this.slider || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.go(where);
  }

  show(turn) {
    this.now = Math.min(Math.max(turn, 0), this.end);
    const { frames, last, said, turns } = this.steps;
    this.board.draw(frames[this.now], last[this.now]);
    const made = this.now ? `Turn ${this.now} of ${this.end}: ${turns[this.now - 1]}.` : "At the start.";
    this.said.textContent = `${made} ${said[this.now]}.`;
    this.board.svg.setAttribute("aria-label", this.said.textContent);
    this.slider.value = this.now;
    this.slider.setAttribute("aria-valuetext", this.said.textContent);
    this.buttons.forEach(each => {
      each.disabled = this.now === (["first", "back"].includes(each.dataset.go) ? 0 : this.end);
    });
    this.turns.forEach((each, number) => {
      if (number + 1 !== this.now) return each.removeAttribute("aria-current");
      each.setAttribute("aria-current", "step");
      const list = each.closest(".turns");
      const below = each.offsetTop - list.offsetTop - list.clientHeight / 2;
      list.scrollTop = Math.max(0, below);
    });
  }
}

function setUpPlayer(player) {
  const board = new Board(player.querySelector(".board"));
  const stepper = new Stepper(board, player, dataOf(player));
  board.svg.setAttribute("tabindex", 0);
  player.addEventListener("keydown", event => stepper.key(event));
  stepper.show(stepper.steps.shown);
}

const dataOf = element => JSON.parse(element.querySelector('script[type="application/json"]').textContent);

// Puzzles: taps build up a turn; what may be tapped, and where it leads, is a tree.

class Puzzle {
  constructor(element) {
    this.data = dataOf(element);
    this.board = new Board(element.querySelector(".board"));
    this.said = element.querySelector(".said");
    this.task = this.said.textContent;
    this.choices = element.querySelector(".choices");
    this.solution = element.querySelector(".solution");
    this.stepper = new Stepper(this.board, this.solution, this.data.steps);
    this.reasons = new Map();
    for (const [reason, cells] of Object.entries(this.data.refusals))
      for (const cell of cells) this.reasons.set(cell, reason);
    element.querySelector('[data-do="solve"]').addEventListener("click", () => this.solve("The solution"));
    element.querySelector('[data-do="again"]').addEventListener("click", () => this.begin());
    element.addEventListener("keydown", event => {
      if (event.key === "Escape" && this.taps.length) this.begin();
      else if (!this.solution.hidden) this.stepper.key(event);
    });
    this.addCells();
    this.begin();
  }

  addCells() {
    const cells = this.board.places.map((_, cell) => this.board.use(`${this.board.name}-cell`, cell));
    cells.forEach((element, cell) => {
      element.setAttribute("role", "button");
      element.addEventListener("click", () => this.tap(cell));
      element.addEventListener("keydown", event => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        this.tap(cell);
      });
    });
    rove(cells);
    this.board.cells.replaceChildren(...cells);
    this.board.svg.setAttribute("role", "group");
  }

  begin() {
    this.node = this.data.turns;
    this.taps = [];
    this.over = false;
    this.solution.hidden = true;
    this.show(this.node.frame, this.data.last);
    this.say(this.task, "");
  }

  show(frame, marked) {
    this.board.draw(frame, marked);
    Array.from(this.board.cells.children).forEach((element, cell) => {
      element.setAttribute("aria-label", this.board.describe(frame, cell));
      element.classList.toggle("open", !this.over && this.taps.length > 0 && this.after(cell) !== null);
    });
    this.board.cells.style.display = this.solution.hidden ? "" : "none";
    this.choices.querySelectorAll("[data-extra]").forEach(each => each.remove());
    if (!this.over) Object.keys(this.node.next).filter(tap => isNaN(tap)).forEach(tap => this.offer(tap));
  }

  offer(tap) {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.extra = tap;
    button.textContent = tap;
    button.addEventListener("click", () => this.tap(tap));
    this.choices.prepend(button);
  }

  say(text, kind) {
    this.said.textContent = text;
    this.said.className = "said needs-script " + kind;
    this.board.svg.setAttribute("aria-label", text);
  }

  name(tap) { return this.board.names[tap] ?? tap; }

  after(tap) {
    const { frame, plain, next } = this.node;
    if (tap in next) return next[tap];
    if (plain[tap] === "x") return frame.slice(0, tap) + this.data.own + frame.slice(tap + 1);
    return null;
  }

  tap(tap) {
    if (this.over) this.begin();
    const after = this.after(tap);
    if (after === null) return this.refuse(tap);
    this.taps.push(tap);
    const turn = this.taps.map(each => this.name(each)).join(", ");
    if (typeof after === "string") return this.finish(after, turn);
    this.node = after;
    this.show(after.frame, this.tapped);
    this.say(`${turn} so far. The turn goes on; "Start again" or Escape takes it back.`, "");
  }

  get tapped() { return this.taps.filter(tap => typeof tap === "number"); }

  refuse(tap) {
    const reason = this.taps.length ? "no legal turn goes on there" : this.reasons.get(tap);
    this.say(`${this.name(tap)} is not legal: ${reason ?? "no legal turn begins there"}.`, "bad");
  }

  finish(frame, turn) {
    if (frame === this.data.solved) return this.solve(`Right: ${turn}`, "good");
    this.over = true;
    this.show(frame, this.tapped);
    this.say(`${turn} is legal, but it does not win. Tap again to try another turn.`, "bad");
  }

  solve(how, kind = "") {
    this.over = true;
    this.taps = [];
    this.solution.hidden = false;
    this.show(this.data.solved, []);
    this.stepper.show(1);
    this.say(`${how} wins. Step on to see the line that proves it.`, kind);
  }
}

// Heat maps: the value of the cell that is pointed at or focused.

function setUpHeatMap(stage) {
  const said = stage.parentElement.querySelector(".said");
  const cells = Array.from(stage.querySelectorAll(".heat use"));
  cells.forEach(cell => {
    cell.setAttribute("role", "img");
    cell.setAttribute("aria-label", cell.dataset.says);
    for (const kind of ["pointerenter", "focus", "click"])
      cell.addEventListener(kind, () => { said.textContent = cell.dataset.says; });
  });
  stage.addEventListener("pointerleave", () => { said.textContent = said.dataset.says; });
  stage.querySelector(".board").setAttribute("role", "group");
  rove(cells);
}

// Tables that are wider than their box say so, as a bar to scroll by is often not shown.

function setUpBoxes(boxes) {
  const look = box => box.classList.toggle("wider", box.scrollWidth > box.clientWidth + 1);
  const observer = new ResizeObserver(entries => requestAnimationFrame(() => {
    for (const entry of entries) look(entry.target);
  }));
  boxes.forEach(box => observer.observe(box));
}

// The section being read is marked in the contents.

function setUpContents(nav) {
  const links = new Map(Array.from(nav.querySelectorAll("ol ol a"), link => [link.hash.slice(1), link]));
  if (matchMedia("(max-width: 60rem)").matches) nav.querySelector("details").open = false;
  const observer = new IntersectionObserver(entries => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      links.forEach(link => link.removeAttribute("aria-current"));
      links.get(entry.target.id)?.setAttribute("aria-current", "true");
    }
  }, { rootMargin: "-15% 0px -75% 0px" });
  links.forEach((_, id) => observer.observe(document.getElementById(id)));
}

// Folded parts: a link unfolds what it leads to, and paper shows everything.

function unfold(element) {
  for (let at = element?.parentElement; at; at = at.parentElement)
    if (at instanceof HTMLDetailsElement) at.open = true;
}

function setUpFolding() {
  const parts = document.querySelectorAll("details.part");
  const target = () => document.getElementById(decodeURIComponent(location.hash.slice(1)));
  document.querySelectorAll('a[href^="#"]').forEach(link => link.addEventListener("click", () => {
    unfold(document.getElementById(link.hash.slice(1)));
  }));
  addEventListener("hashchange", () => unfold(target()));
  if (target()) {
    unfold(target());
    target().scrollIntoView({ behavior: "instant" });
  }
  document.querySelectorAll("[data-fold]").forEach(button => button.addEventListener("click", () => {
    parts.forEach(part => { part.open = button.dataset.fold === "open"; });
  }));
  let folded = [];
  addEventListener("beforeprint", () => {
    folded = Array.from(document.querySelectorAll("details.part, details.formula")).filter(each => !each.open);
    folded.forEach(each => { each.open = true; });
  });
  addEventListener("afterprint", () => folded.forEach(each => { each.open = false; }));
}

document.addEventListener("DOMContentLoaded", () => {
  boards = JSON.parse(document.getElementById("boards")?.textContent ?? "{}");
  document.querySelectorAll("[data-theme-toggle]").forEach(setUpTheme);
  document.querySelectorAll("[data-copy]").forEach(each => each.addEventListener("click", () => copy(each)));
  document.querySelectorAll("[data-player]").forEach(setUpPlayer);
  document.querySelectorAll("[data-puzzle]").forEach(each => new Puzzle(each));
  document.querySelectorAll("[data-heat]").forEach(setUpHeatMap);
  setUpBoxes(document.querySelectorAll(".box"));
  document.querySelectorAll("nav.contents").forEach(setUpContents);
  setUpFolding();
});

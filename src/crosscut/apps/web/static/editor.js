// Setting up a position: taps put pieces on the board instead of playing, and the server says what is wrong.

import { find } from "./page.js";
import { EMPTY, inHand, kindOf, mark, piece } from "./pieces.js";
import { ask } from "./server.js";
import { words } from "./strings.js";
import { make, UNIT } from "./svg.js";
import { Game } from "./tree.js";

const LOOKING = new Set(["t", "f", "c", "b", "z", "?"]); // keys that only change how a board is seen
const PAUSE = 250; // milliseconds after the last key until a text is read

class Editor {
  constructor({ begin, hand, messages, opponents, table }) {
    Object.assign(this, { begin, hand, messages, opponents, table });
    this.open = false;
    this.asked = 0;
    find("editor-kinds").addEventListener("change", () => this.draw());
    find("editor-movers").addEventListener("change", () => this.examine({ cells: this.cells }));
    find("editor-text").addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.read(), PAUSE);
    });
    document.body.addEventListener("keydown", (event) => {
      if (this.open && !LOOKING.has(event.key)) event.stopPropagation(); // nothing is played meanwhile
    });
    table.addEventListener("open", () => this.close());
    table.addEventListener("show", () => this.open && this.draw());
  }

  /** Begin with the position that is shown. */
  edit() {
    if (!this.table.board || this.open) return;
    const { ground, view } = this.table;
    this.open = true;
    this.opponents.stop();
    this.paused = this.opponents.paused;
    this.opponents.paused = true;
    this.hand.clear();
    this.hand.guest = (cell) => this.tap(cell);
    document.body.classList.add("editing");
    find("editor-closed").hidden = true;
    find("editor").hidden = false;
    const kinds = ground.kinds.map(({ name }, kind) => ({ name, value: String(kind), kind }));
    fill(find("editor-kinds"), "editor-kind", [...kinds, { name: words.editor.nothing, value: EMPTY }], ground);
    fill(find("editor-movers"), "editor-mover", kinds.slice(0, 2).map((each) => ({ ...each, value: each.name })), ground);
    find("editor-text").rows = new Set(ground.cells.map(([, , y]) => y)).size + 2;
    check("editor-kind", "0");
    check("editor-mover", ground.kinds[view?.colour ?? 0].name);
    this.take();
  }

  /** Take over the position of the game; a stone in hand is put back. */
  take() {
    const { board, view } = this.table;
    const cells = view?.cells ?? EMPTY.repeat(board.names.length); // a broken link shows no position
    this.examine({ cells: [...cells].map((char) => (inHand(char) ? String(kindOf(char)) : char)).join("") });
  }

  clear() {
    this.examine({ cells: EMPTY.repeat(this.cells.length) });
  }

  tap(cell) {
    const cells = [...this.cells];
    const at = this.table.board.index.get(cell);
    cells[at] = cells[at] === this.chosen ? EMPTY : this.chosen;
    this.examine({ cells: cells.join("") });
  }

  /** Take over what stands in the text. */
  read() {
    this.examine({ text: find("editor-text").value });
  }

  get chosen() {
    return checked("editor-kind");
  }

  /** What is played, without how the open game began. */
  get rules() {
    const { game, size, variant, pie } = this.table.game.start;
    return { game, size, variant, pie };
  }

  /** Show what is set up, and ask the server what it makes of it. */
  examine(sketch) {
    clearTimeout(this.timer);
    this.timer = null;
    this.asked += 1;
    if (sketch.cells) {
      this.cells = sketch.cells;
      this.draw();
    }
    this.answer = this.hear(sketch, this.asked);
  }

  /** Take over the server's answer, unless something else has been asked since. */
  async hear(sketch, mine) {
    const to_play = sketch.cells ? checked("editor-mover") : undefined;
    let found;
    try {
      found = await ask("/api/diagram", { start: this.rules, ...sketch, to_play });
    } catch (error) {
      if (mine === this.asked) this.judge(null, error.lost ? words.play.lost : error.message);
      return;
    }
    if (mine !== this.asked || !this.open) return;
    this.cells = found.cells;
    check("editor-mover", found.to_play);
    if (sketch.text === undefined) find("editor-text").value = found.text;
    this.draw();
    this.judge(found, found.flaw || (found.over ? words.editor.over : words.editor.fine)(found.status));
  }

  /** Say what is wrong, or that nothing is. */
  judge(found, text) {
    this.found = found && !found.flaw ? found : null;
    const verdict = find("editor-verdict");
    verdict.textContent = text[0].toUpperCase() + text.slice(1);
    verdict.classList.toggle("refused", !this.found);
    document.querySelector("[data-do=playFromHere]").disabled = !this.found;
  }

  draw() {
    const { board } = this.table;
    const previews = Object.fromEntries(board.names.map((name, i) => {
      const after = this.cells[i] === this.chosen ? EMPTY : this.chosen;
      return [name, { does: "place", ends: false, changes: after === this.cells[i] ? {} : { [name]: after } }];
    }));
    board.enable(true);
    board.draw({ cells: this.cells, last: [], legal: [], previews, over: false }, { quiet: true });
    board.ideas([]);
    board.heat([]);
    this.messages.say(words.editor.editing);
  }

  /** Begin a game that starts with what is set up. */
  async play() {
    if (this.timer) this.read();
    await this.answer; // about what is set up now
    if (!this.open || !this.found) return;
    const { diagram, to_play } = this.found;
    await this.begin(new Game({ ...this.rules, diagram, to_play }, this.table.game.seats));
  }

  /** Put everything back as it was without the editor. */
  close() {
    if (!this.open) return;
    this.open = false;
    this.asked += 1;
    this.found = null;
    clearTimeout(this.timer);
    this.timer = null;
    this.hand.guest = null;
    document.body.classList.remove("editing");
    find("editor").hidden = true;
    find("editor-closed").hidden = false;
  }

  /** Go back to the game. */
  async cancel() {
    if (!this.open) return;
    this.close();
    this.opponents.paused = this.paused;
    await this.table.show({ quiet: true });
    document.querySelector("[data-do=edit]").focus();
  }
}

/** Fill a group with radio buttons, each with the piece it stands for. */
function fill(group, name, choices, ground) {
  const buttons = choices.map(({ name: text, value, kind }) => {
    const label = document.createElement("label");
    const input = Object.assign(document.createElement("input"), { type: "radio", name, value });
    const shown = kind === undefined ? mark([0, 0], "cross") : piece([0, 0], kind, ground);
    const viewBox = `${-UNIT / 2} ${-UNIT / 2} ${UNIT} ${UNIT}`;
    label.append(input, make("svg", { viewBox, "aria-hidden": "true" }, shown), text);
    return label;
  });
  group.replaceChildren(...buttons);
}

const checked = (name) => document.querySelector(`[name=${name}]:checked`)?.value;

function check(name, value) {
  for (const each of document.querySelectorAll(`[name=${name}]`)) each.checked = each.value === value;
}

/** Bring the panel to life. */
export function addEditor(context) {
  const editor = new Editor(context);
  Object.assign(context.deeds, {
    edit: () => editor.edit(),
    clearBoard: () => editor.clear(),
    copyBoard: () => editor.take(),
    playFromHere: () => editor.play(),
    leaveEditor: () => editor.cancel(),
  });
}

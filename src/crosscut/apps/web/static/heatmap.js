// The heat map: which points the search visits, or what the best move on each is worth.

import { cellsOf } from "./candidates.js";
import { words } from "./strings.js";

const MODES = ["off", "visits", "chance"];
const [FAINTEST, DARKEST] = [0.1, 0.85];

export class HeatMap {
  /** The select chooses what is shown; onChoose hears of it. */
  constructor({ table, pressed, setPressed }, select, legend, onChoose) {
    Object.assign(this, { table, pressed, setPressed, select, legend, onChoose });
    select.addEventListener("change", () => this.choose(select.value));
  }

  get mode() {
    return this.select.value;
  }

  /** Show one of the maps, or none; closed points and a map exclude each other. */
  choose(mode) {
    this.select.value = mode;
    if (mode !== "off") this.setPressed("closed", false);
    else if (!this.pressed("closed")) this.table.board?.heat([]);
    this.onChoose(mode);
  }

  cycle() {
    this.choose(MODES[(MODES.indexOf(this.mode) + 1) % MODES.length]);
  }

  /** Colour the board by what is thought of the position; null if nothing is yet. */
  draw(thought) {
    const { mode, legend, table } = this;
    legend.hidden = mode === "off";
    if (mode === "off") return;
    const values = thought ? this.values(thought) : new Map();
    if (!values.size) {
      table.board.heat([]);
      legend.textContent = words.analysis.noHeat;
      return;
    }
    const [low, high] = [Math.min(...values.values()), Math.max(...values.values())];
    const byVisits = (value) => DARKEST * Math.sqrt(value / (high || 1));
    const byChance = (value) => FAINTEST + ((DARKEST - FAINTEST) * (value - low)) / (high - low || 1);
    const shade = mode === "visits" ? byVisits : byChance;
    table.board.heat([...values].map(([name, value]) => [name, shade(value)]), "warm");
    const { percent } = words.analysis;
    legend.textContent = mode === "visits" ? words.analysis.visitsHeat : words.analysis.chanceHeat(percent(low), percent(high));
  }

  /** Return a value for every cell on which some move puts a piece. */
  values({ moves }) {
    const found = new Map();
    for (const move of moves) {
      const { target } = cellsOf(this.table.board, move);
      if (!target || move.win_chance === null) continue;
      const before = found.get(target);
      if (this.mode === "visits") found.set(target, (before ?? 0) + move.visits);
      else found.set(target, Math.max(before ?? 0, move.win_chance));
    }
    return found;
  }
}

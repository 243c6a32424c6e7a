// The dialog for a new game: which one, how large, by which rules, and who plays.

import { find } from "./page.js";
import { ask, boardOf } from "./server.js";
import { words } from "./strings.js";
import { Game, newSeed, PERSON } from "./tree.js";


export class NewGame {
  /** Prepare the dialog; begin is called with the game that was chosen. */
  constructor(begin) {
    this.begin = begin;
    this.dialog = find("new-game");
    find("new-which").addEventListener("change", () => this.choose(find("new-which").value));
    // at once, not when the field is left: what is clicked then must not move away under the pointer
    for (const id of ["new-size", "new-variant"]) find(id).addEventListener("input", () => this.refresh());
    find("new-variant").addEventListener("change", () => (find("new-pie").checked = this.variant.pie));
    find("new-begin").addEventListener("click", () => this.finish());
    this.dialog.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && event.target.tagName !== "BUTTON") {
        event.preventDefault();
        this.finish();
      }
    });
  }

  /** Open the dialog with what is being played. */
  async open(game) {
    this.games ??= await ask("/api/games");
    const which = find("new-which");
    which.replaceChildren(...this.games.map(({ id, title }) => new Option(title, id)));
    this.seats = game.seats;
    for (const id of ["new-first", "new-second"]) find(id).replaceChildren(); // nothing is chosen yet
    await this.choose(game.start.game, game.start);
    this.dialog.showModal();
  }

  get facts() {
    return this.games.find(({ id }) => id === find("new-which").value);
  }

  get variant() {
    return this.facts.variants.find(({ id }) => id === find("new-variant").value);
  }

  async choose(name, start) {
    find("new-which").value = name;
    const { facts } = this;
    find("new-variant").replaceChildren(...facts.variants.map(({ id }) => new Option(id, id)));
    if (start) find("new-variant").value = start.variant;
    Object.assign(find("new-size"), { min: facts.smallest, max: facts.largest, value: start?.size ?? facts.size });
    find("new-sizes").replaceChildren(...facts.sizes.map((size) => new Option(size)));
    find("new-pie").checked = start ? start.pie : this.variant.pie;
    for (const each of [find("new-setup"), find("new-setup").previousElementSibling]) each.hidden = !facts.has_deal;
    await this.refresh();
  }

  /** Show the levels as they were measured for what is chosen. */
  async refresh() {
    find("new-error").hidden = true;
    const several = this.facts.variants.length > 1;
    find("new-words").textContent = several ? this.variant.words : "";
    for (const each of [find("new-variant"), find("new-variant").labels[0]]) each.hidden = !several;
    const asked = { game: this.facts.id, size: Number(find("new-size").value), variant: this.variant.id };
    this.asked = asked;
    let told;
    try {
      told = await boardOf(asked);
    } catch (error) {
      if (this.asked === asked) this.complain(error);
      return;
    }
    if (this.asked !== asked) return; // something else has been chosen since
    const measured = told.measured ? words.levels.measured(told.measured) : words.levels.unmeasured;
    ["new-first", "new-second"].forEach((id, seat) => {
      const chosen = find(id).value || this.seats[seat];
      const people = new Option(words.levels.person, PERSON);
      const group = document.createElement("optgroup");
      group.label = measured;
      group.append(...told.levels.map(({ name, elo }) => new Option(words.play.computer(name, elo), name)));
      find(id).replaceChildren(people, group);
      find(id).value = chosen;
    });
  }

  complain(error) {
    find("new-error").textContent = error.message;
    find("new-error").hidden = false;
  }

  async finish() {
    const asked = {
      game: this.facts.id,
      size: Number(find("new-size").value),
      variant: this.variant.id,
      pie: find("new-pie").checked,
    };
    try {
      const { start, ground } = await boardOf(asked);
      const drawn = ground.has_deal && find("new-setup").value === "drawn";
      if (drawn) start.seed = newSeed();
      this.dialog.close();
      this.begin(new Game(start, [find("new-first").value, find("new-second").value]));
    } catch (error) {
      this.complain(error);
    }
  }
}

// The dialog for a new game: which one, how large, by which rules, and who plays. What others take part in is a room.

import { find } from "./page.js";
import { prefer, preferences } from "./preferences.js";
import { ask, boardOf, position } from "./server.js";
import { words } from "./strings.js";
import { Game, newSeed, PERSON } from "./tree.js";

export const FRIEND = "friend";
const SEATS = ["new-first", "new-second"];
const SHORTEST = 5; // seconds of a clock
const LONGEST = 24 * 3600;
const MOST_MORE = 3600;

/** Show fields with what stands before them, or hide them. */
function show(shown, ...ids) {
  for (const id of ids) {
    const field = find(id).closest("span") ?? find(id);
    for (const each of [field, find(id).labels[0]]) each.hidden = !shown;
  }
}

export class NewGame {
  /** Prepare the dialog; begin is called with the game that was chosen. */
  constructor(begin) {
    this.begin = begin;
    this.dialog = find("new-game");
    find("new-which").addEventListener("change", () => this.choose(find("new-which").value));
    // at once, not when the field is left: what is clicked then must not move away under the pointer
    for (const id of ["new-size", "new-variant"]) find(id).addEventListener("input", () => this.refresh());
    find("new-variant").addEventListener("change", () => (find("new-pie").checked = this.variant.pie));
    SEATS.forEach((id, seat) => find(id).addEventListener("input", () => this.seat(seat)));
    find("new-watch").addEventListener("input", () => this.showRoom());
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
    for (const id of SEATS) find(id).replaceChildren(); // nothing is chosen yet
    find("new-watch").checked = false;
    find("new-name").value = preferences.name;
    await this.choose(game.start.game, game.start.size && game.start);
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
    show(facts.has_deal, "new-setup");
    await this.refresh();
  }

  /** Show the levels as they were measured for what is chosen. */
  async refresh() {
    find("new-error").hidden = true;
    const several = this.facts.variants.length > 1;
    find("new-words").textContent = several ? this.variant.words : "";
    show(several, "new-variant");
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
    SEATS.forEach((id, seat) => {
      const chosen = find(id).value || this.seats[seat];
      const people = [new Option(words.levels.person, PERSON), new Option(words.newGame.friend, FRIEND)];
      const group = document.createElement("optgroup");
      group.label = measured;
      group.append(...told.levels.map(({ name, elo }) => new Option(words.play.computer(name, elo), name)));
      find(id).replaceChildren(...people, group);
      find(id).value = chosen;
    });
    this.showRoom();
    await this.callSeats(told.start, asked);
  }

  /** Say beside the seats what the game calls who sits there. */
  async callSeats(start, asked) {
    const { players } = await position({ start, turns: [], taps: [] }).catch(() => ({ players: [] }));
    if (this.asked !== asked) return;
    SEATS.forEach((id, seat) => (find(id).labels[0].textContent = words.newGame.seat(seat, players[seat])));
  }

  get chosen() {
    return SEATS.map((id) => find(id).value);
  }

  /** Who plays with a friend sits on the other seat. */
  seat(seat) {
    const [mine, theirs] = [this.chosen[seat], this.chosen[1 - seat]];
    if (mine === FRIEND || (theirs === FRIEND && mine !== PERSON)) find(SEATS[1 - seat]).value = PERSON;
    this.showRoom();
  }

  /** Whether others take part, or watch. */
  get withOthers() {
    return this.chosen.includes(FRIEND) || (this.canBeWatched && find("new-watch").checked);
  }

  /** Whether the game is played in a room, which others need and clocks run in. */
  get isRoom() {
    const { value, validity } = find("new-minutes");
    return this.withOthers || (this.canBeWatched && (value !== "" || validity.badInput));
  }

  get canBeWatched() {
    return this.chosen.filter((each) => each === PERSON).length === 1 && !this.chosen.includes(FRIEND);
  }

  /** Show what is to be chosen where one person sits at this screen. */
  showRoom() {
    const alone = this.withOthers || this.canBeWatched; // one person at this screen
    for (const id of SEATS) find(id).options[0].text = alone ? words.play.you : words.levels.person;
    show(this.canBeWatched, "new-watch");
    show(this.withOthers, "new-name");
    show(alone, "new-minutes");
    find("new-clock-words").hidden = !alone;
    find("new-minutes-words").textContent = this.canBeWatched ? words.newGame.minutesAlone : words.newGame.minutes;
    find("new-clock-words").textContent = this.canBeWatched ? words.newGame.clockAlone : words.newGame.clock;
  }

  /** Return the clock that is chosen, in seconds; null for none. */
  clock() {
    const { value, validity } = find("new-minutes");
    if (!value && !validity.badInput) return null;
    const clock = { seconds: Math.round(60 * Number(value)), increment: Number(find("new-increment").value) };
    const wrong = clock.seconds < SHORTEST || clock.seconds > LONGEST || clock.increment < 0 || clock.increment > MOST_MORE;
    if (wrong || !Number.isInteger(clock.increment)) throw new Error(words.newGame.badClock);
    return clock;
  }

  /** Open a room and go there. */
  async openRoom(start) {
    const { chosen } = this;
    const clock = this.clock();
    const name = find("new-name").value.trim();
    prefer("name", name);
    const seats = chosen.map((each) => (each === FRIEND ? PERSON : each));
    const { room } = await ask("/api/rooms", { start, seats, seat: chosen.indexOf(PERSON), name, ...(clock ? { clock } : {}) });
    location.assign(`/room/${encodeURIComponent(room)}`);
  }

  complain(error) {
    find("new-error").textContent = error.message;
    find("new-error").hidden = false;
    find("new-error").scrollIntoView({ block: "nearest" }); // on a phone it may lie below the edge
  }

  async finish() {
    const asked = {
      game: this.facts.id,
      size: Number(find("new-size").value),
      variant: this.variant.id,
      pie: find("new-pie").checked,
    };
    find("new-begin").disabled = true; // once is enough
    try {
      const { start, ground } = await boardOf(asked);
      const drawn = ground.has_deal && find("new-setup").value === "drawn";
      if (drawn) start.seed = newSeed();
      if (this.isRoom) {
        await this.openRoom(start);
        return;
      }
      this.dialog.close();
      this.begin(new Game(start, this.chosen));
    } catch (error) {
      this.complain(error);
    } finally {
      find("new-begin").disabled = false;
    }
  }
}

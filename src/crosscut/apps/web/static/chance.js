// The bar of the win chance, always that of the first player, in the colours that the players have now.

import { words } from "./strings.js";

export class ChanceBar {
  constructor(element) {
    this.element = element;
    this.share = element.querySelector(".share");
    this.number = element.querySelector(".number");
  }

  hide() {
    this.element.hidden = true;
  }

  /** Show a share from 0 to 1, or that it is not known. */
  show(view, share) {
    const { element } = this;
    element.hidden = false;
    view.players.forEach(({ look }, seat) => element.style.setProperty(`--seat${seat}`, `var(--${look})`));
    element.classList.toggle("unknown", share === null);
    if (share === null) {
      this.number.textContent = "…";
      element.setAttribute("aria-valuetext", words.analysis.unknown);
      return;
    }
    const percent = 100 * share;
    this.number.textContent = words.analysis.percent(share);
    this.share.style.width = `${percent}%`;
    element.style.setProperty("--share", `${percent}%`);
    element.setAttribute("aria-valuenow", Math.round(percent));
    element.setAttribute("aria-valuetext", words.analysis.shares(view.players.map(({ name }) => name), share));
  }
}

/** Return the win chance of the first player in what is thought of a position. */
export function chanceOfFirst({ seat, win_chance: chance }) {
  if (chance === null) return null;
  return seat === 0 ? chance : 1 - chance;
}

/** Return the win chance of the first player when the game is over. */
export function chanceAtEnd({ winner }) {
  if (winner === null) return 0.5;
  return winner === 0 ? 1 : 0;
}

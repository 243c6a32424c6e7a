// What the pages of a board have in common: going through the game, turning the board, buttons, and typed moves.

import { find } from "./page.js";
import { onPrefer, prefer, preferences } from "./preferences.js";

const AUTOPLAY = 900; // milliseconds between two turns that are played through

const button = (deed) => document.querySelector(`[data-do=${deed}]`);
export const pressed = (deed) => button(deed).getAttribute("aria-pressed") === "true";
export const setPressed = (deed, on) => button(deed).setAttribute("aria-pressed", on);

/** Return what can be done at any table. */
export function walkingDeeds(table, hand) {
  let autoplay = null;
  const toggleAutoplay = () => {
    clearInterval(autoplay);
    autoplay = autoplay ? null : setInterval(() => {
      if (table.game.at.children.length) table.forward();
      else toggleAutoplay();
    }, AUTOPLAY);
    setPressed("autoplay", Boolean(autoplay));
  };
  return {
    turn: () => prefer("turns", (preferences.turns + 1) % (360 / table.ground.angle)),
    flip: () => prefer("flipped", !preferences.flipped),
    coordinates: () => prefer("coordinates", !preferences.coordinates),
    first: () => table.goTo(table.game.root),
    back: () => table.back(),
    forward: () => table.forward(),
    last: () => table.goTo(table.game.at.end),
    autoplay: toggleAutoplay,
    cancel: () => hand.cancel(),
    focus: () => document.body.classList.toggle("board-only"),
    toBoard: () => table.board.focus(table.board.focused),
    type: () => find("typed-move").focus(),
    help: () => find("help").showModal(),
  };
}

/** Let buttons do their deeds, and the board lie as preferred. */
export function listenToButtons(table, deeds) {
  document.addEventListener("click", (event) => {
    const clicked = event.target.closest("[data-do]");
    if (event.detail) clicked?.blur(); // after a click the keys are those of the page again
    deeds[clicked?.dataset.do]?.();
  });
  table.addEventListener("open", () => table.board.orient(preferences.turns, preferences.flipped));
  onPrefer((name) => {
    if (["turns", "flipped", null].includes(name)) table.board?.orient(preferences.turns, preferences.flipped);
  });
}

/** Take moves that are typed, if it is a person's turn; if not, idle says why. */
export function listenToTyping(table, idle) {
  find("typed").addEventListener("submit", async (event) => {
    event.preventDefault();
    const input = find("typed-move");
    if (!table.personToMove) idle();
    else if (await table.typed(input.value)) input.value = "";
  });
}

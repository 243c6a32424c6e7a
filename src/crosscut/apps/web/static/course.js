// The lessons on a game: those that are done get a tick.

import { done } from "./exercise.js";
import { words } from "./strings.js";

const list = document.querySelector("[data-game]");
for (const item of list?.querySelectorAll("[data-lesson]") ?? []) {
  if (!done().has(`lesson ${list.dataset.game} ${item.dataset.lesson}`)) continue;
  const tick = document.createElement("span");
  tick.className = "tick";
  tick.textContent = ` ✓ ${words.exercise.done}`;
  item.append(tick);
}

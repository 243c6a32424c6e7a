// The box of the players.

import { words } from "./strings.js";

/** Return a row for a seat: its piece, who has it, its sides, and what else is to be seen there. */
export function playerRow({ name, kind, joins }, who, ground, { toMove, won }, ...more) {
  const row = document.createElement("li");
  row.classList.toggle("to-move", toMove);
  row.classList.toggle("winner", won);
  const stone = document.createElement("span");
  stone.className = `swatch ${kind === null ? "" : ground.kinds[kind].look}`;
  row.title = kind === null ? name : ground.kinds[kind].name;
  const text = document.createElement("span");
  text.textContent = [who ? words.play.seat(name, who) : name, joins ? words.play.joins(joins) : ""].filter(Boolean).join(", ");
  row.append(stone, text, ...more);
  return row;
}

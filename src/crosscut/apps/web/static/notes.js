// What is to be told about how a record was read, until somebody dismisses it.

import { find } from "./page.js";

/** Bring the box of the notes to life. */
export function addNotes({ table }) {
  const box = find("notes");
  const draw = () => {
    const notes = table.game.told.notes ?? [];
    box.hidden = !notes.length;
    box.querySelector("ul").replaceChildren(
      ...notes.map((text) => Object.assign(document.createElement("li"), { textContent: text })),
    );
  };
  for (const event of ["open", "show"]) table.addEventListener(event, draw); // another tab may have dismissed them
  box.querySelector("button").addEventListener("click", () => {
    delete table.game.told.notes;
    draw();
    table.say("tree");
  });
}

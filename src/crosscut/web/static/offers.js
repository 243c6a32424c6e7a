// What the players ask of each other: to take back, and to play once more.

import { find } from "./page.js";
import { words } from "./strings.js";

const WISHES = ["takeback", "rematch"];

/** Return a button of an offer. */
function button(text, deed, primary = false) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  if (primary) made.className = "primary";
  made.addEventListener("click", (event) => {
    event.stopPropagation();
    deed();
  });
  return made;
}

/** Return a line about something that is asked for, with what can be answered. */
function offer(room, what, act) {
  const asker = room.asker(what);
  const row = document.createElement("p");
  const said = document.createElement("span");
  row.append(said);
  if (room.mine.includes(asker)) {
    said.textContent = words.room.asked[what];
    row.append(button(words.room.withdraw, () => act({ do: "decline", what })));
  } else {
    said.textContent = words.room.asks[what](room.called(asker));
    if (room.watches) return row;
    row.append(button(words.room.accept, () => act({ do: "grant", what }), true));
    row.append(button(words.room.decline, () => act({ do: "decline", what })));
  }
  return row;
}

/** Show what is asked for; act does what is answered. */
export function drawOffers(room, act) {
  const key = JSON.stringify([room.state.asked, room.state.names, room.mine]);
  if (find("offers").dataset.shown === key) return; // it is not read out again
  find("offers").dataset.shown = key;
  const rows = WISHES.filter((what) => room.asker(what) !== undefined).map((what) => offer(room, what, act));
  find("offers").replaceChildren(...rows);
}

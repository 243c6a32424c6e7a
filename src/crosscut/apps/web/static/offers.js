// What the players ask of each other, to take back and to play once more; and what one is asked before resigning.

import { find } from "./page.js";
import { position } from "./server.js";
import { words } from "./strings.js";

const WISHES = ["takeback", "rematch"];
const CALM = 600; // milliseconds after which a click is no second half of a double click

/** Return a button of an offer. */
function button(text, deed, look = "") {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  made.className = look;
  made.addEventListener("click", (event) => {
    event.stopPropagation();
    deed();
  });
  return made;
}

/** Return a line that says something, with its buttons side by side. */
function line(text, ...buttons) {
  const row = document.createElement("p");
  const said = document.createElement("span");
  said.textContent = text;
  const answers = document.createElement("span");
  answers.className = "answers";
  answers.append(...buttons);
  row.append(said, ...(buttons.length ? [answers] : []));
  return row;
}

/** Return the number of the turn that a seat wants to take back, its own last one; 0 if that cannot be known. */
async function ownLast({ start, turns }, seat) {
  for (let played = turns.length - 1; played >= 0; played -= 1) {
    const there = await position({ start, turns: turns.slice(0, played), taps: [] });
    if (there.to_play === seat) return played + 1;
  }
  return 0;
}

/** Say what somebody else asks for. */
async function wish(room, what) {
  const asker = room.asker(what);
  const number = what === "takeback" ? await ownLast(room, asker).catch(() => 0) : 0;
  return words.room.asks[what](room.called(asker), number, room.turns[number - 1]);
}

/** Return a line about something that is asked for, with what can be answered. */
async function offer(room, what, act) {
  const decline = () => act({ do: "decline", what });
  if (room.mine.includes(room.asker(what))) return line(words.room.asked[what], button(words.room.withdraw, decline));
  const text = await wish(room, what);
  if (room.watches) return line(text);
  const grant = () => act({ do: "grant", what });
  return line(text, button(words.room.accept, grant, "primary"), button(words.room.decline, decline));
}

/** Show what is asked for; act does what is answered. */
export async function drawOffers(room, act) {
  const box = find("offers");
  const key = JSON.stringify([room.state.asked, room.state.names, room.mine]);
  if (box.dataset.shown === key) return; // it is not read out again
  box.dataset.shown = key;
  const rows = await Promise.all(WISHES.filter((what) => room.asker(what) !== undefined).map((what) => offer(room, what, act)));
  if (box.dataset.shown === key) box.replaceChildren(...rows);
}

/** Ask whether one means to resign, away from the button that does; a double click is no answer. */
export function askResign(resign) {
  const box = find("resigning");
  const close = () => box.replaceChildren();
  const leave = button(words.room.resign, () => {
    close();
    resign();
  }, "danger");
  leave.disabled = true;
  setTimeout(() => (leave.disabled = false), CALM);
  box.replaceChildren(line(words.room.sure, leave, button(words.room.goOn, close)));
  box.scrollIntoView({ block: "nearest" });
}

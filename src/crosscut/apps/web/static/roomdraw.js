// What is shown in a room besides the board.

import { linkOf } from "./link.js";
import { drawOffers } from "./offers.js";
import { find } from "./page.js";
import { toldOfRoom } from "./recorded.js";
import { drawLinks } from "./roomlink.js";
import { drawPlayers } from "./roomplayers.js";
import { badge, sentence } from "./roomtelling.js";
import { words } from "./strings.js";
import { hideThinking, showThinking } from "./thinking.js";
import { Game, PERSON } from "./tree.js";

/** Show a button if it makes sense, and let it be pressed if that would help. */
function offerButton(deed, shown, enabled = true) {
  const button = document.querySelector(`.toolbar [data-do=${deed}]`);
  button.hidden = !shown;
  button.disabled = !enabled;
}

const roomAddress = (name) => `/room/${encodeURIComponent(name)}`;

function drawButtons({ state, seats, mine, over, watches, myTurn, earlier }, { unseen, atEnd }) {
  const played = state.played > 1 || (state.played === 1 && !(mine.length === 1 && myTurn));
  const alone = mine.length === 2 || seats.some((level) => level !== PERSON); // nobody has to agree
  document.querySelector("[data-do=takeback]").textContent = alone ? words.room.takeBack : words.room.askBack;
  offerButton("takeback", !watches && !over && !state.broken, played && state.asked.takeback === undefined);
  offerButton("resign", !watches && !over);
  offerButton("rematch", !watches && over && !state.next, state.asked.rematch === undefined);
  offerButton("rename", !watches);
  find("typed").hidden = watches || over;
  if (over) find("resigning").replaceChildren();
  find("to-end").hidden = atEnd;
  find("to-end").textContent = words.room.backToGame(unseen);
  find("next-room").hidden = !state.next;
  find("next-room").href = roomAddress(state.next);
  find("room-before").hidden = !earlier;
  find("room-before").href = roomAddress(earlier);
}

/** Offer a copy of the game to play with: to who watches, and after the end to all. */
function drawExplore(room) {
  const { start, turns, over, watches } = room;
  const link = find("explore");
  link.hidden = !over && !watches;
  link.textContent = over ? words.room.analyse : words.room.explore;
  link.href = linkOf(Object.assign(Game.along(start, turns), { told: toldOfRoom(room) }));
}

/** Show that the computer thinks, if it is to move. */
function drawComputer({ state, seats, over }) {
  document.body.classList.toggle("versus", !over && seats.some((level) => level !== PERSON));
  if (state.to_play === null || seats[state.to_play] === PERSON) hideThinking();
  else if (find("thinking").hidden) showThinking({ event: "started" });
}

/** Say that the connection is lost, and what waits for it. */
export function drawLost(sender, pending = null) {
  const lost = sender.unanswered > 0 || Boolean(sender.engine?.lost);
  const why = sentence(sender.reason) || words.room.lost;
  const text = [why, pending ? words.room.unconfirmed(pending.turn) : ""].filter(Boolean).join(" ");
  const box = find("lost");
  box.hidden = !lost;
  document.body.classList.toggle("cut", lost); // then nobody knows who is there
  if (box.textContent !== (lost ? text : "")) box.textContent = lost ? text : "";
}

/** Say which game is played, how large, by which rules and with how much time. */
function drawWhich({ start, state }, { ground }) {
  const { size, variant } = start;
  const square = ground.cells.length === size * size;
  const clock = state.clock ? words.room.clock(state.clock) : "";
  const facts = [square ? `${size} × ${size}` : words.room.size(size), variant === "standard" ? "" : variant, clock];
  find("which").textContent = facts.filter(Boolean).join(", ");
}

/** Show everything as it is now. */
export function drawRoom({ room, table, clocks, talk, sender, act }) {
  table.board.enable(table.personToMove);
  drawWhich(room, table);
  drawPlayers(room, table, clocks);
  drawOffers(room, act);
  drawLinks(room);
  drawLost(sender, table.pending);
  talk.draw();
  drawButtons(room, table);
  drawExplore(room);
  drawComputer(room);
  const news = badge(room, table);
  document.title = `${talk.unread.length ? "✉ " : ""}${news ? `${news} – ` : ""}${table.ground.title} – Crosscut`;
}

// The home page: rooms and games that were begun, and a game with a friend.

import "./common.js";
import { forgetGame, keptGames } from "./keep.js";
import { linkOf } from "./link.js";
import { apart } from "./names.js";
import { FRIEND, NewGame } from "./newgame.js";
import { find } from "./page.js";
import { ask } from "./server.js";
import { words } from "./strings.js";
import { PERSON } from "./tree.js";

const DEFAULT_GAME = "slither";
const UNITS = [["day", 86400], ["hour", 3600], ["minute", 60]]; // with their seconds
const section = find("recent");
const list = section.querySelector("ul");

/** Return what a game is called. */
function titleOf({ game }) {
  return document.querySelector(`[data-game="${CSS.escape(game)}"] h3`)?.textContent ?? game;
}

/** Return how long ago something was. */
function ago(when) {
  const seconds = (Date.now() - new Date(when)) / 1000;
  const [unit, length] = UNITS.find(([, each]) => seconds >= each) ?? UNITS.at(-1);
  return new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(-Math.floor(seconds / length), unit);
}

/** Return a row with a link, and when something last happened there. */
function rowOf(address, text, updated) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = address;
  link.textContent = text;
  const when = document.createElement("span");
  when.className = "hint";
  when.textContent = ago(updated);
  when.title = new Date(updated).toLocaleString();
  item.append(link, when);
  return item;
}

/** Return a row for a game that was begun. */
function row({ id, start, turns, updated, link }) {
  const item = rowOf(link, words.recent.begun(titleOf(start), start.size, turns), updated);
  const forget = document.createElement("button");
  forget.type = "button";
  forget.textContent = words.recent.forget;
  forget.addEventListener("click", async () => {
    if (forget.textContent !== words.recent.sure) {
      forget.textContent = words.recent.sure;
      return;
    }
    await forgetGame(id);
    item.remove();
    section.hidden = !list.children.length;
  });
  item.append(forget);
  return item;
}

const isMine = ({ mine, to_play: mover }) => mine.includes(mover);

/** Return whom one plays against, as far as that is known. */
function opponent({ mine, seats, names }) {
  if (mine.length !== 1) return "";
  const other = 1 - mine[0];
  return seats[other] === PERSON ? apart(names[other]) || words.room.friend : words.play.computer(seats[other]);
}

/** Return how a game stands for who has a seat there. */
function standing({ mine, to_play: mover, winner }) {
  if (mover !== null) return mine.includes(mover) ? words.recent.yourTurn : words.recent.othersTurn;
  if (winner === null) return words.recent.drawn;
  if (mine.length !== 1) return words.recent.over;
  return mine.includes(winner) ? words.recent.won : words.recent.lost;
}

/** Return a row for a room; where it is one's turn, that is marked. */
function roomRow(room) {
  const { start, updated } = room;
  const text = words.recent.room(titleOf(start), start.size, opponent(room));
  const item = rowOf(`/room/${encodeURIComponent(room.room)}`, text, updated);
  const mark = document.createElement("strong");
  mark.className = isMine(room) ? "due" : "";
  mark.textContent = standing(room);
  item.querySelector("a").after(mark);
  return item;
}

/** Show the rooms of this browser, those first in which it is one's turn; where the game is over they are folded. */
async function listRooms() {
  const rooms = await ask("/api/rooms").catch(() => []);
  const [over, open] = [rooms.filter((room) => room.to_play === null), rooms.filter((room) => room.to_play !== null)];
  open.sort((a, b) => isMine(b) - isMine(a));
  find("rooms-open").replaceChildren(...open.map(roomRow));
  find("rooms-over").replaceChildren(...over.map(roomRow));
  find("rooms-over").closest("details").hidden = !over.length;
  find("rooms").hidden = !rooms.length;
}

const newGame = new NewGame((game) => location.assign(linkOf(game)));
find("play-friend").hidden = false;
find("play-friend").addEventListener("click", () => newGame.open({ start: { game: DEFAULT_GAME }, seats: [PERSON, FRIEND] }));

await listRooms();

const games = await keptGames();
list.replaceChildren(...games.map(row));
section.hidden = !games.length;

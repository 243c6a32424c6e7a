// The home page: rooms and games that were begun, and a game with a friend.

import "./common.js";
import { forgetGame, keptGames } from "./keep.js";
import { linkOf } from "./link.js";
import { FRIEND, NewGame } from "./newgame.js";
import { find } from "./page.js";
import { ask } from "./server.js";
import { words } from "./strings.js";
import { PERSON } from "./tree.js";

const DEFAULT_GAME = "slither";
const section = find("recent");
const list = section.querySelector("ul");

/** Return what a game is called. */
function titleOf({ game }) {
  return document.querySelector(`[data-game="${CSS.escape(game)}"] h3`)?.textContent ?? game;
}

/** Return a row with a link, and when something last happened there. */
function rowOf(address, text, updated) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = address;
  link.textContent = text;
  const when = document.createElement("span");
  when.className = "hint";
  when.textContent = new Date(updated).toLocaleString();
  item.append(link, when);
  return item;
}

/** Return a row for a game that was begun. */
function row(game) {
  const text = words.recent.begun(titleOf(game.start), game.start.size, game.root.end.depth);
  const item = rowOf(linkOf(game, { own: true }), text, game.updated);
  const forget = document.createElement("button");
  forget.type = "button";
  forget.textContent = words.recent.forget;
  forget.addEventListener("click", async () => {
    if (forget.textContent !== words.recent.sure) {
      forget.textContent = words.recent.sure;
      return;
    }
    await forgetGame(game.id);
    item.remove();
    section.hidden = !list.children.length;
  });
  item.append(forget);
  return item;
}

const isMine = ({ mine, to_play: mover }) => mine.includes(mover);

/** Return a row for a room; where it is one's turn, that is marked. */
function roomRow(room) {
  const { start, played, to_play: mover, updated } = room;
  const text = words.recent.room(titleOf(start), start.size, played, mover === null);
  const item = rowOf(`/room/${encodeURIComponent(room.room)}`, text, updated);
  if (isMine(room)) {
    const mark = document.createElement("strong");
    mark.className = "due";
    mark.textContent = words.recent.yourTurn;
    item.prepend(mark);
  }
  return item;
}

/** Show the rooms of this browser, those first in which it is one's turn. */
async function listRooms() {
  const rooms = await ask("/api/rooms").catch(() => []);
  const due = (room) => (isMine(room) ? 0 : room.to_play === null ? 2 : 1);
  rooms.sort((a, b) => due(a) - due(b));
  find("rooms").querySelector("ul").replaceChildren(...rooms.map(roomRow));
  find("rooms").hidden = !rooms.length;
}

const newGame = new NewGame((game) => location.assign(linkOf(game)));
find("play-friend").hidden = false;
find("play-friend").addEventListener("click", () => newGame.open({ start: { game: DEFAULT_GAME }, seats: [PERSON, FRIEND] }));

await listRooms();

const games = await keptGames();
list.replaceChildren(...games.map(row));
section.hidden = !games.length;

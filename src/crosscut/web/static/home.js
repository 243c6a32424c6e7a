// The home page: games that were begun.

import "./common.js";
import { forgetGame, keptGames } from "./keep.js";
import { linkOf } from "./link.js";
import { words } from "./strings.js";

const section = document.getElementById("recent");
const list = section.querySelector("ul");

/** Return a row for a game that was begun. */
function row(game) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = linkOf(game, { own: true });
  const title = document.querySelector(`[data-game="${CSS.escape(game.start.game)}"] h3`)?.textContent ?? game.start.game;
  link.textContent = words.recent.begun(title, game.start.size, game.root.end.depth);
  const when = document.createElement("span");
  when.className = "hint";
  when.textContent = new Date(game.updated).toLocaleString();
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
  item.append(link, when, forget);
  return item;
}

const games = await keptGames();
list.replaceChildren(...games.map(row));
section.hidden = !games.length;

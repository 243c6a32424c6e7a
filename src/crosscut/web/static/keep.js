// Nothing is lost: every game is kept in the browser, in the link, and on the server.

import { linkOf } from "./link.js";
import { ask } from "./server.js";
import { Game } from "./tree.js";

const PREFIX = "crosscut:game:";
const SOON = 400; // milliseconds until a change is sent to the server
const LATER = 3000; // until it is tried again, if the server cannot be reached
const LISTED = 50;

/** Return a game that this browser keeps, or null. */
export function keptHere(id) {
  try {
    const kept = JSON.parse(localStorage.getItem(PREFIX + id));
    return kept && Game.fromData(kept.data, id, kept.revision);
  } catch {
    return null;
  }
}

/** Return a game that the server keeps, or null. */
export async function keptThere(id) {
  try {
    const saved = await ask(`/api/saved/${encodeURIComponent(id)}`);
    return Game.fromData(saved.document, id, saved.revision);
  } catch {
    return null;
  }
}

/** Return the games of this browser, the latest first, those of the server among them. */
export async function keptGames() {
  const found = new Map();
  for (const key of Object.keys(localStorage).filter((each) => each.startsWith(PREFIX))) {
    const game = keptHere(key.slice(PREFIX.length));
    if (game) found.set(game.id, game);
  }
  try {
    for (const saved of await ask("/api/saved")) {
      if (!found.has(saved.id)) found.set(saved.id, Game.fromData(saved.document, saved.id, saved.revision));
    }
  } catch {
    // what the browser keeps is there without the server too
  }
  return [...found.values()].sort((a, b) => b.updated - a.updated).slice(0, LISTED);
}

/** Delete a game here and on the server. */
export async function forgetGame(id) {
  localStorage.removeItem(PREFIX + id);
  await ask(`/api/saved/${encodeURIComponent(id)}`, undefined, "DELETE").catch(() => {});
}

/** Keeps the game of a table wherever it can, and takes over what another tab has written. */
export class Keeper {
  constructor(table, onForeign, onTrouble) {
    this.table = table;
    this.onForeign = onForeign;
    this.onTrouble = onTrouble;
    this.game = null; // the one that was kept last
    this.timer = null;
    this.sending = false;
    for (const event of ["show", "turn", "tree"]) table.addEventListener(event, () => this.keep());
    window.addEventListener("storage", (event) => this.hear(event));
    window.addEventListener("pagehide", () => this.send(true));
  }

  /** Whether there is anything in the game that could be lost. */
  get worth() {
    const { root, taps } = this.table.game;
    return root.children.length > 0 || taps.length > 0 || Boolean(root.comment);
  }

  keep() {
    const { game } = this.table;
    if (this.timer && game !== this.game) this.send(); // the one before, which has not gone yet
    this.game = game;
    history.replaceState(null, "", linkOf(game, { own: this.worth }));
    if (!this.worth) return;
    const before = this.written;
    const now = JSON.stringify({ ...game.toData(), updated: 0 });
    if (now === before) return;
    this.written = now;
    game.updated = Date.now();
    this.keepHere();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send(), SOON);
  }

  keepHere(game = this.game) {
    try {
      localStorage.setItem(PREFIX + game.id, JSON.stringify({ data: game.toData(), revision: game.revision }));
    } catch {
      // a browser that keeps nothing has the link and the server
    }
  }

  /** Send the game to the server; if another browser has changed it, take that over first. */
  async send(leaving = false) {
    const { game } = this;
    if (!this.timer && leaving) return;
    clearTimeout(this.timer);
    this.timer = null;
    const path = `/api/saved/${encodeURIComponent(game.id)}`;
    if (leaving) {
      const body = JSON.stringify({ base: game.revision, document: game.toData() });
      fetch(path, { method: "PUT", body, keepalive: true, headers: { "Content-Type": "application/json" } }).catch(() => {});
      return;
    }
    if (this.sending) {
      this.timer = setTimeout(() => this.send(), SOON);
      return;
    }
    this.sending = true;
    try {
      game.revision = (await ask(path, { base: game.revision, document: game.toData() }, "PUT")).revision;
      this.keepHere(game);
    } catch (error) {
      if (error.status === 409) {
        game.merge(Game.fromData(error.document, game.id, error.revision));
        if (game === this.table.game) this.onForeign();
        this.timer = setTimeout(() => this.send(), SOON);
      } else {
        this.onTrouble(error);
        if (!error.status || error.status === 429 || error.status >= 500) this.timer ??= setTimeout(() => this.send(), LATER);
      }
    } finally {
      this.sending = false;
    }
  }

  /** Take over what another tab has written about the same game. */
  hear(event) {
    const { game } = this.table;
    if (!game || event.key !== PREFIX + game.id || !event.newValue) return;
    const other = keptHere(game.id);
    if (!other) return;
    game.revision = Math.max(game.revision, other.revision); // it may only have been sent meanwhile
    if (other.updated <= game.updated) return;
    this.written = JSON.stringify({ ...other.toData(), updated: 0 });
    game.adopt(other);
    this.onForeign();
  }
}

// Nothing is lost: every game is kept in the browser, in the link, and on the server.

import { linkOf } from "./link.js";
import { asRecord } from "./recorded.js";
import { ask } from "./server.js";
import { Game, newId } from "./tree.js";

const PREFIX = "crosscut:game:";
const BROWSER = "crosscut:browser";
const SOON = 400; // milliseconds until a change is sent to the server
const LATER = 3000; // until it is tried again, if the server cannot be reached
const LISTED = 50;

const pathOf = (id) => `/api/saved/${encodeURIComponent(id)}`;

/** Return what changes when a game does, as a text. */
const textOf = (data) => JSON.stringify({ ...data, updated: 0 });

/** Return a game that this browser keeps, or null; ``sent`` tells whether the server has it so too. */
export function keptHere(id) {
  try {
    const kept = JSON.parse(localStorage.getItem(PREFIX + id));
    return kept && Object.assign(Game.fromData(kept.data, id, kept.revision), { sent: kept.sent });
  } catch {
    return null;
  }
}

/** Keep a game in this browser; return whether it does. */
export function keepHere(game, sent) {
  try {
    localStorage.setItem(PREFIX + game.id, JSON.stringify({ data: game.toData(), revision: game.revision, sent }));
    return true;
  } catch {
    return false; // a browser that keeps nothing has the link and the server
  }
}

/** Return a name that all tabs of this browser share, and with it what is kept here. */
function browserName() {
  const name = localStorage.getItem(BROWSER) ?? newId();
  localStorage.setItem(BROWSER, name);
  return name;
}

/** Return a game that the server keeps, which this browser then does too, or null; what others play is a record. */
export async function keptThere(id) {
  try {
    const saved = await ask(pathOf(id));
    const kept = Game.fromData(saved.document, id, saved.revision);
    const game = saved.mine ? kept : asRecord(kept);
    keepHere(game, game === kept);
    return game;
  } catch {
    return null;
  }
}

/** Return summaries of this browser's games, each with a link, the latest first; the server's are among them. */
export async function keptGames() {
  const found = new Map();
  for (const key of Object.keys(localStorage).filter((each) => each.startsWith(PREFIX))) {
    const game = keptHere(key.slice(PREFIX.length));
    if (!game) continue;
    const { id, start, root, updated } = game;
    found.set(id, { id, start, turns: root.end.depth, updated, link: linkOf(game, { own: true }) });
  }
  try {
    for (const { id, start, seats, turns, updated } of await ask("/api/saved")) {
      const link = linkOf(new Game(start, seats, id), { own: true }); // by which the server is asked for the turns
      if (!found.has(id)) found.set(id, { id, start, turns, updated, link });
    }
  } catch {
    // what the browser keeps is there without the server too
  }
  return [...found.values()].sort((a, b) => b.updated - a.updated).slice(0, LISTED);
}

/** Delete a game here and on the server. */
export async function forgetGame(id) {
  localStorage.removeItem(PREFIX + id);
  await ask(pathOf(id), undefined, "DELETE").catch(() => {});
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
    this.inStep = false; // with other tabs, through what the browser keeps
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
    const opened = game !== this.game;
    if (this.timer && opened) this.send(); // the one before, which has not gone yet
    this.game = game;
    history.replaceState(null, "", linkOf(game, { own: this.worth }));
    if (!this.worth) return;
    const now = textOf(game.toData());
    if (opened) this.written = this.meet(game, now);
    if (now === this.written) return;
    this.written = now;
    game.updated = Date.now();
    this.inStep = keepHere(game, false);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send(), SOON);
  }

  /** Return what has been written of a game that was opened; the server may know more of it. */
  meet(game, now) {
    const kept = keptHere(game.id);
    if (!kept?.sent || textOf(kept.toData()) !== now) return null;
    this.catchUp(game, now);
    return now;
  }

  /** Take over what another browser has made of a game that is unchanged here. */
  async catchUp(game, now) {
    const saved = await ask(pathOf(game.id)).catch((error) => error);
    if (game !== this.table.game || textOf(game.toData()) !== now) return; // changed meanwhile: sending finds out
    if (saved.status === 404) this.timer ??= setTimeout(() => this.send(), SOON); // the server has lost it
    else if (saved.revision > game.revision) {
      game.adopt(Game.fromData(saved.document, game.id, saved.revision));
      this.written = textOf(game.toData());
      keepHere(game, true);
      this.onForeign();
    }
  }

  /** Send the game to the server; if another browser has changed it, take that over first.
   *
   * What another tab of this browser has sent is here already, less what was deleted since. */
  async send(leaving = false) {
    const { game } = this;
    if (!this.timer && leaving) return;
    clearTimeout(this.timer);
    this.timer = null;
    const path = pathOf(game.id);
    const draft = { base: game.revision, document: game.toData(), writer: this.inStep ? browserName() : "" };
    if (leaving) {
      const body = JSON.stringify(draft);
      fetch(path, { method: "PUT", body, keepalive: true, headers: { "Content-Type": "application/json" } }).catch(() => {});
      return;
    }
    if (this.sending) {
      this.timer = setTimeout(() => this.send(), SOON);
      return;
    }
    this.sending = true;
    try {
      game.revision = (await ask(path, draft, "PUT")).revision;
      const newer = keptHere(game.id)?.updated > game.updated; // of another tab, which sends it
      if (!newer) keepHere(game, textOf(game.toData()) === textOf(draft.document));
    } catch (error) {
      if (error.status === 409) {
        if (error.own) game.revision = error.revision;
        else {
          game.merge(Game.fromData(error.document, game.id, error.revision));
          if (game === this.table.game) this.onForeign();
        }
        this.timer ??= setTimeout(() => this.send(), SOON);
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
    this.written = textOf(other.toData());
    game.adopt(other);
    this.onForeign();
  }
}

// The play page: puts table, hand, opponents and panels together.

import "./common.js";
import { addAnalysis } from "./analysis.js";
import { addEditor } from "./editor.js";
import { Engine } from "./engine.js";
import { Hand } from "./hand.js";
import { keepHere, Keeper, keptHere, keptThere } from "./keep.js";
import { listenToKeys } from "./keys.js";
import { gameOf, linkOf, readLink } from "./link.js";
import { Messages, toldTurn } from "./messages.js";
import { MoveList } from "./movelist.js";
import { FRIEND, NewGame } from "./newgame.js";
import { addNotes } from "./notes.js";
import { Opponents } from "./opponents.js";
import { find } from "./page.js";
import { mark } from "./pieces.js";
import { playerRow } from "./players.js";
import { preferences } from "./preferences.js";
import { asRecord, isRecord, nameAt, playedOn, toldEnd } from "./recorded.js";
import { ask, boardOf, forget } from "./server.js";
import { addShare } from "./share.js";
import { sound } from "./sound.js";
import { words } from "./strings.js";
import { Table } from "./table.js";
import { addTabs } from "./tabs.js";
import { hideThinking, showThinking } from "./thinking.js";
import { Game, newSeed, PERSON } from "./tree.js";
import { listenToButtons, listenToTyping, pressed, setPressed, walkingDeeds } from "./walk.js";

const DEFAULT_LEVEL = "casual";

const table = new Table(find("board"));
const engine = new Engine();
const hand = new Hand(table, preferences);
const messages = new Messages(table, hand);
const opponents = new Opponents(table, engine);
const moves = new MoveList(table, find("moves"), find("comment"));
const keeper = new Keeper(
  table,
  () => table.show(),
  (error) => messages.mention(error.lost ? error.message : words.play.notKept(error.message)),
);
const chooseTab = addTabs(document.querySelector("[role=tablist]"));
const newGame = new NewGame(begin);

// Opening.

/** Open the game that the link asks for: a kept one, one that it tells, which others played, or a new one. */
async function openLink() {
  const { asked, seats, id, turns, told } = readLink(new URL(location.href));
  const kept = id ? (keptHere(id) ?? (await keptThere(id))) : null;
  if (kept) return open(kept);
  const { start, ground } = await boardOf(asked);
  for (const key of ["seed", "diagram", "to_play"]) if (asked[key] !== undefined) start[key] = asked[key];
  const whole = asked.pie !== undefined; // a link that we wrote; without a seed, the set-up is made by hand
  if (ground.has_deal && !whole && asked.diagram === undefined && !turns) start.seed ??= newSeed();
  const game = gameOf(start, seats ?? [PERSON, DEFAULT_LEVEL], turns, id, told);
  return open(turns ? asRecord(game) : game);
}

/** Begin another game; the way back leads to the one before. */
async function begin(game) {
  const link = linkOf(game, { own: game.root.children.length > 0 && keepHere(game, false) }); // some of it no link tells
  if (game.start.game !== table.game.start.game) {
    location.assign(link); // another game has other rules beside its board
    return;
  }
  history.pushState(null, "", link);
  await open(game);
  messages.show(); // one may have been far below it, at the text of a record
}

async function open(game) {
  try {
    await table.open(game);
  } catch (error) {
    messages.refuse(error);
  }
}

window.addEventListener("popstate", () => {
  if (location.hash !== "#main") openLink().catch((error) => messages.refuse(error));
});

table.addEventListener("open", () => {
  document.body.classList.toggle("versus", table.game.seats.some((seat) => seat !== PERSON));
  hand.listen(table.board);
  document.title = `${table.ground.title} – Crosscut`;
  setPressed("closed", false);
});

// What is shown besides the board.

/** Return the same game anew, with the seats exchanged, and another set-up if it was drawn. */
function rematch({ start, seats }) {
  const seed = start.seed === undefined ? {} : { seed: newSeed() };
  return new Game({ ...start, ...seed }, [...seats].reverse());
}

table.addEventListener("show", () => {
  table.board.enable(table.personToMove);
  document.querySelector("[data-do=rematch]").hidden = !table.view.over || isRecord(table.game);
  document.querySelector("[data-do=playOn]").hidden = table.view.over || !isRecord(table.game);
  document.querySelector("[data-do=resume]").hidden = !opponents.waits;
  drawPlayers();
  drawClosed();
  badge();
});

table.addEventListener("turn", ({ detail }) => {
  const { view } = table;
  messages.news = toldTurn(table, detail);
  messages.refresh();
  sound(view.over ? "end" : "stone");
});

table.addEventListener("refused", () => sound("refused"));
hand.addEventListener("idle", sayIdle);

function sayIdle() {
  messages.say(table.view?.over ? words.play.over : words.play.waiting);
}

function drawPlayers() {
  const { view, game, ground, levels } = table;
  const [record, end] = [isRecord(game), toldEnd(table)];
  const rows = view.players.map((player, seat) => {
    const level = game.seats[seat];
    const elo = levels.find((each) => each.name === level)?.elo;
    const person = game.seats[1 - seat] !== PERSON ? words.play.you : words.play.person; // alone at this screen or not
    const played = record && nameAt(table, seat);
    const who = played || (level === PERSON ? person : words.play.computer(level, elo));
    const stands = { toMove: !view.over && !end && view.to_play === seat, won: (end ?? view).winner === seat };
    const row = playerRow(player, who, ground, stands);
    if (played) row.title = game.told.names[seat]; // in full
    return row;
  });
  document.querySelector(".players").replaceChildren(...rows);
}

/** Say in the title that it is the player's turn, while he looks elsewhere. */
function badge() {
  const waiting = document.hidden && table.view && table.personToMove && table.game.at.parent && !isRecord(table.game);
  document.title = `${waiting ? `● ${words.play.titleTurn} – ` : ""}${table.ground?.title ?? ""} – Crosscut`;
}

document.addEventListener("visibilitychange", badge);

async function drawClosed() {
  const on = pressed("closed");
  if (!on || table.view.over) return table.board.heat([]);
  const { moment } = table;
  const { closed } = await ask("/api/reach", moment);
  if (!pressed("closed") || JSON.stringify(moment) !== JSON.stringify(table.moment)) return null; // too late
  table.board.heat(closed.map((name) => [name, 0.45]), "closed");
  return null;
}

// Thinking.

opponents.addEventListener("thinking", ({ detail: { message } }) => showThinking(message));
opponents.addEventListener("idle", hideThinking);
opponents.addEventListener("hint", ({ detail }) => {
  const { board } = table;
  const chance = detail.win_chance === null ? "" : words.play.chance(detail.win_chance);
  messages.say(`${words.play.hint(detail.turn, chance)} ${detail.weaker ? words.engine.weaker : ""}`.trim());
  messages.show();
  board.ideas(detail.taps.filter((name) => board.index.has(name)).map((name) => mark(board.at(name), "frame", "good")));
});
find("move-now").addEventListener("click", () => opponents.now());
engine.addEventListener("lost", () => table.view && messages.mention(words.play.lost));
engine.addEventListener("again", () => table.view && table.show({ quiet: true }));
engine.addEventListener("news", ({ detail }) => {
  if (detail.event !== "reloaded" || detail.game !== table.game?.start.game) return;
  forget();
  if (detail.error) messages.refuse({ message: detail.error });
  else open(table.game);
});

// What buttons and keys do.

function sibling(step) {
  const { at } = table.game;
  const branches = at.parent?.children ?? [];
  return branches[branches.indexOf(at) + step];
}

const deeds = {
  ...walkingDeeds(table, hand),
  new: () => newGame.open(table.game),
  friend: () => newGame.open({ start: table.game.start, seats: [PERSON, FRIEND] }),
  rematch: () => begin(rematch(table.game)),
  playOn: () => begin(playedOn(table)),
  resume: () => opponents.resume(),
  undo: async () => (await opponents.undo()) || messages.say(words.play.nothing),
  hint: () => table.personToMove && opponents.hint(),
  closed: () => {
    setPressed("closed", !pressed("closed"));
    drawClosed();
  },
  fork: () => table.goTo(table.game.at.fork),
  nextFork: () => {
    let here = table.game.at.children[0];
    while (here?.children.length === 1) here = here.children[0];
    return table.goTo(here);
  },
  previousBranch: () => table.goTo(sibling(-1)),
  nextBranch: () => table.goTo(sibling(1)),
  promote: () => {
    table.game.promote(table.game.at);
    table.say("tree");
  },
  remove: async () => {
    const { at } = table.game;
    if (!at.parent) return;
    const [{ parent }, place] = [at, at.parent.children.indexOf(at)];
    opponents.paused = true; // else the computer would put something else there at once
    table.game.remove(at);
    table.say("tree");
    await table.show();
    messages.offerDeed(words.tree.removed(at.turn), words.tree.putBack, () => {
      parent.children.splice(place, 0, at);
      table.say("tree");
      opponents.paused = false;
      return table.goTo(at);
    });
  },
};

const context = { begin, chooseTab, deeds, engine, hand, keeper, messages, moves, opponents, pressed, setPressed, table };
addAnalysis(context);
addEditor(context);
addNotes(context);
addShare(context);
listenToButtons(table, deeds);
listenToKeys(deeds, find("help").querySelector("tbody"));
listenToTyping(table, sayIdle);
openLink().catch((error) => messages.refuse(error));

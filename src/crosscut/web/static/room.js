// The page of a room: puts its table, its news and its panels together.

import "./common.js";
import { Clocks } from "./clocks.js";
import { Deeds } from "./deeds.js";
import { Engine } from "./engine.js";
import { Hand } from "./hand.js";
import { listenToKeys } from "./keys.js";
import { linkOf } from "./link.js";
import { Messages, toldTurn } from "./messages.js";
import { MoveList } from "./movelist.js";
import { FRIEND, NewGame } from "./newgame.js";
import { drawOffers } from "./offers.js";
import { find } from "./page.js";
import { prefer, preferences } from "./preferences.js";
import { addLinks, drawLinks, takeToken } from "./roomlink.js";
import { drawPlayers } from "./roomplayers.js";
import { Room } from "./roomstate.js";
import { RoomTable } from "./roomtable.js";
import { toldEntry, toldRoom, whyIdle } from "./roomtelling.js";
import { sound } from "./sound.js";
import { words } from "./strings.js";
import { addTabs } from "./tabs.js";
import { Talk } from "./talk.js";
import { hideThinking, showThinking } from "./thinking.js";
import { Game, newId, PERSON } from "./tree.js";
import { listenToButtons, listenToTyping, walkingDeeds } from "./walk.js";

const SURE = 5000; // milliseconds within which one may say once more that one resigns

const name = decodeURIComponent(location.pathname.split("/")[2]);
const sender = new Deeds(name);
sender.addEventListener("change", drawLost);
let token = takeToken();
const refused = token ? await sit() : null; // first, for who connects is known by the cookie that it brings
const engine = (sender.engine = new Engine());
const room = new Room(name, engine);
const table = new RoomTable(find("board"), room);
const hand = new Hand(table, preferences);
const messages = new Messages(table, hand, (_, inHand) => toldRoom(room, table, inHand));
new MoveList(table, find("moves"));
const newGame = new NewGame((game) => location.assign(linkOf(game)));
const clocks = new Clocks(room, (left) => aside(words.room.hurry(left)));
const talk = new Talk(room, { say: (text) => sender.do({ do: "say", text }), aside, refuse: (error) => messages.refuse(error) });
addTabs(document.querySelector("[role=tablist]"));

/** Take the seat that the link leads to; return why not, if so. */
async function sit(both = false) {
  try {
    await sender.send("sit", { token, both });
    return null;
  } catch (error) {
    return error;
  }
}

/** Tell who listens something that is seen elsewhere. */
function aside(text) {
  find("aside").textContent = text;
}

// What happens in the room.

let opened = null; // the first look at the room, once there is one

async function arrive() {
  await table.sitDown();
  await table.resend();
  draw();
  if (refused?.status === 409) find("own-invitation").hidden = false;
  else if (refused) messages.refuse(refused);
  const [seat] = room.mine;
  if (preferences.name && room.mine.length === 1 && !room.state.names[seat]) act({ do: "call", name: preferences.name });
}

room.addEventListener("snapshot", async ({ detail: { before } }) => {
  if (before && !before.next && room.state.next) goOn();
  if (opened) {
    await opened;
    await table.follow({ quiet: true });
    draw();
    return;
  }
  opened = arrive().catch((error) => {
    opened = null; // the next look may be luckier
    messages.refuse(error);
  });
});

room.addEventListener("entry", async ({ detail }) => {
  await opened;
  if (table.view) await happen(detail);
});

async function happen({ entry, before }) {
  if (["turn", "takeback", "resign", "time"].includes(entry.kind)) {
    const view = await table.follow({ quiet: entry.kind === "takeback" });
    if (entry.kind === "turn" && view) tellTurn(entry, before);
  }
  messages.news = toldEntry(room, { entry, before });
  if (messages.news) messages.refresh();
  if (["resign", "time"].includes(entry.kind)) sound("end");
  if (entry.kind === "say") talk.hear(entry);
  if (entry.kind === "rematch") goOn();
  draw();
}

/** Say that a turn was made, to who looks at the end; others get a button. */
function tellTurn({ seat }, { scene }) {
  if (!table.atEnd) {
    aside(words.room.newTurns(table.unseen));
    return;
  }
  const computer = room.seats[seat] !== PERSON;
  table.say("turn", { node: table.end, before: table.end.parent, mover: scene.players[seat].name, computer });
  const others = !room.mine.includes(seat);
  sound(room.over ? "end" : others && room.myTurn ? "yours" : "stone");
}

table.addEventListener("turn", ({ detail }) => {
  messages.news = toldTurn(table, detail);
  messages.refresh();
});

/** Go to the rematch, if one plays there. */
function goOn() {
  if (!room.watches) location.assign(`/room/${encodeURIComponent(room.state.next)}`);
}

room.addEventListener("presence", () => table.view && draw());
room.addEventListener("fault", ({ detail }) => messages.refuse(detail));
room.addEventListener("thinking", ({ detail: { how } }) => {
  if (how.event === "error") messages.refuse(how);
  else showThinking(how);
});

// What one does.

/** Do something, and show the room as it is if that is refused. */
async function act(deed, key) {
  try {
    const news = await sender.do(deed, key);
    room.note(news);
    return news;
  } catch (error) {
    if (deed.do === "play") table.drop();
    await room.fetch().catch(() => {});
    await opened;
    await table.follow({ quiet: true });
    table.say("refused", error);
    return null;
  }
}

table.addEventListener("made", ({ detail }) => {
  detail.key ??= newId();
  const { turn, number, key } = detail;
  act({ do: "play", turn, number }, key);
});
table.addEventListener("open", () => hand.listen(table.board));
table.addEventListener("show", draw);
table.addEventListener("refused", () => sound("refused"));
hand.addEventListener("idle", () => messages.say(whyIdle(room, table)));

let sure = null;

/** Resign if asked twice. */
function resign() {
  const button = document.querySelector("[data-do=resign]");
  const again = sure !== null;
  clearTimeout(sure);
  const calm = () => {
    sure = null;
    button.textContent = words.room.resign;
  };
  if (again) {
    calm();
    act({ do: "resign" });
    return;
  }
  button.textContent = words.room.sure;
  sure = setTimeout(calm, SURE);
}

const deeds = {
  ...walkingDeeds(table, hand),
  resign,
  takeback: () => act({ do: "ask", what: "takeback" }),
  rematch: () => act({ do: "ask", what: "rematch" }),
  rename: () => {
    find("own-name").value = room.state.names[room.mine[0]] || preferences.name;
    find("rename").showModal();
  },
  sitOnBoth: async () => {
    find("own-invitation").hidden = true;
    const why = await sit(true);
    if (why) messages.refuse(why);
    else room.watch();
  },
  leaveInvitation: () => (find("own-invitation").hidden = true),
  new: () => newGame.open({ start: room.start, seats: room.seats.every((seat) => seat === PERSON) ? [PERSON, FRIEND] : room.seats }),
};
addLinks(room, deeds);
listenToButtons(table, deeds);
listenToKeys(deeds, find("help").querySelector("tbody"));
listenToTyping(table, () => messages.say(whyIdle(room, table)));

find("rename").addEventListener("close", () => {
  if (find("rename").returnValue !== "rename") return;
  prefer("name", find("own-name").value.trim());
  act({ do: "call", name: preferences.name });
});

window.addEventListener("hashchange", async () => {
  const found = takeToken();
  if (!found) return;
  token = found;
  const why = await sit();
  if (!why) location.reload(); // the connection is known by the cookie of before
  else if (why.status === 409) find("own-invitation").hidden = false;
  else messages.refuse(why);
});

// What is shown besides the board.

/** Show a button if it makes sense, and let it be pressed if that would help. */
function offerButton(deed, shown, enabled = true) {
  const button = document.querySelector(`[data-do=${deed}]`);
  button.hidden = !shown;
  button.disabled = !enabled;
}

function draw() {
  if (!table.view) return;
  const { state, mine, over, watches } = room;
  table.board.enable(table.personToMove);
  drawPlayers(room, table, clocks);
  drawOffers(room, act);
  drawLinks(room);
  drawLost();
  talk.draw();
  const played = state.played > 1 || (state.played === 1 && !(mine.length === 1 && room.myTurn));
  offerButton("takeback", !watches && !over, played && room.asker("takeback") === undefined);
  offerButton("resign", !watches && !over);
  offerButton("rematch", !watches && over && !state.next, room.asker("rematch") === undefined);
  offerButton("rename", !watches);
  find("new-turns").hidden = !table.unseen || table.atEnd;
  find("new-turns").textContent = words.room.newTurns(table.unseen);
  find("next-room").hidden = !state.next;
  find("next-room").href = `/room/${encodeURIComponent(state.next)}`;
  drawExplore();
  drawComputer();
  const waiting = room.myTurn && !table.pending;
  document.title = `${waiting ? `● ${words.play.titleTurn} – ` : ""}${table.ground.title} – Crosscut`;
}

/** Offer a copy of the game to play with: to who watches, and after the end to all. */
function drawExplore() {
  const link = find("explore");
  link.hidden = !room.over && !room.watches;
  link.textContent = room.over ? words.room.analyse : words.room.explore;
  const copy = new Game(room.start);
  copy.at = room.turns.reduce((here, turn) => here.add(turn), copy.root);
  link.href = linkOf(copy);
}

/** Show that the computer thinks, if it is to move. */
function drawComputer() {
  const { to_play: mover } = room.state;
  document.body.classList.toggle("versus", room.seats.some((level) => level !== PERSON));
  if (mover === null || room.seats[mover] === PERSON) hideThinking();
  else if (find("thinking").hidden) showThinking({ event: "started" });
}

/** Say that the connection is lost, and what waits for it. */
function drawLost() {
  const lost = sender.unanswered > 0 || Boolean(sender.engine?.lost);
  const box = find("lost");
  const pending = sender.engine && table.pending;
  const text = [words.room.lost, pending ? words.room.unconfirmed(pending.turn) : ""].filter(Boolean).join(" ");
  if (lost && box.textContent !== text) box.textContent = text;
  if (!lost) box.textContent = "";
  box.hidden = !lost;
}

engine.addEventListener("lost", drawLost);

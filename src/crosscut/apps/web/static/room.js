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
import { askResign } from "./offers.js";
import { find } from "./page.js";
import { prefer, preferences } from "./preferences.js";
import { drawLost, drawRoom } from "./roomdraw.js";
import { addLinks, Entrance } from "./roomlink.js";
import { Room } from "./roomstate.js";
import { RoomTable } from "./roomtable.js";
import { toldEntry, toldMissed, toldRoom, whyIdle } from "./roomtelling.js";
import { sound } from "./sound.js";
import { words } from "./strings.js";
import { addTabs } from "./tabs.js";
import { Talk } from "./talk.js";
import { showThinking } from "./thinking.js";
import { newId, PERSON } from "./tree.js";
import { listenToButtons, listenToTyping, walkingDeeds } from "./walk.js";

const name = decodeURIComponent(location.pathname.split("/")[2]);
const sender = new Deeds(name);
const entrance = new Entrance(name, sender);
await entrance.sit(); // first, for who connects is known by the cookie that this brings
const engine = (sender.engine = new Engine());
const room = new Room(name, engine);
const table = new RoomTable(find("board"), room);
const hand = new Hand(table, preferences);
const messages = new Messages(table, hand, (_, inHand) => toldRoom(room, table, inHand));
new MoveList(table, find("moves"));
const newGame = new NewGame((game) => location.assign(linkOf(game)));
const clocks = new Clocks(room, (left) => aside(words.room.hurry(left)));
const chooseTab = addTabs(document.querySelector("[role=tablist]"));
const talk = new Talk(room, {
  say: async (text) => room.note(await sender.do({ do: "say", text })),
  aside,
  refuse: (error) => messages.refuse(error),
  open: () => chooseTab("tab-talk"),
});
const draw = () => table.view && drawRoom({ room, table, clocks, talk, sender, act });

/** Tell who listens something that is seen elsewhere. */
function aside(text) {
  find("aside").textContent = text;
}

/** Say something that happened, and how things stand after it. */
function tell(news) {
  messages.news = news;
  messages.refresh();
}

// What happens in the room.

let opened = null; // the first look at the room, once there is one

async function arrive() {
  await table.sitDown();
  await table.resend();
  draw();
  entrance.explain(room);
  const [seat] = room.mine;
  if (preferences.name && room.mine.length === 1 && !room.state.names[seat]) act({ do: "call", name: preferences.name });
}

room.addEventListener("snapshot", async ({ detail: { before } }) => {
  if (before && !before.state.next && room.state.next) goOn();
  if (opened) {
    const missed = toldMissed(room, before);
    await opened;
    const follow = () => table.follow({ quiet: true });
    await (hand.unanswered && table.isUpToDate ? hand.after(follow) : follow()); // else a tap on its way would be lost
    if (missed) tell(missed);
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
  const mayLeave = entry.how === "replaces" || (entry.how && room.mine.length > 1); // who has both seats leaves one
  if (mayLeave && room.mine.includes(entry.seat)) {
    room.watch(); // what is known of this browser's seats is no longer true
    return;
  }
  const told = toldEntry(room, { entry, before });
  if (["turn", "takeback", "resign", "time"].includes(entry.kind)) {
    const view = await table.follow({ quiet: entry.kind === "takeback" });
    if (entry.kind === "turn" && view) tellTurn(entry, before, told);
  }
  if (told && entry.kind !== "turn") tell(told);
  if (["resign", "time"].includes(entry.kind)) sound("end");
  if (entry.kind === "say") talk.hear(entry);
  if (entry.kind === "rematch") goOn();
  draw();
}

/** Say that a turn was made and what else that means, to who looks at the end; others get a button. */
function tellTurn({ seat, weaker }, { scene }, more) {
  if (!table.atEnd) {
    aside(words.room.newTurns(table.unseen));
    return;
  }
  const computer = room.seats[seat] === PERSON ? null : { weaker };
  table.say("turn", { node: table.end, before: table.end.parent, mover: scene.players[seat].name, computer, more });
  const others = !room.mine.includes(seat);
  sound(room.over ? "end" : others && room.myTurn ? "yours" : "stone");
}

table.addEventListener("turn", ({ detail }) => {
  tell(`${toldTurn(table, detail)} ${detail.more}`.trim());
});

/** Go to the rematch, if one plays there. */
function goOn() {
  if (!room.watches) location.assign(`/room/${encodeURIComponent(room.state.next)}`);
}

room.addEventListener("presence", draw);
room.addEventListener("fault", ({ detail }) => messages.refuse(detail));
room.addEventListener("thinking", ({ detail: { how } }) => {
  if (how.event === "error") messages.refuse(how);
  else showThinking(how);
});

// What one does.

/** Do something, and show the room as it is if that is refused. */
async function act(deed, key) {
  let news;
  try {
    news = await sender.do(deed, key);
  } catch (error) {
    if (deed.do === "play") table.drop();
    await room.fetch().catch(() => {}); // without it the room is shown as it was
    await table.follow({ quiet: true });
    table.say("refused", error);
    return;
  }
  room.note(news);
  if (!news.again || !key || table.pending?.key !== key) return;
  table.drop(); // it was played before, and may have been taken back since
  await room.fetch().catch(() => {}); // else the next look tells
  await table.follow({ quiet: true });
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

const buttons = {
  ...walkingDeeds(table, hand),
  resign: () => askResign(() => act({ do: "resign" })),
  takeback: () => act({ do: "ask", what: "takeback" }),
  rematch: () => act({ do: "ask", what: "rematch" }),
  rename: () => {
    find("own-name").value = room.state.names[room.mine[0]] || preferences.name;
    find("rename").showModal();
  },
  sitOnBoth: async () => {
    if (await entrance.sit({ both: true })) room.watch();
    entrance.explain(room);
  },
  leaveInvitation: () => entrance.leave(),
  new: () => newGame.open({ start: room.start, seats: room.seats.every((seat) => seat === PERSON) ? [PERSON, FRIEND] : room.seats }),
};
addLinks(room, buttons, chooseTab);
listenToButtons(table, buttons);
listenToKeys(buttons, find("help").querySelector("tbody"));
listenToTyping(table, () => messages.say(whyIdle(room, table)));

find("rename").addEventListener("close", () => {
  if (find("rename").returnValue !== "rename") return;
  prefer("name", find("own-name").value.trim());
  act({ do: "call", name: preferences.name });
});

window.addEventListener("hashchange", async () => {
  if (!entrance.look()) return;
  if (await entrance.sit()) location.reload(); // the connection is known by the cookie of before
  entrance.explain(room);
});

sender.addEventListener("change", () => drawLost(sender, table.pending));
engine.addEventListener("lost", () => drawLost(sender, table.pending));
document.addEventListener("visibilitychange", () => document.hidden || room.watch()); // it may have slept

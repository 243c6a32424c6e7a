// What is said on the page and to who listens: whose turn it is, what was played, why a tap was refused.

import { find } from "./page.js";
import { mark } from "./pieces.js";
import { calledAt, isRecord, playedByComputer, saidEnd, toldEnd } from "./recorded.js";
import { Refusal } from "./server.js";
import { bringIntoSight } from "./sight.js";
import { words } from "./strings.js";
import { PERSON } from "./tree.js";

/** Return a text that begins with a capital letter. */
export function capital(text) {
  return text && text[0].toUpperCase() + text.slice(1);
}

/** Return what to say of a position. */
export function told(table, hand) {
  const { view, game } = table;
  if (hand.armed) return words.play.armed(hand.armed);
  if (hand.ahead?.source) return words.play.aheadLifted(hand.ahead.source);
  if (hand.ahead?.alone) return words.play.aheadAlone(hand.ahead.cell);
  if (hand.ahead) return words.play.ahead(hand.ahead.refusal.reason);
  if (view.over) return ended(table);
  const end = toldEnd(table);
  if (end) return saidEnd(table, end);
  const record = isRecord(game);
  const name = record ? calledAt(table, view.to_play) : view.players[view.to_play].name;
  const own = game.seats[view.to_play] === PERSON;
  const parts = [];
  if (view.mid_move) parts.push(words.play.inHand);
  else if (view.mid_turn) parts.push(words.play.soFar(view.so_far));
  else parts.push(own && !record ? words.play.yourTurn(name) : words.play.toMove(name));
  if (record && playedByComputer(table, view.to_play)) parts.push(words.play.waits);
  if (own && view.task && view.legal.length) parts.push(`${capital(view.task)}.`);
  if (own && !record && view.can_swap) parts.push(words.play.maySwap);
  return parts.join(" ");
}

/** Say how a game ended. */
function ended(table) {
  const { view, game } = table;
  const how = view.outcome ? ` ${capital(view.outcome)}.` : "";
  if (view.winner === null) return words.play.drawn + how;
  const won = words.play.won(isRecord(game) ? calledAt(table, view.winner) : view.players[view.winner].name);
  const people = game.seats.filter((seat) => seat === PERSON).length;
  if (people !== 1) return won + how;
  return `${won} ${game.seats[view.winner] === PERSON ? words.play.youWon : words.play.youLost}${how}`;
}

/** Say that colours were exchanged, and to a person alone which are his now. */
function swapped({ players }, { seats }) {
  const people = players.filter((_, seat) => seats[seat] === PERSON);
  return [words.play.swapped, people.length === 1 ? words.play.nowYouAre(people[0].name) : ""].join(" ").trim();
}

/** Return what to say of a turn that was just made. */
export function toldTurn({ view, game }, { node, mover, computer }) {
  const parts = [(computer ? words.play.computerPlays : words.play.plays)(mover, node.turn)];
  if (node.turn === "swap") parts.push(swapped(view, game));
  if (computer?.weaker) parts.push(words.engine.weaker);
  if (view.removed.length) parts.push(words.play.removed(view.removed.join(" ")));
  return parts.join(" ");
}

/** Shows messages, refusals, choices and what waits to be confirmed. */
export class Messages {
  /** tell returns what to say of where table and hand are. */
  constructor(table, hand, tell = told) {
    this.table = table;
    this.hand = hand;
    this.tell = tell;
    table.addEventListener("show", () => this.refresh());
    table.addEventListener("refused", ({ detail }) => this.refuse(detail));
    hand.addEventListener("change", () => this.refresh());
    window.addEventListener("unhandledrejection", (event) => {
      if (!(event.reason instanceof Refusal)) return;
      event.preventDefault();
      this.refuse(event.reason);
    });
    find("confirm-play").addEventListener("click", () => hand.play());
    find("confirm-cancel").addEventListener("click", () => hand.cancel());
    find("openers").addEventListener("click", (event) => {
      const chip = event.target.closest("button");
      if (chip) this.hand.tapAll(JSON.parse(chip.dataset.taps));
    });
    find("choices").addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) this.hand.tapAll([button.dataset.tap]);
    });
  }

  /** Say something; what was turned down before is forgotten. */
  say(text, refused = false) {
    const message = find("message");
    message.textContent = text;
    message.classList.toggle("refused", refused);
    if (!refused) this.offer(null);
  }

  refresh() {
    const { table, hand } = this;
    if (!table.view) return;
    if (!hand.busy) table.board.ideas([]);
    this.say([this.news, this.tell(table, hand)].filter(Boolean).join(" "), Boolean(hand.ahead?.refusal && !hand.ahead.source));
    this.offer(hand.ahead?.refusal);
    this.news = "";
    this.showChoices();
    const ready = hand.ready;
    find("confirm").hidden = !(hand.busy || table.game.taps.length);
    find("confirm-play").hidden = !ready;
    find("confirm-play").textContent = ready ? words.play.confirm(ready) : "";
    find("confirm-cancel").textContent = words.play.cancel;
  }

  /** Say why something was refused, show the stones concerned and the steps that would help. */
  refuse(refusal) {
    const { table } = this;
    const text = refusal.reason ?? refusal.message;
    this.say(text, true);
    const cells = (refusal.cells ?? []).filter((name) => table.board?.index.has(name));
    table.board?.ideas(cells.map((name) => mark(table.board.at(name), "frame", "wrong")));
    this.offer(refusal);
    this.show();
  }

  /** Bring what was said into sight: the board may cover it, or it may be far above. */
  show() {
    bringIntoSight(find("message"), "nearest");
  }

  /** Say that something is amiss beside the game, unless something about the game is being said. */
  mention(text) {
    if (!find("message").classList.contains("refused")) this.say(text);
  }

  /** Offer the steps that would make a refused tap legal. */
  offer(refusal) {
    const chips = find("openers");
    chips.replaceChildren();
    const openers = refusal?.openers ?? [];
    chips.hidden = !openers.length;
    if (!openers.length) return;
    const said = document.createElement("span");
    said.textContent = words.play.legalAfter;
    chips.append(said);
    for (const { text: step, taps } of openers.slice(0, 12)) {
      const chip = document.createElement("button");
      chip.type = "button";
      chip.textContent = step;
      chip.setAttribute("aria-label", words.play.step(step));
      chip.dataset.taps = JSON.stringify([...taps, ...(refusal.attempt ?? [])]);
      chips.append(chip);
    }
  }

  /** Say something, and offer one thing to do about it. */
  offerDeed(text, label, deed) {
    this.say(text);
    const chip = document.createElement("button");
    chip.type = "button";
    chip.textContent = label;
    chip.addEventListener("click", (event) => {
      event.stopPropagation();
      deed();
    });
    find("openers").replaceChildren(chip);
    find("openers").hidden = false;
  }

  showChoices() {
    const { table } = this;
    const box = find("choices");
    const shown = table.personToMove ? table.view.choices : [];
    box.hidden = !shown.length;
    box.replaceChildren(
      ...shown.map(({ tap, explain }) => {
        const row = document.createElement("p");
        const button = document.createElement("button");
        button.type = "button";
        button.className = "primary";
        button.dataset.tap = tap;
        button.textContent = capital(tap);
        const sentence = document.createElement("span");
        sentence.id = `explain-${tap}`;
        sentence.textContent = explain;
        button.setAttribute("aria-describedby", sentence.id);
        row.append(button, sentence);
        return row;
      }),
    );
  }
}

// Words between the two players.

import { find } from "./page.js";
import { keep, recall } from "./storage.js";
import { words } from "./strings.js";
import { PERSON } from "./tree.js";

const PREFIX = "crosscut:words:";

export class Talk {
  /** Show what is said, and send what is typed; aside tells who listens, open shows the words. */
  constructor(room, { say, aside, refuse, open }) {
    this.room = room;
    this.aside = aside;
    this.read = recall(PREFIX + room.name) ?? 0; // the number of the last words that were seen
    this.tab = find("tab-talk");
    this.tab.addEventListener("chosen", () => this.draw());
    find("unread").addEventListener("click", () => {
      open();
      find("talk-text").focus();
    });
    find("talk").addEventListener("submit", async (event) => {
      event.preventDefault();
      const input = find("talk-text");
      const text = input.value.trim();
      if (!text) return;
      input.value = "";
      try {
        await say(text);
      } catch (error) {
        input.value ||= text; // so that it need not be typed again
        refuse(error);
      }
    });
  }

  get open() {
    return !find("panel-talk").hidden;
  }

  /** Tell who listens of what the other one has said. */
  hear({ seat, text }) {
    if (!this.room.mine.includes(seat)) this.aside(words.room.says(this.room.called(seat), words.room.shortened(text)));
    this.draw();
  }

  draw() {
    const { room, tab } = this;
    tab.hidden = room.watches || !room.seats.every((level) => level === PERSON);
    const list = find("words");
    list.replaceChildren(...room.words.map((each) => this.row(each)));
    list.scrollTop = list.scrollHeight;
    if (this.open) this.note();
    const { unread } = this;
    tab.textContent = words.room.talk(unread.length);
    tab.classList.toggle("unread", unread.length > 0);
    find("unread").hidden = !unread.length;
    if (unread.length) find("unread").textContent = words.room.says(room.called(unread.at(-1).seat), unread.at(-1).text);
  }

  /** The words of the other one that have not been seen. */
  get unread() {
    const { room } = this;
    return room.words.filter(({ number, seat }) => number > this.read && !room.mine.includes(seat));
  }

  /** Note that all words have been seen. */
  note() {
    const { room } = this;
    this.read = room.words.at(-1)?.number ?? 0;
    keep(PREFIX + room.name, this.read);
  }

  row({ at, seat, text }) {
    const row = document.createElement("li");
    const who = document.createElement("b");
    who.textContent = `${this.room.called(seat)}: `;
    const said = document.createElement("span");
    said.textContent = text;
    row.title = new Date(at).toLocaleTimeString();
    row.append(who, said);
    return row;
  }
}

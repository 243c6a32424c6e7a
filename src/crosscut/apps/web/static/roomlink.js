// Links to a room: the secret ones to seats, and the plain one for who watches.

import { copy } from "./copy.js";
import { find } from "./page.js";
import { sentence } from "./roomtelling.js";
import { ask } from "./server.js";
import { keep, recall } from "./storage.js";
import { words } from "./strings.js";

const SEAT = /^#seat=([\w-]+)$/;
const ONLY_HERE = /^(localhost|127\.|\[::1\])/; // hosts by which a computer calls itself
const OWN = 409; // the status by which one's own invitation is refused
const PREFIX = "crosscut:seatless:";

/** How one came: perhaps by the secret link of a seat, which is taken out of the address at once. */
export class Entrance {
  constructor(name, sender) {
    this.sender = sender;
    this.kept = PREFIX + name; // where the reason stays for which one got no seat, until the tab is closed
    this.sat = false;
    this.token = null;
    this.refused = null;
    if (this.look()) find("message").textContent = words.room.sitting;
  }

  /** Take the secret out of the address, where nobody shall see it; tell whether there was one. */
  look() {
    const found = location.hash.match(SEAT);
    if (!found) return false;
    [, this.token] = found;
    history.replaceState(null, "", location.pathname);
    return true;
  }

  /** Take the seat that the link leads to, if there is one; tell whether that was done. */
  async sit({ both = false } = {}) {
    this.refused = null;
    if (!this.token) return false;
    try {
      await this.sender.send("sit", { token: this.token, both });
      this.sat = true;
      return true;
    } catch (error) {
      this.refused = error;
      if (error.status !== OWN) keep(this.kept, error.message, "sessionStorage");
      return false;
    }
  }

  /** Explain why one does not sit: the link was one's own invitation, or something is wrong with it. */
  explain(room) {
    find("own-invitation").hidden = this.refused?.status !== OWN;
    const reason = room.watches ? recall(this.kept, "sessionStorage") : null;
    find("seatless").hidden = !reason;
    find("seatless-reason").textContent = sentence(reason ?? "");
    find("keep-seat").hidden = !this.sat || room.mine.length !== 1;
  }

  leave() {
    this.token = this.refused = null;
    find("own-invitation").hidden = true;
  }
}

/** Bring the panels with links to life. */
export function addLinks(room, deeds, chooseTab) {
  const plain = `${location.origin}/room/${encodeURIComponent(room.name)}`;
  find("watch-link").value = plain;
  for (const hint of document.querySelectorAll(".only-here")) hint.hidden = !ONLY_HERE.test(location.hostname);

  /** Copy a link and say so where that is seen. */
  const give = async (link, field, said) => {
    field.closest(".field").hidden = false;
    said.textContent = await copy(link, field);
    said.scrollIntoView({ block: "nearest" });
  };

  /** Make a link to a seat, and copy it. */
  const offer = async (seat, field, said) => {
    try {
      const { token } = await ask(`/api/rooms/${encodeURIComponent(room.name)}/links`, { seat });
      await give(`${plain}#seat=${token}`, field, said);
    } catch (error) {
      said.textContent = words.room.noLink(error.message);
    }
  };
  deeds.invite = async () => {
    const [field, said] = [find("invitation-link"), find("invitation-said")];
    if (field.value) await give(field.value, field, said); // it holds until the seat is taken
    else await offer(room.free, field, said);
    if (find("invitation-link").value) document.querySelector("[data-do=invite]").textContent = words.room.copyInvitation;
  };
  deeds.move = () => offer(room.mine[0], find("seat-link"), find("seat-said")); // a new one: that of before may have been used
  deeds.copyWatch = () => give(plain, find("watch-link"), find("watch-said"));
  deeds.keepSeat = () => {
    chooseTab("tab-links");
    find("keep-seat").hidden = true;
    find("own-links").scrollIntoView({ block: "nearest" });
  };
}

/** Show the panels that make sense now. */
export function drawLinks(room) {
  const invites = room.free >= 0 && !room.watches && !room.over;
  find("invitation").hidden = !invites;
  if (!invites) find("invitation-link").value = "";
  find("own-links").hidden = room.watches;
}

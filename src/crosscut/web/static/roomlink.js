// Links to a room: the secret ones to seats, and the plain one for who watches.

import { copy } from "./copy.js";
import { capital } from "./messages.js";
import { find } from "./page.js";
import { ask } from "./server.js";
import { words } from "./strings.js";

const SEAT = /^#seat=([\w-]+)$/;

/** How one came: perhaps by the secret link of a seat, which is taken out of the address at once. */
export class Entrance {
  constructor(sender) {
    this.sender = sender;
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
      return true;
    } catch (error) {
      this.refused = error;
      return false;
    }
  }

  /** Explain why one does not sit: the link was one's own invitation, or something is wrong with it. */
  explain(messages) {
    const own = this.refused?.status === 409;
    find("own-invitation").hidden = !own;
    if (this.refused && !own) messages.refuse({ message: `${capital(this.refused.message)}.` });
  }

  leave() {
    this.token = this.refused = null;
    find("own-invitation").hidden = true;
  }
}

/** Bring the panels with links to life. */
export function addLinks(room, deeds) {
  const plain = `${location.origin}/room/${encodeURIComponent(room.name)}`;
  find("watch-link").value = plain;

  /** Make a link to a seat, unless it is there already, and copy it. */
  const offer = async (seat, field, said) => {
    try {
      if (!field.value) {
        const { token } = await ask(`/api/rooms/${encodeURIComponent(room.name)}/links`, { seat });
        field.value = `${plain}#seat=${token}`;
      }
      field.closest(".field").hidden = false;
      said.textContent = await copy(field.value, field);
    } catch (error) {
      said.textContent = words.room.noLink(error.message);
    }
  };
  deeds.invite = async () => {
    await offer(room.free, find("invitation-link"), find("invitation-said"));
    if (find("invitation-link").value) document.querySelector("[data-do=invite]").textContent = words.room.copyInvitation;
  };
  deeds.move = () => offer(room.mine[0], find("seat-link"), find("links-said"));
  deeds.copyWatch = async () => {
    find("links-said").textContent = await copy(plain, find("watch-link"));
  };
}

/** Show the panels that make sense now. */
export function drawLinks(room) {
  const invites = room.free >= 0 && !room.watches && !room.over;
  find("invitation").hidden = !invites;
  if (!invites) find("invitation-link").value = "";
  find("own-links").hidden = room.watches;
}

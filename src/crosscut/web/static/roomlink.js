// Links to a room: the secret ones to seats, and the plain one for who watches.

import { copy } from "./copy.js";
import { find } from "./page.js";
import { ask } from "./server.js";
import { words } from "./strings.js";

const SEAT = /^#seat=([\w-]+)$/;

/** Take the secret of a seat out of the address, where nobody shall see it; null if there is none. */
export function takeToken() {
  const found = location.hash.match(SEAT);
  if (found) history.replaceState(null, "", location.pathname);
  return found?.[1] ?? null;
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

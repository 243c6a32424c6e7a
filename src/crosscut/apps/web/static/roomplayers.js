// The players' box of a room: who has which seat, who is there, and their clocks.

import { apart, clipped } from "./names.js";
import { find } from "./page.js";
import { playerRow } from "./players.js";
import { words } from "./strings.js";
import { PERSON } from "./tree.js";

/** Say who has a seat. */
function who(room, seat, levels) {
  const level = room.seats[seat];
  if (level !== PERSON) return words.play.computer(level, levels.find((each) => each.name === level)?.elo);
  const name = apart(clipped(room.state.names[seat]));
  if (room.mine.includes(seat)) return words.room.you(name);
  if (!room.state.taken[seat]) return words.room.nobody;
  return name || (room.watches ? "" : words.room.friend);
}

/** Return a button for who has not said yet what he is called. */
function nameless() {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "nameless";
  button.dataset.do = "rename";
  button.textContent = words.room.nameless;
  return button;
}

/** Return a sign of whether a player is there. */
function presence(here) {
  const sign = document.createElement("span");
  sign.className = here ? "presence here" : "presence";
  sign.textContent = here ? words.room.here : words.room.away;
  return sign;
}

/** Draw the box. */
export function drawPlayers(room, { ground, levels }, clocks) {
  const { state, scene } = room;
  const rows = scene.players.map((player, seat) => {
    const stands = { toMove: state.to_play === seat, won: state.result?.winner === seat };
    const other = room.seats[seat] === PERSON && state.taken[seat] && !room.mine.includes(seat);
    const name = state.names[seat];
    const more = other ? [presence(room.presence.seats[seat])] : [];
    if (state.browsers[seat] > 1) more.push(words.room.browsers(state.browsers[seat]));
    if (state.clock && room.seats[seat] === PERSON) more.push(clocks.face(seat));
    if (room.mine.length === 1 && room.mine[0] === seat && !name) more.unshift(nameless());
    const row = playerRow(player, who(room, seat, levels), ground, stands, ...more);
    if (name !== clipped(name)) row.title = name;
    return row;
  });
  document.querySelector(".players").replaceChildren(...rows);
  if (state.clock) clocks.draw();
  const { watching } = room.presence;
  find("watching").textContent = watching ? words.room.spectators(watching) : "";
  find("clock-hint").hidden = !state.clock || room.over || state.played > 0;
}

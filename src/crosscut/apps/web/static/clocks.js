// The clocks of a room, as the server last told them, running on here.

import { words } from "./strings.js";

const TENTHS = 10000; // milliseconds below which tenths of a second are shown
const URGENT = 20000;
const TICK = 100;

/** Return a time as people read it. */
export function clockFace(milliseconds) {
  if (milliseconds < TENTHS) return (Math.floor(milliseconds / 100) / 10).toFixed(1);
  const seconds = Math.ceil(milliseconds / 1000);
  const pair = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60)];
  return hours ? `${hours}:${pair(minutes % 60)}:${pair(seconds % 60)}` : `${minutes}:${pair(seconds % 60)}`;
}

export class Clocks {
  /** Show the clocks of a room; hurry is called once when the time of who moves here runs short. */
  constructor(room, hurry) {
    this.room = room;
    this.hurry = hurry;
    this.warned = false;
    this.faces = [];
    setInterval(() => this.room.state?.clock && this.draw(), TICK);
  }

  /** Return the face of a seat's clock, to be shown wherever. */
  face(seat) {
    const face = document.createElement("span");
    face.className = "clock";
    face.setAttribute("role", "timer");
    face.setAttribute("aria-label", words.room.clockOf(this.room.called(seat)));
    this.faces[seat] = face;
    return face;
  }

  /** What a seat has left now, in milliseconds. */
  left(seat) {
    const { clock } = this.room.state;
    const used = clock.running === seat ? performance.now() - this.room.told : 0;
    return Math.max(0, clock.left[seat] - used);
  }

  draw() {
    const { clock, to_play: mover } = this.room.state;
    this.faces.forEach((face, seat) => {
      const left = this.left(seat);
      const text = clockFace(left);
      if (face.textContent !== text) face.textContent = text;
      face.classList.toggle("running", clock.running === seat);
      face.classList.toggle("urgent", left < URGENT && this.room.state.result === null);
    });
    const short = clock.running !== null && this.room.myTurn && this.left(mover) < URGENT;
    if (short && !this.warned) this.hurry(clockFace(this.left(mover)));
    this.warned = short;
  }
}

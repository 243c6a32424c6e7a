// Deeds in a room: each has a key, and is sent again and again until it is answered; so it counts once.

import { ask } from "./server.js";
import { newId } from "./tree.js";

const FIRST_WAIT = 500; // milliseconds until something is sent again
const LONGEST_WAIT = 5000;
const PASSING = [0, 502, 503, 504]; // the answer was lost, or somebody between us and the server gave it

export class Deeds extends EventTarget {
  constructor(room, engine) {
    super();
    this.path = `/api/rooms/${encodeURIComponent(room)}`;
    this.engine = engine;
    this.unanswered = 0;
    this.reason = "";
  }

  /** Do something as a player; return what the server tells of it, or throw why it refuses. */
  do(deed, key = newId()) {
    return this.send("deeds", { ...deed, key });
  }

  /** Send something about the room until it is answered. */
  async send(what, body) {
    let lost = false;
    try {
      for (let wait = FIRST_WAIT; ; wait = Math.min(2 * wait, LONGEST_WAIT)) {
        try {
          return await ask(`${this.path}/${what}`, body);
        } catch (error) {
          if (!PASSING.includes(error.status) && !error.wait) throw error;
          this.reason = error.wait ? error.message : ""; // where the connection is not to blame
          if (!lost) this.count(1);
          lost = true;
          await this.pause(1000 * error.wait || wait);
        }
      }
    } finally {
      if (lost) this.count(-1);
    }
  }

  count(more) {
    this.unanswered += more;
    this.dispatchEvent(new Event("change"));
  }

  /** Wait for some milliseconds, or until the connection is there again. */
  pause(milliseconds) {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.engine?.removeEventListener("again", done);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      this.engine?.addEventListener("again", done);
    });
  }
}

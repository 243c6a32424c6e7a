// The engine's work through one WebSocket: jobs with a name each, and the events that come of them.

const FIRST_WAIT = 300;
const LONGEST_WAIT = 5000;
const BEAT = 20000; // milliseconds within which the server has to answer, else the connection is dead
const LAST = ["done", "error", "stopped"];

export class Engine extends EventTarget {
  constructor(url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`) {
    super();
    this.url = url;
    this.jobs = new Map();
    this.number = 0;
    this.wait = FIRST_WAIT;
    this.lost = false;
    this.awaited = false; // whether the server was asked if it is there, and has said nothing since
    this.connect();
    setInterval(() => this.beat(), BEAT);
    window.addEventListener("offline", () => this.socket.close()); // else a dead one is noticed late
    window.addEventListener("online", () => this.hurry());
  }

  connect() {
    this.socket = new WebSocket(this.url);
    this.awaited = false;
    this.socket.addEventListener("open", () => {
      this.wait = FIRST_WAIT;
      for (const job of this.jobs.values()) {
        this.send(job.request);
        if (job.hurried) this.send(job.hurried);
      }
      this.dispatchEvent(new Event("open"));
      if (this.lost) this.dispatchEvent(new Event("again"));
      this.lost = false;
    });
    this.socket.addEventListener("message", (message) => this.hear(JSON.parse(message.data)));
    this.socket.addEventListener("close", () => {
      this.lost = true;
      this.dispatchEvent(new Event("lost"));
      this.timer = setTimeout(() => this.connect(), this.wait);
      this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
    });
  }

  /** Try to connect at once, if that was to be done later. */
  hurry() {
    if (this.socket.readyState !== WebSocket.CLOSED) return;
    clearTimeout(this.timer);
    this.connect();
  }

  /** Ask whether the server is there; a connection on which it was not heard since is given up. */
  beat() {
    if (this.awaited) this.socket.close();
    this.awaited = this.socket.readyState === WebSocket.OPEN;
    this.send({ do: "ping" });
  }

  hear(message) {
    this.awaited = false;
    if (message.event === "pong") return;
    const job = this.jobs.get(message.job);
    if (!job) {
      this.dispatchEvent(new CustomEvent("news", { detail: message }));
      return;
    }
    if (LAST.includes(message.event)) this.jobs.delete(message.job);
    job.listener(message);
  }

  /** Begin a job; the listener hears its events, the last of which is "done" or "error". */
  begin(request, listener) {
    this.number += 1;
    const name = `j${this.number}`;
    const job = { request: { job: name, ...request }, listener };
    this.jobs.set(name, job);
    this.send(job.request);
    return {
      now: () => {
        job.hurried = { job: name, do: "now" };
        this.send(job.hurried);
      },
      stop: () => {
        if (this.jobs.delete(name)) this.send({ job: name, do: "stop" });
      },
    };
  }

  /** Send a message if there is somebody to hear it; what jobs ask for is sent again later. */
  send(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }
}

// The analyst: searches the position that is shown while it is switched on, and remembers what it found.
//
// Event "change": another position, more of what is thought of it, or news of the search.

const REMEMBERED = 500;
const DEEPER = 3; // how many times as long a deeper search takes
const LONGEST = 1800; // seconds

export class Analyst extends EventTarget {
  constructor(table, engine) {
    super();
    this.table = table;
    this.engine = engine;
    this.on = false;
    this.seconds = 5;
    this.found = new Map(); // by moment: {thought, spent, wanted}
    this.job = null;
    table.addEventListener("open", () => this.stop());
    table.addEventListener("show", () => this.look());
    engine.addEventListener("news", ({ detail }) => detail.event === "reloaded" && this.found.clear());
  }

  get key() {
    return JSON.stringify(this.table.moment);
  }

  /** What is known of the position shown; made if it is new. */
  get record() {
    const { key } = this;
    if (!this.found.has(key)) {
      if (this.found.size >= REMEMBERED) this.found.delete(this.found.keys().next().value);
      this.found.set(key, { thought: null, spent: 0, wanted: 0, error: "" });
    }
    return this.found.get(key);
  }

  /** What is thought of the position shown, or null. */
  get thought() {
    return this.on && this.table.view && !this.table.view.over ? this.record.thought : null;
  }

  /** The news of the search under way: the last event that was no result; null if none is. */
  get news() {
    return this.job?.news ?? null;
  }

  switch(on) {
    this.on = on;
    this.look();
  }

  choose(seconds) {
    this.seconds = seconds;
    this.look();
  }

  /** How many seconds this position is to be searched. */
  get limit() {
    return Math.max(this.seconds, this.record.wanted);
  }

  /** How many seconds a deeper search would take. */
  get deeperLimit() {
    return Math.min(LONGEST, DEEPER * this.limit);
  }

  deepen() {
    this.record.wanted = this.deeperLimit;
    this.stop();
    this.look();
  }

  /** Search if that is due here; stop what is searched elsewhere. */
  look() {
    const { view } = this.table;
    const due = this.on && view && !view.over && !this.record.error && this.record.spent < this.limit;
    if (this.job && (!due || this.job.key !== this.key || this.job.limit !== this.limit)) this.stop();
    if (due && !this.job) this.begin();
    this.say();
  }

  begin() {
    const { key, limit, record } = this;
    const job = { key, limit, news: { event: "queued", place: 1 } };
    this.job = job;
    const request = { do: "analyse", moment: this.table.moment, seconds: limit };
    job.handle = this.engine.begin(request, (message) => this.hear(job, record, message));
  }

  stop() {
    this.job?.handle.stop();
    this.job = null;
  }

  hear(job, record, message) {
    if (this.job !== job) return;
    const { event } = message;
    if (event === "snapshot" || event === "done") {
      job.news = message;
      // a search that begins anew says nothing until it knows more than the last one did
      if (message.simulations >= (record.thought?.simulations ?? 0) || message.proven !== null) record.thought = message;
    } else if (event === "error") record.error = message.message;
    else job.news = message;
    if (event === "done") record.spent = message.proven === null ? job.limit : Infinity;
    if (event === "done" || event === "error") this.job = null;
    this.say({ event });
  }

  say(detail = {}) {
    this.dispatchEvent(new CustomEvent("change", { detail }));
  }
}

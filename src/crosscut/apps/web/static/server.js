// Questions to the server: positions, boards, games that are kept. Answers about positions are remembered.

import { words } from "./strings.js";

const PATIENCE = 20000; // milliseconds; a rule of somebody's own might loop for ever
const REMEMBERED = 3000;
const remembered = new Map();

/** What the server refuses, in its own words and with what it adds to them. */
export class Refusal extends Error {
  constructor(answer, status) {
    super(answer.error ?? `the server answered ${status}`);
    this.status = status;
    Object.assign(this, answer);
  }
}

/** Ask the server; an answer that is an error becomes a Refusal. */
export async function ask(path, body, method = body === undefined ? "GET" : "POST") {
  const options = { method, headers: { "Content-Type": "application/json" }, signal: AbortSignal.timeout(PATIENCE) };
  if (body !== undefined) options.body = JSON.stringify(body);
  let answer;
  try {
    answer = await fetch(path, options);
  } catch (error) {
    const late = error.name === "TimeoutError";
    throw new Refusal({ error: late ? words.play.late : words.play.lost, lost: !late }, 0);
  }
  const content = await answer.json().catch(() => ({}));
  if (answer.headers.has("Retry-After")) content.wait = Number(answer.headers.get("Retry-After")); // seconds
  if (!answer.ok) throw new Refusal(content, answer.status);
  return content;
}

/** Return the position of a moment. */
export async function position(moment) {
  const key = JSON.stringify(moment);
  if (!remembered.has(key)) remember(key, await ask("/api/position", moment));
  return remembered.get(key);
}

/** Return a position if it is known already. */
export function known(moment) {
  return remembered.get(JSON.stringify(moment));
}

/** Remember a position that came as the answer to another question. */
export function remember(key, view) {
  if (remembered.size >= REMEMBERED) remembered.delete(remembered.keys().next().value);
  remembered.set(typeof key === "string" ? key : JSON.stringify(key), view);
}

/** Forget all positions, because the rules have changed. */
export function forget() {
  remembered.clear();
}

/** Return a board and the levels of the computer; what is not given is chosen by the game. */
export function boardOf(asked) {
  const query = new URLSearchParams();
  for (const key of ["game", "size", "variant", "pie"]) if (asked[key] !== undefined) query.set(key, asked[key]);
  return ask(`/api/board?${query}`);
}

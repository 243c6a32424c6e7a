// What is shown while the computer thinks.

import { find } from "./page.js";
import { words } from "./strings.js";

/** Show how far the computer is, by an event of its work. */
export function showThinking(message) {
  find("thinking").hidden = false;
  const said = find("thinking").querySelector(".said");
  const bar = find("thinking").querySelector("progress");
  if (message.event === "queued") said.textContent = words.engine.queued(message.place);
  else if (message.event === "compiling") {
    said.textContent = words.engine.compiling(message);
    bar.value = message.parts / message.about;
  } else if (message.event === "progress") {
    said.textContent = words.engine.thinking(message);
    bar.value = message.share;
  } else if (message.event === "started" || message.event === "compiled") said.textContent = words.engine.started;
  if (["queued", "started", "compiled"].includes(message.event)) bar.removeAttribute("value");
  const now = find("move-now");
  if (now) now.hidden = message.event === "compiling"; // nothing is found before it ends
}

/** Show that it does not think. */
export function hideThinking() {
  find("thinking").hidden = true;
}

// A game file that does not run: wait until it has been mended.

import "./common.js";
import { Engine } from "./engine.js";
import { find } from "./page.js";

const name = location.pathname.split("/")[2];
const engine = new Engine();
let heard = 0; // news of the file

function tell(error) {
  if (error) find("own-error").textContent = error;
  else location.reload();
}

engine.addEventListener("news", ({ detail }) => {
  if (detail.event !== "reloaded" || detail.game !== name) return;
  heard += 1;
  tell(detail.error);
});

// What was saved before the connection was there is no news to it: the page itself tells.
engine.addEventListener("open", async () => {
  const before = heard;
  const answer = await fetch(location.href).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (heard === before) tell(page.getElementById("own-error")?.textContent);
});

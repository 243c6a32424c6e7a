// A game file that does not run: wait until it has been mended.

import "./common.js";
import { Engine } from "./engine.js";

const name = location.pathname.split("/")[2];
new Engine().addEventListener("news", ({ detail }) => {
  if (detail.event !== "reloaded" || detail.game !== name) return;
  if (detail.error) document.getElementById("own-error").textContent = detail.error;
  else location.reload();
});

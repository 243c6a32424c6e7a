// The keys of a board's page, those of other analysis boards, and the table that explains them.

const EDITABLE = "input:not([type=checkbox]), textarea, select, [contenteditable]";

export const KEYS = [
  ["← or k", "one turn back", ["ArrowLeft", "k"], "back"],
  ["→ or j", "one turn forward", ["ArrowRight", "j"], "forward"],
  ["Home or 0", "to the start", ["Home", "0"], "first"],
  ["End or $", "to the end of the line", ["End", "$"], "last"],
  ["Shift ←", "to the last fork", ["Shift+ArrowLeft", "K"], "fork"],
  ["Shift →", "to the next fork", ["Shift+ArrowRight", "J"], "nextFork"],
  ["↑ ↓", "choose a variation", ["ArrowUp"], "previousBranch"],
  [null, "", ["ArrowDown"], "nextBranch"],
  ["Escape", "put back what is in hand", ["Escape"], "cancel"],
  ["Backspace or u", "undo", ["Backspace", "u"], "undo"],
  ["h", "hint", ["h"], "hint"],
  ["l", "analysis on and off", ["l"], "analyse"],
  ["Space", "play the best move", [" "], "best"],
  ["m", "heat map", ["m"], "heat"],
  ["o", "points that cannot be reached this turn", ["o"], "closed"],
  ["f", "flip the board", ["f"], "flip"],
  ["t", "rotate the board", ["t"], "turn"],
  ["c", "coordinates on and off", ["c"], "coordinates"],
  ["z", "board alone", ["z"], "focus"],
  ["b", "go to the board", ["b"], "toBoard"],
  ["/", "type a move", ["/"], "type"],
  ["n", "new game", ["n"], "new"],
  ["?", "this help", ["?"], "help"],
];

/** Let keys do what the page can do, and write them into the table of the help. */
export function listenToKeys(deeds, help) {
  const known = new Map();
  for (const [shown, words, keys, deed] of KEYS) {
    if (!deeds[deed]) continue;
    for (const key of keys) known.set(key, deed);
    if (!shown) continue;
    const row = help.insertRow();
    const key = document.createElement("th");
    key.scope = "row";
    const sign = document.createElement("kbd");
    sign.textContent = shown;
    key.append(sign);
    row.append(key);
    row.insertCell().textContent = words;
  }
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const typing = event.target.closest?.(EDITABLE);
    if (typing && event.key !== "Escape") return;
    const arrow = event.key.startsWith("Arrow");
    if (event.target.closest?.("[role=tablist], [role=slider]") && arrow) return;
    if (event.target.closest?.("button, a, [role=button], [type=checkbox]") && (event.key === " " || event.key === "Enter")) return;
    const deed = known.get(event.shiftKey && arrow ? `Shift+${event.key}` : event.key);
    if (!deed) return;
    event.preventDefault();
    if (typing) event.target.blur();
    deeds[deed]();
  });
}

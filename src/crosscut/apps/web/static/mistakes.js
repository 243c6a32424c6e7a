// One entry of the list of mistakes: the turn, what it lost, what was better, and a way to try again.

import { words } from "./strings.js";

const SHOWN = 6; // turns of the better line

/** Return the entry of a turn; the review does what its buttons ask for. */
export function mistakeItem(turn, decisive, byPerson, review) {
  const item = document.createElement("li");
  item.className = turn.mark;
  item.classList.toggle("turning", decisive);
  const { signs, lost, better, go, addBetter, tryAgain } = words.review;
  const played = button(`${turn.number}. ${turn.text}`, go(turn.number, turn.player, turn.text), () => review.goTo(turn.number));
  const sign = text("strong", signs[turn.mark], "sign-text");
  const said = text("span", `${turn.player}: ${lost(turn.mark, Math.round(100 * turn.loss), turn.certain)}.`);
  item.append(played, sign, said);
  if (turn.line.length) {
    const turns = turn.line.slice(0, SHOWN);
    const line = text("div", better, "rest");
    line.append(...turns.map((each, k) => button(each, addBetter(each), () => review.addBetter(turn, k + 1))));
    showGhosts(line, turn, { taps: [], turns }, review);
    item.append(line);
  }
  if (byPerson) {
    const again = button(tryAgain, `${tryAgain}: ${turn.text}`, () => review.tryAgain(turn));
    again.className = "again";
    item.append(again);
  }
  return item;
}

/** Let a line be seen on the board while somebody looks at it. */
function showGhosts(element, turn, line, review) {
  const look = ({ target }) => {
    const number = [...element.querySelectorAll("button")].indexOf(target) + 1;
    review.look(turn, line, number || line.turns.length);
  };
  for (const event of ["pointerover", "focusin"]) element.addEventListener(event, look);
  for (const event of ["pointerleave", "focusout"]) element.addEventListener(event, () => review.ghosts.leave());
}

function text(name, content, classes = "") {
  const made = document.createElement(name);
  made.textContent = content;
  if (classes) made.className = classes;
  return made;
}

function button(content, said, deed) {
  const made = text("button", content);
  made.type = "button";
  made.setAttribute("aria-label", said);
  made.addEventListener("click", deed);
  return made;
}

// A lesson: its steps one after the other.

import { Exercise, pageData, setDone } from "./exercise.js";
import { find } from "./page.js";
import { words } from "./strings.js";

const lesson = pageData();
const exercise = new Exercise("/api/lessons/answer");
let place = Math.min(Math.max(Number(location.hash.slice(1)) - 1 || 0, 0), lesson.steps.length - 1);

async function open() {
  const step = lesson.steps[place];
  history.replaceState(null, "", `#${place + 1}`);
  find("previous").disabled = place === 0;
  find("place").textContent = words.exercise.step(place + 1, lesson.steps.length);
  await exercise.open({ ...step, answer: { game: lesson.game, name: lesson.id, step: place } });
}

find("previous").addEventListener("click", async () => {
  place = Math.max(0, place - 1);
  find("finished").hidden = true;
  await open();
});

find("next").addEventListener("click", async () => {
  if (place + 1 < lesson.steps.length) {
    place += 1;
    await open();
    find("task").focus();
    return;
  }
  setDone(`lesson ${lesson.game} ${lesson.id}`);
  find("next").hidden = true;
  find("finished").hidden = false;
  exercise.say(words.exercise.finished, "right");
  find("finished").querySelector("a").focus();
});

await open();

// The puzzles of a game, one at a time; those that are solved are remembered.

import { done, Exercise, linkTo, pageData, setDone } from "./exercise.js";
import { find } from "./page.js";
import { words } from "./strings.js";

if (find("data")) {
  const puzzles = pageData();
  const exercise = new Exercise("/api/puzzles/answer");
  let place = Math.max(0, puzzles.findIndex(({ id }) => id === location.hash.slice(1)));

  const tell = () => {
    const solved = puzzles.filter(({ id }) => done().has(`puzzle ${id}`)).length;
    find("solved").textContent = words.exercise.solved(solved, puzzles.length);
  };

  const open = async (number) => {
    place = (number + puzzles.length) % puzzles.length;
    const puzzle = puzzles[place];
    history.replaceState(null, "", `#${puzzle.id}`);
    find("place").textContent = words.exercise.puzzle(place + 1, puzzles.length);
    find("explore").href = linkTo(puzzle.moment);
    const answer = { game: puzzle.moment.start.game, name: puzzle.id };
    const task = `${puzzle.title}. ${words.exercise.legal(puzzle.legal)} ${words.exercise.rules(puzzle.moment.start.variant)}`;
    await exercise.open({ ...puzzle, task: "play", words: task, answer });
    tell();
  };

  exercise.addEventListener("right", () => {
    setDone(`puzzle ${puzzles[place].id}`);
    exercise.messages.say(words.exercise.line(puzzles[place].line.join(" ")));
    tell();
  });
  find("next").addEventListener("click", () => open(place + 1));
  find("following").addEventListener("click", () => open(place + 1));
  find("previous").addEventListener("click", () => open(place - 1));
  await open(place);
}

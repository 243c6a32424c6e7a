// The analysis of the play page: one switch, and everything that shows what the engine thinks.

import { Analyst } from "./analyst.js";
import { CandidateList } from "./candidatelist.js";
import { drawCandidates } from "./candidates.js";
import { chanceAtEnd, ChanceBar, chanceOfFirst } from "./chance.js";
import { HeatMap } from "./heatmap.js";
import { addLine, Ghosts } from "./lines.js";
import { find } from "./page.js";
import { onPrefer } from "./preferences.js";
import { Review } from "./review.js";
import { words } from "./strings.js";

/** Bring the panel to life. */
export function addAnalysis(context) {
  const { chooseTab, deeds, engine, messages, setPressed, table } = context;
  const ghosts = new Ghosts(table, drawBoard);
  const analyst = new Analyst(table, engine);
  const bar = new ChanceBar(find("chance"));
  const review = new Review(context, ghosts, drawChance);
  const list = new CandidateList(document.querySelector("table.candidates"), {
    look: (line, upTo) => ghosts.show(line, upTo),
    leave: () => ghosts.leave(),
    choose: (line, upTo) => (upTo === 1 ? play(line) : add(line, upTo)),
  });
  const heat = new HeatMap(context, find("heat-mode"), find("heat-legend"), (mode) => {
    if (mode !== "off" && !analyst.on) turn(true);
    else if (table.view) heat.draw(analyst.thought);
  });

  // Showing.

  let shown = null;

  function draw(event) {
    if (!table.view) return;
    const { thought } = analyst;
    const box = find("candidates-box");
    box.hidden = !thought?.turns.length;
    if (shown === analyst.key) list.draw(thought);
    else {
      shown = analyst.key;
      list.renew(thought);
    }
    drawBoard();
    drawChance();
    heat.draw(thought);
    drawState();
    if (event === "done" && thought?.turns.length) announce(thought);
  }

  /** Draw the candidates, unless a line is being looked at. */
  function drawBoard() {
    const { thought } = analyst;
    if (!ghosts.shown) table.board?.candidates(thought ? drawCandidates(table.board, thought) : []);
  }

  function drawChance() {
    const { view, game } = table;
    if (!view) return;
    const reviewed = game.taps.length ? null : review.chanceAt(game.at);
    if (!analyst.on && reviewed === null) return void bar.hide();
    const { thought } = analyst;
    if (view.over) bar.show(view, chanceAtEnd(view));
    else bar.show(view, thought ? chanceOfFirst(thought) : reviewed);
  }

  /** Say how the search goes. */
  function drawState() {
    const { on, thought, news, record, limit } = analyst;
    const progress = find("analysis-progress");
    progress.hidden = !news;
    const searching = news?.seconds !== undefined;
    if (searching) progress.value = Math.min(1, news.seconds / limit);
    else if (news?.event === "compiling") progress.value = news.parts / news.about;
    else progress.removeAttribute("value");
    const deeper = find("analysis-deeper");
    deeper.hidden = !thought || Boolean(news) || record.spent === Infinity;
    deeper.textContent = words.analysis.deeper(analyst.deeperLimit);
    find("analysis-state").textContent = stateWords({ on, thought, news, record, limit, searching });
  }

  function stateWords({ on, thought, news, record, limit, searching }) {
    if (!on) return words.analysis.off;
    if (table.view.over) return words.analysis.over;
    if (record.error) return record.error;
    if (news?.event === "queued") return words.engine.queued(news.place);
    if (news?.event === "compiling") return words.engine.compiling(news);
    if (news && !searching) return words.engine.started;
    const from = news ?? thought;
    if (!from) return "";
    const { thinking, thought: thoughtFor, speed } = words.analysis;
    const parts = [news ? thinking(from.seconds, limit) : thoughtFor(from.seconds), speed(from.simulations, from.seconds)];
    return `${parts.join(", ")}. ${provenWords(thought)}`;
  }

  function provenWords(thought) {
    if (!thought || thought.proven === null) return "";
    if (thought.proven === "draw") return words.analysis.solvedDraw;
    return words.analysis.solved(table.view.players[thought.proven].name);
  }

  function announce(thought) {
    const chances = words.analysis.shares(table.view.players.map(({ name }) => name), chanceOfFirst(thought));
    find("analysis-said").textContent = words.analysis.done(thought.turns[0].text, chances);
  }

  // Doing.

  function turn(on) {
    setPressed("analyse", on);
    find("analysis-on").checked = on;
    if (on) chooseTab("tab-analysis");
    analyst.switch(on);
  }

  /** Play the first turn of a line; where the computer is to move, go to it as to a variation. */
  async function play(line) {
    ghosts.leave();
    if (table.personToMove) await table.tapAll(line.taps);
    else await table.goTo(await addLine(table, line, 1));
  }

  async function add(line, upTo) {
    const { at } = table.game;
    const end = await addLine(table, line, upTo);
    messages.say(words.analysis.added(end.turns.slice(at.depth).join(" ")));
  }

  deeds.analyse = () => turn(!analyst.on);
  deeds.heat = () => heat.cycle();
  deeds.best = () => {
    const best = analyst.thought?.turns[0];
    if (!best) messages.say(analyst.on ? words.analysis.notYet : words.analysis.none);
    else if (!table.personToMove) messages.say(words.play.waiting);
    else play({ taps: best.taps, turns: [] });
  };
  deeds.review = () => {
    chooseTab("tab-analysis");
    review.begin();
  };
  deeds.toReview = () => {
    chooseTab("tab-analysis");
    review.comeBack();
  };
  const showClosed = deeds.closed;
  deeds.closed = () => {
    heat.choose("off");
    showClosed();
  };

  find("analysis-on").addEventListener("change", ({ target }) => turn(target.checked));
  find("analysis-seconds").addEventListener("change", ({ target }) => analyst.choose(Number(target.value)));
  find("analysis-deeper").addEventListener("click", () => analyst.deepen());
  analyst.addEventListener("change", ({ detail }) => draw(detail.event));
  onPrefer((name) => ["turns", "flipped", null].includes(name) && table.view && drawBoard());
}

// Sharing: links, texts and pictures of the game that is open, and games that others have shared.

import { copy } from "./copy.js";
import { linkOf } from "./link.js";
import { find } from "./page.js";
import { drawn, pixels } from "./picture.js";
import { exported, nameOf, readGame, recordOf } from "./records.js";
import { words } from "./strings.js";
import { Game } from "./tree.js";

const LARGEST = 500000; // bytes of a file that is read

/** Say something below the links, or what went wrong. */
function say(text) {
  find("share-said").textContent = text;
}

/** Copy a link and show it. */
async function copyLink(link) {
  say(await copy(location.origin + link, find("share-link")));
}

/** Hand over a file to the person. */
function download(name, content, type) {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
  say(words.share.saved(name));
}

/** Return the text of a file, in the character set that fits, or that SGF names in it. */
async function textOf(file) {
  const bytes = await file.arrayBuffer();
  const [first, second] = new Uint8Array(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const plain = new TextDecoder("latin1").decode(bytes);
    try {
      return new TextDecoder(plain.match(/\bCA\s*\[([^\]]+)\]/)?.[1] ?? "latin1").decode(bytes);
    } catch {
      return plain;
    }
  }
}

/** What can be exported, by the deed that does it. */
const EXPORTS = {
  async exportList({ game }) {
    const line = Object.assign(Game.along(game.start, game.at.end.turns), { told: game.told });
    return [".txt", await exported(line, "moves"), "text/plain"];
  },
  async exportJson({ game }) {
    return [".json", `${JSON.stringify(recordOf(game), null, 1)}\n`, "application/json"];
  },
  async exportSgf({ game }) {
    return [".sgf", await exported(game, "sgf"), "application/x-go-sgf"];
  },
  async exportSvg({ game, moment }) {
    return [`-${game.at.depth}.svg`, await drawn("/api/picture.svg", moment), "image/svg+xml"];
  },
  async exportPng({ game, moment }) {
    return [`-${game.at.depth}.png`, await pixels(await drawn("/api/picture.svg", moment)), "image/png"];
  },
  async exportAnimation({ game, momentAt }) {
    return ["-animation.svg", await drawn("/api/animation.svg", momentAt(game.at.end)), "image/svg+xml"];
  },
};

/** Bring the panel to life. */
export function addShare({ begin, chooseTab, deeds, table }) {
  const failed = (error) => (error.lost ? words.play.lost : words.share.failed(error.message));
  deeds.copyGame = () => copyLink(linkOf(table.game));
  deeds.copyPosition = () => copyLink(linkOf(Game.along(table.game.start, table.game.at.turns)));
  for (const [deed, make] of Object.entries(EXPORTS)) {
    deeds[deed] = async () => {
      const { game, moment } = table;
      try {
        const [ending, content, type] = await make({ game, moment, momentAt: (node) => table.momentAt(node) });
        download(nameOf(game) + ending, content, type);
      } catch (error) {
        say(failed(error));
      }
    };
  }

  const complain = (text) => {
    find("import-error").textContent = text;
    find("import-error").hidden = !text;
  };
  find("import-file").addEventListener("change", async ({ target }) => {
    const [file] = target.files;
    complain(file && file.size > LARGEST ? words.share.tooLarge(file.name) : "");
    if (file && file.size <= LARGEST) find("import-text").value = await textOf(file);
  });
  find("import").addEventListener("submit", async (event) => {
    event.preventDefault();
    complain("");
    let game;
    try {
      game = await readGame(find("import-text").value, table.game.start);
    } catch (error) {
      complain(error.lost ? words.play.lost : words.share.unread(error.message));
      return;
    }
    find("import").reset(); // before anything else can be put there
    chooseTab("tab-moves");
    await begin(game);
  });
}

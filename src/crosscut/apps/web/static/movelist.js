// The list of moves: the main line and its variations, each turn a button that leads there.

import { words } from "./strings.js";

export class MoveList {
  constructor(table, element, comment = null) {
    this.table = table;
    this.element = element;
    this.comment = comment;
    this.commented = null; // the position whose comment is shown
    this.marks = new Map(); // what a review says of positions: a class by node
    element.addEventListener("click", (event) => {
      const button = event.target.closest("button[data-place]");
      if (button) this.table.goTo(this.nodes[Number(button.dataset.place)]);
      const fold = event.target.closest("button.fold");
      if (fold) {
        fold.setAttribute("aria-expanded", fold.getAttribute("aria-expanded") !== "true");
        fold.nextElementSibling.hidden = fold.getAttribute("aria-expanded") !== "true";
      }
    });
    comment?.addEventListener("input", () => {
      this.commented.comment = comment.value;
      table.say("tree");
    });
    comment?.addEventListener("blur", () => this.drawComment(table.game)); // alone, else a click on the list is lost
    for (const event of ["show", "tree", "open"]) table.addEventListener(event, () => this.draw());
  }

  draw() {
    const { game } = this.table;
    this.nodes = [...game.root.all()];
    this.place = new Map(this.nodes.map((node, i) => [node, i]));
    this.element.replaceChildren(this.button(game.root), this.line(game.root));
    if (this.comment) this.drawComment(game);
    this.follow();
  }

  /** Scroll the list, and nothing but the list, to where one is. */
  follow() {
    const here = this.element.querySelector("[aria-current]");
    if (!here) return;
    const [box, inner] = [this.element.getBoundingClientRect(), here.getBoundingClientRect()];
    if (inner.top < box.top) this.element.scrollTop -= box.top - inner.top;
    if (inner.bottom > box.bottom) this.element.scrollTop += inner.bottom - box.bottom;
  }

  /** Show the comment of this position; while one is written, it stays with its own. */
  drawComment(game) {
    if (document.activeElement === this.comment && this.place.has(this.commented)) return;
    this.commented = game.at;
    this.comment.value = game.at.comment;
    this.comment.labels[0].textContent = words.tree.commentOn(game.at.turn);
  }

  /** Return the line that begins after a position, with its variations. */
  line(from) {
    const list = document.createElement("ol");
    list.className = "line";
    for (let here = from; here.children.length; here = here.children[0]) {
      const [main, ...others] = here.children;
      list.append(this.item(main));
      for (const other of others) list.append(this.variation(other));
    }
    return list;
  }

  item(node) {
    const item = document.createElement("li");
    item.append(this.button(node));
    if (node.comment) {
      const note = document.createElement("span");
      note.className = "note";
      note.textContent = node.comment;
      item.append(note);
    }
    return item;
  }

  variation(node) {
    const item = document.createElement("li");
    item.className = "variation";
    const fold = document.createElement("button");
    fold.type = "button";
    fold.className = "fold";
    fold.setAttribute("aria-expanded", "true");
    fold.setAttribute("aria-label", words.tree.fold(node.turn));
    const rest = document.createElement("div");
    const list = this.line(node);
    list.prepend(this.item(node));
    rest.append(list);
    item.append(fold, rest);
    return item;
  }

  button(node) {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.place = this.place.get(node);
    button.textContent = node.parent ? node.turn : words.tree.start;
    if (node.parent) button.dataset.number = node.depth;
    const mark = this.marks.get(node);
    if (mark) {
      button.classList.add(mark);
      button.title = mark;
    }
    if (node === this.table.game.at) button.setAttribute("aria-current", "true");
    return button;
  }
}

// Shows a tree of moves: the main line in two columns, with variations and comments between its rows.

import { element } from "./shared/dom.js";
import { MARKS, plainComment } from "./game-tree.js";
import { notation } from "./i18n.js";

/** Classes of the marks of moves. @type {Record<string, string>} */
const KINDS = { "?!": "dubious", "?": "bad", "??": "awful", "!": "fine", "!!": "fine", "!?": "fine" };
/** Signs of positions. @type {Record<number, string>} */
const SIGNS = { 7: "□", 10: "=", 13: "∞", 14: "⩲", 15: "⩱", 16: "±", 17: "∓", 18: "+−", 19: "−+" };

/** @typedef {import("./game-tree.js").Node} Node */

/**
 * @typedef {object} Told what an analysis says of a move of the main line
 * @property {string} [value]
 * @property {string[]} [events] of the count
 */

export class TreeView {
  #list;
  /** @type {Map<Node, HTMLButtonElement>} */
  #buttons = new Map();
  #onPick;

  /** @param {HTMLElement} list @param {(node: Node) => void} onPick */
  constructor(list, onPick) {
    this.#list = list;
    this.#onPick = onPick;
  }

  /** @param {import("./game-tree.js").GameTree} tree @param {(node: Node) => Told} told @param {string} none the text without moves */
  show(tree, told, none) {
    const focused = [...this.#buttons].find(([, button]) => button === document.activeElement)?.[0];
    this.#buttons.clear();
    const list = this.#list;
    list.replaceChildren();
    const { root } = tree;
    this.#addComments(list, root.comments);
    let hasRow = false;
    for (let node = root; node.children.length > 0; node = node.children[0]) {
      const [main, ...others] = node.children;
      const { number } = main;
      const isBlack = number.endsWith("...");
      if (!isBlack || !hasRow) element(list, "span", {}, number.replace("...", "."));
      if (isBlack && !hasRow) element(list, "span", {}, "…");
      this.#addMove(list, main, told(main).value);
      const events = told(main).events ?? [];
      // An analysis writes what happens to the count into a comment, too.
      const comments = main.comments.map(plainComment).filter((comment) => comment && !events.includes(comment));
      const isInterrupted = others.length + events.length + comments.length > 0;
      if (isInterrupted && !isBlack) element(list, "span");
      for (const event of events) element(list, "p", { class: "event" }, event);
      this.#addComments(list, comments);
      for (const other of others) this.#addVariation(list, other);
      hasRow = !isBlack && !isInterrupted;
    }
    if (root.children.length === 0) element(list, "p", { class: "none" }, none);
    if (focused) this.#buttons.get(focused)?.focus({ preventScroll: true });
  }

  /** @param {Element} parent @param {string[]} comments @param {string} [name] */
  #addComments(parent, comments, name = "p") {
    for (const comment of comments.map(plainComment).filter(Boolean)) element(parent, name, { class: "comment" }, comment);
  }

  /** @param {Element} parent @param {Node} node @param {string} [value] */
  #addMove(parent, node, value) {
    const button = element(parent, "button", { type: "button", "data-ply": node.ply }, node.name(notation()));
    for (const nag of node.nags) {
      const mark = MARKS[nag] ?? SIGNS[nag];
      if (mark) element(button, "b", { class: KINDS[mark] }, mark);
    }
    if (value) element(button, "small", {}, value);
    button.addEventListener("click", () => this.#onPick(node));
    this.#buttons.set(node, button);
  }

  /** @param {Element} parent @param {Node} first */
  #addVariation(parent, first) {
    this.#addLine(element(parent, "div", { class: "variation" }), first);
  }

  /** A variation in one paragraph; those within it in brackets. @param {Element} place @param {Node} first */
  #addLine(place, first) {
    let isNumbered = true;
    /** @type {Node | undefined} */
    let node = first;
    let others = /** @type {Node[]} */ ([]);
    while (node) {
      this.#addComments(place, node.before, "em");
      const { number } = node;
      if (isNumbered || !number.endsWith("...")) element(place, "span", {}, number);
      this.#addMove(place, node);
      this.#addComments(place, node.comments, "em");
      for (const other of others) {
        const inner = element(place, "span", { class: "inner" }, "(");
        this.#addLine(inner, other);
        inner.append(")");
      }
      isNumbered = others.length > 0 || node.comments.length > 0;
      [node, ...others] = /** @type {[Node | undefined, ...Node[]]} */ (node.children);
    }
  }

  /** Marks the move shown. @param {Node} node */
  mark(node) {
    const list = this.#list;
    for (const button of this.#buttons.values()) button.removeAttribute("aria-current");
    const current = this.#buttons.get(node);
    if (!current) return void (list.scrollTop = 0);
    current.setAttribute("aria-current", "true");
    // Scrolls only the list, never the page.
    const above = current.getBoundingClientRect().top - list.getBoundingClientRect().top;
    if (above < 0 || above > list.clientHeight - current.offsetHeight) list.scrollTop += above - list.clientHeight / 2;
  }
}

// Marks, the comment and the place of the move that the analysis shows.

import { MARKS, plainComment } from "./game-tree.js";

/** @typedef {import("./game-tree.js").GameTree} GameTree */
/** @typedef {import("./game-tree.js").Node} Node */
/** Changes a tree at a node, and returns the node to show then. @typedef {(tree: GameTree, node: Node) => Node} Change */

export class AnnotationPanel {
  #root;
  #onChange;
  /** Where a comment is typed. @type {HTMLInputElement} */
  #field;
  /** The move shown, and its comment. @type {{ tree: GameTree, node: Node, text: string } | undefined} */
  #shown;

  /** @param {HTMLElement} root @param {(change: Change) => void} onChange */
  constructor(root, onChange) {
    this.#root = root;
    this.#onChange = onChange;
    const on = (/** @type {string} */ name, /** @type {Change} */ change) => this.#get(name).addEventListener("click", () => onChange(change));
    on("promote", (tree, node) => (tree.promote(node), node));
    on("make-main", (tree, node) => (tree.makeMain(node), node));
    on("remove", (tree, node) => tree.remove(node));
    for (const button of this.#get("marks").children) {
      button.addEventListener("click", () => onChange((tree, node) => (toggleMark(tree, node, Number(button.dataset.nag)), node)));
    }
    // The comments in the list of moves have the same class.
    const field = (this.#field = /** @type {HTMLInputElement} */ (root.querySelector("input.comment")));
    field.addEventListener("change", () => onChange((tree, node) => (replaceComment(tree, node, field.value), node)));
    // Escape leaves the field, so that the keys walk through the moves again.
    field.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && field.blur());
  }

  /** @param {string} name @returns {any} */
  #get(name) {
    return this.#root.querySelector("." + name);
  }

  /** @param {GameTree} tree @param {Node} node */
  show(tree, node) {
    const isMain = tree.mainLine().includes(node);
    for (const name of ["promote", "make-main"]) this.#get(name).disabled = isMain;
    this.#get("remove").disabled = !node.parent;
    this.#showComment(tree, node);
    const { nags } = node;
    for (const button of this.#get("marks").children) {
      button.disabled = !node.parent;
      button.setAttribute("aria-pressed", String(nags.includes(Number(button.dataset.nag))));
    }
  }

  /** Shows the comment, unless another one for the same move is being typed. @param {GameTree} tree @param {Node} node */
  #showComment(tree, node) {
    const text = node.comments.map(plainComment).filter(Boolean).join(" ");
    const isTyped = this.#isTyping && tree === this.#shown?.tree && node === this.#shown.node;
    this.#shown = { tree, node, text };
    if (!isTyped) this.#field.value = text;
  }

  get #isTyping() {
    return this.#field === document.activeElement;
  }

  /** Takes over a comment that is still being typed, before another move is shown. Returns whether there was one. */
  commit() {
    const shown = this.#shown;
    const { value } = this.#field;
    if (!shown || !this.#isTyping || value === shown.text || !shown.tree.holds(shown.node)) return false;
    replaceComment(shown.tree, shown.node, value);
    return true;
  }

  /** Writes a comment. */
  focus() {
    this.#field.focus();
  }

  /** Removes the move shown and all that follows. */
  remove() {
    this.#onChange((tree, node) => tree.remove(node));
  }
}

/** @param {GameTree} tree @param {Node} node @param {number} nag */
function toggleMark(tree, node, nag) {
  const others = node.nags.filter((each) => !(each in MARKS));
  tree.setNags(node, node.nags.includes(nag) ? others : [nag, ...others]);
}

/** Replaces the words of the comments of a move, and keeps what programs wrote there. @param {GameTree} tree @param {Node} node @param {string} text */
function replaceComment(tree, node, text) {
  const commands = node.comments.flatMap((comment) => comment.match(/\[%[^\]]*\]/g) ?? []).join(" ");
  tree.setComments(node, [commands, text]);
}

// The tree of moves that the analysis shows: the tree of the package, with its nodes as objects.

import { GameTree as Tree, readGameTrees } from "./sakdi/sakdi.js";

/** The marks of moves by their NAG. @type {Record<number, string>} */
export const MARKS = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!" };

/** A comment without the commands that programs write into it. @param {string} comment */
export const plainComment = (comment) => comment.replace(/\[%[^\]]*\]/g, "").replace(/\s+/g, " ").trim();
/** Whether a comment was made by an analysis of Sakdi, which a new one replaces. @param {string} comment */
const isOwn = (comment) => comment.includes("[%sakdi");

/** A position of the tree, and the move that leads to it. */
export class Node {
  #tree;
  id;

  /** @param {GameTree} tree @param {number} id */
  constructor(tree, id) {
    this.#tree = tree;
    this.id = id;
  }

  get #inner() {
    return this.#tree.inner;
  }

  /** null for the first position. @returns {Node | null} */
  get parent() {
    const parent = this.#inner.parent(this.id);
    return parent === undefined ? null : this.#tree.node(parent);
  }

  /** The main continuation first. @returns {Node[]} */
  get children() {
    return [...this.#inner.children(this.id)].map((id) => this.#tree.node(id));
  }

  /** Moves from the first position. */
  get ply() {
    return this.#inner.ply(this.id);
  }

  /** The move in coordinates; empty for the first position. */
  get move() {
    return this.name("coordinate");
  }

  /** The number of the move, such as `12.` or `12...`. */
  get number() {
    return this.#inner.moveNumber(this.id);
  }

  /** With bia ngai marked. */
  get fen() {
    return this.#inner.fen(this.id);
  }

  /** The square of a khun in check, or an empty string. */
  get check() {
    return this.#inner.checkedPieces(this.id);
  }

  /** The comments before the move, where a variation begins. */
  get before() {
    return this.#inner.commentsBefore(this.id);
  }

  get comments() {
    return this.#inner.comments(this.id);
  }

  get nags() {
    return [...this.#inner.nags(this.id)];
  }

  /** The move in a notation. @param {import("../pkg/sakdi.js").NotationName} notation */
  name(notation) {
    return this.#inner.moveName(this.id, notation);
  }
}

export class GameTree {
  inner;
  /** Why the rest of a PGN could not be read. @type {unknown} */
  problem;
  /** @type {Map<number, Node>} */
  #nodes = new Map();
  /** The board that was handed out last. @type {import("../pkg/sakdi.js").Board | undefined} */
  #board;
  /** The tree as PGN, until it changes. @type {string | undefined} */
  #pgn;

  /** @param {import("../pkg/sakdi.js").GameTree} [inner] */
  constructor(inner = new Tree("makruk", undefined, "weaker")) {
    this.inner = inner;
    this.problem = inner.problem();
  }

  /**
   * A tree without moves.
   *
   * @param {"makruk" | "makpong"} variant
   * @param {string} [fen]
   * @param {import("../pkg/sakdi.js").CountingRule} [rule]
   */
  static begin(variant, fen, rule = "weaker") {
    return new GameTree(new Tree(variant, fen, rule));
  }

  /** Reads every game of a text, as far as it can be read. @param {string} text PGN */
  static read(text) {
    return readGameTrees(text).map((tree) => new GameTree(tree));
  }

  /** @param {number} id */
  node(id) {
    const node = this.#nodes.get(id) ?? new Node(this, id);
    this.#nodes.set(id, node);
    return node;
  }

  get root() {
    return this.node(0);
  }

  get variant() {
    return this.inner.variant();
  }

  get rule() {
    return this.inner.countingRule();
  }

  /** The value of a tag; empty if it is not known. @param {string} name */
  tag(name) {
    const value = this.inner.tag(name);
    return /^(\?|\*|-|\?{4}\.\?\?\.\?\?)$/.test(value) ? "" : value;
  }

  /** The board at a node, with the game behind it. It is valid until the next one is asked for. @param {Node} node */
  boardAt(node) {
    this.#board?.free();
    this.#board = this.inner.board(node.id);
    return this.#board;
  }

  /** Makes a legal move, which may be in the tree already. @param {Node} node @param {string} move in coordinates */
  add(node, move) {
    this.#pgn = undefined;
    return this.node(this.inner.add(node.id, move));
  }

  /** Makes the variation of a node one rank higher; the first becomes the main continuation. @param {Node} node */
  promote(node) {
    this.#pgn = undefined;
    this.inner.promote(node.id);
  }

  /** Makes the line that leads to a node the main line. @param {Node} node */
  makeMain(node) {
    this.#pgn = undefined;
    this.inner.makeMain(node.id);
  }

  /** Removes a move and all that follows. Returns the node before it. @param {Node} node */
  remove(node) {
    this.#pgn = undefined;
    return this.node(this.inner.remove(node.id));
  }

  /** @param {Node} node @param {string[]} comments */
  setComments(node, comments) {
    this.#pgn = undefined;
    this.inner.setComments(node.id, comments);
  }

  /** @param {Node} node @param {number[]} nags */
  setNags(node, nags) {
    this.#pgn = undefined;
    this.inner.setNags(node.id, Uint8Array.from(nags));
  }

  /** The weaker side begins to count, counts no longer, or forgot a number. @param {Node} node @param {"start" | "stop" | "skip"} kind */
  claim(node, kind) {
    this.#pgn = undefined;
    this.inner.claim(node.id, kind);
  }

  /** The nodes of the main line, from the first position. */
  mainLine() {
    return lineFrom(this.root);
  }

  /** The node that a path of indices leads to, as far as it does. @param {number[]} path */
  nodeAt(path) {
    let node = this.root;
    for (const index of path) node = node.children[index] ?? node;
    return node;
  }

  /** Whether a node is still part of the tree. @param {Node} node */
  holds(node) {
    return this.inner.holds(node.id);
  }

  /** Takes over the marks, comments and better lines of an analysis of this game, in place of an earlier one. Moves removed since it began stay removed. @param {GameTree} analysed */
  adopt(analysed) {
    const annotator = analysed.tag("Annotator");
    if (annotator) this.inner.setTag("Annotator", annotator);
    this.#adopt(this.root, analysed.root);
  }

  /** @param {Node} own @param {Node} other */
  #adopt(own, other) {
    const kept = own.comments.some(isOwn) ? own.nags.filter((nag) => ![2, 4, 6].includes(nag)) : own.nags;
    this.setNags(own, [...new Set([...kept, ...other.nags])]);
    this.setComments(own, [...own.comments.filter((comment) => !isOwn(comment)), ...other.comments.filter(isOwn)]);
    for (const child of own.children.slice(1)) if (child.comments.some(isOwn)) this.remove(child);
    other.children.forEach((child, at) => {
      const known = own.children.find((each) => each.move === child.move);
      const isLine = at > 0 && child.comments.some(isOwn);
      if (known) this.#adopt(known, child);
      else if (isLine) this.#adoptLine(own, child);
    });
  }

  /** Adds a better line. @param {Node} own @param {Node} first its first move */
  #adoptLine(own, first) {
    for (const each of lineFrom(first)) {
      own = this.add(own, each.move);
      this.setNags(own, [...each.nags]);
      this.setComments(own, [...each.comments]);
    }
  }

  /** The whole tree as PGN. */
  pgn() {
    this.#pgn ??= this.inner.pgn();
    return this.#pgn;
  }

  free() {
    this.#board?.free();
    this.inner.free();
  }
}

/** The nodes from the first position to a node. @param {Node} node */
export function pathTo(node) {
  /** @type {Node[]} */
  const path = [];
  for (let at = /** @type {Node | null} */ (node); at; at = at.parent) path.unshift(at);
  return path;
}

/** The indices of the path to a node. @param {Node} node */
export function indicesTo(node) {
  return pathTo(node).slice(1).map((each) => each.parent?.children.indexOf(each) ?? 0);
}

/** A node and the main continuation after it. @param {Node} node */
export function lineFrom(node) {
  const line = [node];
  for (let [next] = node.children; next; [next] = next.children) line.push(next);
  return line;
}

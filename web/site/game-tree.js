// A game with its variations: a tree of moves with comments and marks, read from PGN and written to it.

import { Board, readGamePGN } from "./sakdi/sakdi.js";
import { gamesIn, tokensOf, wrapped } from "./pgn-text.js";

/**
 * A position of the tree, and the move that leads to it.
 *
 * @typedef {object} Node
 * @property {Node | null} parent null for the first position
 * @property {Node[]} children the main continuation first
 * @property {number} ply from the first position
 * @property {string} move in coordinates; empty for the first position
 * @property {{ san: string, thai: string }} names of the move
 * @property {string} fen of the position, with bia ngai marked
 * @property {string} check the square of a khun in check, or an empty string
 * @property {string[]} before comments before the move, where a variation begins
 * @property {string[]} comments
 * @property {number[]} nags Numeric Annotation Glyphs
 */

/** The marks of moves by their NAG. @type {Record<number, string>} */
export const MARKS = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!" };
const NAGS = Object.fromEntries(Object.entries(MARKS).map(([nag, mark]) => [mark, Number(nag)]));

/** A comment without the commands that programs write into it. @param {string} comment */
export const plainComment = (comment) => comment.replace(/\[%[^\]]*\]/g, "").replace(/\s+/g, " ").trim();
/** Whether a comment was made by an analysis of Sakdi, which a new one replaces. @param {string} comment */
const isOwn = (comment) => comment.includes("[%sakdi");

/** Dialects whose letters mean other men than those of the board. */
const FOREIGN = ["playok", "schemingmind", "official-thai", "official-thai-dots", "official-thai-short", "official-english", "official-english-short"];

/**
 * The moves of a game in SAN, if sites or rule books write them in other letters; and the reason why it is not known which letters they
 * are. Other faults are found where the moves are read.
 *
 * @param {Map<string, string>} tags
 * @param {string} moves
 */
function inSan(tags, moves) {
  const lines = [...tags].map(([name, value]) => `[${name} "${value.replace(/[\\"]/g, "\\$&")}"]\n`);
  try {
    const game = readGamePGN(`${lines.join("")}\n${moves}\n`);
    const sanMoves = FOREIGN.includes(game.dialect()) ? game.inDialect("makruk").replace(/^(\[.*\]\n)*\n/, "") : moves;
    game.delete();
    return { sanMoves };
  } catch (error) {
    return { sanMoves: moves, problem: /** @type {any} */ (error).subject === "notation" ? error : undefined };
  }
}

export class GameTree {
  /** @type {Map<string, string>} */
  tags = new Map();
  variant;
  rule;
  /** @type {Node} */
  root;
  /** The result behind the moves. */
  result = "*";
  /** Why the rest of a PGN could not be read. @type {unknown} */
  problem;
  #board;
  /** Where the board stands. @type {Node} */
  #at;

  /**
   * @param {"makruk" | "makpong"} [variant]
   * @param {string} [fen]
   * @param {import("../pkg/sakdi.js").CountingRule} [rule]
   */
  constructor(variant = "makruk", fen = undefined, rule = "weaker") {
    this.#board = new Board(variant, fen, false, rule);
    this.variant = variant;
    this.rule = rule;
    this.root = this.#node(null, "", { san: "", thai: "" });
    this.#at = this.root;
  }

  /** Reads every game of a text, as far as it can be read. @param {string} text PGN @returns {GameTree[]} */
  static read(text) {
    return gamesIn(text).map(({ tags, moves }) => {
      const { sanMoves, problem } = inSan(tags, moves);
      const tree = GameTree.#readGame(tags, sanMoves);
      tree.problem ??= problem;
      return tree;
    });
  }

  /** @param {Map<string, string>} tags @param {string} moves */
  static #readGame(tags, moves) {
    const variant = /pong/i.test(tags.get("Variant") ?? "") ? "makpong" : "makruk";
    const rule = /** @type {any} */ (tags.get("CountingRule") ?? "weaker");
    let tree;
    try {
      tree = new GameTree(variant, tags.get("FEN"), rule);
      tree.#readMoves(moves);
    } catch (error) {
      tree ??= new GameTree();
      tree.problem = error;
    }
    tree.tags = tags;
    return tree;
  }

  /** @param {string} text */
  #readMoves(text) {
    let node = this.root;
    /** The moves after which the open variations began. @type {Node[]} */
    const open = [];
    /** Comments before the first move of a variation. @type {string[] | null} */
    let before = null;
    for (const { kind, value } of tokensOf(text)) {
      if (kind === "comment") (before ?? node.comments).push(value);
      else if (kind === "nag") node.nags.push(Number(value));
      else if (kind === "mark") NAGS[value] && node.nags.push(NAGS[value]);
      else if (kind === "open" && node.parent) {
        open.push(node);
        node = node.parent;
        before = [];
      } else if (kind === "close") {
        node = open.pop() ?? node;
        before = null;
      } else if (kind === "result") {
        this.result = value;
      } else if (kind === "move") {
        this.#goTo(node);
        node = this.add(node, this.#board.parse(value));
        if (before) node.before.push(...before);
        before = null;
      }
    }
  }

  /** @param {Node | null} parent @param {string} move @param {{ san: string, thai: string }} names @returns {Node} */
  #node(parent, move, names) {
    const [fen, check] = [this.#board.fen(true), this.#board.checkedPieces()];
    return { parent, children: [], ply: parent ? parent.ply + 1 : 0, move, names, fen, check, before: [], comments: [], nags: [] };
  }

  /** Brings the board to a node, along the shortest way. @param {Node} node */
  #goTo(node) {
    /** @type {string[]} */
    const moves = [];
    const ancestors = new Set(pathTo(this.#at));
    let common = node;
    for (; !ancestors.has(common) && common.parent; common = common.parent) moves.unshift(common.move);
    for (let at = this.#at; at !== common && at.parent; at = at.parent) this.#board.pop();
    for (const move of moves) this.#board.push(move);
    this.#at = node;
  }

  /** The board at a node, with the game behind it. It belongs to the tree and is valid until the tree is used again. @param {Node} node */
  boardAt(node) {
    this.#goTo(node);
    return this.#board;
  }

  /** Makes a legal move, which may be in the tree already. @param {Node} node @param {string} move in coordinates */
  add(node, move) {
    const known = node.children.find((child) => child.move === move);
    if (known) return known;
    this.#goTo(node);
    const names = { san: this.#board.sanMove(move, "san"), thai: this.#board.sanMove(move, "thai") };
    if (!this.#board.push(move)) throw new Error(`${move} is illegal`);
    const child = this.#node(node, move, names);
    node.children.push(child);
    this.#at = child;
    return child;
  }

  /** Makes the variation of a node one rank higher; the first becomes the main line. @param {Node} node */
  promote(node) {
    const start = branchOf(node);
    const siblings = start.parent?.children;
    if (!siblings) return;
    const at = siblings.indexOf(start);
    if (at > 0) [siblings[at - 1], siblings[at]] = [start, siblings[at - 1]];
  }

  /** Removes a move and all that follows. Returns the node before it. @param {Node} node */
  remove(node) {
    if (!node.parent) return node;
    this.#goTo(node.parent);
    node.parent.children = node.parent.children.filter((child) => child !== node);
    return node.parent;
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
    return pathTo(node)[0] === this.root && pathTo(node).every((each) => !each.parent || each.parent.children.includes(each));
  }

  /** The number of a move, such as `12.` or `12...`. @param {Node} node */
  numberOf(node) {
    const [, side, , , , first = "1"] = this.root.fen.split(" ");
    const plies = node.ply - 1 + (side === "b" ? 1 : 0);
    return `${Number(first) + Math.floor(plies / 2)}${plies % 2 === 0 ? "." : "..."}`;
  }

  /** Takes over the marks, comments and better lines of an analysis of this game, in place of an earlier one. @param {GameTree} analysed */
  adopt(analysed) {
    const annotator = analysed.tags.get("Annotator");
    if (annotator) this.tags.set("Annotator", annotator);
    this.#adopt(this.root, analysed.root);
  }

  /** @param {Node} own @param {Node} other */
  #adopt(own, other) {
    if (own.comments.some(isOwn)) own.nags = own.nags.filter((nag) => ![2, 4, 6].includes(nag));
    own.comments = [...own.comments.filter((comment) => !isOwn(comment)), ...other.comments.filter(isOwn)];
    for (const nag of other.nags) if (!own.nags.includes(nag)) own.nags.push(nag);
    own.children = own.children.filter((child, at) => at === 0 || !child.comments.some(isOwn));
    for (const child of other.children) this.#adopt(this.add(own, child.move), child);
  }

  /** The whole tree as PGN. */
  pgn() {
    const tags = new Map(this.tags);
    // The moves are written in SAN, whatever the game was read from.
    tags.delete("Dialect");
    if (!tags.has("Result")) tags.set("Result", this.result);
    if (this.variant === "makpong") tags.set("Variant", "Makpong");
    tags.set("CountingRule", this.rule);
    const start = new Board(this.variant);
    if (this.root.fen !== start.fen(true)) tags.set("SetUp", "1").set("FEN", this.root.fen);
    start.delete();
    const lines = [...tags].map(([name, value]) => `[${name} "${value.replace(/[\\"]/g, "\\$&")}"]`);
    const words = [...this.root.comments.map(commentText), ...this.#words(this.root, true), tags.get("Result") ?? this.result];
    return `${lines.join("\n")}\n\n${wrapped(words.join(" "))}\n\n`;
  }

  /** The words of the moves after a node. @param {Node} node @param {boolean} isNumbered @returns {string[]} */
  #words(node, isNumbered) {
    const words = [];
    for (let at = node; at.children.length > 0; at = at.children[0]) {
      const [main, ...others] = at.children;
      words.push(...this.#move(main, isNumbered));
      for (const other of others) {
        const inside = [...this.#move(other, true), ...this.#words(other, isInterrupted(other))];
        words.push(`(${inside.join(" ")})`);
      }
      isNumbered = others.length > 0 || isInterrupted(main);
    }
    return words;
  }

  /** @param {Node} node @param {boolean} isNumbered @returns {string[]} */
  #move(node, isNumbered) {
    const number = this.numberOf(node);
    const numbers = isNumbered || !number.endsWith("...") ? [number] : [];
    return [...node.before.map(commentText), ...numbers, node.names.san, ...node.nags.map((nag) => `$${nag}`), ...node.comments.map(commentText)];
  }

  free() {
    this.#board.free();
  }
}

/** @param {Node} node */
const isInterrupted = (node) => node.comments.length > 0;
/** A comment cannot hold the brace that ends it. @param {string} comment */
const commentText = (comment) => `{${comment.replaceAll("}", ")")}}`;

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
  for (let at = node; at.children.length > 0; at = at.children[0]) line.push(at.children[0]);
  return line;
}

/** The first node of the variation that holds a node. @param {Node} node */
export function branchOf(node) {
  let start = node;
  while (start.parent && start.parent.children[0] === start) start = start.parent;
  return start;
}

// Draws the board and its men.

import { element } from "./dom.js";

/**
 * Men by their squares, such as "e3"; a bia ngai is a B or b, all others have the letters of FEN.
 *
 * @typedef {Record<string, string>} Men
 */

/**
 * The content of a board.
 *
 * @typedef {object} Scene
 * @property {Men} men
 * @property {string} [last] the last move, in coordinates
 * @property {string} [check] the square of a khun in check
 * @property {{ move: string, kind: string }[]} [arrows]
 * @property {{ square: string, kind: string }[]} [marks]
 * @property {string} [slide] the move to animate
 * @property {string} [lifted] the square whose man is being dragged
 */

const CELL = 48;
const EDGE = 12;
const SIZE = 8 * CELL + 2 * EDGE;

/** Parses the men of a FEN, in which bia ngai are marked by "~". @param {string} fen @returns {Men} */
export function menOf(fen) {
  /** @type {Men} */
  const men = {};
  fen.split(" ")[0].split("/").forEach((rank, index) => {
    let file = 0;
    for (const letter of rank) {
      if (letter === "~") {
        const square = squareAt(file - 1, 7 - index);
        men[square] = men[square] === "M" ? "B" : "b";
      } else if (letter >= "1" && letter <= "8") {
        file += Number(letter);
      } else {
        men[squareAt(file++, 7 - index)] = letter;
      }
    }
  });
  return men;
}

/** The men after a legal move in coordinates. @param {Men} men @param {string} move @returns {Men} */
export function afterMove(men, move) {
  const next = { ...men };
  const [from, to] = [move.slice(0, 2), move.slice(2, 4)];
  const man = next[from];
  delete next[from];
  next[to] = move[4] ? (man === "P" ? "B" : "b") : man;
  return next;
}

/**
 * The captured men of each side as FEN letters, bia first. A captured bia ngai counts as a bia.
 *
 * @param {Men} before
 * @param {Men} after
 * @returns {{ white: string[], black: string[] }}
 */
export function lostMen(before, after) {
  /** @param {Men} men @param {string} letters */
  const count = (men, letters) => Object.values(men).filter((man) => letters.includes(man)).length;
  /** @param {string[]} kinds */
  const lost = (kinds) =>
    kinds.flatMap((letters) => Array(Math.max(0, count(before, letters) - count(after, letters))).fill(letters[0]));
  return { white: lost(["PB", "M", "S", "N", "R"]), black: lost(["pb", "m", "s", "n", "r"]) };
}

/**
 * Fills an element with small pictures of men.
 *
 * @param {Element} place
 * @param {string[]} men in the letters of FEN
 */
export function drawMen(place, men) {
  place.replaceChildren();
  for (const man of men) {
    const kind = man.toUpperCase();
    const picture = element(place, "svg", { viewBox: "0 0 46 46", "aria-hidden": true });
    element(picture, "use", { href: "#" + kind, class: man === kind ? "white" : "black", width: 46, height: 46 });
  }
}

/** The name of a square by its file and rank from 0. @param {number} file @param {number} rank */
export function squareAt(file, rank) {
  return "abcdefgh"[file] + (rank + 1);
}

/** A board on a page. */
export class BoardView {
  isTurned = false;
  /** The side whose men stand upside down, for a player on the other side of a table. @type {"white" | "black" | undefined} */
  facing;
  /** @type {SVGSVGElement} */
  svg;
  #files;
  #ranks;
  /** @type {Scene} */
  #scene = { men: {} };
  /** The parts that are drawn, from the lowest to the highest, by what they look like. @type {Map<string, SVGElement>} */
  #parts = new Map();
  /** Those of them that are in the next drawing. @type {Map<string, SVGElement>} */
  #next = new Map();

  /**
   * @param {Element} parent
   * @param {string} label what the board is called
   * @param {{ files: string, ranks: string }} names of its files and ranks
   */
  constructor(parent, label, { files, ranks }) {
    this.svg = element(parent, "svg", { class: "board", viewBox: `0 0 ${SIZE} ${SIZE}`, role: "img", "aria-label": label });
    this.#files = files;
    this.#ranks = ranks;
  }

  /** @param {{ files: string, ranks: string }} names */
  rename({ files, ranks }) {
    this.#files = files;
    this.#ranks = ranks;
    this.draw(this.#scene);
  }

  turn() {
    this.isTurned = !this.isTurned;
    // Nothing stays where it was.
    this.svg.replaceChildren();
    this.#parts = new Map();
    this.draw({ ...this.#scene, slide: undefined });
  }

  /** Draws the men of a side upside down. @param {"white" | "black"} [side] none: all stand upright */
  face(side) {
    if (side === this.facing) return;
    this.facing = side;
    this.draw({ ...this.#scene, slide: undefined });
  }

  /** The position of a square as a fraction of the board, from the left and from the top. @param {string} square */
  place(square) {
    const [x, y] = this.#corner(square);
    return { left: x / SIZE, top: y / SIZE, size: CELL / SIZE };
  }

  /** @param {Scene} scene */
  draw(scene) {
    this.#scene = scene;
    this.#next = new Map();
    this.#part("rect", { class: "wood", width: SIZE, height: SIZE, rx: 6 });
    const { last } = scene;
    for (const square of last ? [last.slice(0, 2), last.slice(2, 4)] : []) this.#fillSquare(square, "last");
    if (scene.check) this.#fillSquare(scene.check, "checked");
    for (const { square, kind } of scene.marks ?? []) if (kind !== "target") this.#fillSquare(square, kind);
    this.#drawGrid();
    for (const [square, man] of Object.entries(scene.men)) if (square !== scene.lifted) this.#drawMan(square, man, scene.slide);
    for (const { square, kind } of scene.marks ?? []) {
      if (kind === "target") this.#drawTarget(square, square in scene.men);
    }
    for (const arrow of scene.arrows ?? []) this.#drawArrow(arrow);
    this.#order();
  }

  /**
   * A part of the drawing. One that looked the same before is used again: to draw a man anew takes a phone a millisecond.
   *
   * @param {string} name
   * @param {Record<string, unknown>} attributes
   * @param {string} [text]
   * @returns {any}
   */
  #part(name, attributes, text) {
    const look = JSON.stringify([name, attributes, text]);
    const part = this.#next.get(look) ?? this.#parts.get(look) ?? element(this.svg, name, attributes, text);
    this.#next.set(look, part);
    return part;
  }

  /** Removes the parts that are no longer drawn, and puts the others in their order without moving any that need not move. */
  #order() {
    for (const [look, part] of this.#parts) if (!this.#next.has(look)) part.remove();
    this.#parts = this.#next;
    let at = 0;
    for (const part of this.#parts.values()) {
      const there = this.svg.children[at++];
      if (part !== there) this.svg.insertBefore(part, there);
    }
  }

  #drawGrid() {
    const end = EDGE + 8 * CELL;
    for (let line = 0; line <= 8; line++) {
      const at = EDGE + CELL * line;
      this.#part("path", { class: "grid", d: `M${EDGE} ${at}H${end}M${at} ${EDGE}V${end}` });
    }
    for (let line = 0; line < 8; line++) {
      const at = EDGE + CELL * (line + 0.5);
      const name = this.isTurned ? 7 - line : line;
      this.#part("text", { class: "place", x: at, y: SIZE - 6.5 }, this.#files[name]);
      this.#part("text", { class: "place", x: 6, y: at }, this.#ranks[7 - name]);
    }
  }

  /** @param {string} square @param {string} man @param {string} [slide] */
  #drawMan(square, man, slide) {
    const [x, y] = this.#corner(square);
    const kind = man.toUpperCase();
    const side = man === kind ? "white" : "black";
    const transform = side === this.facing && `rotate(180 ${x + CELL / 2} ${y + CELL / 2})`;
    const use = this.#part("use", { href: "#" + kind, class: side, x: x + 1, y: y + 1, width: CELL - 2, height: CELL - 2, transform });
    if (!slide || slide.slice(2, 4) !== square || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const [fromX, fromY] = this.#corner(slide.slice(0, 2));
    use.animate([{ translate: `${fromX - x}px ${fromY - y}px` }, { translate: "none" }], { duration: 160, easing: "ease-out" });
  }

  /** @param {string} square @param {string} kind */
  #fillSquare(square, kind) {
    const [x, y] = this.#corner(square);
    this.#part("rect", { class: kind, x, y, width: CELL, height: CELL });
  }

  /** @param {string} square @param {boolean} isTaken whether a man stands there */
  #drawTarget(square, isTaken) {
    const [x, y] = this.#corner(square);
    const centre = { cx: x + CELL / 2, cy: y + CELL / 2 };
    this.#part("circle", { class: isTaken ? "target taken" : "target", ...centre, r: isTaken ? 20.5 : 7 });
  }

  /** @param {{ move: string, kind: string }} arrow */
  #drawArrow({ move, kind }) {
    const [[x1, y1], [x2, y2]] = [move.slice(0, 2), move.slice(2, 4)].map((square) => this.#corner(square).map((at) => at + CELL / 2));
    const length = Math.hypot(x2 - x1, y2 - y1);
    const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
    const [tx, ty] = [x2 - 14 * dx, y2 - 14 * dy];
    const group = this.#part("g", { class: "arrow " + kind, "data-move": move });
    if (group.firstChild) return;
    element(group, "path", { class: "shaft", d: `M${x1 + 10 * dx} ${y1 + 10 * dy}L${tx - 3 * dx} ${ty - 3 * dy}` });
    element(group, "path", { class: "head", d: `M${x2 - 2 * dx} ${y2 - 2 * dy}L${tx - 9 * dy} ${ty + 9 * dx}L${tx + 9 * dy} ${ty - 9 * dx}Z` });
  }

  /** @param {string} square */
  #corner(square) {
    let file = "abcdefgh".indexOf(square[0]);
    let rank = 8 - Number(square[1]);
    if (this.isTurned) [file, rank] = [7 - file, 7 - rank];
    return [EDGE + CELL * file, EDGE + CELL * rank];
  }
}

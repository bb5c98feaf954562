// Graphs over the moves of a game: what White can expect, and the count.

import { element, fill } from "./dom.js";

/** Margins around the plot, with room for the labels. */
const MARGIN = { left: 34, right: 8, top: 8, bottom: 18 };
/** Space between the labels of the scale and the plot. */
const SCALE_GAP = 5;
/** Width of a digit of a label. */
const DIGIT = 8;
/** Number of positions before the start of the count that its graph also shows. */
const LEAD = 4;

/**
 * The plot area of a graph, which is redrawn whenever its width changes.
 *
 * @typedef {object} Frame
 * @property {number} width
 * @property {number} height
 * @property {number} left the left edge of the plot
 * @property {number} right the right edge of the plot
 * @property {(ply: number) => number} x
 * @property {(value: number) => number} y
 */

export class Graph {
  /** @type {SVGSVGElement} */
  svg;
  /** The first and the last position shown. */
  #first = 0;
  #last = -1;
  #ply = 0;
  #top = 1;
  /** @type {(svg: SVGSVGElement) => number} */
  #room = () => MARGIN.right;
  #left = MARGIN.left;
  #right = MARGIN.right;
  /** The widest labels of the scale. @type {string[]} */
  #scale = [];
  /** @type {(svg: SVGSVGElement, frame: Frame) => void} */
  #paint = () => {};
  /** @type {(ply: number) => string} */
  #moveNumber = String;
  #marker;

  /**
   * @param {Element} parent
   * @param {string} label
   * @param {(ply: number) => void} onPick hears which ply was clicked
   */
  constructor(parent, label, onPick) {
    this.svg = element(parent, "svg", { class: "graph", role: "img", "aria-label": label });
    this.#marker = element(this.svg, "path", { class: "now" });
    this.svg.addEventListener("click", (event) => {
      const { width, x } = this.#frame();
      const at = event.clientX - this.svg.getBoundingClientRect().left;
      const [first, last] = [this.#first, this.#last];
      const step = last > first ? x(first + 1) - x(first) : width;
      onPick(Math.max(first, Math.min(last, first + Math.round((at - x(first)) / step))));
    });
    new ResizeObserver(() => this.#draw()).observe(this.svg);
  }

  /**
   * @param {object} what
   * @param {number} [what.first] the first position
   * @param {number} what.last the last one
   * @param {number} what.top the highest value
   * @param {string[]} what.scale the widest labels of the horizontal grid lines
   * @param {(svg: SVGSVGElement) => number} [what.room] measures the room needed at the right
   * @param {(ply: number) => string} what.moveNumber
   * @param {(svg: SVGSVGElement, frame: Frame) => void} what.paint
   */
  show({ first = 0, last, top, scale, room = () => MARGIN.right, moveNumber, paint }) {
    this.#first = first;
    this.#last = last;
    this.#top = top;
    this.#scale = scale;
    this.#room = room;
    this.#moveNumber = moveNumber;
    this.#paint = paint;
    this.#draw();
  }

  /** @param {number} ply */
  mark(ply) {
    this.#ply = ply;
    const { x, height } = this.#frame();
    const isShown = ply >= this.#first && ply <= this.#last;
    this.#marker.setAttribute("d", isShown ? `M${x(ply)} ${MARGIN.top}V${height - MARGIN.bottom}` : "");
  }

  /** @returns {Frame} */
  #frame() {
    const { clientWidth, clientHeight } = this.svg;
    const [width, height] = [clientWidth || 500, clientHeight || 130];
    const [across, down] = [width - this.#left - this.#right, height - MARGIN.top - MARGIN.bottom];
    const [first, last] = [this.#first, this.#last];
    return {
      left: this.#left,
      right: width - this.#right,
      width,
      height,
      x: (ply) => this.#left + (last > first ? (across * (ply - first)) / (last - first) : across / 2),
      y: (value) => MARGIN.top + down * (1 - value / this.#top),
    };
  }

  #draw() {
    this.#left = Math.max(MARGIN.left, SCALE_GAP + 2 + Math.max(...this.#scale.map((label) => widthOf(this.svg, label, "tick"))));
    this.#right = this.#room(this.svg);
    const frame = this.#frame();
    this.svg.setAttribute("viewBox", `0 0 ${frame.width} ${frame.height}`);
    this.svg.replaceChildren();
    if (this.#last < this.#first) return;
    this.#paint(this.svg, frame);
    this.#drawMoveNumbers(frame);
    this.svg.append(this.#marker);
    this.mark(this.#ply);
  }

  /** @param {Frame} frame */
  #drawMoveNumbers({ left, right, width, height, x }) {
    const steps = [1, 2, 5, 10, 20, 50, 100, 200];
    const room = (right - left) / 44;
    const moves = (this.#last - this.#first) / 2;
    const step = steps.find((each) => moves / each <= room) ?? 500;
    let last = -Infinity;
    for (let ply = Math.max(1, this.#first); ply <= this.#last; ply++) {
      const number = Number.parseInt(this.#moveNumber(ply), 10);
      if (number % step !== 0 || this.#moveNumber(ply).endsWith("...") || x(ply) - last < 30) continue;
      last = x(ply);
      // Half of it would not fit at the edge.
      const half = DIGIT * String(number).length / 2;
      element(this.svg, "text", { class: "tick", x: Math.min(last, width - half), y: height - 5, "text-anchor": "middle" }, String(number));
    }
  }
}

/**
 * Draws horizontal grid lines with their labels.
 *
 * @param {SVGSVGElement} svg
 * @param {Frame} frame
 * @param {number[]} values
 * @param {string} [unit]
 */
function drawScale(svg, { left, right, y }, values, unit = "") {
  for (const value of values) {
    element(svg, "path", { class: "scale", d: `M${left} ${y(value)}H${right}` });
    element(svg, "text", { class: "tick", x: left - SCALE_GAP, y: y(value) + 3.5, "text-anchor": "end" }, value + unit);
  }
}

/** Shows White's expected score, move by move. @param {Graph} graph @param {any} game @param {Record<string, string>} kinds */
export function showChances(graph, game, kinds) {
  graph.show({
    last: game.values.length - 1,
    top: 100,
    scale: ["100%"],
    moveNumber: (ply) => game.moves[ply - 1].n,
    paint(svg, frame) {
      const { x, y, left, right } = frame;
      const points = game.values.map((/** @type {any} */ value, /** @type {number} */ ply) => `${x(ply).toFixed(1)} ${y(value.w).toFixed(1)}`);
      element(svg, "rect", { class: "ground", x: left, y: y(100), width: right - left, height: y(0) - y(100) });
      if (points.length > 1) {
        element(svg, "path", { class: "chance", d: `M${left} ${y(0)}L${points.join("L")}L${x(game.values.length - 1)} ${y(0)}Z` });
      }
      drawScale(svg, frame, [0, 50, 100], "%");
      element(svg, "path", { class: "curve", d: `M${points.join("L")}` });
      game.moves.forEach((/** @type {any} */ move, /** @type {number} */ at) => {
        if (!move.j) return;
        const mark = element(svg, "circle", { class: "mark " + kinds[move.j], cx: x(at + 1), cy: y(game.values[at + 1].w), r: 4.5 });
        element(mark, "title", {}, `${move.n} ${move.s}${move.j}`);
      });
    },
  });
}

/** A count of the report: number counted, limit, whether it is pieces' honour, text, moves left, moves needed to mate, whether Black counts. @typedef {[number, number, number, string, number, number | null, number]} CountCells */

/**
 * Shows the moves left in the count and the moves needed to mate, where these are known. The graph covers the part of the game with a
 * count.
 *
 * @param {Graph} graph
 * @param {any} game
 * @param {Record<string, string>} words
 */
export function showCounts(graph, game, words) {
  /** @type {(CountCells | null)[]} */
  const counts = game.counts;
  const highest = Math.max(8, ...counts.map((count) => Math.max(count?.[4] ?? 0, count?.[5] ?? 0)));
  const last = counts.findLastIndex(Boolean);
  graph.show({
    first: Math.max(0, counts.findIndex(Boolean) - LEAD),
    last,
    top: highest,
    scale: [String(highest)],
    room: (svg) => LABEL_GAP + Math.max(MARGIN.right, ...runs(counts, (count) => count?.[2]).map((run) => widthOf(svg, labelOf(run, words), "label"))),
    moveNumber: (ply) => game.moves[ply - 1].n,
    paint(svg, frame) {
      drawScale(svg, frame, [0, Math.round(highest / 2), highest]);
      for (const run of runs(counts, (count) => count?.[2])) drawLeft(svg, frame, run, words);
      for (const run of runs(counts, (count) => (count?.[5] == null ? undefined : 1))) {
        element(svg, "path", { class: "needed", d: `M${stairs(frame, run, 5)}` });
      }
    },
  });
}

/** Space between the end of a line and its label. */
const LABEL_GAP = 6;

/** The last number counted of a run. @param {[number, CountCells][]} run @param {Record<string, string>} words */
function labelOf(run, words) {
  const [, [number, limit]] = run[run.length - 1];
  return fill(words.of, number, limit);
}

/** The width of a label, in pixels. It depends on the language and on the fonts of the reader. @param {SVGSVGElement} svg @param {string} text @param {"label" | "tick"} kind */
function widthOf(svg, text, kind) {
  const label = element(svg, "text", { class: kind }, text);
  const width = label.getComputedTextLength();
  label.remove();
  // What is not shown has no width; then a letter takes about this much.
  return Math.ceil(width || 7.5 * text.length);
}

/**
 * One value of a run of counts as a stepped path, without the first letter of the path.
 *
 * @param {Frame} frame
 * @param {[number, CountCells][]} run
 * @param {4 | 5} value
 */
function stairs({ x, y, left, right }, run, value) {
  const half = (x(1) - x(0)) / 2;
  const steps = run.map(([ply, count]) => {
    const from = Math.max(left, x(ply) - half).toFixed(1);
    return `L${from} ${y(count[value] ?? 0).toFixed(1)}H${Math.min(right, x(ply) + half).toFixed(1)}`;
  });
  return steps.join("").slice(1);
}

/**
 * Draws the moves left in a run of counts, and the last number counted.
 *
 * @param {SVGSVGElement} svg
 * @param {Frame} frame
 * @param {[number, CountCells][]} run
 * @param {Record<string, string>} words
 */
function drawLeft(svg, frame, run, words) {
  const { x, y, right } = frame;
  const [ply, count] = run[run.length - 1];
  const kind = count[2] ? "pieces-honour" : "board-honour";
  const line = stairs(frame, run, 4);
  const begin = line.split(" ")[0];
  element(svg, "path", { class: "left " + kind, d: `M${begin} ${y(0)}L${line}V${y(0)}Z` });
  element(svg, "path", { class: "edge " + kind, d: "M" + line });
  // Right of the graph there is room; elsewhere the next run begins, so the number stands below its line.
  const place =
    x(ply) > right - 20
      ? { x: x(ply) + LABEL_GAP, y: Math.max(14, y(count[4]) - 5) }
      : { x: x(ply) - 4, y: Math.min(y(0) - 4, y(count[4]) + 16), "text-anchor": "end" };
  element(svg, "text", { class: "label " + kind, ...place }, labelOf(run, words));
}

/**
 * Splits counts into runs of one kind, each count with its ply.
 *
 * @template T
 * @param {(T | null)[]} counts
 * @param {(count: T | null) => unknown} kind undefined for counts that belong to no run
 * @returns {[number, T][][]}
 */
function runs(counts, kind) {
  /** @type {[number, T][][]} */
  const found = [];
  counts.forEach((count, ply) => {
    if (count === null || kind(count) === undefined) return;
    const last = found[found.length - 1];
    const previous = last?.[last.length - 1];
    if (previous && previous[0] === ply - 1 && kind(previous[1]) === kind(count)) last.push([ply, count]);
    else found.push([[ply, count]]);
  });
  return found;
}

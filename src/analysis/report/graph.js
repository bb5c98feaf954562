// Graphs over the moves of a game: what White can expect, and the count.

import { element, fill } from "./dom.js";

/** Room for numbers: left, right, top, bottom. */
const MARGIN = { left: 34, right: 8, top: 8, bottom: 18 };

/**
 * A graph that is drawn anew whenever its width changes.
 *
 * @typedef {object} Frame
 * @property {number} width
 * @property {number} height
 * @property {(ply: number) => number} x
 * @property {(value: number) => number} y
 */

export class Graph {
  /** @type {SVGSVGElement} */
  svg;
  #plies = 0;
  #ply = 0;
  #top = 1;
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
      const step = this.#plies > 1 ? x(1) - x(0) : width;
      onPick(Math.max(0, Math.min(this.#plies - 1, Math.round((at - x(0)) / step))));
    });
    new ResizeObserver(() => this.#draw()).observe(this.svg);
  }

  /**
   * @param {object} what
   * @param {number} what.plies number of positions
   * @param {number} what.top the highest value
   * @param {(ply: number) => string} what.moveNumber
   * @param {(svg: SVGSVGElement, frame: Frame) => void} what.paint
   */
  show({ plies, top, moveNumber, paint }) {
    this.#plies = plies;
    this.#top = top;
    this.#moveNumber = moveNumber;
    this.#paint = paint;
    this.#draw();
  }

  /** @param {number} ply */
  mark(ply) {
    this.#ply = ply;
    const { x, height } = this.#frame();
    this.#marker.setAttribute("d", `M${x(ply)} ${MARGIN.top}V${height - MARGIN.bottom}`);
  }

  /** @returns {Frame} */
  #frame() {
    const { clientWidth, clientHeight } = this.svg;
    const [width, height] = [clientWidth || 500, clientHeight || 130];
    const [across, down] = [width - MARGIN.left - MARGIN.right, height - MARGIN.top - MARGIN.bottom];
    const last = this.#plies - 1;
    return {
      width,
      height,
      x: (ply) => MARGIN.left + (last > 0 ? (across * ply) / last : across / 2),
      y: (value) => MARGIN.top + down * (1 - value / this.#top),
    };
  }

  #draw() {
    const frame = this.#frame();
    this.svg.setAttribute("viewBox", `0 0 ${frame.width} ${frame.height}`);
    this.svg.replaceChildren();
    if (this.#plies === 0) return;
    this.#paint(this.svg, frame);
    this.#drawMoveNumbers(frame);
    this.svg.append(this.#marker);
    this.mark(this.#ply);
  }

  /** @param {Frame} frame */
  #drawMoveNumbers({ width, height, x }) {
    const steps = [1, 2, 5, 10, 20, 50, 100, 200];
    const room = (width - MARGIN.left) / 44;
    const moves = this.#plies / 2;
    const step = steps.find((each) => moves / each <= room) ?? 500;
    let last = -Infinity;
    for (let ply = 1; ply < this.#plies; ply++) {
      const number = Number.parseInt(this.#moveNumber(ply), 10);
      if (number % step !== 0 || this.#moveNumber(ply).endsWith("...") || x(ply) - last < 30) continue;
      last = x(ply);
      element(this.svg, "text", { class: "tick", x: last, y: height - 5, "text-anchor": "middle" }, String(number));
    }
  }
}

/**
 * Lines and numbers across the graph.
 *
 * @param {SVGSVGElement} svg
 * @param {Frame} frame
 * @param {number[]} values
 * @param {string} [unit]
 */
function drawScale(svg, { width, x, y }, values, unit = "") {
  for (const value of values) {
    element(svg, "path", { class: "scale", d: `M${x(0)} ${y(value)}H${width - MARGIN.right}` });
    element(svg, "text", { class: "tick", x: MARGIN.left - 5, y: y(value) + 3.5, "text-anchor": "end" }, value + unit);
  }
}

/** What White can expect, move by move. @param {Graph} graph @param {any} game @param {Record<string, string>} kinds */
export function showChances(graph, game, kinds) {
  graph.show({
    plies: game.values.length,
    top: 100,
    moveNumber: (ply) => game.moves[ply - 1].n,
    paint(svg, frame) {
      const { x, y, width } = frame;
      const points = game.values.map((/** @type {any} */ value, /** @type {number} */ ply) => `${x(ply).toFixed(1)} ${y(value.w).toFixed(1)}`);
      const [left, right] = [x(0), width - MARGIN.right];
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

/**
 * The count: moves left against moves needed to mate, where they are known.
 *
 * @param {Graph} graph
 * @param {any} game
 * @param {Record<string, string>} words
 */
export function showCounts(graph, game, words) {
  /** @type {([number, number, number, string, number, number | null] | null)[]} */
  const counts = game.counts;
  const highest = Math.max(8, ...counts.map((count) => Math.max(count?.[4] ?? 0, count?.[5] ?? 0)));
  graph.show({
    plies: counts.length,
    top: highest,
    moveNumber: (ply) => game.moves[ply - 1].n,
    paint(svg, frame) {
      const { x, y } = frame;
      drawScale(svg, frame, [0, Math.round(highest / 2), highest]);
      const half = counts.length > 1 ? (x(1) - x(0)) / 2 : 20;
      for (const run of runs(counts, (count) => count?.[2])) {
        const line = run.map(([ply, count]) => `L${(x(ply) - half).toFixed(1)} ${y(count[4]).toFixed(1)}H${(x(ply) + half).toFixed(1)}`).join("");
        const [first, last] = [run[0][0], run[run.length - 1][0]];
        const kind = run[0][1][2] ? "pieces-honour" : "board-honour";
        element(svg, "path", { class: "left " + kind, d: `M${x(first) - half} ${y(0)}${line}V${y(0)}Z` });
        element(svg, "path", { class: "edge " + kind, d: "M" + line.slice(1) });
        const [ply, count] = run[run.length - 1];
        const text = fill(words.of, count[0], count[1]);
        const atEnd = x(last) > x(counts.length - 1) - 60;
        element(svg, "text", { class: "told", x: x(ply) + (atEnd ? 0 : half + 4), y: Math.max(18, y(count[4]) - 5), "text-anchor": atEnd ? "end" : "start" }, text);
      }
      for (const run of runs(counts, (count) => (count?.[5] == null ? undefined : 1))) {
        const line = run.map(([ply, count]) => `L${(x(ply) - half).toFixed(1)} ${y(count[5] ?? 0).toFixed(1)}H${(x(ply) + half).toFixed(1)}`).join("");
        element(svg, "path", { class: "needed", d: "M" + line.slice(1) });
      }
    },
  });
}

/**
 * Neighbouring counts of one kind, each with its ply.
 *
 * @template T
 * @param {(T | null)[]} counts
 * @param {(count: T | null) => unknown} kind nothing for what belongs to no run
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

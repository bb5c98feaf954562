// The graphs and the summary below the analysis board, once a game has been judged.

import { Graph, showChances, showCounts } from "./shared/graph.js";
import { element } from "./shared/dom.js";

/** Classes of the marks of moves. @type {Record<string, string>} */
const KINDS = { "?!": "dubious", "?": "bad", "??": "awful" };

export class GameGraphs {
  #root;
  #onPick;
  /** @type {Graph[]} */
  #graphs = [];

  /** @param {HTMLElement} root @param {(ply: number) => void} onPick */
  constructor(root, onPick) {
    this.#root = root;
    this.#onPick = onPick;
  }

  /** @param {any} report undefined while nothing is judged */
  show(report) {
    const root = this.#root;
    root.replaceChildren();
    this.#graphs = [];
    root.hidden = !report;
    if (!report) return;
    const { words } = report;
    const [game] = report.games;
    const chances = element(root, "section");
    element(chances, "h2", {}, words.chances);
    showChances(this.#graph(chances, words.chancesGraph), game, KINDS);
    if (game.counts.some(Boolean)) {
      const counting = element(root, "section");
      element(counting, "h2", {}, words.count);
      showCounts(this.#graph(counting, words.countGraph), game, words);
      const legend = element(counting, "p", { class: "legend" });
      for (const [kind, text] of [["board-honour", words.boardHonour], ["pieces-honour", words.piecesHonour], ["needed", words.needed]]) {
        const entry = element(legend, "span");
        element(entry, "span", { class: "key " + kind });
        entry.append(text);
      }
    }
    this.#summarise(element(root, "section"), game, words);
  }

  /** @param {Element} place @param {string} label */
  #graph(place, label) {
    const graph = new Graph(place, label, this.#onPick);
    this.#graphs.push(graph);
    return graph;
  }

  /** @param {Element} place @param {any} game @param {any} words */
  #summarise(place, game, words) {
    const table = element(place, "table", { class: "summary" });
    const head = element(element(table, "thead"), "tr");
    for (const [text, title] of [[words.side], ["?!", words.inaccuracies], ["?", words.mistakes], ["??", words.blunders], [words.loss, words.lossMeaning], [words.accuracy, words.accuracyMeaning]]) {
      element(head, "th", { scope: "col", title }, text);
    }
    const body = element(table, "tbody");
    game.summary.forEach((/** @type {string[]} */ cells, /** @type {number} */ side) => {
      const row = element(body, "tr");
      element(row, "th", { scope: "row" }, side ? game.black : game.white);
      for (const cell of cells) element(row, "td", {}, cell);
    });
  }

  /** Marks a ply; one that is not part of the judged game is marked nowhere. @param {number} ply */
  mark(ply) {
    for (const graph of this.#graphs) graph.mark(ply);
  }
}

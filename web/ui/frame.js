// The layout of a game review: its elements, still empty.

import { element } from "./dom.js";

/**
 * Builds the elements that a review fills.
 *
 * @param {Element} root
 * @param {Record<string, string>} words
 * @param {Record<string, () => void>} acts what each button does
 */
export function buildFrame(root, words, acts) {
  root.classList.add("review");
  const play = element(root, "section", { class: "play", "aria-label": words.board });
  buildPlayer(play, "far");
  const stage = element(play, "div", { class: "stage" });
  element(element(stage, "div", { class: "bar", "aria-hidden": true }), "div", { class: "fill" });
  buildPlayer(play, "near");
  buildButtons(element(play, "div", { class: "buttons" }), words, acts);
  element(play, "div", { class: "copies" });
  const detail = element(root, "section", { class: "detail", "aria-live": "polite", "aria-label": words.move });
  for (const name of ["heading", "verdict"]) element(detail, "p", { class: name });
  element(detail, "div", { class: "lines" });
  for (const name of ["count", "events"]) element(detail, "p", { class: name });
  element(detail, "div", { class: "remarks" });
  buildGraphs(element(root, "section", { class: "graphs", "aria-label": words.graphs }), words);
  buildScore(element(root, "section", { class: "score", "aria-label": words.moves }), words);
}

/** A player's name, the men captured and the number counted. @param {Element} play @param {string} name */
function buildPlayer(play, name) {
  const player = element(play, "div", { class: "player " + name });
  element(player, "span", { class: "name" });
  element(player, "span", { class: "taken" });
  const badge = element(player, "span", { class: "badge", hidden: true });
  element(badge, "b");
  element(badge, "span");
}

/** @param {Element} buttons @param {Record<string, string>} words @param {Record<string, () => void>} acts */
function buildButtons(buttons, words, acts) {
  /** @type {[string, string, string, string][]} */
  const steps = [
    ["first", "«", words.start, "Home"],
    ["back", "‹", words.back, "←"],
    ["forth", "›", words.forth, "→"],
    ["last", "»", words.end, "End"],
    ["next", "?!", words.next, "↓"],
    ["flip", "⇅", words.turn, "F"],
  ];
  for (const [name, sign, label, key] of steps) {
    const button = element(buttons, "button", { type: "button", class: name, title: `${label} (${key})` });
    element(button, "span", { "aria-hidden": true }, sign);
    element(button, "small", {}, label);
    button.addEventListener("click", acts[name]);
  }
}

/** @param {Element} graphs @param {Record<string, string>} words */
function buildGraphs(graphs, words) {
  element(graphs, "h2", {}, words.chances);
  element(graphs, "div", { class: "chances-graph" });
  const counting = element(graphs, "div", { class: "counting" });
  element(counting, "h2", {}, words.count);
  element(counting, "div", { class: "counts-graph" });
  const legend = element(counting, "p", { class: "legend" });
  for (const [kind, text] of [["board-honour", words.boardHonour], ["pieces-honour", words.piecesHonour], ["needed", words.needed]]) {
    const entry = element(legend, "span");
    element(entry, "span", { class: "key " + kind });
    entry.append(text);
  }
}

/** @param {Element} score @param {Record<string, string>} words */
function buildScore(score, words) {
  const table = element(score, "table", { class: "summary" });
  const head = element(element(table, "thead"), "tr");
  for (const [text, title] of [[words.side], ["?!", words.inaccuracies], ["?", words.mistakes], ["??", words.blunders], [words.loss, words.lossMeaning], [words.accuracy, words.accuracyMeaning]]) {
    element(head, "th", { scope: "col", title }, text);
  }
  element(table, "tbody", { class: "sides" });
  element(score, "div", { class: "moves", tabindex: 0, role: "group", "aria-label": words.moves });
}

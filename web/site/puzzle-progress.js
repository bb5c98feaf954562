// How far a solver has come with the puzzles. All that is kept is the list of results; rating, streak and repetitions follow from it, so
// that lists of two tabs or devices can be merged.

import { ratingAfter } from "./glicko.js";
import { dayOf, repetitionAfter } from "./leitner.js";
import { load, store } from "./storage.js";

/**
 * The result of a puzzle that was shown.
 *
 * @typedef {object} Result
 * @property {string} id of the puzzle
 * @property {number} at milliseconds since 1970
 * @property {boolean} isSolved without a wrong move and without help
 * @property {number} elo of the puzzle
 */

/**
 * All results of a solver, the oldest first.
 *
 * @typedef {object} Results
 * @property {number} since when they replaced all earlier ones; 0 if they never did
 * @property {Result[]} results
 */

/** The scale of the puzzles' Elo begins at 500, with the weakest level, and half of the puzzles are below 1,070. */
const FIRST_RATING = { rating: 1000, deviation: 350, volatility: 0.06 };
/** Half a step between the levels that the difficulty is measured with. */
const PUZZLE_DEVIATION = 60;
const KEY = "puzzleResults";

/** @returns {Results} */
export const noResults = () => ({ since: 0, results: [] });

/** The results of both lists. If one of them was loaded in place of all earlier results, the earlier list counts no more. @param {Results} one @param {Results} other @returns {Results} */
export function merged(one, other) {
  if (one.since !== other.since) return one.since > other.since ? one : other;
  const all = new Map([...one.results, ...other.results].map((result) => [`${result.at} ${result.id}`, result]));
  return { since: one.since, results: [...all.values()].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1)) };
}

/**
 * What follows from results.
 *
 * @typedef {object} Progress
 * @property {import("./glicko.js").Rating} rating
 * @property {number} change of the rating by the last result
 * @property {number} streak puzzles solved in a row
 * @property {number} best the longest streak
 * @property {Map<string, Result>} last the last result of each puzzle
 * @property {Map<string, import("./leitner.js").Repetition>} repetitions
 */

/** @param {Results} results @returns {Progress} */
export function progressOf({ results }) {
  /** @type {Progress} */
  const progress = { rating: FIRST_RATING, change: 0, streak: 0, best: 0, last: new Map(), repetitions: new Map() };
  let lastDay;
  for (const { id, at, isSolved, elo } of results) {
    const day = dayOf(at);
    const before = progress.rating;
    // A repetition shows what was remembered, not how well new puzzles are solved.
    if (!progress.last.has(id)) {
      const opponent = { rating: elo, deviation: PUZZLE_DEVIATION };
      progress.rating = ratingAfter(rested(before, day - (lastDay ?? day)), [{ opponent, score: isSolved ? 1 : 0 }]);
      lastDay = day;
    }
    progress.change = progress.rating.rating - before.rating;
    progress.streak = isSolved ? progress.streak + 1 : 0;
    progress.best = Math.max(progress.best, progress.streak);
    progress.last.set(id, { id, at, isSolved, elo });
    const repetition = repetitionAfter(progress.repetitions.get(id), isSolved, day);
    if (repetition) progress.repetitions.set(id, repetition);
    else progress.repetitions.delete(id);
  }
  return progress;
}

/**
 * The rating some days after the last puzzle. Each day without a puzzle is a rating period and adds to the deviation, which never exceeds
 * that of somebody who has solved nothing yet.
 *
 * @param {import("./glicko.js").Rating} rating
 * @param {number} days
 */
function rested(rating, days) {
  for (let day = 1; day < days && rating.deviation < FIRST_RATING.deviation; day++) rating = ratingAfter(rating, []);
  return { ...rating, deviation: Math.min(rating.deviation, FIRST_RATING.deviation) };
}

/** The puzzles that are to be repeated now, the longest overdue first. @param {Progress} progress @param {number} day */
export function dueOn({ repetitions }, day) {
  const due = [...repetitions].filter(([, repetition]) => repetition.due <= day);
  return due.sort(([, a], [, b]) => a.due - b.due).map(([id]) => id);
}

/** How a puzzle is shown: for the first time, as a repetition, or without being counted. @param {Progress} progress @param {string} id @param {number} day */
export function showingOf({ last, repetitions }, id, day) {
  if (!last.has(id)) return "new";
  return (repetitions.get(id)?.due ?? Infinity) <= day ? "repetition" : "practice";
}

/** The results kept in this browser. All tabs have the same ones. */
export class ResultStore {
  /** @type {Results} */
  #results = kept();
  #progress = progressOf(this.#results);

  /** @param {() => void} onChange hears of changes by other tabs */
  constructor(onChange) {
    addEventListener("storage", (event) => {
      if (event.key !== `sakdi.${KEY}`) return;
      // If both tabs have written at the same time, what the other one has not seen is written again.
      this.#take(this.#results);
      onChange();
    });
  }

  get results() {
    return this.#results;
  }

  get progress() {
    return this.#progress;
  }

  /** Adds results to those of all tabs. Returns whether the browser keeps them. @param {Result[]} results */
  add(results) {
    return this.#take({ since: this.#results.since, results: [...this.#results.results, ...results] });
  }

  /** Replaces all results. Returns whether the browser keeps them. @param {Result[]} results @param {number} now */
  replace(results, now) {
    const since = Math.max(now, this.#results.since + 1);
    return this.#take(merged({ since, results }, { since, results: [] }));
  }

  /** @param {Results} results */
  #take(results) {
    const stored = kept();
    this.#results = merged(results, stored);
    this.#progress = progressOf(this.#results);
    return JSON.stringify(this.#results) === JSON.stringify(stored) || store(KEY, this.#results);
  }
}

/** What the browser has kept; nothing if it is damaged. @returns {Results} */
function kept() {
  const stored = load(KEY);
  const isSound = Number.isFinite(stored?.since) && Array.isArray(stored.results) && stored.results.every(isResult);
  return isSound ? merged(stored, noResults()) : noResults();
}

/** Whether a value from outside is a result. @param {any} value @returns {value is Result} */
export function isResult(value) {
  return typeof value?.id === "string" && value.id.length > 0 && value.id.length <= 100 && isDate(value.at) && typeof value.isSolved === "boolean" && isElo(value.elo);
}

const isDate = (/** @type {unknown} */ at) => Number.isInteger(at) && Number(at) >= 0 && Number(at) <= 8.64e15;
const isElo = (/** @type {unknown} */ elo) => typeof elo === "number" && elo >= 0 && elo <= 5000;

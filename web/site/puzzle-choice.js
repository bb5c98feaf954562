// Which puzzle is shown.

import { dueOn } from "./puzzle-progress.js";

/** @typedef {import("./puzzles-file.js").Puzzle} Puzzle */

/** How many of the puzzles nearest to the rating the next one is drawn from. */
const NEAREST = 8;

/**
 * The next puzzle: one that is to be repeated; otherwise one not yet seen, near the solver's rating; otherwise the one seen longest ago.
 *
 * @param {Puzzle[]} puzzles to choose from
 * @param {import("./puzzle-progress.js").Progress} progress
 * @param {number} day
 * @param {string | undefined} current the puzzle shown now, which is not chosen again while there are others
 * @param {() => number} [random]
 * @returns {Puzzle | undefined}
 */
export function nextPuzzle(puzzles, progress, day, current, random = Math.random) {
  const others = puzzles.filter(({ id }) => id !== current);
  const byId = new Map(others.map((puzzle) => [puzzle.id, puzzle]));
  const due = dueOn(progress, day).find((id) => byId.has(id));
  if (due !== undefined) return byId.get(due);
  const { last, rating } = progress;
  const distance = (/** @type {Puzzle} */ { elo }) => Math.abs(elo - rating.rating);
  const fresh = others.filter(({ id }) => !last.has(id)).sort((a, b) => distance(a) - distance(b));
  if (fresh.length > 0) return fresh[Math.floor(random() * Math.min(NEAREST, fresh.length))];
  const seen = [...others].sort((a, b) => (last.get(a.id)?.at ?? 0) - (last.get(b.id)?.at ?? 0));
  return seen[0] ?? puzzles[0];
}

/**
 * The puzzle of a day: the same wherever the calendar shows that day. All puzzles are used before one comes again.
 *
 * @param {Puzzle[]} puzzles all of the collection
 * @param {number} day
 */
export function puzzleOfDay(puzzles, day) {
  const shuffled = [...puzzles].sort((a, b) => mixed(a.id) - mixed(b.id) || (a.id < b.id ? -1 : 1));
  return shuffled[day % shuffled.length];
}

/** A number that looks random, always the same for a text: FNV-1a. @param {string} text */
function mixed(text) {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  return hash;
}

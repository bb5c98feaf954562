// The rating of the solver, the repetition of failed puzzles, and the choice of puzzles. They need no browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ratingAfter } from "../dist/glicko.js";
import { BOXES, dayOf, repetitionAfter } from "../dist/leitner.js";
import { nextPuzzle, puzzleOfDay } from "../dist/puzzle-choice.js";
import { dueOn, merged, noResults, progressOf, showingOf } from "../dist/puzzle-progress.js";
import { UnusableFile, readResults, writeResults } from "../dist/puzzle-results-file.js";

/** A time on a day of November 2026, in the time zone of the machine. @param {number} day @param {number} [hour] @param {number} [minute] */
const november = (day, hour = 12, minute = 0) => new Date(2026, 10, day, hour, minute).getTime();
/** @param {string} id @param {number} at @param {boolean} isSolved @param {number} [elo] */
const result = (id, at, isSolved, elo = 1000) => ({ id, at, isSolved, elo });
/** @param {...ReturnType<typeof result>} results */
const after = (...results) => progressOf({ since: 0, results });
/** @param {string} id @param {number} elo @returns {any} */
const puzzle = (id, elo) => ({ id, elo });

/** @param {number} found @param {number} expected @param {number} tolerance */
const near = (found, expected, tolerance) => assert.ok(Math.abs(found - expected) < tolerance, `${found} is not ${expected}`);

test("Glicko-2 gives the figures of the published example", () => {
  const opponents = [[1400, 30, 1], [1550, 100, 0], [1700, 300, 0]];
  const games = opponents.map(([rating, deviation, score]) => ({ opponent: { rating, deviation }, score }));
  const { rating, deviation, volatility } = ratingAfter({ rating: 1500, deviation: 200, volatility: 0.06 }, games);
  near(rating, 1464.06, 0.01);
  near(deviation, 151.52, 0.01);
  near(volatility, 0.05999, 0.00001);
});

test("a period without games only makes a rating less certain", () => {
  const { rating, deviation, volatility } = ratingAfter({ rating: 1500, deviation: 200, volatility: 0.06 }, []);
  assert.deepEqual([rating, volatility], [1500, 0.06]);
  near(deviation, 200.27, 0.01);
});

test("a failed puzzle comes again after 1, 3, 7, 16 and 35 days, counted by the calendar", () => {
  assert.deepEqual(BOXES, [1, 3, 7, 16, 35]);
  let day = dayOf(november(1, 23, 59));
  assert.equal(dayOf(november(2, 0, 1)), day + 1);
  let repetition = repetitionAfter(undefined, false, day);
  for (const wait of BOXES) {
    assert.equal(repetition?.due, day + wait);
    assert.deepEqual(repetitionAfter(repetition, true, day + wait - 1), repetition, "too early to count");
    day += wait;
    assert.deepEqual(repetitionAfter(repetition, false, day), { box: 0, due: day + 1 }, "failed again");
    repetition = repetitionAfter(repetition, true, day);
  }
  assert.equal(repetition, undefined, "learnt");
  assert.equal(repetitionAfter(undefined, true, day), undefined, "solved at once");
});

test("only the first showing of a puzzle is rated, and each result counts for the streak", () => {
  const won = after(result("a", november(1), true));
  assert.ok(won.rating.rating > 1000 && won.rating.deviation < 350);
  assert.equal(won.change, won.rating.rating - 1000);
  const lost = after(result("a", november(1), false));
  near(lost.rating.rating - 1000, 1000 - won.rating.rating, 1e-9);
  const repeated = after(result("a", november(1), false), result("a", november(2), true), result("a", november(5), true));
  assert.deepEqual(repeated.rating, lost.rating);
  assert.deepEqual([repeated.change, repeated.streak, repeated.best], [0, 2, 2]);
  const broken = after(result("a", november(1), true), result("b", november(1, 13), true), result("c", november(1, 14), false));
  assert.deepEqual([broken.streak, broken.best], [0, 2]);
  // A harder puzzle earns more.
  assert.ok(after(result("a", november(1), true, 1500)).change > won.change);
  // Days without puzzles make the rating less certain.
  const [soon, late] = [2, 30].map((day) => after(...Array.from({ length: 20 }, (_, index) => result(`a${index}`, november(1), index % 2 === 0)), result("b", november(day), true)));
  assert.ok(late.rating.deviation > soon.rating.deviation);
});

test("a puzzle is new, a repetition when it is due, and otherwise practice", () => {
  const progress = after(result("failed", november(1), false), result("solved", november(1), true), result("older", november(1) - 86_400_000 * 5, false));
  const showing = (/** @type {string} */ id, /** @type {number} */ day) => showingOf(progress, id, dayOf(november(day)));
  assert.deepEqual([showing("other", 1), showing("failed", 1), showing("failed", 2), showing("solved", 28)], ["new", "practice", "repetition", "practice"]);
  assert.deepEqual(dueOn(progress, dayOf(november(1))), ["older"]);
  assert.deepEqual(dueOn(progress, dayOf(november(2))), ["older", "failed"]);
});

test("results of two tabs are merged, in any order and more than once; a replacement wins", () => {
  const one = { since: 0, results: [result("a", november(1), true), result("b", november(3), false)] };
  const other = { since: 0, results: [result("a", november(1), true), result("c", november(2), true)] };
  const both = merged(one, other);
  assert.deepEqual(both.results.map(({ id }) => id), ["a", "c", "b"]);
  assert.deepEqual(merged(other, one), both);
  assert.deepEqual(merged(both, other), both);
  const replaced = { since: november(4), results: [] };
  assert.deepEqual(merged(both, replaced), replaced);
  assert.deepEqual(merged(replaced, both), replaced);
});

test("the next puzzle is due, or new and near the rating, or the one seen longest ago", () => {
  const puzzles = [500, 700, 900, 980, 1010, 1100, 1300, 2000].map((elo) => puzzle(`p${elo}`, elo));
  const today = dayOf(november(10));
  const choose = (/** @type {any} */ progress, /** @type {any[]} */ from, /** @type {string} */ current, random = 0) => nextPuzzle(from, progress, today, current, () => random)?.id;
  const none = progressOf(noResults());
  assert.equal(choose(none, puzzles, ""), "p1010");
  assert.equal(choose(none, puzzles, "p1010"), "p980", "not the one that is shown");
  const many = Array.from({ length: 100 }, (_, index) => puzzle(`m${index}`, 500 + 20 * index));
  for (const random of [0, 0.5, 0.999]) {
    const elo = many.find(({ id }) => id === choose(none, many, "", random))?.elo;
    assert.ok(Math.abs(elo - 1000) <= 80, `${elo}`);
  }
  // The rating has risen.
  const strong = after(...Array.from({ length: 12 }, (_, index) => result(`x${index}`, november(9), true, 1900)));
  assert.equal(choose(strong, puzzles, ""), "p2000");
  const due = after(result("p2000", november(8), false), result("p500", november(7), false));
  assert.equal(choose(due, puzzles, ""), "p500");
  assert.equal(choose(due, puzzles, "p500"), "p2000");
  assert.notEqual(choose(due, puzzles.slice(1, -1), ""), undefined, "a repetition of another kind does not stand in the way");
  const seen = after(...puzzles.map(({ id }, index) => result(id, november(1, 1 + ((index + 3) % 8)), true)));
  assert.equal(choose(seen, puzzles, ""), "p1100");
  assert.equal(choose(none, [], ""), undefined);
  assert.equal(choose(seen, puzzles.slice(0, 1), "p500"), "p500", "the only one");
});

test("the puzzle of the day is the same in any order of the file, and no other comes twice before all were shown", () => {
  const puzzles = Array.from({ length: 50 }, (_, index) => puzzle(`mate-${index}`, 1000));
  const first = dayOf(november(27));
  const ids = puzzles.map((_, index) => puzzleOfDay(puzzles, first + index).id);
  assert.equal(new Set(ids).size, 50);
  assert.notDeepEqual(ids, puzzles.map(({ id }) => id), "shuffled");
  assert.deepEqual(ids, puzzles.map((_, index) => puzzleOfDay([...puzzles].reverse(), first + index).id));
});

test("a file gives the results back, and one that cannot be used is refused whole, with the reason", () => {
  const results = [result("mate-1", november(1), true), result("mate-2", november(2), false, 1990)];
  const now = november(3);
  const text = writeResults(results);
  assert.deepEqual(readResults(text, now), results);
  assert.deepEqual(readResults("\uFEFF" + text, now), results);
  assert.deepEqual(readResults(writeResults([]), now), []);
  const refused = (/** @type {string} */ bad, /** @type {RegExp} */ reason) => assert.throws(() => readResults(bad, now), (error) => error instanceof UnusableFile && reason.test(error.message));
  for (const bad of ["", "{", '[Event "Sakdi"]']) refused(bad, /JSON/);
  for (const bad of ["null", "[]", "5", '{"format":"other","version":1,"results":[]}', text.replace("results", "result")]) refused(bad, /does not hold/);
  refused(text.replace('"version":1', '"version":2'), /version 2/);
  for (const [from, to] of [['"mate-2"', "7"], [':1990', ':"1990"'], [":1990", ":-1"], ["false", "0"], [`${november(2)}`, "1.5"]]) refused(text.replace(from, to), /result 2 .*damaged/);
  refused(text.replace(`${november(2)}`, `${november(6)}`), /result 2 .*future/);
});

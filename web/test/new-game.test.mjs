// The settings of a new game and its clock. They need no browser.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { CLOCKS, Clock } from "../dist/clock.js";
import { choiceOf, ruleOf } from "../dist/new-game.js";
import { Board, ready } from "../dist/sakdi/sakdi.js";

before(ready);

test("every counting rule is a choice, and the choice is that rule", () => {
  for (const rule of /** @type {const} */ (["makruk", "thai", "thai-strict", "none", "claimed", "position+highest", "claim+highest"])) {
    assert.equal(new Board("makruk", "", false, ruleOf(choiceOf(rule))).countingRule(), rule);
  }
});

/** Stops the time. Returns what lets so many milliseconds pass. @param {import("node:test").MockTracker} mock */
function stopTime(mock) {
  let now = 0;
  mock.method(performance, "now", () => now);
  return (/** @type {number} */ time) => void (now += time);
}

test("the time for a move is whole after a move and after one that is taken back, and no other time", ({ mock }) => {
  const pass = stopTime(mock);
  const clock = new Clock(CLOCKS["20s"], [7000, 20_000], () => {}, () => {});
  // As after a reload of the page: the time that is left goes on.
  clock.run(0);
  pass(500);
  assert.deepEqual(clock.left, [6500, 20_000]);
  clock.moved();
  assert.deepEqual(clock.left, [20_000, 20_000]);
  clock.set([300, 4000]);
  assert.deepEqual(clock.left, [20_000, 20_000]);
});

test("a game clock keeps its time, and each move adds the increment", ({ mock }) => {
  const pass = stopTime(mock);
  const clock = new Clock(CLOCKS["5+3"], [7000, 9000], () => {}, () => {});
  clock.run(1);
  pass(500);
  clock.moved();
  assert.deepEqual(clock.left, [7000, 11_500]);
  clock.set([300, 4000]);
  assert.deepEqual(clock.left, [300, 4000]);
});

// The trainer of counting: its questions and drills. They need no browser.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import { drawPosition, questionsOf } from "../dist/count-questions.js";
import { Drill, drillsOf } from "../dist/drill.js";
import { puzzlesOf } from "../dist/puzzles-file.js";
import { fetchTables, loadTables, ready } from "../dist/sakdi/sakdi.js";

/** @type {string[]} */
let endings;
before(async () => {
  await ready();
  endings = await loadTables(await fetchTables());
});

/** The same numbers in every run. @param {number} seed */
function numbers(seed) {
  return () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
}

/** The answers, by the kinds of questions. @param {string} fen */
const answers = (fen) => Object.fromEntries((questionsOf(fen, numbers(1)) ?? []).map(({ kind, answer }) => [kind, answer]));

test("the answers are those of the rules and the tables", () => {
  // Ruea, khon and two khun: four men, and the ruea sets 16.
  assert.deepEqual(answers("8/2k5/8/8/8/1R1K4/8/3S4 b - - 0 1"), { honour: "pieces", who: "black", first: 5, limit: 16, left: 12, time: "yes" });
  // With White to move, Black has said 5.
  assert.deepEqual(answers("8/2k5/8/8/8/1R1K4/8/3S4 w - - 0 1"), { honour: "pieces", who: "black", first: 5, limit: 16, left: 12, time: "yes" });
  assert.deepEqual(answers("8/2k5/8/3n4/8/1R1K4/8/3S4 b - - 0 1"), { honour: "board", who: "black", first: 1, limit: 64, left: 64 });
  assert.deepEqual(answers("8/2k5/8/3N4/8/3K4/1r6/3s4 b - - 0 1"), { honour: "board", who: "white", first: 1, limit: 64, left: 64 });
  // The smallest limit of several men.
  assert.deepEqual(answers("8/2k5/8/8/3N4/N2K4/8/3S4 b - - 0 1").limit, 32);
  assert.deepEqual(answers("8/2k5/8/8/8/1R1K4/P7/3S4 b - - 0 1"), { honour: "none" });
  assert.equal(questionsOf("no position", numbers(1)), undefined);
});

test("the right answer is among the choices, and not always in the same place", () => {
  const real = puzzlesOf(readFileSync(new URL("../dist/puzzles.epd", import.meta.url), "utf8")).map(({ fen }) => fen);
  const random = numbers(7);
  const [places, honours, sides] = [new Set(), new Set(), new Set()];
  for (let count = 0; count < 200; count++) {
    const fen = drawPosition(real, random);
    for (const { kind, choices, answer, ask, why } of questionsOf(fen, random) ?? []) {
      assert.ok(choices.includes(answer), `${fen}: ${kind}`);
      assert.equal(new Set(choices).size, choices.length);
      for (const text of [ask(), why()]) assert.doesNotMatch(text, /undefined|\{\d/);
      if (kind === "left") places.add(choices.indexOf(answer));
      if (kind === "honour") honours.add(answer);
      if (kind === "who") sides.add(`${answer} of ${fen.split(" ")[1]}`);
    }
  }
  assert.equal(places.size, 4);
  assert.deepEqual([...honours].sort(), ["board", "none", "pieces"]);
  assert.equal(sides.size, 4, "either side counts, to move or not");
});

test("drills are won in time by the best moves, and lost by wasting them", () => {
  const random = numbers(3);
  const names = drillsOf(endings);
  assert.ok(names.includes("KRvK") && names.length >= 8);
  for (const name of names) {
    const drill = Drill.draw(name, random);
    assert.ok(drill, name);
    while (!drill.isOver) {
      assert.ok(drill.isYours && drill.play(drill.hint() ?? ""));
      if (!drill.isOver) drill.reply();
    }
    assert.deepEqual([drill.isWon, drill.lost], [true, 0], name);
    assert.equal(Math.ceil(drill.board.moveStack().split(" ").length / 2), drill.needed, name);
    const again = drill.again();
    let last = "";
    for (let plies = 0; !again.isOver && plies < 400; plies++) {
      const moves = again.board.tableMoves();
      // The first move that neither mates nor gives the game away at once.
      const slow = moves.filter(({ verdict }) => verdict?.distance).sort((a, b) => (b.verdict?.distance ?? 0) - (a.verdict?.distance ?? 0))[0] ?? moves[0];
      if (again.isYours) assert.ok(again.play(slow.move));
      else again.reply();
      last = again.said();
    }
    assert.deepEqual([again.isOver, again.isWon], [true, false], `${name}: ${last}`);
    again.free();
  }
});

test("a drill that was left goes on where it was", () => {
  const drill = /** @type {Drill} */ (Drill.draw("KRvK", numbers(5)));
  drill.play(drill.hint() ?? "");
  drill.reply();
  const moves = drill.board.moveStack();
  const resumed = Drill.resume(drill.start, moves);
  const state = (/** @type {Drill} */ each) => [each.board.fen(true), each.side, each.isYours, each.needed, each.lost, each.said()];
  assert.deepEqual(state(resumed), state(drill));
  for (const each of [drill, resumed]) each.free();
});

/** Tables on a server are asked before each result: these note what for. */
test("drills with tables on a server ask for each position first", async () => {
  /** @type {string[]} */
  const asked = [];
  const prepare = async (/** @type {string} */ fen) => void asked.push(fen);
  const drill = await Drill.drawFar("KSMvK", prepare, numbers(11));
  assert.ok(drill && asked.at(-1) === drill.start && drill.needed >= 1);
  drill.play(drill.hint() ?? "");
  drill.reply();
  asked.length = 0;
  const resumed = await Drill.resumeFar(drill.start, drill.board.moveStack(), prepare);
  assert.equal(asked.length, 3);
  assert.deepEqual([resumed.board.fen(true), resumed.said()], [drill.board.fen(true), drill.said()]);
  // An ending that nobody wins is given up.
  assert.equal(await Drill.drawFar("KMMvK", prepare, numbers(2)), undefined);
  for (const each of [drill, resumed]) each.free();
});

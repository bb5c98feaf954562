// The analysis of games.

import assert from "node:assert/strict";
import { test } from "node:test";
import { analyse } from "../pkg/sakdi.js";
import { EXAMPLE } from "../site/example.js";

const PGN = '[White "A"]\n[Black "B"]\n\n1. d4 d5 2. e4 dxe4 3. Nd2 exf3 4. Ngxf3 Nd7 *';
/** White leaves a ruea where it could take one. */
const BLUNDER = '[FEN "4k3/8/8/8/8/8/3r4/R3K3 w - - 0 1"]\n\n1. Rb1 Rd8 *';

test("a game is judged, with progress", async () => {
  /** @type {[number, number][]} */
  const progress = [];
  const options = { nodes: 3000, onProgress: (/** @type {number} */ done, /** @type {number} */ all) => void progress.push([done, all]) };
  const { report, pgn } = await analyse(PGN, options);
  assert.deepEqual(progress.at(-1), [9, 9]);
  assert.equal(report.games.length, 1);
  assert.equal(report.games[0].moves.length, 8);
  assert.equal(report.games[0].values.length, 9);
  const judged = (await analyse(BLUNDER, { nodes: 3000 })).report.games[0].moves[0];
  assert.equal(judged.j, "??");
  assert.match(pgn, /%eval/);
  const again = await analyse(PGN, { nodes: 3000, language: "th" });
  assert.deepEqual(again.report.games[0].values.map((/** @type {any} */ v) => v.e), report.games[0].values.map((/** @type {any} */ v) => v.e));
  assert.match(again.report.games[0].moves[2].s, /[ก-๛]/);
});

test("the page's example can be judged, with both counts", async () => {
  const { report } = await analyse(EXAMPLE, { nodes: 500 });
  const [game] = report.games;
  assert.equal(game.moves.length, 43);
  assert.equal(game.result, "1-0");
  const honours = new Set(game.counts.filter(Boolean).map((/** @type {number[]} */ count) => count[2]));
  assert.deepEqual([...honours].sort(), [0, 1]);
});

test("limits that mean nothing are refused", async () => {
  for (const options of [{ movetime: -5 }, { movetime: 0.5 }, { nodes: 0 }, { lines: NaN }, { hash: Infinity }, { hash: 1025 }, { movetime: 2 ** 32 + 1 }, { lines: 2 ** 32 }]) {
    await assert.rejects(analyse(PGN, options), RangeError);
  }
});

test("it may be cancelled", async () => {
  const controller = new AbortController();
  const start = performance.now();
  const analysis = analyse(PGN, {
    movetime: 100_000,
    signal: controller.signal,
  });
  setTimeout(() => controller.abort(), 300);
  await assert.rejects(analysis, { name: "AbortError" });
  assert.ok(performance.now() - start < 90_000);
});

test("a game that cannot be read is named", async () => {
  await assert.rejects(analyse("1. d4 d9 *"), (/** @type {any} */ error) => {
    assert.deepEqual([error.name, error.subject], ["SakdiError", "pgn"]);
    assert.ok(error.message.includes("d9") && /[ก-๛]/.test(error.thai));
    return true;
  });
  await assert.rejects(analyse(""), { subject: "pgn" });
});

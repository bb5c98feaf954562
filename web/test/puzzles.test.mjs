// Tests of the puzzles in Chromium. SHOTS=folder saves screenshots.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Board, ready } from "../pkg/sakdi.js";
import { dayOf } from "../dist/leitner.js";
import { puzzleOfDay } from "../dist/puzzle-choice.js";
import { puzzlesOf } from "../dist/puzzles-file.js";
import { missing, newPage } from "../tools/chromium.mjs";
import { assertAccessible, click, errors, open, page, server, shot, start, stop, text } from "../tools/page-driver.mjs";

const options = { skip: missing };
const puzzles = puzzlesOf(readFileSync(new URL("../dist/puzzles.epd", import.meta.url), "utf8"));
/** One with a reply. */
const long = puzzles.find(({ line }) => line.length >= 3) ?? puzzles[0];
const folder = mkdtempSync(join(tmpdir(), "puzzles-"));

before(async () => {
  await start();
  // The same puzzles in every run.
  await page?.evaluateOnNewDocument(() => (Math.random = () => 0));
  await ready();
});
after(async () => {
  await stop();
  rmSync(folder, { recursive: true });
});

/** @typedef {import("puppeteer-core").Page} Page */
/** @typedef {import("../site/puzzles-file.js").Puzzle} Puzzle */

/** The results that the page has kept. @returns {Promise<import("../site/puzzle-progress.js").Result[]>} */
const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem("sakdi.puzzleResults") ?? '{"results":[]}').results);
/** The puzzle that a tab shows. @param {Page} tab @returns {Promise<Puzzle>} */
async function shown(tab = page) {
  const id = await tab.evaluate(() => JSON.parse(sessionStorage.getItem("sakdi.puzzle") ?? "null")?.id);
  const puzzle = puzzles.find((each) => each.id === id);
  assert.ok(puzzle, id);
  return puzzle;
}
/** Waits for the puzzles. @param {Page} tab */
const posed = (tab = page) => tab.waitForFunction(() => document.querySelector("#puzzles .goal")?.textContent !== "");

/** Opens the puzzles with these results, and with a puzzle that was shown last. @param {string} language @param {object[]} results @param {string} [id] */
async function begin(language, results, id) {
  await page.evaluate(
    (results, id) => {
      for (const key of ["puzzle", "puzzleFilter"]) localStorage.removeItem(`sakdi.${key}`);
      sessionStorage.clear();
      localStorage.setItem("sakdi.puzzleResults", JSON.stringify({ since: 0, results }));
      if (id) localStorage.setItem("sakdi.puzzle", JSON.stringify({ id, made: 0, trail: [] }));
    },
    results,
    id,
  );
  await open(language, "#puzzles");
  await posed();
}

/** A move in coordinates. @param {Board} board @param {string} san */
const moveOf = (board, san) => board.legalMoves().split(" ").find((move) => board.sanMove(move, "san") === san) ?? "";

/** Waits until a man stands where the last move has put it. @param {Page} tab @param {string} fen */
async function awaitBoard(tab, fen) {
  const board = new Board("makruk", fen);
  const count = fen.split(" ")[0].replace(/[^a-z]/gi, "").length;
  board.delete();
  await tab.waitForFunction((/** @type {number} */ count) => document.querySelectorAll("#puzzles .board > use").length === count, {}, count);
}

/** Presses a square, unless its man is already taken up, as after a hint. @param {Page} tab @param {string} square */
async function press(tab, square) {
  const isTaken = await tab.$eval(`#puzzles [data-square="${square}"]`, (button) => button.ariaPressed === "true");
  if (!isTaken) await tab.click(`#puzzles [data-square="${square}"]`);
}

/** Solves the puzzle shown from a move of its line on. @param {Puzzle} puzzle @param {{ tab?: Page, from?: number, pressing?: typeof press }} [how] */
async function solve(puzzle, { tab = page, from = 0, pressing = press } = {}) {
  const board = new Board("makruk", puzzle.fen);
  for (const [ply, san] of puzzle.line.entries()) {
    const move = moveOf(board, san);
    board.push(move);
    if (ply < from) continue;
    if (ply % 2 === 0) for (const square of [move.slice(0, 2), move.slice(2, 4)]) await pressing(tab, square);
    // The next move waits for the reply.
    else await tab.waitForFunction((/** @type {number} */ made) => JSON.parse(sessionStorage.getItem("sakdi.puzzle") ?? "{}").made > made, {}, ply);
  }
  await awaitBoard(tab, board.fen(true));
  board.delete();
}

/** Makes the first of the wrong moves of a puzzle. @param {Puzzle} puzzle @param {Page} tab */
async function err(puzzle, tab = page) {
  const board = new Board("makruk", puzzle.fen);
  const [wrong] = puzzle.tries.keys();
  const move = moveOf(board, wrong);
  board.delete();
  for (const square of [move.slice(0, 2), move.slice(2, 4)]) await press(tab, square);
  await tab.waitForSelector("#puzzles .said.wrong");
  return wrong;
}

test("a puzzle solved at once raises the rating and the streak", options, async () => {
  await begin("en", []);
  assert.equal(await text("#puzzles .rating"), "–");
  const first = await shown();
  assert.ok(Math.abs(first.elo - 1000) <= 100, `near the first rating: ${first.elo}`);
  assert.match(await text("#puzzles .about"), /New puzzle · level \d/);
  await shot("puzzle-new");
  await solve(first);
  assert.equal(await text("#puzzles .said"), "Solved!");
  assert.match(await text("#puzzles .gain"), /^Your rating: \+\d+$/);
  assert.ok(Number(await text("#puzzles .rating")) > 1000);
  assert.equal(await text("#puzzles .streak"), "1");
  assert.match(await text("#puzzles .score"), /^Solved 1 of 632$/);
  // Again it is practice.
  const results = await kept();
  await click("#puzzles .again");
  assert.match(await text("#puzzles .about"), /Practice/);
  await solve(first);
  assert.deepEqual(await kept(), results);
  await shot("puzzle-solved");
  await assertAccessible("a solved puzzle");
  // The next one is another, and Back leads back.
  await click("#puzzles .next");
  assert.notEqual((await shown()).id, first.id);
  await click("#puzzles .previous");
  assert.equal((await shown()).id, first.id);
});

test("a wrong move is refuted and counts once, also after a reload in its midst", options, async () => {
  await begin("en", [], long.id);
  assert.equal((await shown()).id, long.id);
  const wrong = await err(long);
  assert.ok((await text("#puzzles .said")).startsWith(`${wrong}: `));
  await page.waitForSelector("#puzzles .arrow.played");
  assert.match(await text("#puzzles .gain"), /^Your rating: −\d+$/);
  const [counted, ...others] = await kept();
  assert.deepEqual([counted.id, counted.isSolved, others.length], [long.id, false, 0]);
  // The first move and its reply; then the page is loaded anew.
  const board = new Board("makruk", long.fen);
  for (const [ply, san] of long.line.slice(0, 2).entries()) {
    const move = moveOf(board, san);
    if (ply === 0) for (const square of [move.slice(0, 2), move.slice(2, 4)]) await press(page, square);
    board.push(move);
  }
  await page.waitForFunction(() => JSON.parse(sessionStorage.getItem("sakdi.puzzle") ?? "{}").made === 2);
  await page.reload();
  await posed();
  await awaitBoard(page, board.fen(true));
  board.delete();
  await solve(long, { from: 2 });
  assert.equal(await text("#puzzles .said"), "Solved!");
  assert.deepEqual(await kept(), [counted]);
  assert.equal(await text("#puzzles .streak"), "0");
  assert.equal(await text("#puzzles .due-later"), "later: 1");
  await page.reload();
  await posed();
  assert.ok(await page.$("#puzzles .hint:disabled"), "it is still solved");
});

test("a hint and the solution count as not solved", options, async () => {
  for (const button of ["hint", "solution"]) {
    await begin("en", []);
    const puzzle = await shown();
    await click(`#puzzles .${button}`);
    // The theme first, and then the man.
    if (button === "hint") await click("#puzzles .hint");
    assert.deepEqual((await kept()).map(({ id, isSolved }) => [id, isSolved]), [[puzzle.id, false]]);
    if (button === "hint") await solve(puzzle);
    else assert.match(await text("#puzzles .said"), /^Solution: /);
    assert.equal((await kept()).length, 1);
    assert.equal(await text("#puzzles .streak"), "0");
  }
});

test("a failed puzzle comes again when its day has come, and moves on to the next box", options, async () => {
  const yesterday = Date.now() - 86_400_000;
  await begin("en", [{ id: long.id, at: yesterday, isSolved: false, elo: long.elo }]);
  assert.equal(await text("#puzzles .due"), "1");
  assert.match(await text("#puzzles .boxes"), /after 1, 3, 7, 16 and 35 days/);
  assert.equal((await shown()).id, long.id);
  assert.match(await text("#puzzles .about"), /Repetition 1 of 5/);
  const rating = await text("#puzzles .rating");
  await solve(long);
  assert.equal(await text("#puzzles .rating"), rating);
  assert.deepEqual([await text("#puzzles .gain"), await text("#puzzles .due"), await text("#puzzles .due-later"), await text("#puzzles .streak")], ["", "0", "later: 1", "1"]);
  assert.equal((await kept()).length, 2);
  // Two days later it is not due; three days later it is.
  const shift = (/** @type {number} */ days) => [0, 1].map((index) => ({ id: long.id, at: yesterday - (days - index) * 86_400_000, isSolved: index === 1, elo: long.elo }));
  for (const [days, due] of [[2, "0"], [3, "1"]]) {
    await begin("en", shift(Number(days)));
    assert.equal(await text("#puzzles .due"), due);
  }
  assert.match(await text("#puzzles .about"), /Repetition 2 of 5/);
});

test("the puzzle of the day is the same for everybody on a date", options, async () => {
  await begin("th", []);
  const daily = puzzleOfDay(puzzles, dayOf(Date.now()));
  await click("#puzzles .daily");
  assert.equal((await shown()).id, daily.id);
  assert.match(await text("#puzzles .about"), /^โจทย์ประจำวัน · โจทย์ใหม่/);
  await solve(daily);
  assert.equal(await text("#puzzles .daily"), "โจทย์ประจำวัน ✓");
  await shot("puzzle-daily");
  await assertAccessible("the puzzle of the day");
  await page.select("#puzzles [name=kind]", "win-in-time");
  assert.match(await text("#puzzles .goal"), /ก่อนนับครบศักดิ์/);
});

test("two tabs keep the results of both", options, async () => {
  await begin("en", []);
  const other = await newPage(page.browser());
  try {
    await other.goto(`${server.url}#puzzles`);
    await posed(other);
    await other.click("#puzzles .next");
    const [here, there] = [await shown(), await shown(other)];
    assert.notEqual(here.id, there.id);
    await page.bringToFront();
    await solve(here);
    await other.bringToFront();
    await other.waitForFunction(() => document.querySelector("#puzzles .streak")?.textContent === "1");
    await err(there, other);
    await page.bringToFront();
    await page.waitForFunction(() => document.querySelector("#puzzles .due-later")?.textContent === "later: 1");
    assert.deepEqual((await kept()).map(({ id }) => id), [here.id, there.id]);
    // A tab that has lost what another one wrote takes it over, and gives what that one lacks.
    await other.evaluate(() => localStorage.setItem("sakdi.puzzleResults", JSON.stringify({ since: 0, results: [{ id: "mate-x", at: 1, isSolved: true, elo: 500 }] })));
    await page.waitForFunction(() => JSON.parse(localStorage.getItem("sakdi.puzzleResults") ?? "").results.length === 3);
  } finally {
    await other.close();
  }
});

test("the keyboard alone solves a puzzle", options, async () => {
  await begin("en", [], long.id);
  const go = async (/** @type {Page} */ tab, /** @type {string} */ square) => {
    const at = () => tab.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).dataset.square ?? "");
    if ((await at()) === "") await tab.focus('#puzzles [data-square][tabindex="0"]');
    const turned = (await tab.$("#puzzles .board-input.turned")) ? -1 : 1;
    for (const [index, keys] of [["ArrowLeft", "ArrowRight"], ["ArrowDown", "ArrowUp"]].entries()) {
      const away = turned * (square.charCodeAt(index) - (await at()).charCodeAt(index));
      for (let step = 0; step < Math.abs(away); step++) await tab.keyboard.press(/** @type {any} */ (keys[away < 0 ? 0 : 1]));
    }
    assert.equal(await at(), square);
    await tab.keyboard.press("Enter");
  };
  await solve(long, { pressing: go });
  assert.equal(await text("#puzzles .said"), "Solved!");
  // Tab leads on to the next puzzle.
  for (let presses = 0; presses < 6; presses++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(() => document.activeElement?.classList.contains("next"))) break;
  }
  await page.keyboard.press("Enter");
  assert.notEqual((await shown()).id, long.id);
});

test("a finger solves a puzzle on a phone, in Thai", options, async () => {
  await page.setViewport({ width: 390, height: 844, isMobile: true, hasTouch: true });
  try {
    await begin("th", [], long.id);
    await solve(long, { pressing: (tab, square) => tab.tap(`#puzzles [data-square="${square}"]`) });
    assert.equal(await text("#puzzles .said"), "แก้ได้แล้ว!");
    // What is to be done next is seen without scrolling.
    const next = await (await page.$("#puzzles .next"))?.boundingBox();
    assert.ok(next && next.y + next.height <= 844, JSON.stringify(next));
  } finally {
    await page.setViewport({ width: 1280, height: 800 });
  }
});

test("results are saved to a file, and loaded from one: added or replacing; a bad file changes nothing", options, async () => {
  const at = Date.now() - 1000;
  const mine = [{ id: "mate-a", at, isSolved: true, elo: 900 }];
  const theirs = [{ id: "mate-b", at: at - 1000, isSolved: false, elo: 800 }];
  await begin("en", mine);
  const session = await page.createCDPSession();
  await session.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: folder, eventsEnabled: true });
  const saved = new Promise((resolve) => session.on("Browser.downloadProgress", ({ state }) => state === "completed" && resolve(undefined)));
  await click("#puzzles .export-results");
  await saved;
  const [name] = readdirSync(folder);
  assert.match(name, /^sakdi-puzzles-\d{4}-\d\d-\d\d\.json$/);
  const file = JSON.parse(readFileSync(join(folder, name), "utf8"));
  assert.deepEqual(file, { format: "sakdi-puzzle-results", version: 1, results: mine });
  const input = /** @type {import("puppeteer-core").ElementHandle<HTMLInputElement>} */ (await page.$("#puzzles .results-file"));
  const upload = async (/** @type {string} */ name, /** @type {string} */ content) => {
    writeFileSync(join(folder, name), content);
    await input.uploadFile(join(folder, name));
  };
  await upload("broken.json", JSON.stringify({ ...file, results: [...theirs, { id: 1 }] }));
  await page.waitForFunction(() => /^broken.json cannot be used: result 2 /.test(document.querySelector("#puzzles .file-said")?.textContent ?? ""));
  assert.deepEqual(await kept(), mine);
  for (const [answer, expected] of /** @type {const} */ ([["", mine], ["merge", [...theirs, ...mine]], ["replace", theirs]])) {
    await upload("theirs.json", JSON.stringify({ ...file, results: theirs }));
    await page.waitForSelector("#import-results[open]");
    assert.match(await text("#import-question"), /^Results in theirs.json: 1. Results here: \d/);
    if (answer === "merge") {
      await shot("puzzle-import");
      await assertAccessible("the import");
    }
    await page.click(`#import-results [value="${answer}"]`);
    await page.waitForSelector("#import-results:not([open])");
    if (answer) await page.waitForFunction((/** @type {string} */ said) => document.querySelector("#puzzles .file-said")?.textContent === said, {}, `Results here now: ${expected.length}`);
    assert.deepEqual(await kept(), expected);
  }
});

test("the page reported no errors", options, () => assert.deepEqual(errors, []));

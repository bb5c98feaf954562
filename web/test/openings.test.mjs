// Files of played moves: the class of the package, and the panel of openings in Chromium. SHOTS=folder saves screenshots.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Board, Explorer, ready } from "../pkg/sakdi.js";
import { missing } from "../tools/chromium.mjs";
import { assertAccessible, click, errors, go, open, page, shot, start, stop, tap, text, waitForText } from "../tools/page-driver.mjs";
import { fileOf } from "./explorer-file.mjs";

before(() => start());
after(stop);

const options = { skip: missing };
const file = readFileSync(fileURLToPath(new URL("../data/explorer.bin", import.meta.url)));

test("an explorer tells the moves of a position and of its mirror images", async () => {
  await ready();
  const explorer = new Explorer(file);
  const board = new Board();
  const moves = explorer.moves(board);
  assert.ok(explorer.positions() > 1000 && moves.length > 2);
  const legal = board.legalMoves().split(" ");
  for (const { move, games, wins, draws, losses, firstYear, lastYear } of moves) {
    assert.ok(move && legal.includes(move));
    assert.equal(games, wins + draws + losses);
    assert.ok(firstYear && lastYear && firstYear <= lastYear);
  }
  assert.deepEqual(moves.map(({ games }) => games), moves.map(({ games }) => games).toSorted((a, b) => b - a));
  // The khun on the other file: the same game with the files reversed.
  const mirrored = new Board("makruk", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSMKSNR w - - 0 1");
  const flip = (/** @type {string} */ move) => move.replace(/[a-h]/g, (letter) => "hgfedcba"["abcdefgh".indexOf(letter)]);
  const start = new Board("makruk", "rnskmsnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1");
  assert.deepEqual(
    explorer.moves(mirrored).map(({ move, games }) => [move, games]),
    explorer.moves(start).map(({ move, games }) => [move && flip(move), games]),
  );
  board.push(String(moves[0].move));
  assert.ok(explorer.moves(board).length > 0);
  assert.deepEqual(explorer.moves(new Board("makpong")), []);
  for (const each of [board, mirrored, start, explorer]) each.delete();
});

test("a broken explorer file is refused in both languages", () => {
  const subject = { name: "SakdiError", subject: "explorer" };
  assert.throws(() => new Explorer(new Uint8Array([1, 2, 3])), { ...subject, message: "not an explorer file", thai: "ไม่ใช่ไฟล์สถิติตาเดิน" });
  assert.throws(() => new Explorer(file.subarray(0, file.length / 2)), subject);
  const newer = Buffer.from(file);
  newer[8] = 9;
  assert.throws(() => new Explorer(newer), { ...subject, message: /version 9/ });
  // What is damaged later is found where it is read.
  const later = fileOf(5);
  later[later.length - 10] = 7;
  const explorer = new Explorer(later);
  assert.throws(() => explorer.moves(new Board()), subject);
});

const rows = () => page.$$eval("#review .played-moves .move", (moves) => moves.map((move) => move.textContent));

test("the panel of openings loads its games when it is opened, and plays their moves", options, async () => {
  /** @type {string[]} */
  const requested = [];
  page.on("request", (request) => void requested.push(new URL(request.url()).pathname));
  await open("en");
  await go("review");
  await page.waitForSelector("#review .openings:not([open])");
  assert.ok(!requested.includes("/explorer.bin"));
  await page.focus("#review .openings summary");
  await page.keyboard.press("Enter");
  await waitForText("#review .openings .games", /^Games with this position: \d+$/);
  assert.ok(requested.includes("/explorer.bin"));
  assert.match(await text("#review .openings .source"), /program against itself; \d+ positions/);
  const first = await rows();
  assert.ok(first.length > 2);
  assert.match(await page.$eval("#review .played-moves .results", (bar) => bar.getAttribute("aria-label") ?? ""), /^White wins \d+ %, draws \d+ %, Black wins \d+ %$/);
  await shot("openings");
  await assertAccessible("openings");
  // By the keyboard alone.
  await page.focus("#review .played-moves button");
  await page.keyboard.press("Enter");
  await page.waitForFunction((first) => document.querySelector("#review .played-moves .move")?.textContent !== first, {}, first[0]);
  assert.equal(await page.$eval("#review .moves [aria-current]", (move) => move.textContent), first[0]);
  await click("#language");
  await waitForText("#review .openings .games", /^เกมที่มีรูปหมากนี้: \d+$/);
  await shot("openings-th");
  // A reload shows the same.
  const shown = await rows();
  await page.reload();
  await page.waitForSelector("#review .played-moves button");
  assert.deepEqual(await rows(), shown);
  await page.keyboard.press("ArrowLeft");
  assert.equal((await rows()).length, first.length);
  // Formations are named.
  await page.waitForSelector("[data-ready]");
  await tap("review", "a3a4");
  await waitForText("#review .openings .games", /ไม่มีเกม|เกมที่มีรูปหมากนี้/);
});

test("a file of one's own is opened and kept; a broken one is named", options, async () => {
  const folder = mkdtempSync(join(tmpdir(), "sakdi-openings-"));
  try {
    const [good, broken] = ["mine.bin", "broken.bin"].map((name) => join(folder, name));
    writeFileSync(good, fileOf(5));
    writeFileSync(broken, "no explorer");
    await open("en");
    await go("review");
    // The list moves what is below it.
    await waitForText("#review .openings .games", /./);
    await click("#review .fresh");
    await waitForText("#review .openings .games", /: \d+$/);
    const before = await rows();
    const field = /** @type {import("puppeteer-core").ElementHandle<HTMLInputElement>} */ (await page.$("#review .openings .own"));
    await field.uploadFile(broken);
    await waitForText("#review .openings .error", /^broken\.bin: not an explorer file$/);
    assert.deepEqual(await rows(), before);
    await field.uploadFile(good);
    await waitForText("#review .openings .source", /^Games of mine\.bin; 1 positions?$/);
    assert.deepEqual(await rows(), ["e4"]);
    assert.equal(await text("#review .openings .error"), "");
    await page.reload();
    await waitForText("#review .openings .source", /mine\.bin/);
    assert.deepEqual(await rows(), ["e4"]);
    await click("#review .openings .program");
    await waitForText("#review .openings .source", /program against itself/);
    assert.deepEqual(await rows(), before);
    await page.reload();
    await waitForText("#review .openings .source", /program against itself/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("without a connection the panel says so", options, async () => {
  await open("en", "#review");
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
    for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister();
  });
  await page.setBypassServiceWorker(true);
  await page.setRequestInterception(true);
  const block = (/** @type {import("puppeteer-core").HTTPRequest} */ request) => void (request.url().endsWith("/explorer.bin") ? request.abort() : request.continue());
  page.on("request", block);
  await page.reload();
  await waitForText("#review .openings .error", /^explorer\.bin: /);
  page.off("request", block);
  await page.setRequestInterception(false);
  await page.setBypassServiceWorker(false);
  assert.ok(errors.splice(0).every((error) => /Failed to load resource/.test(error)));
  // It is tried again when the position changes.
  await tap("review", "d3d4");
  await waitForText("#review .openings .games", /Games with this position/);
});

test("the page reported no errors", options, () => assert.deepEqual(errors, []));

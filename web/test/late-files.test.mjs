// Files that arrive late or not at all, in Chromium: what people do meanwhile is not lost.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { missing, newPage } from "../tools/chromium.mjs";
import { click, errors, go, open, openText, page, server, start, stop, tap, text, waitForText } from "../tools/page-driver.mjs";
import { fileOf } from "./explorer-file.mjs";

const options = { skip: missing };

before(async () => {
  await start();
  // A file whose name is held arrives when the test lets it; one that is lost does not.
  await page?.evaluateOnNewDocument(() => {
    const all = /** @type {any} */ (globalThis);
    const fetched = all.fetch;
    let [held, lost] = /** @type {[string, string]} */ (["", ""]);
    /** @type {(() => void)[]} */
    let waiting = [];
    all.isAskedFor = () => waiting.length > 0;
    all.holdFile = (/** @type {string} */ name) => (held = name);
    all.loseFile = (/** @type {string} */ name) => (lost = name);
    all.releaseFile = () => {
      held = "";
      for (const go of waiting) go();
      waiting = [];
    };
    all.fetch = async (/** @type {any} */ request, /** @type {any} */ init) => {
      const url = String(request.url ?? request);
      if (lost && url.endsWith(lost)) throw new TypeError("the connection is lost");
      if (held && url.endsWith(held)) await new Promise((resolve) => waiting.push(() => resolve(undefined)));
      return fetched(request, init);
    };
  });
});
after(stop);

const holdFile = (/** @type {string} */ name) => page.evaluate((name) => /** @type {any} */ (globalThis).holdFile(name), name);
const loseFile = (/** @type {string} */ name) => page.evaluate((name) => /** @type {any} */ (globalThis).loseFile(name), name);
const releaseFile = () => page.evaluate(() => /** @type {any} */ (globalThis).releaseFile());

test("a game is judged as it is when the tables arrive", options, async () => {
  await open("en");
  await holdFile("sakdi-tables.bin");
  await go("review");
  await openText('[FEN "8/2k5/8/8/8/1R1K4/8/3S4 w - - 0 1"]\n\n1. Ra3 Kb6 *');
  await page.waitForSelector("#review .working:not([hidden])");
  await page.click("#review .steps .last");
  await tap("review", "d3d4");
  await releaseFile();
  await page.waitForSelector("#review .graphs:not([hidden])");
  const values = await page.$$eval("#review .moves > button", (moves) => moves.map((move) => move.querySelector("small") !== null));
  assert.deepEqual(values, [true, true, true]);
});

test("puzzles that could not be loaded are asked for again", options, async () => {
  for (const tab of ["puzzles", "counting"]) {
    await open("en");
    await loseFile("puzzles.epd");
    await go(tab);
    await waitForText(`#${tab} .error`, /The puzzles could not be loaded: the connection is lost/);
    await loseFile("");
    await click(`#${tab} .error button`);
    await page.waitForFunction((tab) => document.querySelector(`#${tab} .goal`)?.textContent !== "", {}, tab);
    assert.equal(await text(`#${tab} .error`), "");
  }
});

test("a file of one's own stays when that of the program arrives later", options, async () => {
  const folder = mkdtempSync(join(tmpdir(), "sakdi-late-"));
  try {
    await open("en");
    await holdFile("explorer.bin");
    await go("review");
    await click("#review .openings summary");
    const field = /** @type {import("puppeteer-core").ElementHandle<HTMLInputElement>} */ (await page.waitForSelector("#review .openings .own"));
    await page.waitForFunction(() => /** @type {any} */ (globalThis).isAskedFor());
    writeFileSync(join(folder, "mine.bin"), fileOf(5));
    await field.uploadFile(join(folder, "mine.bin"));
    await waitForText("#review .openings .source", /^Games of mine\.bin/);
    await releaseFile();
    await page.evaluate(() => fetch("explorer.bin").then((response) => response.arrayBuffer()));
    assert.match(await text("#review .openings .source"), /^Games of mine\.bin/);
    await page.reload();
    await waitForText("#review .openings .source", /^Games of mine\.bin/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a page without its scripts says that it is not loaded", options, async () => {
  const context = await page.browser().createBrowserContext();
  try {
    const other = await newPage(context);
    await other.setRequestInterception(true);
    other.on("request", (request) => void (request.url().endsWith("/play-tab.js") ? request.abort() : request.continue()));
    await other.goto(server.url);
    const isSeenAt = (/** @type {number} */ time) =>
      other.$eval(
        ".unloaded",
        (said, time) => {
          for (const animation of said.getAnimations()) animation.currentTime = time;
          const { display, visibility } = getComputedStyle(said);
          return display !== "none" && visibility === "visible";
        },
        time,
      );
    assert.equal(await isSeenAt(0), false);
    assert.equal(await isSeenAt(60_000), true);
  } finally {
    await context.close();
  }
  // The page that is loaded does not.
  assert.equal(await page.$(".unloaded"), null);
});

test("the page reported no errors", options, () => assert.deepEqual(errors, []));

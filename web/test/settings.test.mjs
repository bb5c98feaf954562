// Tests of the settings and of what they change, in Chromium. SHOTS=folder saves screenshots.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventBetween } from "../dist/feedback.js";
import { missing, newPage } from "../tools/chromium.mjs";
import { assertAccessible, click, errors, newGame, open, page, server, shot, start, stop, tap, yourTurn } from "../tools/page-driver.mjs";

before(() => start());
after(stop);

const options = { skip: missing };

/** Opens the settings, changes them and closes them. @param {() => Promise<unknown>} change */
async function set(change) {
  await click("#show-settings");
  await page.waitForSelector("#settings[open]");
  await change();
  await page.click("#settings .main");
  await page.waitForSelector("#settings:not([open])");
}

/** The parts of the picture of a khun. @param {import("puppeteer-core").Page} tab */
const khun = (tab = page) => tab.$eval("#K", (symbol) => symbol.querySelectorAll("path").length);
/** The colour of the board. @param {import("puppeteer-core").Page} tab */
const wood = (tab = page) => tab.$eval("#play .board .wood", (rect) => getComputedStyle(rect).fill);

test("men, board and colours are chosen, kept, and the same in every tab", options, async () => {
  await open("en");
  const [first, colour] = [await khun(), await wood()];
  const other = await newPage(page.browser());
  try {
    await other.goto(server.url);
    await other.waitForSelector("[data-ready]");
    await page.bringToFront();
    await set(async () => {
      await page.select("#settings [name=men]", "simple");
      await page.select("#settings [name=board]", "celadon");
      await page.waitForFunction((/** @type {number} */ first) => document.querySelectorAll("#K path").length !== first, {}, first);
      await shot("settings");
      await assertAccessible("the settings");
    });
    assert.notEqual(await wood(), colour);
    assert.equal((await page.$$("svg.men")).length, 1);
    // A hidden tab is not painted: it is asked by the clock.
    const isTold = (/** @type {number} */ first, /** @type {string} */ colour) => {
      const rect = document.querySelector("#play .board .wood");
      return document.querySelectorAll("#K path").length !== first && rect !== null && getComputedStyle(rect).fill === colour;
    };
    await other.waitForFunction(isTold, { polling: 50 }, first, await wood());
  } finally {
    await other.close();
  }
  const chosen = [await khun(), await wood()];
  await page.reload();
  await page.waitForSelector("[data-ready]");
  await page.waitForFunction((/** @type {number} */ first) => document.querySelectorAll("#K path").length !== first, {}, first);
  assert.deepEqual([await khun(), await wood()], chosen);
  await set(() => page.select("#settings [name=theme]", "dark"));
  assert.equal(await page.$eval("html", (html) => html.dataset.theme), "dark");
  await set(async () => {
    for (const [name, value] of [["men", "carved"], ["board", "wood"], ["theme", ""]]) await page.select(`#settings [name=${name}]`, value);
  });
  assert.deepEqual([await khun(), await wood()], [first, colour]);
});

test("colours are there before the page's script has run", options, async () => {
  await open("en");
  await set(async () => {
    await page.select("#settings [name=theme]", "dark");
    await page.select("#settings [name=board]", "celadon");
  });
  const other = await newPage(page.browser());
  try {
    await other.setBypassServiceWorker(true);
    await other.setRequestInterception(true);
    other.on("request", (request) => void (request.url().endsWith("/main.js") ? request.abort() : request.continue()));
    await other.goto(server.url);
    assert.ok(await other.$("html:not([data-ready])"));
    assert.deepEqual(await other.$eval("html", ({ dataset }) => [dataset.theme, dataset.board]), ["dark", "celadon"]);
  } finally {
    await other.close();
  }
  await set(async () => {
    await page.select("#settings [name=theme]", "");
    await page.select("#settings [name=board]", "wood");
  });
});

test("the keyboard alone opens the settings, changes them and closes them", options, async () => {
  await open("th");
  await page.focus("#show-settings");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#settings[open]");
  await page.focus("#settings [name=sound]");
  await page.keyboard.press("Space");
  await page.keyboard.press("Escape");
  await page.waitForSelector("#settings:not([open])");
  await page.reload();
  await page.waitForSelector("[data-ready]");
  await set(async () => {
    assert.ok(await page.$("#settings [name=sound]:checked"));
    await page.click("#settings [name=sound]");
  });
});

test("letters are keys until that is switched off", options, async () => {
  await open("en", "#review");
  const isTurned = () => page.$eval("#review .stage", (stage) => stage.classList.contains("turned"));
  const hint = () => page.$eval("#review .keys", (line) => /** @type {HTMLElement} */ (line).innerText);
  await page.keyboard.press("f");
  assert.equal(await isTurned(), true);
  assert.match(await hint(), /F flips the board/);
  await set(() => page.click("#settings [name=letterKeys]"));
  await page.keyboard.press("f");
  assert.equal(await isTurned(), true);
  assert.match(await hint(), /Delete removes$/);
  await set(() => page.click("#settings [name=letterKeys]"));
  await page.keyboard.press("f");
  assert.equal(await isTurned(), false);
});

test("a move is a capture, gives check, or is neither", () => {
  const at = (/** @type {string} */ fen, /** @type {string} */ last, /** @type {string} */ check = "") => ({ fen, last, check, moves: [] });
  const before = at("4k3/8/8/3p4/8/4S3/8/4K3 w - - 0 1", "d6d5");
  const free = "4k3/8/8/3p4/4S3/8/8/4K3 b - - 0 1";
  assert.equal(eventBetween(before, at(free, "e3e4")), "move");
  assert.equal(eventBetween(before, at(free, "e3e4", "e8")), "check");
  assert.equal(eventBetween(before, at("4k3/8/8/3S4/8/8/8/4K3 b - - 0 1", "e4d5")), "capture");
  assert.equal(eventBetween(before, before), undefined, "the same position again");
  assert.equal(eventBetween(before, { ...before, last: undefined }), undefined, "another position");
});

test("moves are heard and felt once that is switched on, and not before", options, async () => {
  const { identifier } = await page.evaluateOnNewDocument(() => {
    const all = /** @type {any} */ (globalThis);
    all.heard = all.felt = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (/** @type {number} */ when) {
      all.heard++;
      return start.call(this, when);
    };
    Object.defineProperty(Navigator.prototype, "vibrate", { value: () => (all.felt++, true) });
  });
  try {
    await open("en");
    const counts = () => page.evaluate(() => [/** @type {any} */ (globalThis).heard, /** @type {any} */ (globalThis).felt]);
    await newGame({ level: -2 });
    await tap("play", "d3d4");
    assert.ok(await yourTurn());
    assert.deepEqual(await counts(), [0, 0]);
    await set(async () => {
      for (const name of ["sound", "vibration"]) await page.click(`#settings [name=${name}]`);
    });
    const [heard, felt] = await counts();
    assert.ok(heard > 0 && felt > 0, "a sample");
    await tap("play", "b1d2");
    assert.ok(await yourTurn());
    const [heardNow, feltNow] = await counts();
    assert.ok(heardNow >= heard + 2 && feltNow === felt + 2, "both moves");
    await set(async () => {
      for (const name of ["sound", "vibration"]) await page.click(`#settings [name=${name}]`);
    });
    assert.deepEqual(await counts(), [heardNow, feltNow]);
  } finally {
    await page.removeScriptToEvaluateOnNewDocument(identifier);
  }
});

test("larger text of the browser fits the page", options, async () => {
  for (const viewport of [{ width: 390, height: 844 }, { width: 1280, height: 800 }]) {
    await page.setViewport(viewport);
    for (const tab of ["play", "review", "puzzles", "counting", "endings"]) {
      await open("th", `#${tab}`);
      const [size, larger, width] = await page.evaluate(() => {
        const size = () => parseFloat(getComputedStyle(document.body).fontSize);
        const before = size();
        document.documentElement.style.fontSize = "150%";
        return [before, size(), document.documentElement.scrollWidth];
      });
      assert.equal(larger, 1.5 * size);
      assert.ok(width <= viewport.width, `${tab}: ${width} wide at ${viewport.width}`);
    }
  }
});

test("the page reported no errors", options, () => assert.deepEqual(errors, []));

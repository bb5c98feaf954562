// The page on a phone: a quarter of the CPU and 1.6 Mbit/s. `node tools/speed-phone.mjs [ROUNDS]` prints when the board is drawn and playable,
// layout shift, the time from a tap to the painted move, and the time to open a game of 600 plies.

import { fileURLToPath } from "node:url";
import { launch } from "./chromium.mjs";
import { longGame } from "./long-game.mjs";
import { serveSlowly } from "./slow-server.mjs";

const ROUNDS = Number(process.argv[2] ?? 5);
const PLIES = 600;
const CONNECTION = { bytesASecond: 200_000, delay: 150 };
const QUARTER = 4;

/** Begins to observe, before anything else runs in the page. */
function observe() {
  const seen = { ready: 0, shift: 0, taps: /** @type {number[]} */ ([]) };
  Object.assign(globalThis, { seen });
  const watch = (/** @type {string} */ type, /** @type {(entry: any) => void} */ take, options = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...options });
  new MutationObserver(() => {
    if (document.documentElement?.dataset.ready) seen.ready ||= performance.now();
  }).observe(document, { attributes: true, subtree: true, attributeFilter: ["data-ready"] });
  watch("layout-shift", (entry) => (seen.shift += entry.hadRecentInput ? 0 : entry.value));
  watch("event", (entry) => entry.interactionId && seen.taps.push(entry.duration), { durationThreshold: 16 });
}

/** @param {import("puppeteer-core").Page} page @param {string} move */
async function tap(page, move) {
  for (const square of [move.slice(0, 2), move.slice(2)]) await page.tap(`#play [data-square="${square}"]`);
}

/** Lets what was painted be observed. @param {import("puppeteer-core").Page} page */
const painted = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 200))));

/** @param {import("puppeteer-core").Browser} browser @param {string} url @param {string} game */
async function visit(browser, url, game) {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    await page.setViewport({ width: 390, height: 844, isMobile: true, hasTouch: true, deviceScaleFactor: 2 });
    await page.emulateCPUThrottling(QUARTER);
    await page.evaluateOnNewDocument(observe);
    await page.goto(url, { waitUntil: "domcontentloaded", timeout: 60_000 });
    await page.waitForSelector("[data-ready]");
    const before = await page.evaluate(() => performance.now());
    await tap(page, "d3d4");
    await page.waitForFunction(() => document.querySelectorAll("#play .played .move").length >= 2, { timeout: 60_000 });
    const reply = (await page.evaluate(() => performance.now())) - before;
    await painted(page);
    const { ready, shift, taps } = await page.evaluate(() => /** @type {any} */ (globalThis).seen);
    const drawn = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime);
    return { drawn, ready, shift, tap: Math.max(0, ...taps), reply, opened: await openGame(page, game) };
  } finally {
    await context.close();
  }
}

/** Milliseconds from the button that opens a game to the painted game. @param {import("puppeteer-core").Page} page @param {string} game */
async function openGame(page, game) {
  await page.tap('[data-tab="review"]');
  await page.tap("#review .open");
  await page.waitForSelector("#open-game[open]");
  await page.$eval("#open-game textarea", (field, game) => void (/** @type {HTMLTextAreaElement} */ (field).value = game), game);
  return page.evaluate(async (plies) => {
    const start = performance.now();
    /** @type {HTMLElement} */ (document.querySelector("#open-game [type=submit]")).click();
    const paint = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    do await paint();
    while (document.querySelectorAll("#review .moves > button").length < plies);
    return performance.now() - start;
  }, PLIES);
}

const game = await longGame(PLIES);
const browser = await launch();
const { url, close } = await serveSlowly(fileURLToPath(new URL("../dist", import.meta.url)), CONNECTION);
/** @type {Awaited<ReturnType<typeof visit>>[]} */
const visits = [];
for (let round = 0; round < ROUNDS; round++) visits.push(await visit(browser, url, game));
await browser.close();
close();
const list = (/** @type {keyof (typeof visits)[0]} */ key, digits = 0) => visits.map((each) => each[key].toFixed(digits)).join(", ");
console.log(`board drawn after ${list("drawn")} ms, playable after ${list("ready")} ms, layout shift ${list("shift", 4)}`);
console.log(`slowest of the taps of a move to its paint ${list("tap")} ms; Sakdi's first reply after ${list("reply")} ms`);
console.log(`a game of ${PLIES} plies opened in ${list("opened")} ms`);

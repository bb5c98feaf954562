// The page on a phone: a quarter of the CPU and 1.6 Mbit/s. `node tools/speed-phone.mjs [ROUNDS]` prints when the board is drawn, when men can be
// moved and when Sakdi has replied to the first move, layout shift, the times from a tap to its paint, and the time to open a game of 600 plies.

import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Board } from "../pkg/sakdi.js";
import { launch, newPage } from "./chromium.mjs";
import { longGame } from "./long-game.mjs";
import { serveSlowly } from "./slow-server.mjs";

const ROUNDS = Number(process.argv[2] ?? 5);
const PLIES = 600;
/** Moves made in each round. */
const MOVES = 6;
const CONNECTION = { bytesASecond: 200_000, delay: 150 };
const QUARTER = 4;
/** Milliseconds of rest before each tap: no finger taps twice in one frame. */
const REST = 300;
/** The shortest time from a tap to its paint that a browser reports, in milliseconds. */
const SHORTEST = 16;

/** Begins to observe, before anything else runs in the page. @param {number} shortest */
function observe(shortest) {
  const seen = { ready: 0, shift: 0, taps: /** @type {Record<number, number>} */ ({}) };
  Object.assign(globalThis, { seen });
  const watch = (/** @type {string} */ type, /** @type {(entry: any) => void} */ take, options = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...options });
  new MutationObserver(() => {
    if (document.documentElement?.dataset.ready) seen.ready ||= performance.now();
  }).observe(document, { attributes: true, subtree: true, attributeFilter: ["data-ready"] });
  watch("layout-shift", (entry) => (seen.shift += entry.hadRecentInput ? 0 : entry.value));
  const take = (/** @type {any} */ { interactionId, duration }) => interactionId && (seen.taps[interactionId] = Math.max(duration, seen.taps[interactionId] ?? 0));
  watch("event", take, { durationThreshold: shortest });
}

/** Makes a move by two taps, the first move of a game as soon as the page is ready, and waits for the reply. @param {import("puppeteer-core").Page} page @param {number} done moves of both */
async function move(page, done) {
  const { start, moves } = await page.evaluate(() => JSON.parse(localStorage.getItem("sakdi.match") ?? "{}"));
  const board = new Board("makruk", start);
  board.pushMoves(moves ?? "");
  const [move] = board.legalMoves().split(" ").sort();
  board.delete();
  for (const square of [move.slice(0, 2), move.slice(2, 4)]) {
    if (done > 0) await sleep(REST);
    await page.tap(`#play [data-square="${square}"]`);
  }
  const replied = (/** @type {number} */ count) => JSON.parse(localStorage.getItem("sakdi.match") ?? "{}").moves?.split(" ").length >= count && document.querySelector("#play .hint:not(:disabled)");
  await page.waitForFunction(replied, {}, done + 2);
}

/** Lets what was painted be observed. @param {import("puppeteer-core").Page} page */
const painted = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 200))));

/** The times from the taps since the last call to their paints. @param {import("puppeteer-core").Page} page @param {number} count taps */
async function takeTaps(page, count) {
  await painted(page);
  const slow = await page.evaluate(() => {
    const { seen } = /** @type {any} */ (globalThis);
    const taps = /** @type {number[]} */ (Object.values(seen.taps));
    seen.taps = {};
    return taps;
  });
  return slow.concat(Array(count - slow.length).fill(SHORTEST));
}

/** @param {import("puppeteer-core").Browser} browser @param {string} url @param {string} game */
async function visit(browser, url, game) {
  const context = await browser.createBrowserContext();
  try {
    const page = await newPage(context);
    await page.setViewport({ width: 390, height: 844, isMobile: true, hasTouch: true, deviceScaleFactor: 2 });
    await page.emulateCPUThrottling(QUARTER);
    await page.evaluateOnNewDocument(observe, SHORTEST);
    await page.goto(url, { waitUntil: "domcontentloaded" });
    await page.waitForSelector("[data-ready]");
    await move(page, 0);
    const reply = await page.evaluate(() => performance.now());
    const first = await takeTaps(page, 2);
    for (let made = 1; made < MOVES; made++) await move(page, 2 * made);
    const later = await takeTaps(page, 2 * (MOVES - 1));
    const { ready, shift } = await page.evaluate(() => /** @type {any} */ (globalThis).seen);
    const drawn = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime);
    return { drawn, ready, reply, shift, first, later, opened: await openGame(page, game) };
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
const list = (/** @type {"drawn" | "ready" | "reply" | "shift" | "opened"} */ key, digits = 0) => visits.map((each) => each[key].toFixed(digits)).join(", ");
/** @param {number[]} times */
function summary(times) {
  const sorted = [...times].sort((a, b) => a - b);
  return `median ${sorted[sorted.length >> 1]} ms, longest ${sorted.at(-1)} ms`;
}
console.log(`board drawn after ${list("drawn")} ms, men can be moved after ${list("ready")} ms, layout shift ${list("shift", 4)}`);
console.log(`Sakdi's reply to the first move, made at once, after ${list("reply")} ms`);
console.log(`from a tap to its paint, ${SHORTEST} ms or more: the first move ${summary(visits.flatMap(({ first }) => first))}; the ${MOVES - 1} after it ${summary(visits.flatMap(({ later }) => later))}`);
console.log(`a game of ${PLIES} plies opened in ${list("opened")} ms`);

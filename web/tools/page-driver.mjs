// Drives the page in Chromium for its tests. SHOTS=folder saves screenshots.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Board, ready } from "../pkg/sakdi.js";
import { launch, missing, newPage } from "./chromium.mjs";
import { serve } from "./serve.mjs";

const DIST = fileURLToPath(new URL("../dist", import.meta.url));
const AXE = missing ? "" : readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const SHOTS = process.env.SHOTS;
const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };

/** @type {import("puppeteer-core").Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof serve>>} */
export let server;
/** @type {import("puppeteer-core").Page} */
export let page;
/** Errors of the page. @type {string[]} */
export const errors = [];

/** Starts the server and opens the page in Chromium, if it is installed. @param {{ isolated?: boolean }} [options] of the server */
export async function start({ isolated } = {}) {
  if (missing) return;
  server = await serve(DIST, { isolated });
  browser = await launch();
  page = await newPage(browser);
  await page.setViewport(SIZES.desktop);
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (!["blob:", "data:"].includes(protocol) && origin !== new URL(server.url).origin) errors.push(`request: ${request.url()}`);
  });
  await open("en");
}

/** Closes Chromium and the server. */
export async function stop() {
  await browser?.close();
  server?.close();
}

/** Reloads the page. @param {string} language @param {string} [hash] */
export async function open(language, hash = "") {
  await page.goto(server.url);
  await page.evaluate((language) => localStorage.setItem("sakdi.language", JSON.stringify(language)), language);
  await page.goto(server.url + hash);
  await page.reload();
  await page.waitForSelector("[data-ready]");
}

/** The text of the first element that matches a selector. @param {string} selector */
export const text = (selector) => page.$eval(selector, (found) => found.textContent ?? "");
/** @param {string} selector */
export const click = (selector) => page.locator(selector).click();

/** Waits for a text in the first element that matches a selector. @param {string} selector @param {RegExp} pattern */
export const waitForText = (selector, pattern) =>
  page.waitForFunction((selector, source) => new RegExp(source).test(document.querySelector(selector)?.textContent ?? ""), {}, selector, pattern.source);

/** Shows a tab, by the keyboard: a click may miss where the page scrolls or grows at that moment. @param {string} tab */
export async function go(tab) {
  await page.locator(`[data-tab="${tab}"]`).wait();
  await page.focus(`[data-tab="${tab}"]`);
  await page.keyboard.press("Enter");
  await page.waitForSelector(`#${tab}:not([hidden], [inert])`);
}

/** Opens a text in the analysis. @param {string} pgn */
export async function openText(pgn) {
  if (!(await page.$("#open-game[open]"))) await click("#review .open");
  await page.waitForSelector("#open-game[open]");
  await page.$eval("#open-game textarea", (area, pgn) => (/** @type {HTMLTextAreaElement} */ (area).value = pgn), pgn);
  await click("#open-game [type=submit]");
  await page.waitForSelector("#open-game:not([open])");
}

/** Makes a move by two taps, and waits for what it changes beside the board. @param {string} tab @param {string} move */
export async function tap(tab, move) {
  for (const square of [move.slice(0, 2), move.slice(2, 4)]) await page.click(`#${tab} [data-square="${square}"]`);
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted))));
}

/** The game that the page has stored. */
export const storedGame = () => page.evaluate(() => JSON.parse(localStorage.getItem("sakdi.match") ?? "null"));

/** The board of the game that the page has stored. */
export async function storedBoard() {
  await ready();
  const { choice, start, moves, claims } = await storedGame();
  const board = new Board(choice.variant, start, false, /** @type {any} */ (`${choice.counts}+${choice.limit}`));
  const played = moves ? moves.split(" ") : [];
  for (let ply = 0; ply <= played.length; ply++) {
    for (const claim of claims) if (claim.ply === ply) claim.kind === "start" ? board.claimCount() : claim.kind === "stop" ? board.stopCount() : board.skipNumber();
    if (ply < played.length) board.push(played[ply]);
  }
  return board;
}

/** Waits until the person is to move or the game is over. Returns whether the game continues. */
export async function yourTurn() {
  await page.waitForFunction(() => {
    const over = !document.querySelector("#play .ended")?.hasAttribute("hidden");
    return over || document.querySelector("#play .hint:not(:disabled)") !== null;
  });
  return page.$eval("#play .ended", (ended) => ended.hasAttribute("hidden"));
}

/** Starts a game against Sakdi in the dialog. @param {{ level?: number, counts?: string, colour?: string, clock?: string, variant?: string }} choice */
export async function newGame({ level = 3, colour = "white", ...choice }) {
  await openNewGame("sakdi");
  await page.$eval(
    "#new-game [name=level]",
    (input, level) => {
      /** @type {HTMLInputElement} */ (input).value = String(level);
      input.dispatchEvent(new Event("input"));
    },
    level,
  );
  await page.click(`#new-game [name=colour][value=${colour}]`);
  await startGame(choice);
}

/** Starts a game of two people in the dialog. @param {{ turning?: string, counts?: string, clock?: string, variant?: string }} choice */
export async function newGameForTwo({ turning = "turns", ...choice }) {
  await openNewGame("person");
  await page.select("#new-game [name=turning]", turning);
  await startGame(choice);
}

/** @param {string} opponent */
async function openNewGame(opponent) {
  await click("#play .actions .new");
  await page.waitForSelector("#new-game[open]");
  await page.click(`#new-game [name=opponent][value=${opponent}]`);
}

/** @param {{ counts?: string, clock?: string, variant?: string }} choice */
async function startGame({ counts = "weaker", clock = "", variant = "makruk" }) {
  for (const [name, value] of Object.entries({ counts, variant })) await page.click(`#new-game [name=${name}][value=${value}]`);
  await page.select("#new-game [name=clock]", clock);
  await page.click("#new-game [type=submit]");
}

/** @param {string} name */
export async function shot(name) {
  if (!SHOTS) return;
  mkdirSync(SHOTS, { recursive: true });
  for (const [size, viewport] of Object.entries(SIZES)) {
    for (const scheme of ["light", "dark"]) {
      await page.setViewport(viewport);
      await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 250)));
      await page.screenshot({ path: /** @type {`${string}.png`} */ (join(SHOTS, `${name}-${size}-${scheme}.png`)), fullPage: size === "phone" });
    }
  }
  await page.setViewport(SIZES.desktop);
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "light" }]);
}

/** Saves a screenshot of the window as it is. @param {string} name */
export async function snap(name) {
  if (!SHOTS) return;
  mkdirSync(SHOTS, { recursive: true });
  await page.screenshot({ path: /** @type {`${string}.png`} */ (join(SHOTS, `${name}.png`)) });
}

/** No scrolling to the side, in the window as it is. @param {string} where */
export async function assertFits(where) {
  const [width, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(width <= room, `${where}: ${width} wide at ${room}`);
}

/** No accessibility violations, in the window as it is. @param {string} where */
export async function assertNoViolations(where) {
  await page.evaluate(AXE);
  const violations = await page.evaluate(async () => {
    const found = await /** @type {any} */ (globalThis).axe.run();
    return found.violations.map((/** @type {any} */ each) => `${each.id}: ${each.nodes.map((/** @type {any} */ node) => node.target).join(", ")}`);
  });
  assert.deepEqual(violations, [], where);
}

/** No accessibility violations, in both themes and sizes. @param {string} where */
export async function assertAccessible(where) {
  for (const viewport of [SIZES.desktop, { width: 360, height: 740 }]) {
    await page.setViewport(viewport);
    await assertFits(where);
    for (const value of ["light", "dark"]) {
      await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value }]);
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 250)));
      await assertNoViolations(`${where}, ${value}, ${viewport.width}`);
    }
  }
  await page.setViewport(SIZES.desktop);
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "light" }]);
}

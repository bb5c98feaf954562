// The memory of the page while the engine thinks along: `node tools/memory.mjs [MINUTES]` shows another position every three seconds, and prints
// the resident memory of Chromium's process for the page, and its JavaScript heap, once a minute.

import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { launch, newPage } from "./chromium.mjs";
import { longGame } from "./long-game.mjs";
import { serve } from "./serve.mjs";

const MINUTES = Number(process.argv[2] ?? 60);
const PLIES = 600;
/** Seconds for a position. */
const PACE = 3;
const MEGABYTE = 1_000_000;
const PAGE_SIZE = 4_096;

const game = await longGame(PLIES);
const server = await serve(fileURLToPath(new URL("../dist", import.meta.url)));
const browser = await launch();
const page = await newPage(browser);
await page.goto(`${server.url}#review`);
await page.waitForSelector("[data-ready]");
await page.locator("#review .open").click();
await page.waitForSelector("#open-game[open]");
await page.$eval("#open-game textarea", (field, game) => void (/** @type {HTMLTextAreaElement} */ (field).value = game), game);
await page.click("#open-game [type=submit]");
await page.waitForSelector("#open-game:not([open])");
await page.locator("#review .cancel-judging").click();
await page.select("#review .line-count", "3");
await page.locator("#review .engine .on").click();
await page.waitForSelector("#review .lines b");

const session = await browser.target().createCDPSession();
/** Resident memory of the processes for pages, in bytes. */
async function resident() {
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const pages = processInfo.filter(({ type }) => type === "renderer");
  return Math.max(...pages.map(({ id }) => Number(readFileSync(`/proc/${id}/statm`, "utf8").split(" ")[1]) * PAGE_SIZE));
}

for (let minute = 0; minute <= MINUTES; minute++) {
  const { JSHeapUsedSize = 0 } = await page.metrics();
  const depth = await page.$eval("#review .depth-text", (text) => text.textContent);
  console.log(`${minute} min: ${((await resident()) / MEGABYTE).toFixed(1)} MB resident, ${(JSHeapUsedSize / MEGABYTE).toFixed(1)} MB of JavaScript; ${depth}`);
  for (let second = 0; second < 60 && minute < MINUTES; second += PACE) {
    const isLast = await page.$("#review .steps .last:disabled");
    await page.keyboard.press(isLast ? "Home" : "ArrowRight");
    await sleep(1_000 * PACE);
  }
}
await browser.close();
server.close();

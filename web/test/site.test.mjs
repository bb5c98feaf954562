// The page, clicked through in Chromium. SHOTS=folder keeps pictures of it.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import Sakdi, { Board, ready } from "../pkg/sakdi.js";
import { menOf } from "../dist/shared/board.js";
import { serve } from "../tools/serve.mjs";
import { launch, missing } from "../tools/chromium.mjs";

const DIST = fileURLToPath(new URL("../dist", import.meta.url));
const AXE = missing ? "" : readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const SHOTS = process.env.SHOTS;
const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };

/** @type {import("puppeteer-core").Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof serve>>} */
let server;
/** @type {import("puppeteer-core").Page} */
let page;
/** What the page has complained of. @type {string[]} */
const complaints = [];

before(async () => {
  if (missing) return;
  server = await serve(DIST);
  browser = await launch();
  page = await browser.newPage();
  await page.setViewport(SIZES.desktop);
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (!["blob:", "data:"].includes(protocol) && origin !== new URL(server.url).origin) complaints.push(`request: ${request.url()}`);
  });
  await open("en");
});

after(async () => {
  await browser?.close();
  server?.close();
});

/** Opens the page anew. @param {string} language @param {string} [hash] */
async function open(language, hash = "") {
  await page.goto(server.url);
  await page.evaluate((language) => localStorage.setItem("sakdi.language", language), language);
  await page.goto(server.url + hash);
  await page.reload();
  await page.waitForSelector("[data-ready]");
}

/** The text of what a selector finds first. @param {string} selector */
const text = (selector) => page.$eval(selector, (found) => found.textContent ?? "");
/** @param {string} selector */
const click = (selector) => page.locator(selector).click();

/** Shows a tab. @param {string} tab */
async function go(tab) {
  await click(`[data-tab="${tab}"]`);
  await page.waitForSelector(`#${tab}:not([hidden])`);
}

/** Makes a move by two taps. @param {string} tab @param {string} move */
async function tap(tab, move) {
  for (const square of [move.slice(0, 2), move.slice(2, 4)]) await page.click(`#${tab} [data-square="${square}"]`);
}

/** The game that the page keeps. */
const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem("sakdi.match") ?? "null"));

/** The board of the game that the page keeps. */
async function keptBoard() {
  const { choice, start, moves, claims } = await kept();
  const board = new Board(choice.variant, start, false, choice.rule);
  const played = moves ? moves.split(" ") : [];
  for (let ply = 0; ply <= played.length; ply++) {
    for (const claim of claims) if (claim.ply === ply) claim.counts ? board.claimCount() : board.dropCount();
    if (ply < played.length) board.push(played[ply]);
  }
  return board;
}

/** Waits until the person is to move, or the game is over; whether it goes on. */
async function yourTurn() {
  await page.waitForFunction(
    () => {
      const over = !document.querySelector("#play .ended")?.hasAttribute("hidden");
      return over || document.querySelector("#play .hint:not(:disabled)") !== null;
    },
    { timeout: 60_000 },
  );
  return page.$eval("#play .ended", (ended) => ended.hasAttribute("hidden"));
}

/** Begins a game in the dialog. @param {{ level?: number, rule?: string, colour?: string, clock?: string, variant?: string }} choice */
async function newGame({ level = 3, rule = "makruk", colour = "white", clock = "", variant = "makruk" }) {
  await click("#play .actions .new");
  await page.waitForSelector("#new-game[open]");
  await page.$eval(
    "#new-game [name=level]",
    (input, level) => {
      /** @type {HTMLInputElement} */ (input).value = String(level);
      input.dispatchEvent(new Event("input"));
    },
    level,
  );
  for (const [name, value] of Object.entries({ rule, colour, variant })) await page.click(`#new-game [name=${name}][value=${value}]`);
  await page.select("#new-game [name=clock]", clock);
  await page.click("#new-game [type=submit]");
}

/** @param {string} name */
async function shot(name) {
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

/** Nothing that keeps anybody out, in either theme, at both sizes. @param {string} where */
async function assertAccessible(where) {
  for (const viewport of [SIZES.desktop, { width: 360, height: 740 }]) {
    await page.setViewport(viewport);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= viewport.width, `${where}: ${width} wide at ${viewport.width}`);
    for (const value of ["light", "dark"]) {
      await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value }]);
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 250)));
      await page.evaluate(AXE);
      const violations = await page.evaluate(async () => {
        const found = await /** @type {any} */ (globalThis).axe.run();
        return found.violations.map((/** @type {any} */ each) => `${each.id}: ${each.nodes.map((/** @type {any} */ node) => node.target).join(", ")}`);
      });
      assert.deepEqual(violations, [], `${where}, ${value}, ${viewport.width}`);
    }
  }
  await page.setViewport(SIZES.desktop);
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "light" }]);
}

const options = { skip: missing };

test("a whole game at level 3 in Thai, with a count", options, async () => {
  await open("th");
  assert.equal(await page.$eval("html", (html) => html.lang), "th");
  await newGame({ level: 3 });
  await ready();
  const engine = await Sakdi();
  let counted = "";
  try {
    while (await yourTurn()) {
      const board = await keptBoard();
      await tap("play", await countSeekingMove(engine, board));
      if (board.count()) counted ||= await text("#play .count-panel");
      if (board.fullmoveNumber() === 4) await shot("play");
      board.delete();
    }
  } finally {
    engine.terminate();
  }
  const { ending } = await kept();
  const isWon = ending.reason === "mate";
  assert.ok(isWon ? ending.winner === "white" : ending.reason === "count", ending.reason);
  assert.match(await text("#play .said"), isWon ? /คุณชนะ/ : /เสมอ/);
  assert.match(await text("#play .more"), isWon ? /รุกจน/ : /นับครบศักดิ์/);
  assert.match(counted, /ศักดิ์/, "there was a count");
  await shot("play-end");
  await assertAccessible("play");
});

/**
 * A move of a player who does not mate before there was a count: it takes what it can and brings
 * its bia home as long as it wins.
 *
 * @param {import("../pkg/sakdi.js").Engine} engine
 * @param {Board} board
 */
async function countSeekingMove(engine, board) {
  engine.postMessage(`position fen ${board.startFen()} moves ${board.moveStack()}`);
  const score = (/** @type {string[]} */ lines) => {
    const found = [...lines.join("\n").matchAll(/ score (cp|mate) (-?\d+)/g)].at(-1);
    return found?.[1] === "mate" ? Math.sign(Number(found[2])) * 10_000 : Number(found?.[2] ?? 0);
  };
  const answer = (/** @type {string[]} */ lines) => lines.at(-1)?.split(" ")[1] ?? "";
  if (board.count()) return answer(await engine.ask("go movetime 60", "bestmove"));
  const legal = board.legalMoves().split(" ");
  const [mating, others] = [true, false].map((is) => legal.filter((move) => mates(board, move) === is));
  const moves = others.length > 0 ? others : mating;
  const men = menOf(board.fen());
  const preferred = [moves.filter((move) => board.isCapture(move)), moves.filter((move) => men[move.slice(0, 2)] === "P")];
  for (const some of preferred.filter((some) => some.length > 0)) {
    const lines = await engine.ask(`go movetime 30 searchmoves ${some.join(" ")}`, "bestmove");
    if (score(lines) > 500) return answer(lines);
  }
  return answer(await engine.ask(`go movetime 60 searchmoves ${moves.join(" ")}`, "bestmove"));
}

/** @param {Board} board @param {string} move */
function mates(board, move) {
  board.push(move);
  const { reason } = board.outcome() ?? {};
  board.pop();
  return reason === "mate";
}

test("the game just played is reviewed", options, async () => {
  await page.select("#review [name=depth]", "60");
  await click("#play .go-review");
  await page.waitForSelector("#review .result:not([hidden])", { timeout: 120_000 });
  const moves = await page.$$eval("#review .moves button", (buttons) => buttons.length);
  assert.equal(moves, (await kept()).moves.split(" ").length);
  const men = () => page.$$eval("#review .board use", (uses) => uses.map((use) => use.outerHTML).join());
  const start = await men();
  await page.keyboard.press("ArrowRight");
  assert.notEqual(await men(), start);
  await page.click("#review .buttons .next");
  assert.match(await text("#review .heading"), /\?/);
  assert.ok((await page.$$("#review .arrow.played, #review .arrow.better")).length === 2, "the move played and the better one");
  await page.click("#review .lines button:last-of-type");
  assert.ok(await page.$("#review .lines [aria-current]"), "a line is shown");
  assert.ok(await page.$("#review .counts-graph .left"), "the count has a graph");
  await shot("review");
  await click("#language");
  await page.waitForFunction(() => /White can expect/.test(document.querySelector("#review .verdict")?.textContent ?? ""));
  await assertAccessible("review");
});

test("a link opens a game at a move", options, async () => {
  await page.evaluate(() => (navigator.clipboard.writeText = async (text) => void (/** @type {any} */ (globalThis).copied = text)));
  const copied = async (/** @type {string} */ what) => {
    await page.click(`#review .copy-${what}`);
    return page.evaluate(() => /** @type {string} */ (/** @type {any} */ (globalThis).copied));
  };
  await page.click('#review .moves [data-ply="2"]');
  const [fen, pgn, link] = [await copied("fen"), await copied("pgn"), await copied("link")];
  assert.equal(fen.split("/").length, 8);
  assert.match(pgn, /\[Annotator "Sakdi/);
  await open("en", link.slice(server.url.length));
  await page.waitForSelector("#review .result:not([hidden])", { timeout: 120_000 });
  assert.equal(await page.$eval("#review .moves [aria-current]", (button) => /** @type {HTMLElement} */ (button).dataset.ply), "2");
});

test("what cannot be read is named", options, async () => {
  await open("en", "#review");
  await shot("review-source");
  await page.type("#review textarea", "1. d4 d9");
  await click("#review [type=submit]");
  await page.waitForFunction(() => (document.querySelector("#review .error")?.textContent ?? "").includes("d9"));
  await assertAccessible("review, its source");
});

test("moves are taken back, hinted at and typed, and the keyboard plays", options, async () => {
  await open("en");
  await newGame({});
  await tap("play", "d3d4");
  assert.ok(await yourTurn());
  assert.equal((await kept()).moves.split(" ").length, 2);
  await click("#play .take-back");
  assert.equal((await kept()).moves, "");
  await click("#play .hint");
  await page.waitForSelector("#play .arrow.better");
  await page.type("#play [name=move]", "ม-ง๒\n");
  assert.ok(await yourTurn());
  assert.match((await kept()).moves, /^b1d2 /);
  await page.type("#play [name=move]", "Ra8\n");
  await page.waitForFunction(() => /a8/.test(document.querySelector("#play .more")?.textContent ?? ""));
  await page.focus('#play [data-square="e1"]');
  for (const key of ["ArrowUp", "ArrowUp", "Enter", "ArrowUp", "Enter"]) await page.keyboard.press(/** @type {any} */ (key));
  await yourTurn();
  assert.match((await kept()).moves, /^b1d2 \S+ e3e4 /);
  // By dragging.
  const [from, to] = await Promise.all(["a3", "a4"].map(async (square) => (await page.$(`#play [data-square="${square}"]`))?.boundingBox()));
  assert.ok(from && to);
  await page.mouse.move(from.x + 10, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(to.x + 20, to.y + 20, { steps: 5 });
  assert.ok(await page.$("#play .ghost"));
  await page.mouse.up();
  await yourTurn();
  assert.match((await kept()).moves, / a3a4 /);
  await click("#play .resign");
  await page.click("#sure .main");
  await page.waitForFunction(() => /You lose/.test(document.querySelector("#play .said")?.textContent ?? ""));
  await click("#play .actions .new");
  await page.waitForSelector("#new-game[open]");
  await shot("new-game");
  await assertAccessible("new game");
  await page.click("#new-game .cancel");
});

test("the weaker side claims its count, and may give it up", options, async () => {
  await open("en");
  await newGame({ rule: "claimed", clock: "5+3" });
  await go("review");
  await page.$eval("#review textarea", (area) => (/** @type {HTMLTextAreaElement} */ (area).value = ""));
  await page.type("#review textarea", "8/2k5/8/3n4/8/1R1K4/8/3S4 b - - 0 1");
  await click("#review [type=submit]");
  await page.waitForSelector("#review .result:not([hidden])", { timeout: 60_000 });
  await click("#review .play-from");
  await page.waitForSelector("#play:not([hidden])");
  assert.match(await text("#play .count-panel"), /No count/);
  await click("#play .count-panel button");
  assert.match(await text("#play .count-panel"), /Board's honour of 64.*Black counts/);
  await tap("play", "c7c6");
  assert.ok(await yourTurn());
  assert.match(await text("#play .count-number"), /^1$/);
  await shot("claimed");
  await click("#play .count-panel button");
  assert.match(await text("#play .count-panel"), /No count/);
});

test("endings tell the worth of every move", options, async () => {
  await go("endings");
  await click("#endings .load");
  await page.waitForSelector("#endings .controls:not([hidden])", { timeout: 60_000 });
  assert.ok((await page.$$("#endings .table-moves button")).length > 3);
  assert.match(await text("#endings .verdict"), /mates in|Draw/);
  await page.select("#endings [name=ending]", "KRvK");
  await page.waitForFunction(() => /mates in/.test(document.querySelector("#endings .verdict")?.textContent ?? ""));
  assert.equal(await page.$eval("#endings [name=limit]", (select) => /** @type {HTMLSelectElement} */ (select).value), "16");
  await page.$eval("#endings [name=spoken]", (input) => {
    /** @type {HTMLInputElement} */ (input).value = "16";
    input.dispatchEvent(new Event("change"));
  });
  await page.waitForFunction(() => /^Draw/.test(document.querySelector("#endings .verdict")?.textContent ?? ""));
  assert.match(await text("#endings .count-number"), /^16$/);
  await page.select("#endings [name=limit]", "64");
  await page.waitForFunction(() => /mates in/.test(document.querySelector("#endings .verdict")?.textContent ?? ""));
  await click("#endings .random");
  await click("#endings .table-moves li:first-child button");
  await click("#endings .reply");
  await shot("endings");
  await assertAccessible("endings");
  await click("#endings .set-up");
  await page.click("#endings .palette button:nth-child(4)");
  await page.click('#endings [data-square="h4"]');
  await shot("endings-set-up");
  await click("#endings .set-up");
});

test("it works offline", options, async () => {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(async () => (await caches.keys()).length === 1 && navigator.serviceWorker.controller !== null);
  await page.setOfflineMode(true);
  server.close();
  await page.goto(server.url + "#play");
  await page.reload();
  await page.waitForSelector("[data-ready]");
  await newGame({});
  await tap("play", "d3d4");
  assert.ok(await yourTurn());
  await go("endings");
  await click("#endings .load");
  await page.waitForSelector("#endings .controls:not([hidden])", { timeout: 60_000 });
  await page.setOfflineMode(false);
});

test("it complained of nothing", options, () => assert.deepEqual(complaints, []));

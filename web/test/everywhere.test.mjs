// What people do most, in every surrounding: by mouse, finger and keyboard, on a phone and a desktop, in Thai and English, light and dark, without
// a connection, and with a reload in the midst of each. SHOTS=folder saves screenshots.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { Board, ready } from "../pkg/sakdi.js";
import { puzzlesOf } from "../dist/puzzles-file.js";
import { missing } from "../tools/chromium.mjs";
import { assertFits, assertNoViolations, errors, open, page, server, snap, start, stop, storedGame, text } from "../tools/page-driver.mjs";

const options = { skip: missing };
const puzzles = puzzlesOf(readFileSync(new URL("../dist/puzzles.epd", import.meta.url), "utf8"));
/** One with a reply. */
const long = puzzles.find(({ line }) => line.length >= 3) ?? puzzles[0];

before(async () => {
  await ready();
  await start();
});
after(stop);

/** Goes to a square with the arrow keys, from the one that Tab reaches, and presses it. @param {string} tab @param {string} square */
async function walkTo(tab, square) {
  const at = () => page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).dataset.square ?? "");
  if ((await at()) === "") await page.focus(`${tab} [data-square][tabindex="0"]`);
  const turned = (await page.$(`${tab} .board-input.turned`)) ? -1 : 1;
  for (const [index, keys] of /** @type {const} */ ([["ArrowLeft", "ArrowRight"], ["ArrowDown", "ArrowUp"]]).entries()) {
    const away = turned * (square.charCodeAt(index) - (await at()).charCodeAt(index));
    for (let step = 0; step < Math.abs(away); step++) await page.keyboard.press(keys[away < 0 ? 0 : 1]);
  }
  await page.keyboard.press("Enter");
}

/** Presses a button with the keyboard. @param {string} selector */
async function type(selector) {
  await page.focus(selector);
  await page.keyboard.press((await page.$eval(selector, (button) => button instanceof HTMLInputElement)) ? "Space" : "Enter");
}

/** Touches something and lets go at once: where the second waits for the first to be answered, a busy machine makes a long press of it. @param {string} selector */
async function touch(selector) {
  const found = await page.waitForSelector(selector);
  assert.ok(found);
  await found.scrollIntoView();
  const { x, y } = await found.clickablePoint();
  const session = await page.createCDPSession();
  const send = (/** @type {"touchStart" | "touchEnd"} */ type, /** @type {{ x: number, y: number }[]} */ touchPoints) => session.send("Input.dispatchTouchEvent", { type, touchPoints });
  await Promise.all([send("touchStart", [{ x, y }]), send("touchEnd", [])]);
  await session.detach();
}

/** How buttons and squares are pressed. */
const HANDS = {
  mouse: { press: (/** @type {string} */ selector) => page.locator(selector).click(), pressSquare: (/** @type {string} */ tab, /** @type {string} */ square) => page.click(`${tab} [data-square="${square}"]`) },
  finger: { press: touch, pressSquare: (/** @type {string} */ tab, /** @type {string} */ square) => touch(`${tab} [data-square="${square}"]`) },
  keyboard: { press: type, pressSquare: walkTo },
};
/** @type {keyof typeof HANDS} */
let hand = "mouse";
let where = "";
let isOnline = true;

/** Presses a button as soon as it can be pressed. @param {string} selector */
async function use(selector) {
  await page.waitForSelector(`${selector}:not(:disabled)`, { visible: true });
  await HANDS[hand].press(selector);
}

/** @param {string} tab @param {string} move */
async function make(tab, move) {
  for (const square of [move.slice(0, 2), move.slice(2, 4)]) await HANDS[hand].pressSquare(tab, square);
}

/** @param {string} tab */
async function enter(tab) {
  await use(`[data-tab="${tab}"]`);
  await page.waitForSelector(`#${tab}:not([hidden], [inert])`);
}

const reload = async () => {
  await page.reload();
  await page.waitForSelector("[data-ready]");
};

/** @param {string} what */
async function inspect(what) {
  await snap(`${where} ${what}`);
  await assertFits(`${what}, ${where}`);
  if (isOnline) await assertNoViolations(`${what}, ${where}`);
}

/** Moves, a variation, a mark, the engine, and a position that is set up. */
async function analysis() {
  await enter("review");
  await use("#review .fresh");
  for (const move of ["d3d4", "d6d5", "b1d2"]) await make("#review", move);
  assert.ok(await page.$("#review .steps .last:disabled"));
  await use("#review .steps .back");
  await make("#review", "g1e2");
  await use('#review .marks [data-nag="1"]');
  await use("#review .promote");
  await make("#review", "b8d7");
  const tree = await text("#review .moves");
  assert.equal((await page.$$("#review .variation")).length, 1);
  assert.match(tree, /!/);
  await reload();
  assert.equal(await text("#review .moves"), tree);
  await use("#review .engine .on");
  await page.waitForSelector("#review .lines b");
  await inspect("analysis");
  await use("#review .engine .on");
  await use("#review .edit");
  await page.waitForSelector("#editor[open]");
  await use("#editor .empty");
  await use('#editor [data-man="R"]');
  await HANDS[hand].pressSquare("#editor", "a1");
  await inspect("editor");
  await use("#editor [type=submit]");
  await page.waitForSelector("#editor:not([open])");
  await make("#review", "a1a7");
  assert.equal((await page.$$("#review .moves > button")).length, 1);
}

/** Moves, an offer that is declined, and an earlier position. */
async function twoPeople() {
  await enter("play");
  await use("#play .actions .new");
  await page.waitForSelector("#new-game[open]");
  await use("#new-game [name=opponent][value=person]");
  await inspect("new game");
  await use("#new-game [type=submit]");
  await page.waitForSelector("#new-game:not([open])");
  for (const move of ["d3d4", "d6d5"]) await make("#play", move);
  await use("#play .draw");
  await reload();
  await use("#play .decline");
  await make("#play", "b1d2");
  const { moves, ending } = await storedGame();
  assert.deepEqual([moves, ending], ["d3d4 d6d5 b1d2", null]);
  await use("#play .steps .back");
  assert.ok(await page.$("#play.earlier"));
  await inspect("two people");
  await use("#play .present");
  assert.ok(await page.$("#play:not(.earlier)"));
}

/** The questions about a position, and a drill. */
async function counting() {
  await page.waitForFunction(isKept);
  await page.evaluate(() => sessionStorage.setItem("sakdi.countingPosition", JSON.stringify({ fen: "8/2k5/8/8/8/1R1K4/8/3S4 b - - 0 1", answers: [] })));
  await reload();
  await enter("counting");
  await use("#counting .ask");
  const answered = () => page.$$eval("#counting .reasons li", (reasons) => reasons.length);
  for (let answer = 1; answer <= 5; answer++) {
    await use("#counting .answers button");
    assert.equal(await answered(), answer);
    if (answer !== 3) continue;
    await reload();
    assert.equal(await answered(), answer);
  }
  await inspect("counting");
  await use("#counting .drill");
  if (await page.$("#counting .load:not([hidden])")) await use("#counting .load");
  await use("#counting .next");
  const drill = await huntedBoard();
  const move = drill.legalMoves().split(" ").find((each) => isSafe(drill, each)) ?? "";
  await make("#counting", move);
  await page.waitForFunction(() => JSON.parse(sessionStorage.getItem("sakdi.drillShown") ?? "{}").moves.includes(" "));
  const fen = (await huntedBoard()).fen();
  // A reload goes on with the drill if the browser has kept the tables.
  await page.waitForFunction(areTablesKept);
  await reload();
  assert.equal((await huntedBoard()).fen(), fen);
  await inspect("drill");
}

/** The board of the drill, when the person is to move. */
async function huntedBoard() {
  await page.waitForSelector("#counting .hint:not(:disabled)", { visible: true });
  const { start, moves } = await page.evaluate(() => JSON.parse(sessionStorage.getItem("sakdi.drillShown") ?? "{}"));
  const board = new Board("makruk", start);
  board.pushMoves(moves);
  return board;
}

/** Whether the game goes on after a move, and nothing can be captured then. @param {Board} board @param {string} move */
function isSafe(board, move) {
  board.push(move);
  const replies = board.legalMoves().split(" ");
  const isSafe = !board.isGameOver() && !replies.some((reply) => board.isCapture(reply));
  board.pop();
  return isSafe;
}

/** A puzzle from its first move to the last. */
async function puzzle() {
  await page.evaluate((id) => {
    localStorage.setItem("sakdi.puzzleResults", JSON.stringify({ since: 0, results: [] }));
    sessionStorage.setItem("sakdi.puzzle", JSON.stringify({ id, made: 0, trail: [] }));
  }, long.id);
  await reload();
  await enter("puzzles");
  await page.waitForSelector("#puzzles .actions:not([hidden])");
  const board = new Board("makruk", long.fen);
  for (const [ply, san] of long.line.entries()) {
    const move = board.legalMoves().split(" ").find((each) => board.sanMove(each, "san") === san) ?? "";
    await page.waitForFunction((ply) => JSON.parse(sessionStorage.getItem("sakdi.puzzle") ?? "{}").made >= ply, {}, ply);
    if (ply === 2) await reload();
    if (ply % 2 === 0) await make("#puzzles", move);
    board.push(move);
  }
  board.delete();
  await page.waitForSelector("#puzzles .said.right");
  assert.equal(await text("#puzzles .streak"), "1");
  await inspect("puzzle");
  await use("#puzzles .next");
}

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 800 };
const SURROUNDINGS = /** @type {const} */ ([
  { by: "finger", language: "th", scheme: "dark", size: { ...PHONE, isMobile: true, hasTouch: true } },
  { by: "finger", language: "en", scheme: "light", size: { ...PHONE, isMobile: true, hasTouch: true } },
  { by: "mouse", language: "th", scheme: "light", size: DESKTOP },
  { by: "keyboard", language: "en", scheme: "dark", size: DESKTOP },
  { by: "keyboard", language: "th", scheme: "light", size: PHONE, isOffline: true },
  { by: "mouse", language: "en", scheme: "dark", size: DESKTOP, isOffline: true },
]);

for (const { by, language, scheme, size, ...rest } of SURROUNDINGS) {
  const name = `${by}, ${language}, ${scheme}, ${size.width} wide${"isOffline" in rest ? ", offline" : ""}`;
  test(name, options, async (context) => {
    [hand, where] = [by, name.replaceAll(",", "")];
    if ("isOffline" in rest && isOnline) await disconnect();
    await page.setViewport(size);
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
    await open(language);
    for (const thing of [analysis, twoPeople, counting, puzzle]) await context.test(thing.name, thing);
  });
}

/** Whether the page works offline. It runs there and cannot refer to anything here. */
const isKept = () => navigator.serviceWorker.controller !== null;
/** Whether the page has its endgame tables offline, too. It runs there as well. */
const areTablesKept = async () => navigator.serviceWorker.controller !== null && (await caches.match("sakdi/sakdi-tables.bin")) !== undefined;

/** Ends the server, as soon as the page has kept what it needs. */
async function disconnect() {
  await page.waitForFunction(areTablesKept);
  isOnline = false;
  await page.setOfflineMode(true);
  server.close();
}

test("the page reported no errors", options, () => assert.deepEqual(errors, []));

// Tests of what a person does on a board besides moving: moves made in advance, arrows and marks. SHOTS=folder saves screenshots.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ready } from "../pkg/sakdi.js";
import { premovesOf } from "../dist/premove.js";
import { missing, newPage } from "../tools/chromium.mjs";
import { assertAccessible, errors, newGame, open, page, server, shot, start, stop, storedBoard, storedGame, tap, text, yourTurn } from "../tools/page-driver.mjs";

before(async () => {
  await ready();
  await start();
  // Sakdi moves when the test lets it: a slow machine must not be too late for a move in advance.
  await page?.evaluateOnNewDocument(() => {
    const all = /** @type {any} */ (globalThis);
    const post = Worker.prototype.postMessage;
    /** @type {(() => void)[]} */
    let held = [];
    // Also from the beginning of a page.
    all.isHeld = sessionStorage.getItem("holds") !== null;
    all.hold = () => (all.isHeld = true);
    all.release = () => {
      all.isHeld = false;
      sessionStorage.removeItem("holds");
      for (const send of held) send();
      held = [];
    };
    Worker.prototype.postMessage = function (/** @type {any} */ message) {
      if (all.isHeld) held.push(() => post.call(this, message));
      else post.call(this, message);
    };
  });
});
after(stop);

const hold = () => page.evaluate(() => /** @type {any} */ (globalThis).hold());
const release = () => page.evaluate(() => /** @type {any} */ (globalThis).release());

const options = { skip: missing };
const from = (/** @type {string} */ fen, /** @type {"white" | "black"} */ side, /** @type {string} */ square) => premovesOf(fen, side).filter((move) => move.startsWith(square)).map((move) => move.slice(2)).sort();

test("moves in advance are those of each man, whatever stands in the way", () => {
  const fen = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1";
  assert.deepEqual(from(fen, "white", "d3"), ["c4", "d4", "e4"]);
  assert.deepEqual(from(fen, "black", "d6"), ["c5", "d5", "e5"]);
  assert.deepEqual(from(fen, "white", "a1"), ["a2", "a3", "a4", "a5", "a6", "a7", "a8", "b1", "c1", "d1", "e1", "f1", "g1", "h1"]);
  assert.deepEqual(from(fen, "white", "b1"), ["a3", "c3", "d2"]);
  assert.deepEqual(from(fen, "white", "c1"), ["b2", "c2", "d2"]);
  assert.deepEqual(from(fen, "black", "c8"), ["b7", "c7", "d7"]);
  assert.deepEqual(from(fen, "white", "e1"), ["d2", "f2"]);
  assert.deepEqual(from("4k3/8/8/8/3M~4/8/8/4K3 w - - 0 1", "white", "d4"), ["c3", "c5", "e3", "e5"]);
  assert.deepEqual(from(fen, "white", "d6"), [], "a man of the other side");
});

const pressed = (/** @type {string} */ square) => page.$eval(`#play [data-square="${square}"]`, (button) => button.ariaPressed);
/** Waits until the game has so many moves. @param {number} count */
const played = (count) => page.waitForFunction((/** @type {number} */ count) => JSON.parse(localStorage.getItem("sakdi.match") ?? "{}").moves?.split(" ").length >= count, {}, count);

test("a man that is taken up while Sakdi thinks stays in the hand", options, async () => {
  await open("en");
  await newGame({ level: 3, clock: "5+3" });
  await hold();
  await tap("play", "d3d4");
  await page.click('#play [data-square="b1"]');
  await release();
  await played(2);
  assert.equal(await pressed("b1"), "true");
  await page.click('#play [data-square="d2"]');
  await played(3);
  assert.match((await storedGame()).moves, /^d3d4 \S+ b1d2/);
  // So does one that is dragged.
  await newGame({ level: 3 });
  await hold();
  await tap("play", "h3h4");
  const [from, to] = await Promise.all(["a3", "a4"].map(async (square) => (await page.$(`#play [data-square="${square}"]`))?.boundingBox()));
  assert.ok(from && to);
  await page.mouse.move(from.x + 10, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(to.x + 20, to.y + 20, { steps: 5 });
  await release();
  await played(2);
  assert.ok(await page.$("#play .ghost"));
  await page.mouse.up();
  await played(3);
  assert.match((await storedGame()).moves, /^h3h4 \S+ a3a4/);
});

test("the clock of Sakdi does not run before it thinks", options, async () => {
  await open("en");
  await newGame({ level: 3, clock: "5+3" });
  // The engine is still loading.
  await page.evaluate(() => sessionStorage.setItem("holds", "true"));
  await page.reload();
  await page.waitForSelector("[data-ready]");
  await tap("play", "d3d4");
  const clock = () => text("#play .seat.far .clock");
  const before = await clock();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1500)));
  assert.equal(await clock(), before);
  await release();
  await played(2);
});

test("a tab that is closed leaves the game in another as it is", options, async () => {
  await open("en");
  await newGame({ level: 3, clock: "5+3" });
  const other = await newPage(page.browser());
  await other.goto(server.url);
  await other.waitForSelector("[data-ready]");
  await page.bringToFront();
  await page.click('#play [data-square="d3"]');
  await page.evaluate(() => void (/** @type {any} */ (globalThis).told = new Promise((resolve) => addEventListener("storage", resolve))));
  // Leaving the page stores the game with the time that this tab has seen.
  await other.goto("about:blank");
  await page.evaluate(() => /** @type {any} */ (globalThis).told.then(() => {}));
  await other.close();
  assert.equal(await pressed("d3"), "true");
  assert.doesNotMatch(await text("#play .more"), /another tab/);
});

test("a move made in advance is played at once, or given up", options, async () => {
  await open("en");
  await newGame({ level: 3 });
  await hold();
  await tap("play", "d3d4");
  await tap("play", "b1d2");
  assert.equal(await pressed("b1"), "true");
  assert.equal((await page.$$("#play .board .planned")).length, 2);
  await shot("premove");
  await assertAccessible("a move in advance");
  await release();
  await played(3);
  assert.match((await storedGame()).moves, /^d3d4 \S+ b1d2/);
  assert.equal((await page.$$("#play .board .planned")).length, 0);
  // An empty square gives it up, and so does Escape.
  for (const giveUp of [() => page.click('#play [data-square="a5"]'), () => page.focus('#play [data-square="h2"]').then(() => page.keyboard.press("Escape"))]) {
    assert.ok(await yourTurn());
    const board = await storedBoard();
    const count = board.moveStack().split(" ").length;
    const move = board.legalMoves().split(" ").find((each) => !each.startsWith("h1")) ?? "";
    board.delete();
    await hold();
    await tap("play", move);
    await tap("play", "h1h2");
    assert.equal((await page.$$("#play .board .planned")).length, 2);
    await giveUp();
    assert.equal((await page.$$("#play .board .planned")).length, 0);
    await release();
    assert.ok(await yourTurn());
    assert.equal((await storedGame()).moves.split(" ").length, count + 2);
  }
});

test("a move in advance that is not legal by then is not played", options, async () => {
  await open("en");
  await newGame({ level: 3 });
  await hold();
  await tap("play", "d3d4");
  // A ruea behind its own bia.
  await tap("play", "a1a5");
  assert.equal((await page.$$("#play .board .planned")).length, 2);
  await release();
  assert.ok(await yourTurn());
  assert.equal((await storedGame()).moves.split(" ").length, 2);
  assert.equal((await page.$$("#play .board .planned")).length, 0);
});

/** Drags with the right button. @param {string} start @param {string} end @param {boolean} [isShifted] */
async function draw(start, end, isShifted = false) {
  const centre = async (/** @type {string} */ square) => {
    const box = await (await page.$(`#play [data-square="${square}"]`))?.boundingBox();
    assert.ok(box);
    return /** @type {const} */ ([box.x + box.width / 2, box.y + box.height / 2]);
  };
  if (isShifted) await page.keyboard.down("Shift");
  await page.mouse.move(...(await centre(start)));
  await page.mouse.down({ button: "right" });
  await page.mouse.move(...(await centre(end)));
  await page.mouse.up({ button: "right" });
  if (isShifted) await page.keyboard.up("Shift");
}

test("the right button draws arrows and marks squares, and a press takes them away", options, async () => {
  await open("en");
  const counts = () => page.evaluate(() => ["arrow.drawn", "arrow.alarm", "board .drawn:not(g)", "board .alarm:not(g)"].map((name) => document.querySelectorAll(`#play .${name}`).length));
  await draw("g1", "e4");
  await draw("b1", "d2", true);
  await draw("d5", "d5");
  await draw("e5", "e5", true);
  assert.deepEqual(await counts(), [1, 1, 1, 1]);
  await shot("drawings");
  await draw("g1", "e4");
  await draw("d5", "d5");
  assert.deepEqual(await counts(), [0, 1, 0, 1], "the same again takes it away");
  await page.click('#play [data-square="a5"]');
  assert.deepEqual(await counts(), [0, 0, 0, 0]);
  // A move takes them away, too.
  await newGame({ level: -2 });
  await draw("g1", "e4");
  await page.click("#play .typed input");
  await page.keyboard.type("d4\n");
  await played(1);
  assert.deepEqual(await counts(), [0, 0, 0, 0]);
});

test("the page reported no errors", options, () => assert.deepEqual(errors, []));

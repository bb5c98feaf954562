// Games of two people on one device, and earlier positions and copies of any game, in Chromium. SHOTS=folder saves screenshots.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { missing } from "../tools/chromium.mjs";
import { assertAccessible, click, errors, go, newGame, newGameForTwo, open, openText, page, server, shot, start, stop, storedGame, tap, text, waitForText, yourTurn } from "../tools/page-driver.mjs";

before(() => start());
after(stop);

const options = { skip: missing };
const isTurned = () => page.$eval("#play .board-input", (board) => board.classList.contains("turned"));
const said = () => text("#play .said");
const men = () => page.$$eval("#play .board use", (uses) => uses.map((use) => use.outerHTML).join());
const reload = async () => {
  await page.reload();
  await page.waitForSelector("[data-ready]");
};

test("two people move by turns, the board turns, and both have a clock", options, async () => {
  await open("en");
  await newGameForTwo({ clock: "5+3" });
  assert.equal(await said(), "White to move");
  assert.equal(await isTurned(), false);
  await tap("play", "d3d4");
  assert.match(await said(), /White: d4 · Black to move/);
  assert.equal(await isTurned(), true);
  assert.ok(await page.$("#play .seat.near .player.black"));
  assert.ok(await page.$("#play .seat.near .clock.running"));
  // Not those of the side that has moved.
  await tap("play", "d4d5");
  await tap("play", "d6d5");
  assert.equal((await storedGame()).moves, "d3d4 d6d5");
  assert.equal(await isTurned(), false);
  // Each move has added its time.
  const { left, lefts } = await storedGame();
  assert.ok(left[0] > lefts[0][0] && left[1] > lefts[1][1], `${left}, ${lefts}`);
  await reload();
  assert.equal((await storedGame()).moves, "d3d4 d6d5");
  assert.match(await said(), /Black: d5 · White to move/);
  await click("#play .take-back");
  assert.equal((await storedGame()).moves, "d3d4");
  assert.equal(await isTurned(), true);
  await tap("play", "e6e5");
  await shot("two-people");
  await assertAccessible("two people");
});

test("an offer of a draw is answered by the other player", options, async () => {
  await click("#play .draw");
  assert.equal(await text("#play .more"), "White offers a draw. Does Black accept?");
  assert.ok(await page.$("#play .draw:disabled"));
  await shot("offer");
  await reload();
  assert.match(await text("#play .more"), /White offers a draw/);
  await click("#play .decline");
  assert.equal(await text("#play .more"), "Black declines the draw.");
  // An offer stands while its side moves, and a move of the other side declines it.
  await click("#play .draw");
  await tap("play", "e3e4");
  assert.match(await text("#play .more"), /White offers a draw/);
  await tap("play", "c6c5");
  assert.equal((await storedGame()).offer, null);
  await click("#play .draw");
  await page.keyboard.press("Enter");
  assert.equal(await said(), "Draw");
  assert.deepEqual((await storedGame()).ending, { reason: "agreement", winner: null });
});

test("the side to move resigns", options, async () => {
  await open("th");
  await newGameForTwo({ turning: "stays" });
  await tap("play", "d3d4");
  assert.equal(await isTurned(), false);
  await click("#play .resign");
  assert.equal(await text("#sure-question"), "ฝ่ายดำยอมแพ้หรือไม่");
  await page.click("#sure .main");
  await waitForText("#play .said", /^ฝ่ายขาวชนะ!$/);
  assert.equal(await text("#play .more"), "ฝ่ายดำยอมแพ้ ฝ่ายขาวชนะ");
  await shot("two-people-th");
});

test("the men of the far player face that player", options, async () => {
  await open("en");
  await newGameForTwo({ turning: "faces" });
  const upsideDown = () => page.$$eval("#play .board use", (uses) => [...new Set(uses.filter((use) => use.getAttribute("transform")?.startsWith("rotate(180 ")).map((use) => use.classList.value))]);
  assert.deepEqual(await upsideDown(), ["black"]);
  await tap("play", "d3d4");
  assert.deepEqual(await upsideDown(), ["black"]);
  await click("#play .actions .turn");
  assert.deepEqual(await upsideDown(), ["white"]);
  await shot("facing");
  await assertAccessible("facing");
});

test("whoever may count claims it by a tap", options, async () => {
  await newGameForTwo({ counts: "claim" });
  await go("review");
  await openText("8/2k5/8/3n4/8/1R1K4/8/3S4 w - - 0 1");
  await click("#review .play-from");
  await page.waitForSelector("#play:not([hidden])");
  await tap("play", "d3d4");
  assert.equal(await text("#play .count-panel button"), "Black begins the count");
  await page.focus("#play .count-panel button");
  await page.keyboard.press("Enter");
  // The focus stays near, but not on the button that gives the count up.
  assert.equal(await text("#play .count-panel button"), "Stop counting");
  assert.ok(await page.$("#play .count-panel:focus"));
  await tap("play", "c7c6");
  assert.match(await text("#play .count-panel"), /Board's honour.*Black counts/);
  assert.equal(await text("#play .count-number"), "1");
  await reload();
  assert.equal(await text("#play .count-number"), "1");
  await click("#play .count-panel button");
  assert.match(await text("#play .count-panel"), /No count/);
  assert.deepEqual((await storedGame()).claims.map((/** @type {any} */ claim) => claim.kind), ["start", "stop"]);
});

test("two people play with the keyboard alone", options, async () => {
  await open("en");
  await page.focus("#play .actions .new");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#new-game[open]");
  await page.focus("#new-game [name=opponent]:checked");
  await page.keyboard.press("ArrowDown");
  await page.$eval("#new-game [name=opponent][value=person]", (radio) => /** @type {HTMLInputElement} */ (radio).focus());
  await page.keyboard.press("Space");
  assert.ok(await page.$("#new-game .level[hidden]"));
  await shot("new-game-for-two");
  await page.focus("#new-game [type=submit]");
  await page.keyboard.press("Enter");
  await page.focus('#play [data-square="e1"]');
  for (const key of ["ArrowUp", "ArrowUp", "Enter", "ArrowUp", "Enter"]) await page.keyboard.press(/** @type {any} */ (key));
  assert.equal((await storedGame()).moves, "e3e4");
  // The board has turned, and so have the arrows.
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowDown");
  for (const key of ["ArrowDown", "ArrowDown", "Enter", "ArrowUp", "Enter"]) await page.keyboard.press(/** @type {any} */ (key));
  assert.equal((await storedGame()).moves, "e3e4 e6e5");
});

test("earlier positions are looked at while the game goes on", options, async () => {
  await open("en");
  await newGame({ clock: "5+3" });
  const first = await men();
  assert.ok(await page.$("#play .steps .back:disabled"));
  await tap("play", "d3d4");
  assert.ok(await yourTurn());
  const present = await men();
  await page.focus("#play .played");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await said(), "Earlier position");
  assert.match(await text("#play .more"), /Your move/);
  assert.equal(await text("#play .played .now"), "d4");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await men(), first);
  await shot("earlier");
  await assertAccessible("earlier position");
  // No move is made here, and the clock goes on.
  await tap("play", "e3e4");
  assert.equal((await storedGame()).moves.split(" ").length, 2);
  assert.ok(await page.$eval("#play [name=move]", (field) => /** @type {HTMLInputElement} */ (field).readOnly));
  const clock = await text("#play .seat.near .clock");
  await page.waitForFunction((clock) => document.querySelector("#play .seat.near .clock")?.textContent !== clock, {}, clock);
  await click("#play .present");
  assert.equal(await men(), present);
  assert.doesNotMatch(await said(), /Earlier/);
  // A move of Sakdi is said, and the position that is looked at stays, and so do the moves in the list.
  const listed = await page.$("#play .played .move");
  await tap("play", "e3e4");
  await page.$eval("#play .played .move", (move) => /** @type {HTMLElement} */ (move).click());
  const earlier = await men();
  assert.equal(await said(), "Earlier position");
  await waitForText("#play .more", /Sakdi: .*Your move/);
  assert.equal((await storedGame()).moves.split(" ").length, 4);
  assert.ok(await listed?.evaluate((move) => move.isConnected));
  assert.equal(await page.$$eval("#play .played li", (rows) => rows.length), 2);
  assert.equal(await men(), earlier);
  assert.equal(await said(), "Earlier position");
  await page.keyboard.press("End");
  assert.match(await said(), /Your move/);
  // After a reload the present position is shown.
  await page.keyboard.press("Home");
  await reload();
  assert.match(await said(), /Your move/);
  await click("#play .resign");
  await page.click("#sure .main");
  await waitForText("#play .said", /You lose/);
  await page.keyboard.press("Home");
  assert.equal(await men(), first);
});

test("a game is copied as PGN and as a link, and saved, without an analysis", options, async () => {
  await open("en");
  await newGameForTwo({ turning: "stays" });
  assert.ok(await page.$("#play .copy-pgn:disabled"), "there is no move yet");
  await page.evaluate(() => (navigator.clipboard.writeText = async (text) => void (/** @type {any} */ (globalThis).copied = text)));
  const copied = async (/** @type {string} */ what) => {
    const [label, copy] = await page.$eval(`#play .copy-${what}`, async (button) => {
      /** @type {HTMLElement} */ (button).click();
      await new Promise((resolve) => setTimeout(resolve));
      return [button.textContent, /** @type {string} */ (/** @type {any} */ (globalThis).copied)];
    });
    assert.equal(label, "Copied");
    return copy ?? "";
  };
  for (const move of ["b1d2", "d6d5", "d3d4"]) await tap("play", move);
  assert.match(await copied("pgn"), /\n1\. Nd2 d5 2\. d4 \*\s*$/);
  await waitForText("#play .copy-pgn", /^Copy PGN$/);
  await page.select("#notation", "official-thai-short");
  assert.match(await copied("pgn"), /\n1\. มง2 บง5 2\. บง4 \*\s*$/);
  await page.select("#notation", "");
  const folder = mkdtempSync(join(tmpdir(), "sakdi-saved-"));
  try {
    const session = await page.browser().target().createCDPSession();
    await session.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: folder, eventsEnabled: true });
    const saved = new Promise((resolve) => session.on("Browser.downloadProgress", ({ state }) => state === "completed" && resolve(undefined)));
    await click("#play .save-pgn");
    await saved;
    const [name] = readdirSync(folder);
    assert.match(name, /^sakdi-\d{4}-\d\d-\d\d\.pgn$/);
    assert.match(readFileSync(join(folder, name), "utf8"), /\[White "White"\][^]*1\. Nd2 d5 2\. d4 \*/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const link = await copied("link");
  await open("en", link.slice(server.url.length));
  await page.waitForSelector('#review .moves [aria-current][data-ply="3"]');
});

test("the page reported no errors", options, () => assert.deepEqual(errors, []));

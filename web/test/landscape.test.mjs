// The page on a phone that lies on its side: the whole board with its clocks and count is in view, also while a control is in
// use for which one has to scroll. SHOTS=folder saves screenshots.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { missing } from "../tools/chromium.mjs";
import { assertFits, assertNoViolations, errors, go, newGameForTwo, open, page, snap, start, stop, storedGame } from "../tools/page-driver.mjs";

const options = { skip: missing };
const PHONES = [{ width: 844, height: 390 }, { width: 667, height: 375 }];
/** With a count in pieces' honour. */
const COUNTED = "8/2k5/8/8/8/1R1K4/8/3S4 w - 32 11 1";

before(() => start());
after(stop);

/** The visible elements that match a selector and are not wholly in the window, or in the part of their dialog that is shown. @param {string} selector */
const outOfView = (selector) =>
  page.$$eval(selector, (all) =>
    all
      .filter((each) => each.checkVisibility({ visibilityProperty: true }))
      .map((each) => ({ name: each.className || each.tagName, box: each.getBoundingClientRect(), frame: each.closest("dialog")?.getBoundingClientRect() }))
      .filter(({ box, frame }) => {
        const { left, top, right, bottom } = frame ?? { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
        return box.width > 0 && (box.left < left || box.top < top || box.right > right + 0.5 || box.bottom > bottom + 0.5);
      })
      .map(({ name, box }) => `${name}: ${[box.left, box.top, box.right, box.bottom].map(Math.round)}`),
  );

/** The controls in a part of the page that cannot be pressed after scrolling to them. @param {string} part */
const outOfReach = (part) =>
  page.$$eval(`${part} :is(a, button, select, input, textarea, summary, label.button)`, (all) =>
    all
      .filter((each) => each.checkVisibility({ visibilityProperty: true }) && each.getBoundingClientRect().width > 1)
      .filter((each) => {
        each.scrollIntoView({ block: "nearest", inline: "nearest" });
        const { left, top, width, height } = each.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        return !hit || !(each.contains(hit) || hit.contains(each));
      })
      .map((each) => each.outerHTML.slice(0, 120)),
  );

/** @param {string} what @param {string} part of the page @param {string} fixed what is always in view */
async function assertUsable(what, part, fixed) {
  await page.evaluate(() => scrollTo(0, 0));
  await snap(what);
  await assertFits(what);
  assert.deepEqual(await outOfView(`${fixed}, ${part} .count-panel`), [], what);
  assert.deepEqual(await outOfReach(part), [], what);
  assert.deepEqual(await outOfView(fixed), [], `${what}, scrolled to the last control`);
  await page.evaluate(() => scrollTo(0, 0));
  assert.deepEqual(await outOfReach(".top"), [], what);
}

/** Opens a dialog, looks whether all of it can be reached, and closes it. @param {string} button @param {string} dialog @param {string} what */
async function assertDialog(button, dialog, what) {
  await page.locator(button).click();
  await page.waitForSelector(`${dialog}[open]`);
  await snap(what);
  assert.deepEqual(await outOfView(`${dialog} .place-of-board`), [], what);
  assert.deepEqual(await outOfReach(dialog), [], what);
  await page.keyboard.press("Escape");
  await page.waitForSelector(`${dialog}:not([open])`);
}

/** A game of two people with clocks, at a position with a count. */
async function playCounted() {
  await newGameForTwo({});
  const { choice, ...rest } = await storedGame();
  const game = { ...rest, choice: { ...choice, clock: "5+3" }, start: COUNTED };
  // A game without a clock is not stored again when the page is left.
  await page.evaluate((game) => localStorage.setItem("sakdi.match", JSON.stringify(game)), game);
  await page.reload();
  await page.waitForSelector("[data-ready]");
  await page.waitForSelector("#play .count-number");
  await page.waitForSelector("#play .seat.near .clock:not([hidden])");
}

async function analyseCounted() {
  await page.locator("#review .open").click();
  await page.waitForSelector("#open-game[open]");
  await page.$eval("#open-game textarea", (field, fen) => void (/** @type {HTMLTextAreaElement} */ (field).value = fen), COUNTED);
  await page.click("#open-game [type=submit]");
  await page.waitForSelector("#open-game:not([open])");
  await page.waitForSelector("#review .known .count:not(:empty)");
}

async function loadEndings() {
  if (await page.$("#endings .load:not([hidden])")) await page.locator("#endings .load").click();
  await page.waitForSelector("#endings .controls:not([hidden])");
}

for (const size of PHONES) {
  for (const language of ["th", "en"]) {
    const where = `landscape ${size.width} ${language}`;
    test(where, options, async () => {
      await page.setViewport({ ...size, isMobile: true, hasTouch: true });
      await open(language);
      await playCounted();
      await assertUsable(`${where} play`, "#play", "#play .place-of-board, #play .seat, #play .clock");
      await assertDialog("#play .actions .new", "#new-game", `${where} new game`);
      await assertDialog("#show-settings", "#settings", `${where} settings`);
      await assertDialog("#show-rules", "#rules", `${where} rules`);
      await go("review");
      await analyseCounted();
      await assertUsable(`${where} analysis`, "#review", "#review .place-of-board, #review .steps");
      await assertDialog("#review .edit", "#editor", `${where} editor`);
      await assertDialog("#review .open", "#open-game", `${where} open`);
      await go("puzzles");
      await page.waitForSelector("#puzzles .actions:not([hidden])");
      await assertUsable(`${where} puzzles`, "#puzzles", "#puzzles .place-of-board");
      await go("counting");
      await page.waitForSelector("#counting .answers button");
      await assertUsable(`${where} counting`, "#counting", "#counting .place-of-board");
      await go("endings");
      await loadEndings();
      await assertUsable(`${where} endings`, "#endings", "#endings .place-of-board");
      await assertNoViolations(where);
    });
  }
}

test("the page reported no errors", options, () => assert.deepEqual(errors, []));

// Tests of the page in Chromium. SHOTS=folder saves screenshots.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import Sakdi from "../pkg/sakdi.js";
import { menOf } from "../dist/shared/board.js";
import { missing, newPage } from "../tools/chromium.mjs";
import { assertAccessible, click, errors, go, newGame, open, openText, page, server, shot, start, stop, storedBoard, storedGame, tap, text, yourTurn } from "../tools/page-driver.mjs";

before(() => start());
after(stop);

const options = { skip: missing };

test("a whole game at level 3 in Thai, with a count", options, async () => {
  await open("th");
  assert.equal(await page.$eval("html", (html) => html.lang), "th");
  await newGame({ level: 3 });
  const engine = await Sakdi();
  let counted = "";
  try {
    while (await yourTurn()) {
      const board = await storedBoard();
      await tap("play", await countSeekingMove(engine, board));
      if (board.count()) counted ||= await text("#play .count-panel");
      if (board.fullmoveNumber() === 4) await shot("play");
      board.delete();
    }
  } finally {
    engine.terminate();
  }
  const { ending } = await storedGame();
  const isWon = ending.reason === "mate";
  assert.ok(isWon ? ending.winner === "white" : ending.reason === "count", ending.reason);
  assert.match(await text("#play .said"), isWon ? /คุณชนะ/ : /เสมอ/);
  assert.match(await text("#play .more"), isWon ? /รุกจน/ : /นับครบศักดิ์/);
  assert.match(counted, /ศักดิ์/, "there was a count");
  await shot("play-end");
  await assertAccessible("play");
});

/**
 * Chooses moves so that the game reaches a count before mate: captures and promotions, as long as they win.
 *
 * @param {import("../pkg/sakdi.js").Engine} engine
 * @param {import("../pkg/sakdi.js").Board} board
 */
async function countSeekingMove(engine, board) {
  engine.postMessage(`position fen ${board.startFen()} moves ${board.moveStack()}`);
  const score = (/** @type {string[]} */ lines) => {
    const found = [...lines.join("\n").matchAll(/ score (cp|mate) (-?\d+)/g)].at(-1);
    return found?.[1] === "mate" ? Math.sign(Number(found[2])) * 10_000 : Number(found?.[2] ?? 0);
  };
  const answer = (/** @type {string[]} */ lines) => lines.at(-1)?.split(" ")[1] ?? "";
  if (board.count()) return answer(await engine.ask("go nodes 30000", "bestmove"));
  const legal = board.legalMoves().split(" ");
  const [mating, others] = [true, false].map((is) => legal.filter((move) => mates(board, move) === is));
  const moves = others.length > 0 ? others : mating;
  const men = menOf(board.fen());
  const preferred = [moves.filter((move) => board.isCapture(move)), moves.filter((move) => men[move.slice(0, 2)] === "P")];
  for (const some of preferred.filter((some) => some.length > 0)) {
    const lines = await engine.ask(`go nodes 15000 searchmoves ${some.join(" ")}`, "bestmove");
    if (score(lines) > 500) return answer(lines);
  }
  return answer(await engine.ask(`go nodes 30000 searchmoves ${moves.join(" ")}`, "bestmove"));
}

/** @param {import("../pkg/sakdi.js").Board} board @param {string} move */
function mates(board, move) {
  board.push(move);
  const { reason } = board.outcome() ?? {};
  board.pop();
  return reason === "mate";
}

/** Waits until the game shown has been judged. */
const judged = () => page.waitForSelector("#review .graphs:not([hidden])");
const currentMove = () => page.$eval("#review .moves [aria-current]", (button) => /** @type {HTMLElement} */ (button).dataset.ply);

test("the game just played is shown at once and judged in the background", options, async () => {
  await page.select("#review .depth", "60");
  await page.evaluate(() => {
    const review = /** @type {HTMLElement} */ (document.querySelector("#review"));
    new MutationObserver((_, observer) => {
      if (!review.querySelector(".moves button")) return;
      observer.disconnect();
      /** @type {any} */ (globalThis).wasJudgedAtFirst = review.querySelector(".graphs[hidden]") === null;
    }).observe(review, { childList: true, subtree: true });
  });
  await click("#play .go-review");
  await page.waitForSelector("#review:not([hidden]) .moves button");
  const { moves } = await storedGame();
  const mainLine = () => page.$$eval("#review .moves > button", (buttons) => buttons.length);
  assert.equal(await mainLine(), moves.split(" ").length);
  assert.equal(await page.evaluate(() => /** @type {any} */ (globalThis).wasJudgedAtFirst), false);
  const men = () => page.$$eval("#review .board use", (uses) => uses.map((use) => use.outerHTML).join());
  const start = await men();
  await page.keyboard.press("ArrowRight");
  assert.notEqual(await men(), start);
  await judged();
  assert.equal(await mainLine(), moves.split(" ").length);
  assert.equal(await currentMove(), "1");
  await page.click("#review .steps .next");
  assert.ok((await page.$$("#review .arrow.played, #review .arrow.better")).length === 2, "the move played and the better one");
  assert.ok(await page.$("#review .moves .variation"), "the better line is a variation");
  assert.ok(await page.$("#review .graphs .left"), "the count has a graph");
  await shot("review");
  await page.click("#review .steps .flip");
  await page.click("#review .moves > button:has(b)");
  const ply = await currentMove();
  await click("#language");
  await page.waitForFunction(() => /White can expect/.test(document.querySelector("#review .verdict")?.textContent ?? ""));
  // The language changes nothing but words.
  assert.equal(await currentMove(), ply);
  assert.ok(await page.$("#review .stage.turned"), "the board stays turned");
  await assertAccessible("review");
  // Nor does a reload.
  await page.reload();
  await page.waitForSelector("#review:not([hidden]) .graphs:not([hidden])");
  assert.equal(await currentMove(), ply);
});

test("a link opens a game at a move", options, async () => {
  await page.evaluate(() => (navigator.clipboard.writeText = async (text) => void (/** @type {any} */ (globalThis).copied = text)));
  const copied = async (/** @type {string} */ what) => {
    await page.click(`#review .copy-${what}`);
    return page.evaluate(() => /** @type {string} */ (/** @type {any} */ (globalThis).copied));
  };
  await page.$eval('#review .moves > [data-ply="2"]', (move) => /** @type {HTMLElement} */ (move).click());
  const [fen, pgn, link] = [await copied("fen"), await copied("pgn"), await copied("link")];
  assert.equal(fen.split("/").length, 8);
  assert.match(pgn, /\[Annotator "Sakdi/);
  await open("en", link.slice(server.url.length));
  await page.waitForSelector("#review .moves [aria-current]");
  assert.equal(await currentMove(), "2");
  // Coming back to the link shows the game as it was left.
  await page.$eval('#review .moves > [data-ply="4"]', (move) => /** @type {HTMLElement} */ (move).click());
  await go("play");
  await page.goBack();
  await page.waitForSelector("#review:not([hidden])");
  assert.equal(await currentMove(), "4");
  await page.reload();
  await page.waitForSelector("[data-ready]");
  assert.equal(await currentMove(), "4");
  // A link to another move of it shows that move.
  await page.evaluate((hash) => (location.hash = hash), new URL(link).hash.replace("/2/", "/6/"));
  await page.waitForFunction(() => /** @type {HTMLElement} */ (document.querySelector("#review .moves [aria-current]")).dataset.ply === "6");
  // Another game takes the place of the link's, also after a reload.
  await openText("1. e4 e5 *");
  await page.reload();
  await page.waitForSelector("[data-ready]");
  assert.equal((await page.$$("#review .moves > button")).length, 2);
  // One that was cut off says so.
  await open("en", "#review/makruk/rnsmk");
  assert.match(await text("#review .side > .error"), /link/);
});

test("moves of a judged game can be removed, and others tried there", options, async () => {
  await open("en", "#review");
  await openText("1. e4 e5 2. Nd2 Nd7 3. Ne2 *");
  await judged();
  await page.click('#review .moves > [data-ply="3"]');
  await page.keyboard.press("Delete");
  assert.equal(await currentMove(), "2");
  // The graph still has the whole game.
  for (const key of /** @type {const} */ (["ArrowDown", "ArrowDown", "End"])) await page.keyboard.press(key);
  assert.equal(await currentMove(), "2");
  await tap("review", "g1e2");
  assert.equal(await currentMove(), "3");
  assert.equal((await page.$$("#review .moves > button")).length, 3);
});

test("moves are tried at any point, and kept as variations", options, async () => {
  await open("en", "#review");
  await click("#review .fresh");
  for (const move of ["d3d4", "d6d5", "b1d2"]) await tap("review", move);
  await page.click("#review .steps .back");
  await tap("review", "g1e2");
  assert.equal(await text("#review .variation"), "2.Ne2");
  await page.type("#review .comment", "the other ma\n");
  await page.click('#review .marks [data-nag="5"]');
  assert.match(await text("#review .variation"), /2\.Ne2!\?the other ma/);
  await tap("review", "b8d7");
  await click("#review .promote");
  assert.equal(await text("#review .variation"), "2.Nd2");
  await page.evaluate(() => (navigator.clipboard.writeText = async (text) => void (/** @type {any} */ (globalThis).copied = text)));
  await page.click("#review .copy-pgn");
  assert.match(await page.evaluate(() => /** @type {any} */ (globalThis).copied), /1\. d4 d5 2\. Ne2 \$5 \{the other ma\} \(2\. Nd2\) 2\.\.\. Nd7 \*/);
  await page.click("#review .copy-official");
  assert.match(await page.evaluate(() => /** @type {any} */ (globalThis).copied), /1\. บง4 บง5 2\. มจ2 \$5 \{the other ma\} \(2\. มง2\) 2\.\.\. มง7 \*/);
  // A reload keeps the tree and the place in it.
  await page.reload();
  await page.waitForSelector("[data-ready]");
  assert.equal(await text("#review .variation"), "2.Nd2");
  assert.equal(await currentMove(), "4");
  // The keyboard goes to the other move that was tried, and back.
  await page.click('#review .moves > [data-ply="3"]');
  const shown = () => page.$eval("#review .moves [aria-current]", (button) => button.textContent);
  for (const [key, move] of /** @type {const} */ ([["ArrowDown", "Nd2"], ["ArrowUp", "Ne2!?"], ["ArrowDown", "Nd2"]])) {
    await page.keyboard.down("Shift");
    await page.keyboard.press(key);
    await page.keyboard.up("Shift");
    assert.equal(await shown(), move);
  }
  await click("#review .make-main");
  assert.match(await text("#review .variation"), /^2\.Ne2!\?the other ma/);
  assert.ok(await page.$("#review .make-main:disabled"));
  // The move shown is removed with what follows, and so by the keyboard.
  await page.click('#review .variation [data-ply="4"]');
  await click("#review .remove");
  assert.equal(await text("#review .variation"), "2.Ne2!?the other ma");
  await page.keyboard.press("Delete");
  assert.equal((await page.$$("#review .variation")).length, 0);
  assert.equal((await page.$$("#review .moves > button")).length, 3);
  // C leads to the comment, and Escape back to the moves.
  await page.keyboard.press("c");
  await page.keyboard.type("quiet");
  await page.keyboard.press("Escape");
  assert.match(await text("#review .moves .comment"), /quiet/);
  // A comment that is being typed stays with its move.
  await page.keyboard.press("ArrowLeft");
  assert.equal(await currentMove(), "1");
  await page.keyboard.press("c");
  await page.keyboard.type("unfinished");
  await tap("review", "a6a5");
  assert.equal(await currentMove(), "2");
  assert.match(await text("#review .moves"), /unfinished.*quiet/);
  // The field has the comment of the move shown.
  const field = () => page.$eval("#review input.comment", (input) => /** @type {HTMLInputElement} */ (input).value);
  assert.equal(await field(), "");
  for (const [ply, comment] of [["1", "unfinished"], ["2", "quiet"]]) {
    await page.click(`#review .moves > [data-ply="${ply}"]`);
    assert.equal(await field(), comment);
  }
  await page.keyboard.press("ArrowLeft");
  await page.click('#review .variation [data-ply="2"]');
  await click("#review .remove");
  assert.equal(await currentMove(), "1");
  await assertAccessible("variations");
});

test("the engine thinks along", options, async () => {
  await page.click("#review .steps .last");
  await page.select("#review .line-count", "1");
  await click("#review .engine .on");
  await page.select("#review .line-count", "3");
  await page.waitForFunction(() => document.querySelectorAll("#review .lines b").length === 3);
  assert.match(await text("#review .depth-text"), /^depth \d+/);
  assert.ok(await page.$("#review .arrow.best"));
  // What it thinks does not take a man out of the hand.
  await page.click('#review [data-square="b8"]');
  const depth = await text("#review .depth-text");
  await page.waitForFunction((/** @type {string} */ depth) => document.querySelector("#review .depth-text")?.textContent !== depth, {}, depth);
  assert.equal(await page.$eval('#review [data-square="b8"]', (square) => square.ariaPressed), "true");
  // Nor does it take a line from under a finger.
  const line = await page.$("#review .lines li:first-child button");
  const deeper = await text("#review .depth-text");
  await page.waitForFunction((/** @type {string} */ depth) => document.querySelector("#review .depth-text")?.textContent !== depth, {}, deeper);
  assert.ok(await line?.evaluate((button) => button.isConnected));
  await page.click('#review [data-square="b8"]');
  await shot("engine");
  await assertAccessible("the engine");
  // Its line is played by a click; the engine goes on from there.
  const before = (await page.$$("#review .moves button")).length;
  await page.$eval("#review .lines li:first-child button", (button) => /** @type {HTMLButtonElement} */ (button).click());
  assert.equal((await page.$$("#review .moves button")).length, before + 1);
  await page.waitForSelector("#review .lines b");
  await click("#review .engine .on");
  assert.ok(await page.$("#review .lines[hidden]"));
});

test("a position is set up with its count", options, async () => {
  await click("#review .edit");
  await page.waitForSelector("#editor[open]");
  await click("#editor .empty");
  await page.click('#editor [data-man="R"]');
  await page.click('#editor [data-square="a1"]');
  await page.select("#editor [name=counter]", "b");
  await page.select("#editor [name=limit]", "16");
  await page.$eval("#editor [name=spoken]", (input) => {
    /** @type {HTMLInputElement} */ (input).value = "5";
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  assert.match(await text("#editor .sentence"), /Black has counted 5 of 16/);
  await shot("editor");
  await assertAccessible("the editor");
  // Without a khun it is no position.
  await page.click("#editor .erase");
  await page.click('#editor [data-square="d1"]');
  assert.notEqual(await text("#editor .error"), "");
  assert.ok(await page.$("#editor [type=submit]:disabled"));
  await page.click('#editor [data-man="K"]');
  await page.click('#editor [data-square="d1"]');
  // Men are moved, too.
  await page.click("#editor .hand");
  for (const square of ["a1", "a2", "a2", "a1"]) await page.click(`#editor [data-square="${square}"]`);
  assert.match(await page.$eval("#editor [name=fen]", (input) => /** @type {HTMLInputElement} */ (input).value), /\/R2K4 w - 32 9 1$/);
  await page.click("#editor [type=submit]");
  assert.match(await text("#review .count"), /Black has counted 5 of 16/);
  await tap("review", "a1a7");
  assert.match(await text("#review .moves"), /1\.Ra7/);
});

test("counts are claimed, given up and forgotten on the analysis board, and kept in PGN and links", options, async () => {
  await openText('[FEN "8/2k5/8/3n4/8/1R1K4/8/3S4 b - - 0 1"]\n[CountingRule "claimed"]\n\n1... Kc6 2. Ra3 Kb6 *');
  await judged();
  await page.click("#review .steps .first");
  const claim = async (/** @type {string} */ name) => {
    for (const button of await page.$$("#review .claims button")) {
      if ((await button.evaluate((each) => each.textContent)) === name) return button.click();
    }
    assert.fail(name);
  };
  await claim("Begin the count");
  assert.match(await text("#review .count"), /Black begins to count at 1 of 64/);
  await page.click("#review .steps .last");
  assert.match(await text("#review .count"), /Black has counted 2 of 64/);
  await claim("Number forgotten");
  assert.match(await text("#review .count"), /Black has counted 1 of 64/);
  await shot("claims");
  await assertAccessible("claims");
  await page.evaluate(() => (navigator.clipboard.writeText = async (text) => void (/** @type {any} */ (globalThis).copied = text)));
  const copied = async (/** @type {string} */ what) => {
    await page.click(`#review .copy-${what}`);
    return page.evaluate(() => /** @type {string} */ (/** @type {any} */ (globalThis).copied));
  };
  assert.match(await copied("pgn"), /\{\[%count start 1\]\} 1\.\.\. Kc6/);
  const link = await copied("link");
  await claim("Stop counting");
  assert.doesNotMatch(await text("#review .count"), /has counted/);
  await open("en", link.slice(server.url.length));
  await page.waitForSelector("#review .moves [aria-current]");
  assert.match(await text("#review .count"), /Black has counted 1 of 64/);
});

test("a link keeps the counting rule and the bia ngai", options, async () => {
  const pgn = await page.evaluate(async () => {
    const { addressOf, gameOf } = await import(/** @type {any} */ ("./share.js"));
    const fen = "4k3/8/8/8/8/4K3/3PM~3/8 w - - 0 40";
    return gameOf(new URL(addressOf({ variant: "makruk", rule: "thai", fen, moves: ["d2d3"], ply: 1 })).hash).pgn;
  });
  assert.match(pgn, /\[CountingRule "thai"\]/);
  assert.match(pgn, /\[FEN "4k3\/8\/8\/8\/8\/4K3\/3PM~3\/8 w/);
  assert.match(pgn, /40\. d3/);
});

test("what cannot be read is named", options, async () => {
  await open("en", "#review");
  await shot("review-source");
  await click("#review .open");
  await page.type("#open-game textarea", "1. d9");
  await click("#open-game [type=submit]");
  assert.match(await text("#open-game .error"), /d9/);
  await shot("open-game");
  await assertAccessible("review, its source");
  // One bad game does not keep the others from being read.
  await openText('[White "A"]\n\n1. d4 d9 *\n\n[White "B"]\n\n1. d4 {good (so far)} d5 (1... e5) *\n');
  assert.equal((await page.$$("#review .choice option")).length, 2);
  assert.match(await text("#review .game-title"), /^B/);
  assert.match(await text("#review .moves"), /good \(so far\)/);
  await page.select("#review .choice select", "0");
  // The judging of the other game ends, which changes nothing here.
  assert.match(await text("#review .side > .error"), /d9/);
  assert.equal((await page.$$("#review .moves button")).length, 1);
});

test("moves are taken back, hinted at and typed, and the keyboard plays", options, async () => {
  await open("en");
  await newGame({});
  await tap("play", "d3d4");
  assert.ok(await yourTurn());
  assert.equal((await storedGame()).moves.split(" ").length, 2);
  await click("#play .take-back");
  assert.equal((await storedGame()).moves, "");
  await click("#play .hint");
  await page.waitForSelector("#play .arrow.better");
  for (const language of ["th", "en"]) {
    await click("#language");
    await page.waitForSelector(`html[lang="${language}"]`);
    assert.ok(await page.$("#play .arrow.better"), "the hint is still pointed at");
  }
  await page.type("#play [name=move]", "ม-ง๒\n");
  assert.ok(await yourTurn());
  assert.match((await storedGame()).moves, /^b1d2 /);
  // The field has kept the focus.
  await page.keyboard.type("Ra8\n");
  await page.waitForFunction(() => /a8/.test(document.querySelector("#play .more")?.textContent ?? ""));
  await page.focus('#play [data-square="e1"]');
  for (const key of ["ArrowUp", "ArrowUp", "Enter", "ArrowUp", "Enter"]) await page.keyboard.press(/** @type {any} */ (key));
  await yourTurn();
  assert.match((await storedGame()).moves, /^b1d2 \S+ e3e4 /);
  // The same by dragging.
  const [from, to] = await Promise.all(["a3", "a4"].map(async (square) => (await page.$(`#play [data-square="${square}"]`))?.boundingBox()));
  assert.ok(from && to);
  await page.mouse.move(from.x + 10, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(to.x + 20, to.y + 20, { steps: 5 });
  assert.ok(await page.$("#play .ghost"));
  await page.mouse.up();
  await yourTurn();
  assert.match((await storedGame()).moves, / a3a4 /);
  await click("#play .resign");
  await page.click("#sure .main");
  await page.waitForFunction(() => /You lose/.test(document.querySelector("#play .said")?.textContent ?? ""));
  await click("#play .actions .new");
  await page.waitForSelector("#new-game[open]");
  await shot("new-game");
  await assertAccessible("new game");
  await page.click("#new-game .cancel");
});

test("a move that is taken back gives its time back", options, async () => {
  await open("en");
  await newGame({ clock: "5+3", colour: "white" });
  await tap("play", "d3d4");
  assert.ok(await yourTurn());
  const made = await storedGame();
  const [before] = made.lefts[0];
  assert.ok(made.left[0] > before, "the move has added its time");
  await click("#play .take-back");
  const [left] = (await storedGame()).left;
  assert.ok(left <= before && left > before - 1000, `${left}, ${before}`);
});

test("the weaker side claims its count, and may give it up", options, async () => {
  await open("en");
  await newGame({ clock: "5+3" });
  await go("review");
  // The position is played on by its own rule, not by that of the last game.
  await openText('[FEN "8/2k5/8/3n4/8/1R1K4/8/3S4 b - - 0 1"]\n[CountingRule "claimed"]\n\n*');
  await click("#review .play-from");
  await page.waitForSelector("#play:not([hidden])");
  assert.match(await text("#play .count-panel"), /No count/);
  await click("#play .count-panel button");
  assert.match(await text("#play .count-panel"), /Board's honour counts from 1 to 64.*Black counts/);
  await tap("play", "c7c6");
  assert.ok(await yourTurn());
  assert.match(await text("#play .count-number"), /^1$/);
  await shot("claimed");
  // A number that was forgotten is left out, the one of the last move only.
  const [reply] = (await storedBoard()).legalMoves().split(" ");
  await tap("play", reply);
  assert.ok(await yourTurn());
  assert.match(await text("#play .count-number"), /^2$/);
  await click("#play .count-panel button:nth-child(2)");
  assert.match(await text("#play .count-number"), /^1$/);
  assert.equal((await page.$$("#play .count-panel button")).length, 1);
  await page.reload();
  await page.waitForSelector("[data-ready]");
  assert.match(await text("#play .count-number"), /^1$/);
  await click("#play .count-panel button");
  assert.match(await text("#play .count-panel"), /No count/);
});

test("a game that is being played is given up only after a question", options, async () => {
  const { moves } = await storedGame();
  assert.match(moves, /^c7c6 /);
  const playFrom = async (/** @type {string} */ answer) => {
    await go("review");
    await click("#review .play-from");
    await page.waitForSelector("#sure[open]");
    await page.click(`#sure ${answer}`);
    await page.waitForSelector("#sure:not([open])");
  };
  await playFrom("button:not(.main)");
  assert.ok(await page.$("#review:not([hidden])"), "still in the review");
  assert.equal((await storedGame()).moves, moves);
  await playFrom(".main");
  await page.waitForSelector("#play:not([hidden])");
  assert.equal((await storedGame()).moves, "");
});

test("counting is trained: questions by the rules, and drills against the count", options, async () => {
  await open("en", "#counting");
  await page.waitForSelector("#counting .answers button");
  await page.evaluate(() => sessionStorage.setItem("sakdi.countingPosition", JSON.stringify({ fen: "8/2k5/8/8/8/1R1K4/8/3S4 b - - 0 1", answers: [] })));
  await page.reload();
  await page.waitForSelector("#counting .answers button");
  await assertAccessible("counting");
  // Tables that the browser has kept come by themselves, and whoever is about to answer is not disturbed.
  await page.focus("#counting .answers button");
  await page.$eval("#counting .load", (button) => /** @type {HTMLElement} */ (button).click());
  await page.waitForSelector("#counting .load[hidden]");
  assert.ok(await page.$("#counting .answers button:focus"));
  const choose = async (/** @type {string} */ name) => {
    for (const button of await page.$$("#counting .answers button")) {
      if ((await button.evaluate((each) => each.textContent)) === name) return button.click();
    }
    assert.fail(name);
  };
  for (const answer of ["Pieces' honour", "Black", "5", "44", "12"]) await choose(answer);
  // The keyboard goes on with the answers to the next question.
  await page.keyboard.press("Enter");
  assert.equal(await text("#counting .goal"), "5 of 6 right");
  assert.match(await text("#counting .reasons .wrong"), /44 16The smallest limit that a man of White sets: one ruea, 16/);
  assert.match(await text("#counting .score"), /Right: 5 of 6 · in a row: 2, at most 3/);
  // What was answered is not asked again after a reload, with tables or without.
  await page.reload();
  await page.waitForSelector("[data-ready]");
  await click("#counting .load");
  await page.waitForSelector("#counting .load[hidden]");
  assert.equal(await text("#counting .goal"), "5 of 6 right");
  assert.match(await text("#counting .score"), /Right: 5 of 6 · in a row: 2, at most 3/);
  await shot("counting");
  await assertAccessible("counting, answered");
  await click("#counting .next");
  assert.equal((await page.$$("#counting .reasons li")).length, 0);
  await click("#counting .drill");
  await page.waitForSelector("#counting .hint:not(:disabled)");
  assert.match(await text("#counting .count-panel"), /Pieces' honour/);
  await shot("drill");
  await assertAccessible("a drill");
  // The best moves mate in time.
  const needed = Number(/in (\d+)/.exec(await text("#counting .said"))?.[1]);
  assert.ok(needed >= 4);
  const fresh = () => page.evaluate(() => document.querySelector("#counting .hint:not(:disabled)") !== null || /fastest was/.test(document.querySelector("#counting .said")?.textContent ?? ""));
  for (let move = 0; move < needed; move++) {
    await page.waitForFunction(() => document.querySelector("#counting .hint:not(:disabled)") !== null);
    await page.evaluate(() => /** @type {HTMLElement} */ (document.querySelector("#counting .hint")).click());
    const squares = await page.evaluate(() => {
      const [, x1, y1] = /M([\d.]+) ([\d.]+)/.exec(document.querySelector("#counting .arrow .shaft")?.getAttribute("d") ?? "") ?? [];
      const [, x2, y2] = /M([\d.]+) ([\d.]+)/.exec(document.querySelector("#counting .arrow .head")?.getAttribute("d") ?? "") ?? [];
      return [x1, y1, x2, y2].map(Number);
    });
    const box = await (await page.$("#counting .board"))?.boundingBox();
    assert.ok(box);
    const scale = box.width / 408;
    await page.mouse.click(box.x + squares[0] * scale, box.y + squares[1] * scale);
    await page.mouse.click(box.x + squares[2] * scale, box.y + squares[3] * scale);
  }
  assert.ok(await fresh());
  assert.match(await text("#counting .said"), new RegExp(`^Mate in ${needed} moves; the fastest was ${needed}. Moves lost: 0`));
  assert.equal(await text("#counting .score"), "Won in time: 1 of 1");
  await page.reload();
  await page.waitForSelector('#counting .drill[aria-pressed="true"]');
  await click("#counting .ask");
  assert.match(await text("#counting .score"), /Right: 5 of 6/);
});

test("the notation is chosen apart from the language", options, async () => {
  await open("en", "#review");
  await click("#review .fresh");
  await tap("review", "b1d2");
  assert.match(await text("#review .moves"), /Nd2/);
  await page.select("#notation", "official-thai");
  assert.match(await text("#review .moves"), /มข1-ง2/);
  assert.match(await page.$eval('#review [data-square="d2"]', (square) => square.ariaLabel ?? ""), /^ง2, White ma/);
  await page.select("#notation", "san");
  await click("#language");
  await page.waitForSelector('html[lang="th"]');
  await page.reload();
  await page.waitForSelector("[data-ready]");
  assert.match(await text("#review .moves"), /Nd2/);
  await page.select("#notation", "");
  assert.match(await text("#review .moves"), /ม-ง๒/);
  await open("en");
});

test("endings tell the worth of every move", options, async () => {
  // The same positions in every run.
  await page.evaluate(() => {
    let seed = 1;
    Math.random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  });
  await go("endings");
  await click("#endings .load");
  await page.waitForSelector("#endings .controls:not([hidden])");
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
  assert.equal(await page.$eval("#endings .palette button:nth-child(4)", (button) => button.ariaPressed), "true");
  await assertAccessible("endings");
  /** The first square with this in its label. @param {string} what */
  const squareWith = (what) =>
    page.$$eval("#endings [data-square]", (squares, what) => squares.find((square) => square.ariaLabel?.endsWith(what))?.getAttribute("data-square"), what);
  const empty = await squareWith("empty");
  await page.click(`#endings [data-square="${empty}"]`);
  await shot("endings-set-up");
  // The same again takes the man away, which might give check.
  await page.click(`#endings [data-square="${empty}"]`);
  // Without its khun it is no position, and nothing is said of it.
  const khun = await squareWith("Black khun");
  await page.click("#endings .palette button:nth-child(7)");
  await page.click(`#endings [data-square="${khun}"]`);
  assert.notEqual(await text("#endings .error"), "");
  assert.equal(await text("#endings .verdict"), "");
  assert.ok(await page.$("#endings .reply:disabled"));
  await page.click("#endings .palette button:nth-child(8)");
  await page.click(`#endings [data-square="${khun}"]`);
  assert.match(await text("#endings .verdict"), /mates in|Draw/);
  await click("#endings .set-up");
});

test("among drawn moves the strong side keeps its chances, and the weak side takes its own", options, async () => {
  const [strong, weak] = await page.evaluate(async () => {
    const { ranked } = await import(/** @type {any} */ ("./table-results.js"));
    const verdict = { strong: "white", winner: null, goal: "mate", distance: 10, movesLeft: 2 };
    const moves = [
      { move: "ends", verdict: null, outcome: { reason: "stalemate", winner: null } },
      { move: "goes on", verdict, outcome: null },
    ];
    return ["white", "black"].map((mover) => ranked(moves, mover)[0].move);
  });
  assert.deepEqual([strong, weak], ["goes on", "ends"]);
});

test("all tabs show one game, and none is lost without a word", options, async () => {
  await open("en");
  await newGame({});
  assert.ok(await page.$("#play .draw:disabled"), "before a move there is nothing to agree on");
  const second = await newPage(page.browser());
  try {
    await second.goto(server.url);
    await second.waitForSelector("[data-ready]");
    await page.bringToFront();
    await tap("play", "d3d4");
    assert.ok(await yourTurn());
    const count = (/** @type {import("puppeteer-core").Page} */ tab) => tab.$$eval("#play .played .move", (moves) => moves.length);
    await second.bringToFront();
    await second.waitForFunction(() => document.querySelectorAll("#play .played .move").length === 2);
    await second.click('#play [data-square="e3"]');
    await second.click('#play [data-square="e4"]');
    await second.waitForFunction(() => document.querySelectorAll("#play .played .move").length === 4);
    await page.bringToFront();
    await page.waitForFunction(() => document.querySelectorAll("#play .played .move").length === 4);
    assert.equal(await count(page), 4);
    assert.match((await storedGame()).moves, /^d3d4 \S+ e3e4 \S+$/);
  } finally {
    await second.close();
  }
  await click("#play .actions .new");
  assert.match(await text("#new-game .loses:not([hidden])"), /unfinished game/);
  await page.click("#new-game .cancel");
});

test("the filters of puzzles are kept", options, async () => {
  await go("puzzles");
  await page.waitForSelector("#puzzles .controls:not([hidden])");
  await page.select("#puzzles [name=kind]", "mate");
  await page.reload();
  await page.waitForSelector("#puzzles .controls:not([hidden])");
  assert.equal(await page.$eval("#puzzles [name=kind]", (select) => /** @type {HTMLSelectElement} */ (select).value), "mate");
  await page.select("#puzzles [name=kind]", "");
});

test("the board is in the page before the script runs, and nothing moves then", options, async () => {
  const html = await (await fetch(server.url)).text();
  const board = html.slice(html.indexOf('<section id="play"'), html.indexOf('<section id="review"'));
  assert.equal(board.match(/<use href="#[KMSNRP]" class="(white|black)" x=/g)?.length, 32);
  assert.match(html, />Licences<\/a>/);
  const licences = await fetch(new URL("sakdi/LICENSES-THIRD-PARTY.txt", server.url));
  assert.match(await licences.text(), /wasm-bindgen/);
  const sizes = [{ width: 390, height: 844 }, { width: 1280, height: 800 }];
  const cases = ["", "#review", "#puzzles", "#counting", "#endings"].flatMap((hash) => sizes.map((size) => ({ hash, size })));
  for (const { hash, size } of cases) {
    const fresh = await newPage(page.browser());
    try {
      await fresh.setViewport(size);
      await fresh.evaluateOnNewDocument(() => {
        const all = /** @type {any} */ (globalThis);
        all.shift = 0;
        new PerformanceObserver((list) => list.getEntries().forEach((entry) => (all.shift += /** @type {any} */ (entry).value))).observe({ type: "layout-shift", buffered: true });
      });
      await fresh.goto(server.url + hash);
      await fresh.waitForSelector("[data-ready]");
      const shift = await fresh.evaluate(() => /** @type {any} */ (globalThis).shift);
      assert.ok(shift < 0.02, `${hash}, ${size.width}: ${shift}`);
    } finally {
      await fresh.close();
    }
  }
});

test("the board is drawn as soon as the page itself has arrived", options, async () => {
  // Without what the service worker keeps.
  const context = await page.browser().createBrowserContext();
  try {
    const fresh = await newPage(context);
    await fresh.setViewport({ width: 390, height: 844 });
    await fresh.setRequestInterception(true);
    fresh.on("request", (request) => void (request.isNavigationRequest() ? request.continue() : request.abort()));
    await fresh.evaluateOnNewDocument(() => localStorage.setItem("sakdi.settings", JSON.stringify({ theme: "dark", board: "celadon" })));
    await fresh.goto(server.url, { waitUntil: "domcontentloaded" });
    const { width, ...seen } = await fresh.evaluate(() => {
      const { theme, board, ready } = document.documentElement.dataset;
      const tabs = getComputedStyle(/** @type {Element} */ (document.querySelector(".top"))).display;
      const width = document.querySelector("#play .board-input svg")?.getBoundingClientRect().width ?? 0;
      return { width, tabs, theme, board, isReady: ready !== undefined };
    });
    assert.ok(width > 300 && width <= 390, `${width} px wide`);
    assert.deepEqual(seen, { tabs: "flex", theme: "dark", board: "celadon", isReady: false });
  } finally {
    await context.close();
  }
});

test("it works offline", options, async () => {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(async () => {
    const ofThePage = (await caches.keys()).filter((name) => !name.includes(" data "));
    return ofThePage.length === 1 && navigator.serviceWorker.controller !== null;
  });
  // An earlier test has loaded the tables.
  await page.waitForFunction(async () => (await caches.match("sakdi/sakdi-tables.bin")) !== undefined);
  await page.setOfflineMode(true);
  server.close();
  for (const path of ["index.html", "#play"]) {
    await page.goto(server.url + path);
    await page.reload();
    await page.waitForSelector("[data-ready]");
  }
  await newGame({});
  await tap("play", "d3d4");
  assert.ok(await yourTurn());
  await go("endings");
  await click("#endings .load");
  await page.waitForSelector("#endings .controls:not([hidden])");
  // What is loaded later is there, too.
  await go("puzzles");
  await page.waitForSelector("#puzzles .actions:not([hidden])");
  await click("#show-settings");
  await page.select("#settings [name=men]", "simple");
  await page.waitForSelector("#K [d^='M14 6.5l5']");
  await page.select("#settings [name=men]", "carved");
  await page.click("#settings .main");
  await page.setOfflineMode(false);
});

test("the rules are explained in both languages", options, async () => {
  for (const [language, words] of /** @type {const} */ ([["en", /Stalemate/], ["th", /อับ/]])) {
    await open(language);
    await page.click("#show-rules");
    assert.match(await text("#rules"), words);
    assert.match(await text("#rules-count"), language === "th" ? /ฝ่ายที่เป็นรอง/ : /the weaker side counts/);
    await shot(`rules-${language}`);
    await assertAccessible(`the rules in ${language}`);
    await page.click("#rules button");
    assert.equal(await page.$eval("#rules", (dialog) => /** @type {HTMLDialogElement} */ (dialog).open), false);
  }
});

test("the page reported no errors", options, () => assert.deepEqual(errors, []));

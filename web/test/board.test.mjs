// The board: its results and its errors.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Board, loadTables, readGamePGN, readGamesPGN, ready, startingFen, validateFen } from "../pkg/sakdi.js";

/** What a function throws. @param {() => unknown} call @returns {any} */
function thrown(call) {
  try {
    call();
  } catch (error) {
    return error;
  }
}

const early = [() => new Board(), () => startingFen(), () => readGamePGN("1. e4 *")].map((call) => thrown(call)?.message);
await ready();
const START = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1";

test("a board begins where Makruk does", () => {
  const board = new Board();
  assert.equal(board.fen(), START);
  assert.equal(startingFen(), START);
  assert.equal(board.numberLegalMoves(), 23);
  assert.equal(board.legalMoves().split(" ").length, 23);
  assert.equal(board.turn(), true);
  assert.equal(board.count(), null);
  assert.equal(board.outcome(), null);
  assert.equal(board.result(), "*");
  board.delete();
});

test("moves are made, taken back and written", () => {
  const board = new Board();
  assert.ok(board.push("d3d4"));
  assert.ok(board.pushSan("Nd7"));
  assert.equal(board.play("ม-ง๒"), "b1d2");
  assert.equal(board.moveStack(), "d3d4 b8d7 b1d2");
  assert.deepEqual(board.history(), ["d4", "Nd7", "Nd2"]);
  assert.deepEqual(board.history("thai").slice(1), ["ม-ง๗", "ม-ง๒"]);
  assert.equal(board.sanMove("d6d5"), "d5");
  assert.equal(board.variationSan("d6d5 e3e4"), "2...d5 3. e4");
  assert.ok(board.pop() && board.pop() && board.pop() && !board.pop());
  assert.equal(board.fen(), START);
});

test("before ready every call says what is missing", () => {
  assert.deepEqual(early, Array(3).fill("sakdi: await ready() first"));
});

test("what is no text is refused", () => {
  const board = new Board();
  /** @type {any} */
  const wrong = [5, {}, ["d3d4"]];
  for (const value of wrong) {
    for (const call of [() => new Board(value), () => new Board("makruk", value), () => board.push(value), () => board.setFen(value)]) {
      assert.throws(call, { name: "TypeError", message: `a text is needed, not ${typeof value}` });
    }
  }
  assert.equal(board.fen(), START);
  board.delete();
});

test("what is illegal is refused in both languages, and changes nothing", () => {
  const board = new Board();
  board.push("d3d4");
  const fen = board.fen();
  assert.ok(!board.push("e2e5") && !board.pushSan("Nd5"));
  assert.throws(() => board.play("Nd5"), (/** @type {any} */ error) => {
    assert.equal(error.name, "SakdiError");
    assert.equal(error.subject, "move");
    assert.ok(error instanceof Error);
    assert.ok(/^[ -~]+$/.test(error.message) && /[ก-๛]/.test(/** @type {any} */ (error).thai));
    return true;
  });
  assert.throws(() => board.setFen("8/8/8 w"), { name: "SakdiError", subject: "fen" });
  assert.throws(() => board.setCountingRule(/** @type {any} */ ("western")), { subject: "countingRule" });
  assert.throws(() => board.claimCount(), { subject: "count" });
  assert.equal(board.fen(), fen);
  assert.throws(() => new Board(/** @type {any} */ ("chess")), { name: "SakdiError", subject: "variant" });
  assert.throws(() => new Board("makruk", "nonsense"), { subject: "fen" });
  assert.deepEqual([validateFen(START), validateFen("8/8"), validateFen("")], [1, -8, 0]);
});

test("the count and the end of the game are told", () => {
  const board = new Board("makruk", "k7/8/1K6/8/8/8/8/7R w - 32 31 60");
  assert.deepEqual(board.count(), {
    counter: "black", honour: "pieces", spoken: 16, first: null, limit: 16, movesLeft: 1, isOver: false,
  });
  assert.match(board.countSentence(), /16/);
  assert.match(board.countSentence("th"), /ศักดิ์หมาก/);
  board.push("h1h2");
  board.push("a8b8");
  assert.deepEqual(board.outcome(), { reason: "count", winner: null, result: "1/2-1/2" });
  assert.equal(board.outcomeSentence(), "Draw: the count ran out.");
  assert.deepEqual([board.isGameOver(), board.isGameOver(true)], [false, true]);
  board.setFen("k7/8/1KR5/8/8/8/8/8 w - - 0 1");
  board.push("c6c8");
  assert.deepEqual(board.outcome(), { reason: "mate", winner: "white", result: "1-0" });
  assert.equal(board.checkedPieces(), "a8");
});

test("a count may be claimed, given up and taken back", () => {
  const fen = "8/2k5/8/3n4/8/1R1K4/8/3S4 b - - 0 1";
  const board = new Board("makruk", fen, false, "claimed");
  assert.equal(board.claimant(), "black");
  board.claimCount();
  assert.equal(board.claimant(), null);
  assert.deepEqual([board.count()?.counter, board.count()?.limit], ["black", 64]);
  const claimed = board.fen();
  board.push("c7c6");
  board.push("d3d4");
  board.pop();
  board.pop();
  assert.equal(board.fen(), claimed);
  board.push("c7c6");
  board.stopCount();
  assert.equal(board.count(), null);
  board.pop();
  assert.equal(board.fen(), claimed);
});

test("tables give a verdict on every move", async () => {
  assert.equal(new Board("makruk", "8/8/4k3/8/8/4K3/3R4/8 b - 32 6 60").tableVerdict(), null);
  const names = await loadTables();
  assert.equal(names.length, 20);
  const board = new Board("makruk", "8/8/4k3/8/8/4K3/3R4/8 b - 32 6 60");
  const verdict = board.tableVerdict();
  assert.deepEqual([verdict?.strong, verdict?.goal, verdict?.movesLeft], ["white", "mate", 13]);
  const moves = board.tableMoves();
  assert.equal(moves.length, board.numberLegalMoves());
  assert.ok(moves.every(({ verdict }) => verdict !== null));
  const bytes = readFileSync(new URL("../pkg/sakdi-tables.bin", import.meta.url));
  bytes[bytes.length - 1] ^= 1;
  await assert.rejects(loadTables(bytes), { name: "SakdiError", subject: "table" });
  await assert.rejects(loadTables(bytes.subarray(0, 1000)), { subject: "table" });
});

test("a bare khun is given any count", () => {
  const board = new Board("makruk", "8/8/4k3/8/8/3RK3/8/8 w - - 0 1");
  assert.deepEqual(board.freshCount(), { limit: 16, spoken: 3 });
  board.setCount(10);
  assert.deepEqual([board.count()?.spoken, board.count()?.limit, board.count()?.counter], [10, 16, "black"]);
  board.setCount(40, 64);
  assert.deepEqual([board.count()?.spoken, board.count()?.movesLeft, board.freshCount()], [40, 25, null]);
  const fen = board.fen();
  assert.throws(() => board.setCount(17, 16), { name: "SakdiError", subject: "count" });
  assert.equal(board.fen(), fen);
  assert.throws(() => new Board().setCount(1), { subject: "count" });
  // Numbers that do not fit are no others.
  for (const spoken of [65_540, -1, 5.7, NaN]) assert.throws(() => board.setCount(spoken), { name: "RangeError", message: /^spoken must be a whole number/ });
  assert.throws(() => board.setCount(5, 65_552), { name: "RangeError", message: /^limit/ });
  assert.throws(() => board.countVerdict("en", 40_000), { name: "RangeError", message: /^mate/ });
  assert.equal(board.fen(), fen);
});

test("openings have names, and games are written as PGN", () => {
  const board = new Board();
  board.pushMoves("b1d2 b8d7 g1e2 g8e7 d3d4 e6e5");
  assert.match(board.opening() ?? "", /knights/);
  assert.match(board.opening("th") ?? "", /ม้า/);
  assert.throws(() => board.pgn(["Wh ite", "A"]), { name: "RangeError", message: /"Wh ite" cannot be the name of a tag/ });
  const pgn = board.pgn(["White", "A \"B\"", "Result", "0-1"]);
  assert.match(pgn, /\[White "A \\"B\\""\]/);
  assert.match(pgn, /\[Variant "Makruk"\]/);
  assert.match(pgn, /1\. Nd2 .* 0-1\n$/s);
});

test("a count that the FEN names survives a change of the rule", () => {
  for (const rule of /** @type {const} */ (["makruk", "none"])) {
    const board = new Board("makruk", "7k/8/6K1/8/8/8/8/R7 w - 32 9 60", false, rule);
    board.push("a1a2");
    board.setCountingRule("none");
    assert.equal(board.count(), null);
    board.setCountingRule("makruk");
    assert.deepEqual([board.count()?.limit, board.fen()], [16, "7k/8/6K1/8/8/8/R7/8 b - 32 10 60"]);
    board.reset();
    board.setCountingRule("thai");
    assert.equal(board.fen(), START);
  }
});

test("games are read from PGN", () => {
  const fen = "4k3/8/8/8/8/4K3/3PM~3/8 w - - 0 40";
  const games = readGamesPGN(
    `[White "A"]\n[Variant "makpong"]\n[CountingRule "thai"]\n[FEN "${fen}"]\n\n40. d3 Ke7 (40... Kd7) {why} 1-0\n\n` +
      `[White "B"]\n[Result "1/2-1/2"]\n\n1. d4 d5`,
  );
  const told = games.map((game) => [game.variant(), game.countingRule(), game.result(), game.mainlineMoves()]);
  assert.deepEqual(told, [
    ["makpong", "thai", "1-0", "d2d3 e8e7"],
    ["makruk", "thai", "1/2-1/2", "d3d4 d6d5"],
  ]);
  assert.deepEqual([games[0].startFen(), games[1].startFen()], [fen, START]);
  assert.deepEqual([games[1].headers("White"), games[1].headers("Black")], ["B", ""]);
  assert.throws(() => readGamePGN("1. d4 e1 *"), { name: "SakdiError", subject: "pgn" });
  assert.throws(() => readGamePGN(""), { subject: "pgn" });
  assert.deepEqual(readGamesPGN(""), []);
  // PlayOK's letters, and those of the Thai rules.
  const site = readGamePGN('[Site "PlayOK"]\n\n1. f4 Ne7 {a ma} 2. Be2 *');
  assert.equal(site.inDialect("official-thai"), '[Site "PlayOK"]\n\n1. บฉ3-ฉ4 มช8-จ7 {a ma} 2. คฉ1-จ2 *\n\n');
  assert.equal(site.inDialect("lan").split("\n\n")[1], "1. f3-f4 Ng8-e7 {a ma} 2. Sf1-e2 *");
  assert.throws(() => site.inDialect(/** @type {any} */ ("chess")), { name: "SakdiError", subject: "notation" });
});

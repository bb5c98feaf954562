// Every call of `ffish`, compared with this package over random games and with malformed arguments. What differs on purpose is what
// sakdi.d.ts lists. PLIES=100000 plays more.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as sakdi from "../pkg/sakdi.js";
import { generator, loadFfish } from "./ffish.mjs";

const PLIES = Number(process.env.PLIES ?? 4_000);

await sakdi.ready();
const ffish = await loadFfish();
const { Board } = sakdi;
// Without a board it knows no variants.
new ffish.Board("makruk").delete();

/** The names of a library's enumeration. @param {any} values */
const names = (values) => Object.keys(values).filter((name) => name !== "values");

test("every name of ffish exists, with the same number where it is one", () => {
  for (const name of ["Board", "Game", "Notation", "Termination", "info", "setOption", "setOptionInt", "setOptionBool", "readGamePGN", "variants",
    "loadVariantConfig", "capturesToHand", "startingFen", "validateFen"]) {
    assert.ok(name in ffish && name in sakdi, name);
  }
  for (const kind of /** @type {const} */ (["Notation", "Termination"])) {
    const theirs = names(ffish[kind]).map((name) => [name, ffish[kind][name].value]);
    assert.deepEqual(Object.entries(sakdi[kind]), theirs);
  }
  for (const [mine, other] of [[Board, ffish.Board], [sakdi.Game, ffish.Game]]) {
    for (const method of Object.getOwnPropertyNames(other.prototype)) assert.ok(method in mine.prototype, method);
  }
  assert.equal(sakdi.startingFen("makruk"), ffish.startingFen("makruk"));
  for (const variant of sakdi.variants().split(" ")) assert.ok(ffish.variants().split(" ").includes(variant));
  assert.equal(sakdi.capturesToHand("makruk"), ffish.capturesToHand("makruk"));
  assert.match(sakdi.info(), /^Sakdi \d/);
  sakdi.setOption("a", "b");
  sakdi.setOptionInt("a", 1);
  sakdi.setOptionBool("a", true);
  assert.throws(() => sakdi.loadVariantConfig("[mine:chess]"), /no other variants/);
});

/** The board of text up to the line of the FEN. @param {string} text */
const drawn = (text) => text.slice(0, text.indexOf("Sfen:") < 0 ? text.indexOf("Checkers:") : text.indexOf("Sfen:"));

for (const variant of /** @type {const} */ (["makruk", "makpong"])) {
  test(`${PLIES} plies of ${variant} are told as ffish tells them`, () => {
    const random = generator(7);
    for (let plies = 0; plies < PLIES; ) {
      const [mine, other] = [new Board(variant), new ffish.Board(variant)];
      for (let ply = 0; ply < 250 && plies < PLIES; ply++, plies++) {
        const moves = mine.legalMoves().split(" ").filter(Boolean);
        if (moves.length === 0 || mine.isGameOver(true)) break;
        const where = mine.fen();
        for (const notation of /** @type {const} */ (["SAN", "LAN", "THAI_SAN", "THAI_LAN"])) {
          for (const move of moves) {
            const [text, expected] = [mine.sanMove(move, sakdi.Notation[notation]), other.sanMove(move, ffish.Notation[notation])];
            assert.equal(text, expected, `${notation} of ${move} in ${where}`);
          }
        }
        for (const started of [-1, 0, 1, ply, ply + 1]) assert.equal(mine.fen(false, started), other.fen(false, started), `from ply ${started}`);
        assert.equal(drawn(mine.toVerboseString()), drawn(other.toVerboseString()));
        const picked = moves[Math.floor(random() * moves.length)];
        const [first, second] = [mine.variationSan(picked), other.variationSan(picked)];
        assert.equal(first, second, where);
        assert.ok(mine.push(picked) && other.push(picked));
        // Two moves on, from either side, with and without numbers.
        const reply = mine.legalMoves().split(" ")[0];
        if (reply) {
          mine.pop();
          other.pop();
          const line = `${picked} ${reply}`;
          for (const numbered of [true, false]) {
            const [text, expected] = [mine.variationSan(line, sakdi.Notation.LAN, numbered), other.variationSan(line, ffish.Notation.LAN, numbered)];
            assert.equal(text, expected);
          }
          assert.ok(mine.push(picked) && other.push(picked));
        }
      }
      mine.delete();
      other.delete();
    }
  });
}

/** Moves as `ffish` makes them from a text. @param {string} method @param {string} text @param {any} board */
function made(method, text, board) {
  board[method](text);
  const moves = board.moveStack();
  board.delete();
  return moves;
}

test("lists of moves are read as ffish reads them, whatever is between", () => {
  const texts = ["", " ", "1. d4 d5 2. e4", "d4 $1 d5", "d4 xx d5", "d4 {c} d5", "d4 d4 d5", "0-0 d4", "Nd2 Nd7 Nf3 Nf6 *", "1-0", "d4 ... d5", "Z", "d9 d4"];
  for (const text of texts) assert.equal(made("pushSanMoves", text, new Board("makruk")), made("pushSanMoves", text, new ffish.Board("makruk")), text);
  for (const text of ["", "d3d4 a1a8 d6d5", "d3d4 e3e4 d6d5", "xx d3d4", "e3e5 e3e4 e6e5m e6e5"]) {
    assert.equal(made("pushMoves", text, new Board("makruk")), made("pushMoves", text, new ffish.Board("makruk")), text);
  }
});

test("malformed arguments are refused as ffish refuses them", () => {
  const random = generator(11);
  const letters = "abcdefgh12345678PMSNRKmsnrk/-wx+#= .$é";
  const text = (/** @type {number} */ most) =>
    Array.from({ length: 1 + Math.floor(random() * most) }, () => letters[Math.floor(random() * letters.length)]).join("");
  const [mine, other] = [new Board("makruk"), new ffish.Board("makruk")];
  for (let at = 0; at < 200; at++) {
    const word = text(5).replaceAll(" ", "") || "-";
    assert.equal(mine.push(word), other.push(word), word);
    assert.equal(mine.sanMove(word), other.sanMove(word), word);
    assert.equal(mine.isCapture(word), other.legalMoves().split(" ").includes(word) && other.isCapture(word), word);
    assert.equal(mine.variationSan(`d3d4 ${word}`), other.variationSan(`d3d4 ${word}`), word);
    assert.equal(mine.moveStack(), other.moveStack());
  }
  mine.delete();
  other.delete();
});

test("what is wrong with a FEN has the code of ffish", () => {
  const men = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR";
  const same = ["", `${men} w - - 0 1`, `${men} w KQ - 0 1`, `${men} w`, men, `${men} w - 64 3 9`, "x", "8/8/8/8/8/8/8/8 w - - 0 1", `${men.slice(2)} w - - 0 1`.replace("/", ""),
    `${men} x - - 0 1`, `${men} w - - a 1`, `${men} w - - 0 b`, `${men} w - - -1 1`, `${men.replace("pppp", "ppqp")} w - - 0 1`,
    "4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "3kk3/8/8/8/8/8/8/3KK3 w - - 0 1", "8/8/8/8/8/8/8/3K4 w - - 0 1", "3k4/3K4/8/8/8/8/8/8 w - - 0 1",
    "8/8/2k5/1K6/8/8/8/8 b - - 0 1", "4k3/8/8/8/8/8/8/3K4[] w - - 0 1"];
  for (const fen of same) assert.equal(sakdi.validateFen(fen, "makruk"), ffish.validateFen(fen, "makruk"), fen);
  // Stricter than ffish, as the types say.
  assert.equal(sakdi.validateFen(`${men.replace("SNR", "SN")} w - - 0 1`), -8);
  assert.equal(sakdi.validateFen("4k3/4R3/8/8/8/8/8/3K4 w - - 0 1"), -100);
  assert.equal(sakdi.validateFen(`${men} w zz - 0 1`), -5);
  // And more lenient: programs for chess write the square of an en passant capture.
  assert.equal(sakdi.validateFen(`${men} w - e3 0 1`), 1);
});

test("the notations of other games are refused", () => {
  const board = new Board();
  assert.throws(() => board.sanMove("e3e4", /** @type {any} */ (sakdi.Notation.JANGGI)), RangeError);
  board.delete();
});

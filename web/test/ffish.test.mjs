// The board against `ffish`, over random games: legal moves, FEN, SAN, check, result.
// PLIES=100000 plays more of them, SEED=7 others.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Board, readGamePGN, ready } from "../pkg/sakdi.js";
import { generator, loadFfish } from "./ffish.mjs";

const PLIES = Number(process.env.PLIES ?? 20_000);
/** Longest game: no rule ends a game without progress while bia are on the board. */
const LONGEST = 400;

await ready();
const ffish = await loadFfish();

/** The state of a board of either library, in one form. @param {any} board */
function told(board) {
  const moves = board.legalMoves().split(" ").filter(Boolean).sort();
  return {
    fen: board.fen(),
    moves,
    sans: moves.map((/** @type {string} */ move) => board.sanMove(move)),
    captures: moves.filter((/** @type {string} */ move) => board.isCapture(move)),
    number: board.numberLegalMoves(),
    check: board.isCheck(),
    checked: board.checkedPieces(),
    results: [board.result(), board.result(true)],
    over: [board.isGameOver(), board.isGameOver(true)],
    material: [board.hasInsufficientMaterial(true), board.hasInsufficientMaterial(false), board.isInsufficientMaterial()],
    counters: [board.fullmoveNumber(), board.halfmoveClock(), board.gamePly(), board.turn()],
    text: board.toString(),
  };
}

test(`${PLIES} plies are as ffish plays them`, () => {
  const random = generator(Number(process.env.SEED ?? 1));
  let plies = 0;
  let games = 0;
  while (plies < PLIES) {
    const ours = new Board();
    const theirs = new ffish.Board("makruk");
    games += 1;
    for (let ply = 0; ply <= LONGEST; ply++) {
      const [mine, other] = [told(ours), told(theirs)];
      assert.deepEqual(mine, other, ours.moveStack());
      if (mine.over[1] || mine.moves.length === 0) break;
      // Prefers captures, so that games reach their counts.
      const choice = mine.captures.length > 0 && random() < 0.5 ? mine.captures : mine.moves;
      const move = choice[Math.floor(random() * choice.length)];
      assert.ok(ours.push(move) && theirs.push(move));
      if (random() < 0.01) {
        ours.pop();
        theirs.pop();
        assert.deepEqual(told(ours), told(theirs), "after a move taken back");
        assert.ok(ours.push(move) && theirs.push(move));
      }
      plies += 1;
    }
    assert.equal(ours.moveStack(), theirs.moveStack());
    ours.delete();
    theirs.delete();
  }
  console.log(`${plies} plies of ${games} games`);
});

test("a game is read from PGN as ffish reads it", () => {
  const board = new Board("makruk", "8/2P5/4k3/2p1p3/8/4K3/3R4/8 w - - 0 60");
  const random = generator(2);
  for (let ply = 0; ply < 40; ply++) {
    const moves = board.legalMoves().split(" ");
    board.push(moves[Math.floor(random() * moves.length)]);
  }
  const pgn = board.pgn(["White", "A", "Black", "B b"]);
  board.delete();
  const [mine, other] = [readGamePGN(pgn), ffish.readGamePGN(pgn)];
  const names = (/** @type {any} */ game) => game.headerKeys().split(" ").sort();
  assert.deepEqual(names(mine), names(other));
  for (const name of [...names(mine), "Missing"]) assert.equal(mine.headers(name), other.headers(name));
  assert.equal(mine.mainlineMoves(), other.mainlineMoves());
  assert.equal(mine.mainlineMoves().split(" ").length, 40);
  mine.delete();
  other.delete();
});

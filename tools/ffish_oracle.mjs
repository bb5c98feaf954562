// Answers questions of record_differential.py with ffish (npm install ffish), Fairy-Stockfish's JavaScript library: it keeps a board
// between moves, while pyffish sets up the position in each call. In, a line each: "start VARIANT FEN" or "push MOVE". Out: what is known
// of the position, in JSON.

import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { join } from "node:path";

const require = createRequire(join(process.cwd(), "here.js"));
const library = require("ffish");
const ffish = typeof library === "function" ? await library() : library;
if (ffish.Board === undefined) {
  await new Promise((ready) => (ffish.onRuntimeInitialized = ready));
}

let board;
for await (const line of createInterface({ input: process.stdin })) {
  const [command, ...rest] = line.split(" ");
  if (command === "start") {
    board?.delete();
    board = new ffish.Board(rest[0], rest.slice(1).join(" "));
  } else {
    board.push(rest[0]);
  }
  const legal = board.legalMoves().split(" ").filter(Boolean).sort();
  const answer = {
    fen: board.fen(),
    legal,
    sans: legal.map((move) => board.sanMove(move)),
    check: board.isCheck(),
    // Over only if a player claims it: by the count or by repetition.
    claimable: board.isGameOver(true) && !board.isGameOver(false),
    dead: board.hasInsufficientMaterial(true) && board.hasInsufficientMaterial(false),
  };
  process.stdout.write(JSON.stringify(answer) + "\n");
}

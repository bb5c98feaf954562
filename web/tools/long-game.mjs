// A game of many moves, for measurements of the page.

import { Board, ready } from "../pkg/sakdi.js";

/** PGN of a random game, the same in every run, in which the bia stay where they are and no man is captured. @param {number} plies */
export async function longGame(plies) {
  await ready();
  const board = new Board();
  for (let ply = 0, seed = 1; ply < plies; ply++) {
    const moves = board.legalMoves().split(" ").filter((move) => /^[A-Z][^x]*$/.test(board.sanMove(move)) && goesOn(board, move));
    seed = (seed * 16_807) % 2_147_483_647;
    board.push(moves[seed % moves.length]);
  }
  const pgn = board.pgn([]);
  board.delete();
  return pgn;
}

/** @param {Board} board @param {string} move */
function goesOn(board, move) {
  board.push(move);
  const goesOn = !board.isGameOver(true);
  board.pop();
  return goesOn;
}

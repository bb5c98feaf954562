// Moves that are made in advance, while the other side thinks.

import { menOf, squareAt } from "./shared/board.js";

const DIAGONALS = [[1, 1], [1, -1], [-1, 1], [-1, -1]];
const LINES = [[0, 1], [0, -1], [1, 0], [-1, 0]];
const JUMPS = [[1, 2], [2, 1], [-1, 2], [-2, 1], [1, -2], [2, -1], [-1, -2], [-2, -1]];
/** How each man moves, as White sees it: files and ranks of a step. @type {Record<string, number[][]>} */
const STEPS = { K: [...DIAGONALS, ...LINES], M: DIAGONALS, B: DIAGONALS, S: [...DIAGONALS, [0, 1]], N: JUMPS, R: LINES, P: [[0, 1], [1, 1], [-1, 1]] };

/**
 * The moves that a side might have after any move of the other. That move can clear the way, or capture a man and so make its square one
 * to recapture on.
 *
 * @param {string} fen with bia ngai marked
 * @param {"white" | "black"} side
 */
export function premovesOf(fen, side) {
  /** @type {string[]} */
  const moves = [];
  const ahead = side === "white" ? 1 : -1;
  for (const [square, man] of Object.entries(menOf(fen))) {
    const kind = man.toUpperCase();
    if ((man === kind) !== (side === "white")) continue;
    const [file, rank] = ["abcdefgh".indexOf(square[0]), Number(square[1]) - 1];
    for (const [x, y] of STEPS[kind]) {
      for (let step = 1; step <= (kind === "R" ? 7 : 1); step++) {
        const [toFile, toRank] = [file + step * x, rank + step * y * ahead];
        if (toFile >= 0 && toFile < 8 && toRank >= 0 && toRank < 8) moves.push(square + squareAt(toFile, toRank));
      }
    }
  }
  return moves;
}

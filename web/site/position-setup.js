// Setting up positions, by hand or at random.

import { Board } from "./sakdi/sakdi.js";
import { squareAt } from "./shared/board.js";

/** @param {string} fen */
export function tryBoard(fen) {
  try {
    return new Board("makruk", fen);
  } catch {
    return undefined;
  }
}

/** The first of the three ranks, from 0, on which bia stand before they are promoted. @type {Record<string, number>} */
const BIA_RANKS = { P: 2, p: 3 };

/** Places men on random squares; bia only where play can bring them. @param {string[]} men @param {() => number} [random] */
export function randomBoard(men, random = Math.random) {
  /** @type {import("./shared/board.js").Men} */
  const placed = {};
  for (const man of men) {
    let square;
    do {
      const rank = man in BIA_RANKS ? BIA_RANKS[man] + Math.floor(random() * 3) : Math.floor(random() * 8);
      square = squareAt(Math.floor(random() * 8), rank);
    } while (placed[square]);
    placed[square] = man;
  }
  return boardText(placed);
}

/** The first field of a FEN. @param {import("./shared/board.js").Men} men */
export function boardText(men) {
  const ranks = [];
  for (let rank = 7; rank >= 0; rank--) {
    let text = "";
    for (let file = 0; file < 8; file++) {
      const man = men[squareAt(file, rank)];
      text += man === undefined ? "1" : man === "B" ? "M~" : man === "b" ? "m~" : man;
    }
    ranks.push(text.replace(/1+/g, (gap) => String(gap.length)));
  }
  return ranks.join("/");
}

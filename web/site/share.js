// Games in the URL, after "#review/".

import { Board } from "./sakdi/sakdi.js";

/** One letter for each square from a1 to h8. */
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** @param {string} square */
const letterOf = (square) => LETTERS[8 * (Number(square[1]) - 1) + "abcdefgh".indexOf(square[0])];
/** @param {string} letter */
const squareOf = (letter) => "abcdefgh"[LETTERS.indexOf(letter) % 8] + (Math.floor(LETTERS.indexOf(letter) / 8) + 1);

/**
 * A game and the ply to show.
 *
 * @typedef {object} Shown
 * @property {"makruk" | "makpong"} variant
 * @property {import("../pkg/sakdi.js").CountingRule} rule
 * @property {string} fen of the first position
 * @property {string[]} moves in coordinates
 * @property {number} ply
 */

/** The URL of a game on this page. @param {Shown} shown */
export function addressOf({ variant, rule, fen, moves, ply }) {
  const played = moves.map((move) => letterOf(move.slice(0, 2)) + letterOf(move.slice(2, 4))).join("");
  const { origin, pathname } = location;
  return `${origin}${pathname}#review/${[variant, fen.replaceAll("/", ".").replaceAll(" ", "_"), played, ply, rule].join("/")}`;
}

/**
 * The game that a URL holds, as PGN, and the ply to show; undefined if it holds none.
 *
 * @param {string} hash
 */
export function gameOf(hash) {
  let board;
  try {
    const [tab, variant, fen, played, ply = "0", rule] = decodeURIComponent(hash).split("/");
    if (tab !== "#review" || (variant !== "makruk" && variant !== "makpong")) return undefined;
    board = new Board(variant, fen.replaceAll(".", "/").replaceAll("_", " "), false, /** @type {any} */ (rule));
    for (const [from, to] of played.match(/../g) ?? []) {
      const wanted = squareOf(from) + squareOf(to);
      const move = board.legalMoves().split(" ").find((each) => each.startsWith(wanted));
      if (!move || !board.push(move)) return undefined;
    }
    return { pgn: board.pgn([]), ply: Number(ply) || 0 };
  } catch {
    return undefined;
  } finally {
    board?.free();
  }
}

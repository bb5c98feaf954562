// Games in the URL, after "#review/".

import { Board } from "./sakdi/sakdi.js";
import { makeClaim } from "./claims.js";

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
 * @property {readonly import("./claims.js").Claim[]} [claims] of counts
 * @property {number} ply
 */

/** The letters of claims. @type {Record<string, import("../pkg/sakdi.js").ClaimKind>} */
const CLAIMS = { b: "start", e: "stop", f: "skip" };

/** The URL of a game on this page. @param {Shown} shown */
export function addressOf({ variant, rule, fen, moves, claims = [], ply }) {
  const played = moves.map((move) => letterOf(move.slice(0, 2)) + letterOf(move.slice(2, 4))).join("");
  const said = claims.map((claim) => Object.keys(CLAIMS).find((letter) => CLAIMS[letter] === claim.kind) + String(claim.ply));
  const { origin, pathname } = location;
  return `${origin}${pathname}#review/${[variant, fen.replaceAll("/", ".").replaceAll(" ", "_"), played, ply, rule, ...(said.length > 0 ? [said.join(".")] : [])].join("/")}`;
}

/**
 * The game that a URL holds, as PGN, and the ply to show; undefined if it holds none.
 *
 * @param {string} hash
 */
export function gameOf(hash) {
  let board;
  try {
    const [tab, variant, fen, played, ply = "0", rule, said = ""] = decodeURIComponent(hash).split("/");
    if (tab !== "#review" || (variant !== "makruk" && variant !== "makpong")) return undefined;
    board = new Board(variant, fen.replaceAll(".", "/").replaceAll("_", " "), false, /** @type {any} */ (rule));
    const claims = said.split(".").filter(Boolean);
    const claim = (/** @type {Board} */ board, /** @type {number} */ at) => {
      for (const each of claims) if (Number(each.slice(1)) === at) makeClaim(board, CLAIMS[each[0]]);
    };
    claim(board, 0);
    for (const [index, [from, to]] of (played.match(/../g) ?? []).entries()) {
      const wanted = squareOf(from) + squareOf(to);
      const move = board.legalMoves().split(" ").find((each) => each.startsWith(wanted));
      if (!move || !board.push(move)) return undefined;
      claim(board, index + 1);
    }
    return { pgn: board.pgn([]), ply: Number(ply) || 0 };
  } catch {
    return undefined;
  } finally {
    board?.free();
  }
}

// The results of endgame tables in words.

import { currentLanguage, say, sideName } from "./i18n.js";

/** @typedef {import("../pkg/sakdi.js").TableVerdict} TableVerdict */
/** @typedef {import("../pkg/sakdi.js").TableMove} TableMove */

/** Largest number of men in the endgame tables. */
export const TABLE_MEN = 4;

/** Number of men on the board. @param {string} fen */
export const menCount = (fen) => fen.split(" ")[0].replace(/[^a-z]/gi, "").length;

/** The names of men. @param {string} letters */
export function menNames(letters) {
  return [...letters].map((letter) => say(/** @type {any} */ ("man" + letter))).join(currentLanguage() === "th" ? " " : ", ");
}

/**
 * The value of a move for the side that makes it: greater is better. `isStrong` says whether that is the strong side, which a draw at once
 * deprives of all chances.
 *
 * @param {TableMove} move
 * @param {string} mover
 * @param {boolean} isStrong
 */
function rank({ verdict, outcome }, mover, isStrong) {
  if (outcome) return outcome.winner === mover ? 1000 : isStrong ? -1 : 1;
  if (!verdict) return -2000;
  const distance = verdict.distance ?? 300;
  if (verdict.winner) return verdict.winner === mover ? 900 - distance : distance - 900;
  // Among draws, the strong side prefers those nearest to mate, the weak side those farthest from it.
  return (isStrong ? -distance : distance) / 1000;
}

/** @param {TableMove[]} moves @param {string} mover */
export function ranked(moves, mover) {
  const isStrong = moves.some(({ verdict }) => verdict?.strong === mover);
  return [...moves].sort((a, b) => rank(b, mover, isStrong) - rank(a, mover, isStrong));
}

/** @param {TableMove} move @param {string} mover */
export function worthOf({ verdict, outcome }, mover) {
  if (outcome?.winner) return { kind: outcome.winner === mover ? "wins" : "loses", text: say("moveMates") };
  if (outcome) return { kind: "draws", text: say("moveEnds") };
  if (!verdict) return { kind: "draws", text: "?" };
  const { winner, distance, goal, movesLeft } = verdict;
  if (winner) return { kind: winner === mover ? "wins" : "loses", text: say(goal === "mate" ? "moveWins" : "moveConverts", distance) };
  const late = distance === null || movesLeft === null ? 0 : distance - movesLeft;
  return { kind: "draws", text: late > 0 ? say("moveLate", late) : say("moveDraws") };
}

/** @param {TableVerdict | null} verdict */
export function verdictText(verdict) {
  if (!verdict) return say("notHeld");
  const { winner, strong, distance, goal, movesLeft } = verdict;
  if (winner && goal === "conversion") return say("converts", sideName(winner), distance);
  if (winner) return movesLeft === null ? say("winsIn", sideName(winner), distance) : say("winsInTime", sideName(strong), distance, movesLeft);
  if (distance === null || movesLeft === null) return say("drawnEnding");
  return movesLeft === 0 ? say("tooLateNone", distance) : say("tooLate", distance, movesLeft);
}

/** @param {import("../pkg/sakdi.js").Outcome} outcome */
export function outcomeText({ reason, winner }) {
  if (reason === "mate" && winner) return say("mate", sideName(winner));
  return say(reason === "count" ? "countDraw" : reason === "mate" ? "over" : reason);
}

// Copies of the game being played: its PGN, for the clipboard or as a file, and a link to it.

import { readGamePGN } from "./sakdi/sakdi.js";
import { copyFrom } from "./shared/dom.js";
import { dateOf, saveFile } from "./save-file.js";
import { addressOf } from "./share.js";
import { ruleOf } from "./new-game.js";
import { notationChoice, say } from "./i18n.js";

/**
 * Sets up the buttons for copies.
 *
 * @param {Element} root
 * @param {() => import("./match.js").Match} matchOf the game
 * @param {() => string} pgnOf the game as PGN
 */
export function offerCopies(root, matchOf, pgnOf) {
  const button = (/** @type {string} */ name) => /** @type {HTMLButtonElement} */ (root.querySelector("." + name));
  copyFrom(button("copy-pgn"), () => inChosenNotation(pgnOf()), () => say("copied"));
  copyFrom(button("copy-link"), () => linkTo(matchOf()), () => say("copied"));
  button("save-pgn").addEventListener("click", () => {
    saveFile(`sakdi-${dateOf(new Date())}.pgn`, inChosenNotation(pgnOf()), "application/vnd.chess-pgn");
  });
}

/** A game with its moves in the notation that was chosen; if none was, in that of PGN, which every program reads. @param {string} pgn */
function inChosenNotation(pgn) {
  const name = notationChoice();
  return !name || name === "san" ? pgn : inDialect(pgn, name);
}

/** A game with its moves in a dialect. @param {string} pgn @param {import("../pkg/sakdi.js").Dialect} dialect */
export function inDialect(pgn, dialect) {
  const game = readGamePGN(pgn);
  try {
    return game.inDialect(dialect);
  } finally {
    game.delete();
  }
}

/** The address that shows the end of a game on the board for analysis. @param {import("./match.js").Match} match */
function linkTo({ board, choice, plies }) {
  const moves = board.moveStack().split(" ").filter(Boolean);
  return addressOf({ variant: choice.variant, rule: ruleOf(choice), fen: board.startFen(true), moves, claims: board.claims(), ply: plies });
}

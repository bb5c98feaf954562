// What is said beside the board while a game is played: whose turn it is, offers, and how the game ended.

import { endingText } from "./ending-text.js";
import { other } from "./match.js";
import { notation, say, sideName } from "./i18n.js";

/** @typedef {import("./match.js").Match} Match */

/**
 * @param {HTMLElement} root
 * @param {Match} match
 * @param {{ message: string, isEarlier: boolean }} beside a message, and whether an earlier position is shown
 */
export function showStatus(root, match, { message, isEarlier }) {
  const get = (/** @type {string} */ name) => /** @type {HTMLElement} */ (root.querySelector("." + name));
  const { ending, offer } = match;
  const turn = ending ? resultText(match) : turnText(match);
  get("ended").hidden = ending === null;
  get("offer").hidden = offer === null;
  get("said").textContent = isEarlier ? say("earlierPosition") : turn;
  const offered = offer && say("offersDraw", sideName(offer), sideName(other(offer)));
  const details = ending ? endingText(ending) : (offered ?? message);
  get("more").textContent = [isEarlier && turn, details].filter(Boolean).join(" · ");
}

/** @param {Match} match */
function turnText({ board, isByHand, isForTwo, mover }) {
  // Those who do not see the board hear the move of the other side.
  const move = isByHand ? board.history(notation()).at(-1) : undefined;
  const played = move && `${isForTwo ? sideName(other(mover)) : "Sakdi"}: ${move}`;
  const turn = isForTwo ? say("sideMoves", sideName(mover)) : say(isByHand ? "yourMove" : "thinking");
  return [played, board.isCheck() && say("check"), turn].filter(Boolean).join(" · ");
}

/** @param {Match} match */
function resultText({ ending, isForTwo, side }) {
  if (!ending?.winner) return say("drawn");
  if (isForTwo) return say("sideWins", sideName(ending.winner));
  return say(ending.winner === side ? "youWin" : "youLose");
}

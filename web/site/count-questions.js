// Questions about the count of a position, with their answers by the rules and the tables, and the reasons.

import { LIMITS } from "./count-limits.js";
import { Board } from "./sakdi/sakdi.js";
import { randomBoard } from "./position-setup.js";
import { verdictText } from "./table-results.js";
import { say, sideName } from "./i18n.js";

/**
 * @typedef {object} Question
 * @property {"honour" | "who" | "first" | "limit" | "left" | "time"} kind
 * @property {() => string} ask
 * @property {readonly (string | number)[]} choices
 * @property {string | number} answer
 * @property {() => string} why
 */

/** Men of endings in which both sides have some; the first side is the stronger one. */
const BOTH_ARMED = ["KRvKN", "KRvKM", "KRvKS", "KRSvKN", "KRNvKS", "KRMvKS", "KNSvKM", "KSSvKN", "KRSvKNM", "KRNvKSM", "KRRvKN", "KRNMvKR"];
/** Most men of a position with bia. */
const MOST_MEN = 12;

/** A position to ask about, in FEN without a count. @param {readonly string[]} real positions of games, in FEN @param {() => number} random */
export function drawPosition(real, random = Math.random) {
  for (;;) {
    const fen = random() < 0.4 ? bothArmed(random) : withoutCount(real[Math.floor(random() * real.length)]);
    const men = fen.split(" ")[0].replace(/[^a-z]/gi, "");
    const hasBia = /p/i.test(men);
    // Most positions may be counted.
    if (hasBia && (men.length > MOST_MEN || random() > 0.3)) continue;
    if (questionsOf(fen, random)) return fen;
  }
}

/** @param {() => number} random */
function bothArmed(random) {
  const [strong, weak] = BOTH_ARMED[Math.floor(random() * BOTH_ARMED.length)].split("v");
  const [white, black] = random() < 0.5 ? [strong, weak] : [weak, strong];
  return `${randomBoard([...white, ...black.toLowerCase()], random)} ${random() < 0.5 ? "w" : "b"} - - 0 1`;
}

/** @param {string} fen */
function withoutCount(fen) {
  const [men, side] = fen.split(" ");
  return `${men} ${side} - - 0 1`;
}

/**
 * The questions about a position; undefined if it is none to ask about: the game is over, or a count would be at once.
 *
 * @param {string} fen without a count
 * @param {() => number} random
 * @returns {Question[] | undefined}
 */
export function questionsOf(fen, random = Math.random) {
  let board;
  try {
    board = new Board("makruk", fen, false, "claim");
    return board.outcome() ? undefined : questionsOn(board, random);
  } catch {
    return undefined;
  } finally {
    board?.free();
  }
}

/** @param {Board} board @param {() => number} random @returns {Question[] | undefined} */
function questionsOn(board, random) {
  const counter = board.claimant();
  if (!counter) {
    const hasBia = /p/i.test(board.fen().split(" ")[0]);
    const why = hasBia ? /** @type {const} */ ("whyBia") : /** @type {const} */ ("whyBare");
    return [{ kind: "honour", ask: () => say("askHonour"), choices: ["none", "board", "pieces"], answer: "none", why: () => say(why) }];
  }
  board.claimCount();
  const count = board.count();
  if (!count || count.isOver) return undefined;
  const strong = counter === "white" ? "black" : "white";
  const isStrongFirst = (board.turn() ? "white" : "black") === strong;
  const { honour, limit, movesLeft } = count;
  // Where the stronger side is to move, the claim counts the last move.
  const first = count.first ?? count.spoken;
  const next = count.first ?? first + 1;
  if (next > limit) return undefined;
  const isBare = honour === "pieces";
  /** @type {Question[]} */
  const questions = [
    { kind: "honour", ask: () => say("askHonour"), choices: ["none", "board", "pieces"], answer: honour, why: () => say(isBare ? "whyPieces" : "whyBoard", sideName(counter)) },
    { kind: "who", ask: () => say("askWho"), choices: ["white", "black"], answer: counter, why: () => say(isBare ? "whyWhoBare" : "whyWho", sideName(counter)) },
    { kind: "first", ask: () => say("askFirst", sideName(counter)), choices: around(first, random), answer: first, why: () => (isBare ? say("whyFirst", first - 1, first) : say("whyFirstOne")) + (count.first === null ? ` ${say("whySaid")}` : "") },
    { kind: "limit", ask: () => say("askLimit"), choices: LIMITS, answer: limit, why: () => (isBare ? say("whyLimit", sideName(strong), say(/** @type {any} */ (`limit${limit}`))) : say("whyLimitBoard")) },
    { kind: "left", ask: () => say("askLeft", sideName(strong)), choices: around(movesLeft, random), answer: movesLeft, why: () => say(isStrongFirst ? "whyLeftFirst" : "whyLeft", sideName(counter), limit - next + 1, next, limit, sideName(strong), movesLeft) },
  ];
  const verdict = board.tableVerdict();
  if (verdict?.goal === "mate" && verdict.strong === strong && verdict.distance !== null) {
    questions.push({ kind: "time", ask: () => say("askTime", sideName(strong)), choices: ["yes", "no"], answer: verdict.winner ? "yes" : "no", why: () => verdictText(verdict) });
  }
  return questions;
}

/** Four numbers with the right one somewhere among them. @param {number} answer @param {() => number} random */
function around(answer, random) {
  const lowest = Math.max(1, answer - Math.floor(random() * 4));
  return [0, 1, 2, 3].map((step) => lowest + step);
}

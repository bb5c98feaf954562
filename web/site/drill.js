// A drill: an ending is won against the best defence before the count ends.

import { Board } from "./sakdi/sakdi.js";
import { randomBoard, tryBoard } from "./position-setup.js";
import { outcomeText, ranked } from "./table-results.js";
import { say, sideName } from "./i18n.js";

/** Positions that are tried until one is won in time. */
const TRIES = 4000;
/** The same where each position has to be fetched. */
const FAR_TRIES = 12;
/** The fewest moves to mate of a position worth a drill. */
const FEWEST = 4;

/** Endings without a mate in time. */
const HOPELESS = ["KMMvK", "KNNvK"];

/** The endings to drill, among those that have tables: a bare khun is hunted by men other than bia. @param {string[]} names */
export function drillsOf(names) {
  const drills = names.filter((name) => name === "KRvK" || (/^K[^PK]{2,}vK$/.test(name) && !HOPELESS.includes(name)));
  return drills.sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
}

/** A random position of an ending, with the hunter to move and the count just begun; `undefined` if the men cannot stand so. @param {string} ending @param {boolean} isWhite whether White hunts @param {() => number} random */
function candidate(ending, isWhite, random) {
  const [strong, weak] = ending.split("v");
  const men = isWhite ? [...strong, ...weak.toLowerCase()] : [...strong.toLowerCase(), ...weak];
  const board = tryBoard(`${randomBoard(men, random)} ${isWhite ? "w" : "b"} - - 0 1`);
  const fresh = board?.freshCount();
  if (!board || !fresh || board.outcome()) return void board?.free();
  board.setCount(fresh.spoken, fresh.limit);
  return board;
}

/** Whether a position is won in time, and not at once. @param {Board} board @param {number} fewest moves to mate */
function isWorthy(board, fewest) {
  const verdict = board.tableVerdict();
  return verdict?.goal === "mate" && Boolean(verdict.winner) && (verdict.distance ?? 0) >= fewest;
}

export class Drill {
  board;
  /** The side of the person, who hunts. @type {"white" | "black"} */
  side;
  /** The position that it began with. */
  start;
  /** Moves that mate took at the beginning. */
  needed = 0;
  /** Moves that were lost. */
  lost = 0;
  /** Returns the message to show, in the current language. */
  said = () => "";
  isOver = false;
  isWon = false;

  /** @param {string} fen with the count running */
  constructor(fen) {
    this.start = fen;
    this.board = new Board("makruk", fen, false, "weaker");
    this.side = this.board.turn() ? "white" : "black";
    this.needed = this.board.tableVerdict()?.distance ?? 0;
    this.said = () => say("drillBegins", this.needed, this.board.count()?.movesLeft ?? 0);
  }

  /** A drill of an ending that can be won in time, with the hunter to move. @param {string} ending such as KRvK @param {() => number} [random] */
  static draw(ending, random = Math.random) {
    const isWhite = random() < 0.5;
    for (let tries = 0; tries < TRIES; tries++) {
      const board = candidate(ending, isWhite, random);
      if (!board) continue;
      const fen = isWorthy(board, tries < TRIES / 2 ? FEWEST : 1) ? board.fen(true) : undefined;
      board.free();
      if (fen) return new Drill(fen);
    }
    return undefined;
  }

  /** The same of an ending whose tables lie on a server. @param {string} ending @param {(fen: string) => Promise<unknown>} prepare fetches what a position and its moves need @param {() => number} [random] */
  static async drawFar(ending, prepare, random = Math.random) {
    const isWhite = random() < 0.5;
    for (let tries = 0; tries < FAR_TRIES; ) {
      const board = candidate(ending, isWhite, random);
      if (!board) continue;
      tries++;
      const fen = board.fen(true);
      try {
        await prepare(fen);
        if (isWorthy(board, tries < FAR_TRIES / 2 ? FEWEST : 1)) return new Drill(fen);
      } finally {
        board.free();
      }
    }
    return undefined;
  }

  /** A drill that was left. @param {string} fen of its first position @param {string} moves in coordinates, of both sides */
  static resume(fen, moves) {
    const drill = new Drill(fen);
    for (const move of moves.split(" ").filter(Boolean)) drill.#make(move);
    return drill;
  }

  /** The same of an ending whose tables lie on a server. @param {string} fen @param {string} moves @param {(fen: string) => Promise<unknown>} prepare */
  static async resumeFar(fen, moves, prepare) {
    await prepare(fen);
    const drill = new Drill(fen);
    try {
      for (const move of moves.split(" ").filter(Boolean)) {
        drill.#make(move);
        if (!drill.isOver) await prepare(drill.board.fen(true));
      }
    } catch (error) {
      drill.free();
      throw error;
    }
    return drill;
  }

  /** A move of the side to move. @param {string} move */
  #make(move) {
    if (this.isYours) this.play(move);
    else this.#defend(move);
  }

  get isYours() {
    return !this.isOver && (this.board.turn() ? "white" : "black") === this.side;
  }

  /** The same drill again. */
  again() {
    const drill = new Drill(this.start);
    this.board.free();
    return drill;
  }

  /** Makes a move of the person, and judges it. @param {string} move */
  play(move) {
    const before = this.board.tableVerdict();
    if (!this.board.push(move)) return false;
    const after = this.board.tableVerdict();
    if (this.#ends()) return true;
    if (!after?.winner) {
      // The drill goes on to the end of the count only where mate is possible still.
      const distance = after?.distance ?? null;
      this.said = () => (distance === null ? say("drillThrown") : say("drillLate", distance, this.board.count()?.movesLeft ?? 0));
      if (before?.winner) this.lost += 1;
      return true;
    }
    const lost = (after.distance ?? 0) - ((before?.distance ?? 1) - 1);
    this.lost += Math.max(0, lost);
    this.said = () => (lost > 0 ? say("drillSlower", lost, after.distance) : say("drillBest", after.distance));
    return true;
  }

  /** The best defence. Returns its move. */
  reply() {
    const [best] = ranked(this.board.tableMoves(), this.side === "white" ? "black" : "white");
    if (!best) return undefined;
    this.#defend(best.move);
    return best.move;
  }

  /** @param {string} move */
  #defend(move) {
    this.board.push(move);
    this.#ends();
  }

  /** The best move of the person. */
  hint() {
    return ranked(this.board.tableMoves(), this.side)[0]?.move;
  }

  #ends() {
    const outcome = this.board.outcome();
    if (!outcome) return false;
    this.isOver = true;
    this.isWon = outcome.winner === this.side;
    const { needed, lost } = this;
    const moves = Math.ceil(this.board.moveStack().split(" ").length / 2);
    this.said = () => (this.isWon ? say("drillWon", moves, needed, lost) : `${outcomeText(outcome)} ${say("drillFailed", sideName(this.side))}`);
    return true;
  }

  free() {
    this.board.free();
  }
}

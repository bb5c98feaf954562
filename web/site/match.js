// The state of a game between a person and Sakdi, or between two people on one device.

import { ruleOf } from "./new-game.js";
import { Board } from "./sakdi/sakdi.js";
import { CLOCKS, Clock } from "./clock.js";
import { makeClaim } from "./claims.js";
import { premovesOf } from "./premove.js";
import { lostMen, menOf } from "./shared/board.js";

/** @typedef {"white" | "black"} Side */

/**
 * How a game ended: by the rules, or by a player.
 *
 * @typedef {object} Ending
 * @property {import("../pkg/sakdi.js").Outcome["reason"] | "resignation" | "agreement" | "time"} reason
 * @property {Side | null} winner
 */

/**
 * A game as it is stored.
 *
 * @typedef {object} StoredGame
 * @property {import("./new-game.js").Choice} choice
 * @property {Side} side of the person; of two, the one who sits near at first
 * @property {string} [start]
 * @property {string} moves
 * @property {string} [date] of its beginning, as in PGN
 * @property {readonly import("./claims.js").Claim[]} claims
 * @property {Ending | null} ending
 * @property {Side | null} [offer] the side of two people that has offered a draw
 * @property {[number, number]} [left] time left
 * @property {[number, number][]} [lefts] time left when each move was made
 */

/** @param {Side} side @returns {Side} */
export const other = (side) => (side === "white" ? "black" : "white");

export class Match {
  choice;
  /** The side of the person; of two, the one who sits near at first. @type {Side} */
  side;
  board;
  /** The day on which it began, as in PGN. */
  date;
  /** @type {Ending | null} */
  ending = null;
  /** The side of two people that has offered a draw, while the other has not answered. @type {Side | null} */
  offer;
  /** @type {Clock | undefined} */
  clock;
  /** The time left when each move was made, of a game with a clock. @type {[number, number][]} */
  #lefts;

  /**
   * @param {StoredGame} stored
   * @param {{ onTick: () => void, onFlag: () => void }} watch
   */
  constructor({ choice, side, start, moves, date, claims, ending, offer = null, left, lefts = [] }, { onTick, onFlag }) {
    this.choice = choice;
    // Earlier versions of the page stored no date.
    this.date = date ?? today();
    this.side = side;
    this.board = new Board(choice.variant, start, false, ruleOf(choice));
    const played = moves ? moves.split(" ") : [];
    for (let ply = 0; ply <= played.length; ply++) {
      for (const claim of claims) if (claim.ply === ply) this.#say(kindOf(claim));
      if (ply < played.length) this.board.push(played[ply]);
    }
    // The first position may be over.
    this.ending = ending ?? this.board.outcome();
    this.offer = offer;
    this.#lefts = lefts;
    const kind = CLOCKS[choice.clock];
    if (kind) {
      this.clock = new Clock(kind, left, onTick, (index) => {
        const loser = index === 0 ? "white" : "black";
        this.end({ reason: "time", winner: other(loser) });
        onFlag();
      });
    }
  }

  /** A new game. @param {import("./new-game.js").Choice} choice @param {string} [start] @returns {StoredGame} */
  static begin(choice, start) {
    const drawn = Math.random() < 0.5 ? "white" : "black";
    const side = choice.opponent === "person" ? "white" : choice.colour === "either" ? drawn : choice.colour;
    return { choice, side, start, moves: "", date: today(), claims: [], ending: null };
  }

  /** The game to store. @returns {StoredGame} */
  stored() {
    const start = this.board.startFen(true);
    return { choice: this.choice, side: this.side, start, moves: this.board.moveStack(), date: this.date, claims: this.board.claims(), ending: this.ending, offer: this.offer, left: this.clock?.left, lefts: this.#lefts };
  }

  /** The side to move. @returns {Side} */
  get mover() {
    return this.board.turn() ? "white" : "black";
  }

  get isOver() {
    return this.ending !== null;
  }

  /** Whether two people play, and not Sakdi. */
  get isForTwo() {
    return this.choice.opponent === "person";
  }

  /** Whether a person plays this side. @param {Side} side */
  isPerson(side) {
    return this.isForTwo || side === this.side;
  }

  /** Whether a person is to move. */
  get isByHand() {
    return !this.isOver && this.isPerson(this.mover);
  }

  /** The moves that can be made by hand: the legal ones; in advance, while Sakdi thinks; none when the game is over. */
  get movesByHand() {
    if (this.isOver) return [];
    return this.isByHand ? this.#legal() : premovesOf(this.board.fen(true), this.side);
  }

  /** The legal move of the person from and to these squares. @param {string} squares */
  moveByHand(squares) {
    return squares && this.isByHand ? this.#legal().find((move) => move.startsWith(squares)) : undefined;
  }

  #legal() {
    return this.board.legalMoves().split(" ").filter(Boolean);
  }

  get plies() {
    return this.#moves().length;
  }

  /** The last move, in coordinates. */
  get last() {
    return this.#moves().at(-1);
  }

  #moves() {
    return this.board.moveStack().split(" ").filter(Boolean);
  }

  /** The position, as the engine needs it. @returns {import("./players.js").Setting} */
  setting() {
    const { variant } = this.choice;
    return { variant, rule: ruleOf(this.choice), start: this.board.startFen(), moves: this.board.moveStack(), claims: this.board.claims() };
  }

  /** Makes a legal move. @param {string} move */
  play(move) {
    const left = this.clock?.left;
    if (this.isOver || !this.board.push(move)) return false;
    if (left) this.#lefts[this.plies - 1] = left;
    this.clock?.moved();
    // An offer stands until the other side has moved.
    if (this.offer === this.mover) this.offer = null;
    const outcome = this.board.outcome();
    if (outcome) this.end({ reason: outcome.reason, winner: outcome.winner });
    return true;
  }

  /** Starts the clock of the side to move. Sakdi's does not run before it thinks: the engine may still be loading. @param {boolean} [isThinking] */
  runClock(isThinking = false) {
    if (this.isOver) this.clock?.stop();
    else if (this.isByHand || isThinking) this.clock?.run(this.mover === "white" ? 0 : 1);
  }

  /** Takes moves back until a person is to move again, at least one that was made by hand, and their time. */
  takeBack() {
    if (!this.canTakeBack) return false;
    this.ending = this.offer = null;
    do this.board.pop();
    while (!this.isPerson(this.mover) && this.plies > 0);
    const left = this.#lefts[this.plies];
    if (left) this.clock?.set(left);
    this.#lefts.length = Math.min(this.#lefts.length, this.plies);
    return true;
  }

  get canTakeBack() {
    const first = this.board.startFen().split(" ")[1] === "w" ? "white" : "black";
    return this.plies > (this.isPerson(first) ? 0 : 1);
  }

  /** @param {Ending} ending */
  end(ending) {
    this.ending ??= ending;
    this.offer = null;
    this.clock?.stop();
  }

  /** The weaker side begins to count, counts no longer, or forgot a number. @param {import("../pkg/sakdi.js").ClaimKind} kind */
  claim(kind) {
    if (!this.#say(kind)) return;
    const outcome = this.board.outcome();
    if (outcome) this.end({ reason: outcome.reason, winner: outcome.winner });
  }

  /** @param {import("../pkg/sakdi.js").ClaimKind} kind */
  #say(kind) {
    try {
      makeClaim(this.board, kind);
      return true;
    } catch {
      return false;
    }
  }

  /** The position after so many moves, as a board shows it. @param {number} ply */
  positionAt(ply) {
    const board = new Board(this.choice.variant, this.board.startFen(true), false, ruleOf({ ...this.choice, counts: "nobody" }));
    const moves = this.#moves().slice(0, ply);
    board.pushMoves(moves.join(" "));
    const position = { fen: board.fen(true), last: moves.at(-1), check: board.checkedPieces() || undefined };
    board.free();
    return position;
  }

  /** The captured men of each side, as FEN letters. */
  taken() {
    const [first, now] = [this.board.startFen(true), this.board.fen(true)].map(menOf);
    return lostMen(first, now);
  }

  /** The game as PGN. @param {{ white: string, black: string }} names */
  pgn({ white, black }) {
    const result = this.ending ? (this.ending.winner === "white" ? "1-0" : this.ending.winner === "black" ? "0-1" : "1/2-1/2") : "*";
    /** @type {Partial<Record<Ending["reason"], string>>} */
    const words = { resignation: "resignation", time: "time-forfeit" };
    const word = words[/** @type {Ending["reason"]} */ (this.ending?.reason)];
    const ending = word ? ["Ending", word] : [];
    return this.board.pgn(["Event", "Sakdi", "Site", "?", "Date", this.date, "Round", "-", "White", white, "Black", black, "Result", result, ...ending]);
  }

  free() {
    this.clock?.stop();
    this.board.free();
  }
}

/** The day as PGN writes it. */
function today() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join(".");
}

/** What a stored claim says. Earlier versions of the page stored whether the side counts. @param {any} claim @returns {import("../pkg/sakdi.js").ClaimKind} */
function kindOf({ kind, counts }) {
  return kind ?? (counts ? "start" : "stop");
}

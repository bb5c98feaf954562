// Sakdi in a game against a person: it moves, counts, and answers offers of a draw.

/** Milliseconds for a move at full strength without a clock. */
const MOVE_TIME = 1000;
/** Milliseconds for a hint, and for the answer to an offer. */
const HINT_TIME = 400;
/** Sakdi declines a draw if it is ahead by more than this, in centipawns. */
const DRAW_SCORE = 30;

/** @typedef {import("./match.js").Match} Match */

export class SakdiPlayer {
  #thinker;
  /** Increases whenever the running search is no longer needed. */
  #turn = 0;
  #isThinking = false;

  /** @param {import("./players.js").Thinker} thinker */
  constructor(thinker) {
    this.#thinker = thinker;
  }

  /** Another game begins. */
  beginGame() {
    this.stop();
    this.#thinker.beginGame();
  }

  /** Gives up the move that it is thinking about. */
  stop() {
    this.#turn += 1;
    this.#thinker.stop();
    this.#isThinking = false;
  }

  /** Ends the search for advice, which must not delay the reply. */
  stopAdvice() {
    this.#thinker.stop();
  }

  /** Starts the engine again. */
  restart() {
    this.stop();
    return this.#thinker.start();
  }

  /**
   * Moves if it is Sakdi's turn.
   *
   * @param {Match} match
   * @param {{ onThinking: () => void, onMove: (move: string) => void }} hears
   */
  async reply(match, { onThinking, onMove }) {
    if (match.isOver || match.isByHand || this.#isThinking) return;
    // It counts as soon as it may: counting never hurts the weaker side.
    if (match.board.claimant() === match.mover) match.claim("start");
    onThinking();
    if (match.isOver) return;
    const turn = this.#turn;
    this.#isThinking = true;
    try {
      const index = match.mover === "white" ? 0 : 1;
      const limits = () => {
        match.runClock(true);
        return match.clock?.limits(index) ?? `movetime ${MOVE_TIME}`;
      };
      const started = performance.now();
      const thought = await this.#thinker.think(match.setting(), limits, match.choice.level);
      // An instant reply is easily overlooked.
      await new Promise((resolve) => setTimeout(resolve, 250 - (performance.now() - started)));
      if (turn !== this.#turn) return;
      this.#isThinking = false;
      if (thought?.move) onMove(thought.move);
    } catch {
      // The page shows an error with a button to restart the engine.
    } finally {
      if (turn === this.#turn) this.#isThinking = false;
    }
  }

  /** What the engine at full strength thinks of the position; null if it fails, or is stopped by a move. @param {Match} match */
  #advice(match) {
    this.#thinker.stop();
    return this.#thinker.think(match.setting(), () => `movetime ${HINT_TIME}`, 20).catch(() => null);
  }

  /** A good move; null if there is none or the game has gone on. @param {Match} match */
  async hint(match) {
    const { plies } = match;
    const move = (await this.#advice(match))?.move;
    return move && plies === match.plies ? move : null;
  }

  /** Whether Sakdi accepts a draw; null if it could not think about it. @param {Match} match */
  async acceptsDraw(match) {
    const thought = await this.#advice(match);
    // The score is from the person's point of view.
    return thought && thought.score >= -DRAW_SCORE;
  }
}

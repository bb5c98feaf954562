// The engine as an opponent, and for hints.

import Sakdi from "./sakdi/sakdi.js";
import { positionCommands } from "./claims.js";

/**
 * The game that is thought about.
 *
 * @typedef {{ variant: "makruk" | "makpong", rule: import("../pkg/sakdi.js").CountingRule } & import("./claims.js").Played} Setting
 */

/**
 * @typedef {object} Thought
 * @property {string | null} move nothing where there is none
 * @property {number} score in centipawns from the side to move; mates are far beyond 10000
 */

export class Thinker {
  /** @type {Promise<import("../pkg/sakdi.js").Engine> | undefined} */
  #engine;
  #onFailure;
  /** @type {Promise<unknown>} */
  #last = Promise.resolve();
  /** Number of requests, and of those that are no longer needed. */
  #asked = 0;
  #cancelled = 0;
  #isNewGame = true;

  /** @param {(error: Error, hasStarted: boolean) => void} onFailure hears that the engine has died or cannot start */
  constructor(onFailure) {
    this.#onFailure = onFailure;
  }

  /** Starts the engine unless it is running. */
  start() {
    this.#engine ??= this.#start();
    return this.#engine;
  }

  async #start() {
    try {
      const engine = await Sakdi();
      void engine.ended.then((error) => {
        this.#engine = undefined;
        if (error) this.#onFailure(error, true);
      });
      return engine;
    } catch (error) {
      this.#engine = undefined;
      this.#onFailure(/** @type {Error} */ (error), false);
      throw error;
    }
  }

  /** Tells the engine with the next request that another game has begun. */
  beginGame() {
    this.#isNewGame = true;
  }

  /**
   * Searches a position, after all earlier requests.
   *
   * @param {Setting} setting
   * @param {() => string} limits words of `go`, when it is time to send them
   * @param {number} level -2 to 20
   * @returns {Promise<Thought | null>} null if it was stopped; rejected if the engine fails
   */
  think(setting, limits, level) {
    const number = ++this.#asked;
    const isNeeded = () => number > this.#cancelled;
    const thought = this.#last.then(() => (isNeeded() ? this.#think(setting, limits, level, isNeeded) : null));
    this.#last = thought.catch(() => {});
    return thought;
  }

  /** @param {Setting} setting @param {() => string} limits @param {number} level @param {() => boolean} isNeeded @returns {Promise<Thought | null>} */
  async #think({ variant, rule, ...played }, limits, level, isNeeded) {
    const engine = await this.start();
    if (!isNeeded()) return null;
    if (this.#isNewGame) engine.postMessage("ucinewgame");
    this.#isNewGame = false;
    engine.postMessage(`setoption name UCI_Variant value ${variant}`);
    engine.postMessage(`setoption name CountingRule value ${rule}`);
    engine.postMessage(`setoption name Skill Level value ${level}`);
    for (const line of positionCommands(played)) engine.postMessage(line);
    const lines = await engine.ask(`go ${limits()}`, "bestmove");
    if (!isNeeded()) return null;
    const answer = lines[lines.length - 1].split(" ")[1];
    return { move: answer === "(none)" ? null : answer, score: scoreOf(lines) };
  }

  /** Stops all requests, which then answer at once. */
  stop() {
    this.#cancelled = this.#asked;
    // The failure of an engine is reported where it starts.
    void this.#engine?.then((engine) => engine.postMessage("stop")).catch(() => {});
  }
}

/** The last reported score. @param {string[]} lines */
function scoreOf(lines) {
  for (const line of [...lines].reverse()) {
    const found = / score (cp|mate) (-?\d+)/.exec(line);
    if (found) return found[1] === "cp" ? Number(found[2]) : Math.sign(Number(found[2]) || -1) * 100_000;
  }
  return 0;
}

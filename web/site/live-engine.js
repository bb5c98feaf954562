// The engine that thinks along with an analysis: without end, on the position shown.

import Sakdi from "./sakdi/sakdi.js";
import { positionCommands } from "./claims.js";

/**
 * What the engine thinks of a position.
 *
 * @typedef {object} Thought
 * @property {number} depth
 * @property {number} nps nodes a second
 * @property {Line[]} lines the best first
 */

/**
 * @typedef {object} Line
 * @property {string} score as White sees it: `+0.35`, `#-4`
 * @property {number} chance points that White can expect, in percent
 * @property {number} [mate] moves to mate; negative if the side to move is mated
 * @property {string[]} moves in coordinates
 */

/** Milliseconds between two reports. */
const PACE = 120;

export class LiveEngine {
  /** @type {Promise<import("../pkg/sakdi.js").Engine> | undefined} */
  #engine;
  /** What to think about next, while an older search ends. @type {string[] | undefined} */
  #next;
  #isSearching = false;
  #isWhite = true;
  /** @type {Thought} */
  #thought = { depth: 0, nps: 0, lines: [] };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #threads = 1;
  /** Endgame tables. @type {ArrayBuffer | undefined} */
  #tables;
  #onThought;
  #onFailure;

  /** @param {(thought: Thought) => void} onThought @param {(error: Error) => void} onFailure */
  constructor(onThought, onFailure) {
    this.#onThought = onThought;
    this.#onFailure = onFailure;
  }

  /**
   * Thinks about a position until another one is shown.
   *
   * @param {{ variant: string, rule: string, isWhite: boolean } & import("./claims.js").Played} position
   * @param {number} lines
   */
  async watch({ variant, rule, isWhite, ...played }, lines) {
    this.#next = [
      `setoption name UCI_Variant value ${variant}`,
      `setoption name CountingRule value ${rule}`,
      `setoption name MultiPV value ${lines}`,
      ...positionCommands(played),
      "go infinite",
    ];
    this.#nextIsWhite = isWhite;
    const starting = (this.#engine ??= this.#start());
    try {
      const engine = await starting;
      if (this.#engine === starting) this.#advance(engine);
    } catch (error) {
      // Another one may have taken its place.
      if (this.#engine !== starting) return;
      this.#engine = undefined;
      this.#onFailure(/** @type {Error} */ (error));
    }
  }

  #nextIsWhite = true;

  /** The number of threads, which needs another engine. @param {number} threads */
  set threads(threads) {
    if (threads === this.#threads) return;
    this.#threads = threads;
    this.stop();
    this.#engine?.then((engine) => engine.terminate(), () => {});
    this.#engine = undefined;
    this.#isSearching = false;
  }

  #start() {
    const starting = this.#create();
    starting.then(
      async (engine) => {
        const error = await engine.ended;
        // Another one may have taken its place.
        if (this.#engine !== starting) return;
        this.#engine = undefined;
        this.#isSearching = false;
        if (error) this.#onFailure(error);
      },
      () => {},
    );
    return starting;
  }

  async #create() {
    const tables = this.#tables?.slice(0);
    const engine = await Sakdi(this.#threads > 1 ? { threads: this.#threads } : {});
    if (tables) void engine.loadTables(tables);
    engine.postMessage("setoption name UCI_AnalyseMode value true");
    engine.postMessage("setoption name UCI_ShowWDL value true");
    engine.addMessageListener((line) => this.#hear(engine, line));
    return engine;
  }

  /** Starts what is to be thought about next, or first ends the search before. @param {import("../pkg/sakdi.js").Engine} engine */
  #advance(engine) {
    if (!this.#next) return;
    if (this.#isSearching) return engine.postMessage("stop");
    this.#isSearching = true;
    this.#isWhite = this.#nextIsWhite;
    this.#thought = { depth: 0, nps: 0, lines: [] };
    for (const line of this.#next) engine.postMessage(line);
    this.#next = undefined;
  }

  /** @param {import("../pkg/sakdi.js").Engine} engine @param {string} line */
  #hear(engine, line) {
    if (line.startsWith("bestmove")) {
      this.#isSearching = false;
      return this.#advance(engine);
    }
    // A search that is to end is no longer of interest.
    if (this.#next || !this.#isSearching) return;
    const found = readInfo(line, this.#isWhite);
    if (!found) return;
    const { index, depth, nps, ...best } = found;
    const { lines } = this.#thought;
    lines[index - 1] = best;
    this.#thought = { depth, nps, lines };
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      if (this.#isSearching && !this.#next) this.#onThought(this.#thought);
    }, PACE);
  }

  /** Loads endgame tables, once. @param {ArrayBuffer} file */
  async loadTables(file) {
    if (this.#tables) return;
    this.#tables = file;
    await (await this.#engine)?.loadTables(file.slice(0));
  }

  /** Stops thinking. */
  stop() {
    this.#next = undefined;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isSearching) void this.#engine?.then((engine) => engine.postMessage("stop"), () => {});
  }
}

/** Reads a line `info … pv …`. @param {string} line @param {boolean} isWhite whether White is to move */
export function readInfo(line, isWhite) {
  const number = (/** @type {string} */ name) => Number(new RegExp(` ${name} (-?\\d+)`).exec(line)?.[1] ?? 0);
  const score = / score (cp|mate) (-?\d+)/.exec(line);
  const moves = / pv (.+)$/.exec(line)?.[1].split(" ");
  if (!line.startsWith("info ") || !score || !moves || / (lower|upper)bound/.test(line)) return undefined;
  const sign = isWhite ? 1 : -1;
  const value = sign * Number(score[2]);
  const text = score[1] === "mate" ? `#${value}` : `${value > 0 ? "+" : ""}${(value / 100).toFixed(2)}`;
  const [, win, draw] = (/ wdl (\d+) (\d+) \d+/.exec(line) ?? [0, 500, 0]).map(Number);
  const expected = (win + draw / 2) / 10;
  const mate = score[1] === "mate" ? { mate: Number(score[2]) } : {};
  return { index: number("multipv") || 1, depth: number("depth"), nps: number("nps"), score: text, chance: isWhite ? expected : 100 - expected, ...mate, moves };
}

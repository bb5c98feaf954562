// The analysis of every move of a game, made in the background.

import { analyse, fetchTables, reportOf } from "./sakdi/sakdi.js";
import { GameTree } from "./game-tree.js";
import { TABLE_MEN, menCount } from "./table-results.js";
import { currentLanguage, notation, reasonOf, say } from "./i18n.js";

/** @typedef {import("./game-tree.js").Node} Node */

export class Judgement {
  #root;
  #acts;
  /** The analysed game, and the nodes that it judges. @type {{ pgn: string, report: any, nodes: Node[] } | undefined} */
  #found;
  /** @type {AbortController | undefined} */
  #controller;

  /**
   * @param {HTMLElement} root
   * @param {{ onJudged: () => void, onFailure: (reason: string) => void }} acts
   */
  constructor(root, acts) {
    this.#root = root;
    this.#acts = acts;
    this.#get("cancel-judging").addEventListener("click", () => this.#controller?.abort());
  }

  /** @param {string} name @returns {any} */
  #get(name) {
    return this.#root.querySelector("." + name);
  }

  /** Forgets what was found, and ends an analysis. */
  clear() {
    this.#controller?.abort();
    this.#found = undefined;
  }

  get isDone() {
    return this.#found !== undefined;
  }

  get report() {
    return this.#found?.report;
  }

  /** The analysed game. */
  get pgn() {
    return this.#found?.pgn;
  }

  /** The node after so many moves of the game. @param {number} ply */
  nodeAt(ply) {
    return this.#found?.nodes[ply];
  }

  /** Number of moves before a node that is judged; -1 for others. @param {Node | undefined} node */
  plyOf(node) {
    return node ? (this.#found?.nodes.indexOf(node) ?? -1) : -1;
  }

  get #game() {
    return this.#found?.report.games[0];
  }

  /** Forgets the nodes that were removed from the game, and all that follow. @param {GameTree} tree */
  keepTo(tree) {
    const found = this.#found;
    const removed = found?.nodes.findIndex((node) => !tree.holds(node)) ?? -1;
    if (found && removed >= 0) found.nodes = found.nodes.slice(0, removed);
  }

  /** What is said of a position. @param {Node} node */
  valueOf(node) {
    const ply = this.plyOf(node);
    return ply >= 0 ? this.#game.values[ply] : undefined;
  }

  /** What is said of the move after a position. @param {Node | null} node */
  moveAfter(node) {
    const ply = this.plyOf(node ?? undefined);
    return ply >= 0 ? this.#game.moves[ply] : undefined;
  }

  /** What happens to the count at a position. @param {Node} node @returns {string[]} */
  eventsAt(node) {
    const ply = this.plyOf(node);
    return ply >= 0 ? this.#game.events.filter((/** @type {any} */ event) => event[0] === ply).map((/** @type {any} */ event) => event[1]) : [];
  }

  /** The position before the next or the previous mistake on the way of a line. @param {Node[]} path @param {number} direction */
  mistake(path, direction) {
    const length = this.#found?.nodes.length ?? 0;
    const ply = path.map((node) => this.plyOf(node)).filter((at) => at >= 0).at(-1) ?? 0;
    for (let at = ply + direction; at >= 0 && at + 1 < length; at += direction) {
      if (this.#game.moves[at]?.j) return this.nodeAt(at);
    }
    return undefined;
  }

  /** Judges every move of the main line. @param {GameTree} tree */
  async judge(tree) {
    this.#controller?.abort();
    const controller = (this.#controller = new AbortController());
    const working = this.#get("working");
    const [progress, status] = [working.querySelector("progress"), working.querySelector("p")];
    progress.removeAttribute("value");
    status.textContent = say("loading");
    working.hidden = false;
    this.#get("judge").disabled = true;
    try {
      const fewMen = menCount(/** @type {Node} */ (tree.mainLine().at(-1)).fen) <= TABLE_MEN;
      const tables = fewMen ? await fetchTables(undefined, controller.signal).catch(() => undefined) : undefined;
      // The game may have changed while the tables were loaded.
      const nodes = tree.mainLine();
      const { pgn } = await analyse(tree.pgn(), {
        movetime: Number(this.#get("depth").value),
        language: currentLanguage(),
        notation: notation(),
        tables,
        signal: controller.signal,
        onProgress: (done, all) => {
          progress.max = all;
          progress.value = done;
          status.textContent = say("analysing", done, all);
        },
      });
      if (controller.signal.aborted) return;
      const [analysed] = GameTree.read(pgn);
      tree.adopt(analysed);
      analysed.free();
      this.#found = { pgn, report: reportIn(pgn), nodes };
      this.keepTo(tree);
      this.#acts.onJudged();
    } catch (error) {
      if (controller === this.#controller && !controller.signal.aborted) this.#acts.onFailure(reasonOf(error));
    } finally {
      if (controller === this.#controller) {
        working.hidden = true;
        this.#get("judge").disabled = false;
      }
    }
  }

  /** Takes up an analysis made earlier, if it is one of this game. @param {string} pgn @param {GameTree} tree */
  restore(pgn, tree) {
    const report = reportIn(pgn);
    const nodes = tree.mainLine();
    // The main line may have changed since.
    const { moves } = report.games[0];
    const isSame = moves.every((/** @type {any} */ move, /** @type {number} */ at) => nodes[at + 1]?.move === move.m);
    if (isSame) this.#found = { pgn, report, nodes: nodes.slice(0, moves.length + 1) };
  }

  /** Says everything in another language or notation. */
  rewrite() {
    if (this.#found) this.#found.report = reportIn(this.#found.pgn);
  }
}

/** The report of an analysed game in the language and the notation in use. @param {string} pgn @returns {any} */
function reportIn(pgn) {
  return reportOf(pgn, { language: currentLanguage(), notation: notation() });
}

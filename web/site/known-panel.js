// What is known of the position that the analysis shows: the judgement, the count and what it allows, the endgame tables.

import { element, fill } from "./shared/dom.js";
import { outcomeText, ranked, verdictText, worthOf } from "./table-results.js";
import { currentLanguage, notation, say } from "./i18n.js";

/** @typedef {import("../pkg/sakdi.js").Board} Board */
/** @typedef {import("../pkg/sakdi.js").ClaimKind} ClaimKind */

export class KnownPanel {
  #root;
  #acts;
  /** The claims that are offered and the moves listed. What has not changed keeps the focus. */
  #offered = "";
  #listed = "";

  /**
   * @param {HTMLElement} root
   * @param {{ onClaim: (kind: ClaimKind) => void, onMove: (move: string) => void, onPoint: (arrows: { move: string, kind: string }[]) => void }} acts
   */
  constructor(root, acts) {
    this.#root = root;
    this.#acts = acts;
  }

  /** @param {string} name @returns {any} */
  #get(name) {
    return this.#root.querySelector("." + name);
  }

  /**
   * @param {Board} board
   * @param {{ words: any, value: any, move: any, mate: number | undefined }} judged what an analysis says of the position and of the move that leads
   *   to it, and the mate that the engine sees, in moves of the side to move
   */
  show(board, { words, value, move, mate }) {
    const outcome = board.outcome();
    const verdict = value && !value.o ? fill(words.value, value.e, value.d, value.w.toFixed(0)) : "";
    this.#get("verdict").textContent = outcome ? outcomeText(outcome) : [move?.j && move.p, verdict].filter(Boolean).join(" ");
    const table = outcome ? null : board.tableVerdict();
    this.#get("table-verdict").textContent = table ? say("byTables", verdictText(table)) : "";
    this.#showCount(board);
    // A table says the same.
    const allowed = outcome || table ? undefined : board.countVerdict(currentLanguage(), mate);
    this.#get("count-verdict").textContent = allowed ? allowed[0].toUpperCase() + allowed.slice(1) : "";
    this.#showMoves(board, table !== null);
  }

  /** @param {Board} board */
  #showCount(board) {
    const count = board.count();
    const claimed = board.countingRule().startsWith("claim");
    const claimant = board.claimant();
    this.#get("count").textContent = count || claimant ? board.countSentence(currentLanguage()) : "";
    this.#get("count").classList.toggle("board-honour", count?.honour !== "pieces");
    /** @type {[ClaimKind, "beginCount" | "stopCount" | "skipNumber"][]} */
    const offers = [];
    if (claimant) offers.push(["start", "beginCount"]);
    if (claimed && count && !count.isOver) offers.push(["stop", "stopCount"]);
    if (claimed && board.maySkipNumber()) offers.push(["skip", "skipNumber"]);
    const offered = JSON.stringify(offers.map(([, label]) => say(label)));
    if (offered === this.#offered) return;
    this.#offered = offered;
    const place = this.#get("claims");
    place.replaceChildren();
    for (const [kind, label] of offers) element(place, "button", { type: "button" }, say(label)).addEventListener("click", () => this.#acts.onClaim(kind));
  }

  /** Every move with its result by the tables. @param {Board} board @param {boolean} isHeld */
  #showMoves(board, isHeld) {
    const listed = isHeld ? `${board.fen(true)} ${notation()} ${currentLanguage()}` : "";
    if (listed === this.#listed) return;
    this.#listed = listed;
    const list = this.#get("table-moves");
    list.replaceChildren();
    list.hidden = !isHeld;
    if (!isHeld) return;
    const mover = board.turn() ? "white" : "black";
    for (const each of ranked(board.tableMoves(), mover)) {
      const worth = worthOf(each, mover);
      const button = element(element(list, "li"), "button", { type: "button", class: worth.kind });
      element(button, "span", { class: "move" }, board.sanMove(each.move, notation()));
      element(button, "span", { class: "worth" }, worth.text);
      button.addEventListener("click", () => this.#acts.onMove(each.move));
      button.addEventListener("pointerenter", () => this.#acts.onPoint([{ move: each.move, kind: worth.kind === "loses" ? "played" : "better" }]));
      button.addEventListener("pointerleave", () => this.#acts.onPoint([]));
    }
  }
}

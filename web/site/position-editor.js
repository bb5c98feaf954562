// The dialog that sets up any position, with its count as a person says it.

import { LIMITS } from "./count-limits.js";
import { Board } from "./sakdi/sakdi.js";
import { BoardInput } from "./board-input.js";
import { choiceOf, ruleOf } from "./new-game.js";
import { boardText } from "./position-setup.js";
import { menOf } from "./shared/board.js";
import { element } from "./shared/dom.js";
import { onLanguage, reasonOf, say, sideName } from "./i18n.js";

const MEN = ["K", "M", "S", "N", "R", "P", "B", "k", "m", "s", "n", "r", "p", "b"];

export class PositionEditor {
  #dialog;
  /** @type {HTMLFormElement} */
  #form;
  #input;
  /** @type {import("./shared/board.js").Men} */
  #men = {};
  /** The man to be placed, an empty string to take men away, or `hand` to move those that stand. */
  #tool = "hand";
  /** The square of the man in the hand. @type {string | undefined} */
  #taken;
  /** The position without its faults. @type {string | undefined} */
  #fen;
  /** To which a bare khun counts: as in the game from which the position came. @type {import("./new-game.js").Choice["limit"]} */
  #limit = "smallest";
  #onDone;

  /** @param {(fen: string, variant: "makruk" | "makpong", rule: import("../pkg/sakdi.js").CountingRule) => void} onDone */
  constructor(onDone) {
    this.#onDone = onDone;
    this.#dialog = /** @type {HTMLDialogElement} */ (document.getElementById("editor"));
    this.#form = /** @type {HTMLFormElement} */ (this.#dialog.querySelector("form"));
    this.#input = new BoardInput(this.#get("place-of-board"), () => {}, (square) => this.#put(square));
    this.#buildPalette();
    const limit = this.#field("limit");
    for (const each of LIMITS) element(limit, "option", { value: each }, String(each));
    this.#form.addEventListener("input", (event) => {
      if (/** @type {any} */ (event.target).name === "fen") this.#read(this.#field("fen").value);
      else this.#show();
    });
    this.#get("empty").addEventListener("click", () => this.#set("4k3/8/8/8/8/8/8/3K4"));
    this.#get("first").addEventListener("click", () => this.#read(startFen()));
    this.#get("cancel").addEventListener("click", () => this.#dialog.close());
    this.#form.addEventListener("submit", (event) => {
      if (!this.#fen) return event.preventDefault();
      this.#onDone(this.#fen, this.#field("variant").value, this.#rule);
    });
    onLanguage(() => this.#show());
  }

  /** @param {string} name @returns {any} */
  #get(name) {
    return this.#dialog.querySelector("." + name);
  }

  /** @param {string} name @returns {any} */
  #field(name) {
    return this.#form.elements.namedItem(name);
  }

  get #rule() {
    return ruleOf({ counts: this.#field("rule").value, limit: this.#limit });
  }

  /** Opens the editor on a position. @param {string} fen @param {"makruk" | "makpong"} variant @param {import("../pkg/sakdi.js").CountingRule} rule */
  open(fen, variant, rule) {
    this.#field("variant").value = variant;
    const { counts, limit } = choiceOf(rule);
    this.#field("rule").value = counts;
    this.#limit = limit;
    this.#dialog.showModal();
    this.#read(fen);
  }

  #buildPalette() {
    const palette = this.#get("palette");
    for (const man of MEN) {
      const button = element(palette, "button", { type: "button", "data-man": man });
      const picture = element(button, "svg", { viewBox: "0 0 46 46", "aria-hidden": true });
      const kind = man.toUpperCase();
      element(picture, "use", { href: "#" + kind, class: man === kind ? "white" : "black", width: 46, height: 46 });
    }
    element(palette, "button", { type: "button", "data-man": "hand", class: "hand" });
    element(palette, "button", { type: "button", "data-man": "", class: "erase" });
    for (const button of palette.children) {
      button.addEventListener("click", () => {
        this.#tool = button.dataset.man;
        this.#show();
      });
    }
  }

  /** Places, moves or takes away a man. @param {string} square */
  #put(square) {
    if (this.#tool === "hand") return this.#carry(square);
    if (!this.#tool || this.#men[square] === this.#tool) delete this.#men[square];
    else {
      // A side has one khun, which moves.
      if (/k/i.test(this.#tool)) for (const [at, man] of Object.entries(this.#men)) if (man === this.#tool) delete this.#men[at];
      this.#men[square] = this.#tool;
    }
    this.#show();
    return true;
  }

  /** Takes up the man of a square, or puts down the one in the hand. @param {string} square */
  #carry(square) {
    const from = this.#taken;
    if (!from && !this.#men[square]) return true;
    if (from && from !== square) {
      this.#men[square] = this.#men[from];
      delete this.#men[from];
    }
    this.#show();
    if (!from) {
      this.#taken = square;
      this.#input.mark(square);
    }
    return true;
  }

  /** @param {string} men the first field of a FEN */
  #set(men) {
    this.#men = menOf(men);
    this.#show();
  }

  /** Reads a whole FEN into the fields. @param {string} fen */
  #read(fen) {
    let board;
    try {
      board = this.#board(fen);
    } catch (error) {
      this.#fen = undefined;
      this.#get("error").textContent = reasonOf(error);
      return;
    }
    this.#men = menOf(board.fen(true));
    this.#field("side").value = board.turn() ? "w" : "b";
    const count = board.count();
    this.#field("counter").value = count ? count.counter[0] : "";
    this.#field("spoken").value = String(count?.spoken ?? 1);
    this.#field("limit").value = String(count?.limit ?? 64);
    board.free();
    this.#show();
  }

  /** @param {string} fen */
  #board(fen) {
    return new Board(this.#field("variant").value, fen, false, this.#rule);
  }

  #show() {
    this.#taken = undefined;
    const position = this.#position();
    let text = position;
    this.#fen = undefined;
    let error = "";
    let sentence = "";
    try {
      const board = this.#board(position);
      text = board.fen(true);
      this.#fen = text;
      sentence = board.countSentence(/** @type {any} */ (document.documentElement.lang));
      board.free();
    } catch (reason) {
      error = reasonOf(reason);
    }
    const field = this.#field("fen");
    if (document.activeElement !== field) field.value = text;
    this.#get("error").textContent = error;
    this.#get("sentence").textContent = sentence;
    const hasCount = this.#field("counter").value !== "";
    for (const name of ["spoken", "limit"]) this.#field(name).disabled = !hasCount;
    this.#form.querySelector('[type="submit"]')?.toggleAttribute("disabled", !this.#fen);
    for (const button of this.#get("palette").children) {
      const { man } = button.dataset;
      const kind = /** @type {any} */ ("man" + man.toUpperCase());
      if (man === "hand" || man === "") button.textContent = say(man ? "moveMen" : "erase");
      else button.setAttribute("aria-label", `${sideName(man === man.toUpperCase() ? "white" : "black")} ${say(kind)}`);
      button.setAttribute("aria-pressed", String(man === this.#tool));
    }
    this.#input.show({ fen: boardText(this.#men), moves: [] });
  }

  /** The FEN that the fields say. The count of a FEN is in plies, and its parity says who counts. */
  #position() {
    const value = (/** @type {string} */ name) => this.#field(name).value;
    const [side, counter] = [value("side"), value("counter")];
    const spoken = Math.max(1, Math.min(64, Math.round(Number(value("spoken"))) || 1));
    const count = counter ? `${2 * Number(value("limit"))} ${2 * spoken - (counter === side ? 0 : 1)}` : "- 0";
    return `${boardText(this.#men)} ${side} - ${count} 1`;
  }
}

/** The first position of a game. */
function startFen() {
  const board = new Board();
  const fen = board.fen(true);
  board.free();
  return fen;
}

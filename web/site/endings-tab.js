// The endgame tab: every move with its result by the tables.

import { LIMITS } from "./count-limits.js";
import { Board, fetchTables, loadTables } from "./sakdi/sakdi.js";
import { BoardInput } from "./board-input.js";
import { CountPanel } from "./count-panel.js";
import { FarTables, namesOfFive } from "./far-tables.js";
import { boardText, randomBoard, tryBoard } from "./position-setup.js";
import { menOf } from "./shared/board.js";
import { element } from "./shared/dom.js";
import { TABLE_MEN, menNames, outcomeText, ranked, verdictText, worthOf } from "./table-results.js";
import { notation, onLanguage, reasonOf, relabel, say, sideName } from "./i18n.js";

/** Men to set up, in the order of the palette; an empty string separates White's from Black's. */
const PALETTE = [..."KRSNMP", "", ..."krsnmp"];
const FIRST = "KSMvK";
/** Random positions of an ending on a server that are tried until one is won. */
const FAR_TRIES = 8;

export class EndingsTab {
  #root;
  #input;
  #countPanel;
  /** @type {Board} */
  #board;
  /** FEN before each move made here. @type {string[]} */
  #undone = [];
  /** @type {string[]} */
  #names = [];
  /** The man that a click places while a position is set up. @type {string | undefined} */
  #brush;
  #isSettingUp = false;
  /** Whether the board shows the position that is being set up. */
  #isDraftValid = true;
  /** Whether the list of moves had the focus before it was emptied. */
  #movesHadFocus = false;
  /** @type {Promise<void> | undefined} */
  #loading;
  #far = new FarTables();

  /** @param {Element} root */
  constructor(root) {
    this.#root = root;
    this.#board = new Board("makruk", "8/8/4k3/8/3S4/3MK3/8/8 w - - 0 1");
    this.#input = new BoardInput(this.#get("place-of-board"), (move) => this.#play(move), (square) => this.#put(square));
    this.#countPanel = new CountPanel(this.#get("count-panel"));
    const on = (/** @type {string} */ name, /** @type {() => void} */ act) => this.#get(name).addEventListener("click", act);
    on("load", () => void this.load());
    on("random", () => this.#shuffle());
    on("set-up", () => this.#setUp(!this.#isSettingUp));
    on("reply", () => this.#reply());
    on("undo", () => this.#undo());
    on("turn", () => this.#input.turn());
    this.#root.querySelector(".far form")?.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#useFar(this.#field("address").value.trim());
    });
    this.#field("ending").addEventListener("change", () => this.#shuffle());
    this.#field("side").addEventListener("change", () => this.#changeSide());
    this.#field("spoken").addEventListener("change", () => this.#changeCount());
    this.#field("limit").addEventListener("change", () => this.#changeCount());
    onLanguage(() => {
      this.#listEndings();
      this.#buildPalette();
      if (this.#isSettingUp) this.#showDraft();
      else this.#show();
    });
    this.#buildPalette();
    this.#show();
  }

  /** @param {string} name @returns {any} */
  #get(name) {
    return this.#root.querySelector("." + name);
  }

  /** @param {string} name @returns {any} */
  #field(name) {
    return this.#root.querySelector(`[name="${name}"]`);
  }

  /** Loads the tables, once. */
  load() {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  async #load() {
    const button = this.#get("load");
    button.disabled = true;
    relabel(button, "loadingTables");
    this.#get("error").textContent = "";
    try {
      this.#names = (await loadTables(await fetchTables())).sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
      button.hidden = this.#get("intro").hidden = true;
      this.#get("controls").hidden = this.#get("actions").hidden = this.#get("far").hidden = false;
      this.#field("address").value = this.#far.address;
      this.#listEndings();
      this.#field("ending").value = FIRST;
      this.#show();
    } catch (error) {
      this.#loading = undefined;
      button.disabled = false;
      relabel(button, "loadTables");
      this.#get("error").textContent = say("tablesFailed", reasonOf(error));
    }
  }

  #listEndings() {
    const select = this.#field("ending");
    const chosen = select.value || FIRST;
    select.replaceChildren();
    const list = (/** @type {Element} */ place, /** @type {string[]} */ names) => {
      for (const name of names) {
        const [strong, weak] = name.split("v").map(menNames);
        element(place, "option", { value: name }, say("strong", strong, weak));
      }
    };
    list(select, this.#names);
    if (this.#far.isUsed) list(element(select, "optgroup", { label: say("farTables") }), namesOfFive());
    select.value = chosen;
  }

  /** Uses the tables at an address. @param {string} address */
  async #useFar(address) {
    const status = this.#get("far-status");
    const button = this.#get("far").querySelector("form button");
    status.textContent = say("farFetching");
    button.disabled = true;
    try {
      status.textContent = say((await this.#far.use(address)) ? "farUsed" : "farMissing");
    } catch (error) {
      status.textContent = say("tablesFailed", reasonOf(error));
    }
    button.disabled = false;
    this.#listEndings();
    this.#show();
  }

  /** A random position of the chosen ending; `undefined` if the men cannot stand so. */
  #randomBoard() {
    const [strong, weak] = this.#field("ending").value.split("v");
    const men = [...strong, ...weak.toLowerCase()];
    return tryBoard(`${randomBoard(men)} ${this.#field("side").value} - - 0 1`);
  }

  /** Sets up a random position of the chosen ending, a won one if one is found. */
  #shuffle() {
    if (this.#field("ending").value.length > TABLE_MEN + 1) return void this.#shuffleFar();
    for (let tries = 0; tries < 2000; tries++) {
      const board = this.#randomBoard();
      const verdict = board?.tableVerdict();
      if (board && verdict && !board.outcome() && (verdict.winner !== null || tries > 1000)) return this.#take(board);
      board?.free();
    }
  }

  /** The same for an ending of which the tables lie on a server. */
  async #shuffleFar() {
    const ending = this.#field("ending").value;
    const [before, wasSettingUp] = [this.#board.fen(true), this.#isSettingUp];
    this.#get("random").disabled = true;
    let last;
    for (let tries = 0; tries < FAR_TRIES && ending === this.#field("ending").value; ) {
      const board = this.#randomBoard();
      if (!board || board.outcome()) {
        board?.free();
        continue;
      }
      tries++;
      last?.free();
      last = board;
      await this.#far.prepare(board.fen(true));
      if (this.#far.error || board.tableVerdict()?.winner) break;
    }
    this.#get("random").disabled = false;
    this.#showFarError();
    // Meanwhile another ending or position may have been chosen.
    const isSame = ending === this.#field("ending").value && before === this.#board.fen(true) && wasSettingUp === this.#isSettingUp;
    if (last && isSame) this.#take(last);
    else last?.free();
  }

  /** Fetches what the position needs, and shows its results. @param {string} fen */
  async #fetchParts(fen) {
    await this.#far.prepare(fen);
    if (fen !== this.#board.fen(true)) return;
    this.#showFarError();
    this.#showVerdict();
  }

  #showFarError() {
    const { error } = this.#far;
    this.#get("far-status").textContent = error ? say("tablesFailed", reasonOf(error)) : "";
  }

  /** @param {Board} board */
  #take(board) {
    this.#board.free();
    this.#board = board;
    this.#undone = [];
    this.#show();
  }

  /** @param {string} move */
  #play(move) {
    const fen = this.#board.fen(true);
    if (!this.#board.push(move)) return;
    this.#undone.push(fen);
    this.#show(move);
  }

  /** Makes the best move. */
  #reply() {
    const [best] = ranked(this.#board.tableMoves(), this.#mover());
    if (best) this.#play(best.move);
  }

  #undo() {
    const fen = this.#undone.pop();
    if (fen) this.#board.setFen(fen);
    this.#show();
  }

  #mover() {
    return this.#board.turn() ? "white" : "black";
  }

  #changeSide() {
    const [men] = this.#isSettingUp ? [boardText(this.#draft)] : this.#board.fen(true).split(" ");
    this.#replace(`${men} ${this.#field("side").value} - - 0 1`);
    if (this.#isSettingUp) this.#showDraft();
  }

  #changeCount() {
    const limit = Number(this.#field("limit").value);
    const spoken = Math.min(limit, Math.max(0, Math.round(Number(this.#field("spoken").value))));
    // A draft that is no position has no count.
    if (this.#isDraftValid) this.#try(() => this.#board.setCount(spoken, limit));
    if (this.#isSettingUp) this.#showVerdict();
    else this.#show();
  }

  /** Sets up another position, if the FEN is valid. @param {string} fen */
  #replace(fen) {
    this.#try(() => this.#board.setFen(fen));
    if (!this.#isSettingUp) this.#show();
  }

  /** Changes the board, or shows the error. @param {() => void} change */
  #try(change) {
    this.#get("error").textContent = "";
    try {
      change();
      this.#undone = [];
      this.#isDraftValid = true;
    } catch (error) {
      if (this.#isSettingUp) this.#isDraftValid = false;
      this.#get("error").textContent = reasonOf(error);
    }
  }

  /** @param {boolean} isSettingUp */
  #setUp(isSettingUp) {
    // The error says what the position lacks.
    if (!isSettingUp && !this.#isDraftValid) return;
    this.#isSettingUp = isSettingUp;
    this.#get("palette").hidden = !isSettingUp;
    const button = this.#get("set-up");
    button.setAttribute("aria-pressed", String(isSettingUp));
    relabel(button.querySelector("span"), isSettingUp ? "done" : "setUp");
    this.#draft = menOf(this.#board.fen(true));
    if (isSettingUp) this.#showDraft();
    else this.#show();
  }

  /** The men of the position that is being set up. @type {import("./shared/board.js").Men} */
  #draft = {};

  #buildPalette() {
    const palette = this.#get("palette");
    palette.replaceChildren();
    for (const man of PALETTE) {
      const side = man === man.toUpperCase() ? "white" : "black";
      const name = man ? `${sideName(side)} ${say(/** @type {any} */ ("man" + man.toUpperCase()))}` : say("erase");
      const button = element(palette, "button", { type: "button", "aria-label": name, title: name, "aria-pressed": String(this.#brush === man) });
      if (man) {
        const picture = element(button, "svg", { viewBox: "0 0 46 46", "aria-hidden": true });
        element(picture, "use", { href: "#" + man.toUpperCase(), class: side, width: 46, height: 46 });
      } else {
        button.append("✕");
      }
      button.addEventListener("click", () => {
        this.#brush = man;
        for (const each of palette.children) each.setAttribute("aria-pressed", String(each === button));
      });
    }
  }

  /** Places the man of the palette on a square. Returns whether a position is being set up. @param {string} square */
  #put(square) {
    if (!this.#isSettingUp) return false;
    if (this.#brush === undefined) return true;
    if (this.#brush === "" || this.#draft[square] === this.#brush) {
      delete this.#draft[square];
    } else {
      // Each side has one khun.
      for (const [at, man] of Object.entries(this.#draft)) if (man === this.#brush && /k/i.test(man)) delete this.#draft[at];
      this.#draft[square] = this.#brush;
    }
    this.#replace(`${boardText(this.#draft)} ${this.#field("side").value} - - 0 1`);
    this.#showDraft();
    return true;
  }

  #showDraft() {
    this.#input.show({ fen: boardText(this.#draft), moves: [] });
    this.#showVerdict();
  }

  /** @param {string} [move] that was just made */
  #show(move) {
    const board = this.#board;
    if (this.#isSettingUp) {
      this.#draft = menOf(board.fen(true));
      this.#isDraftValid = true;
      this.#get("error").textContent = "";
    }
    const moves = board.legalMoves().split(" ").filter(Boolean);
    this.#input.show({ fen: board.fen(true), moves, last: move, slide: move, check: board.checkedPieces() || undefined });
    this.#field("side").value = board.turn() ? "w" : "b";
    this.#showVerdict();
  }

  #showVerdict() {
    const board = this.#board;
    // A draft that is no position has no count and no verdict.
    const count = this.#isDraftValid ? board.count() : null;
    const fresh = this.#isDraftValid ? board.freshCount() : null;
    this.#countPanel.show(count);
    // Only the count of a bare khun can be set.
    this.#showCountFields(count?.honour === "board" ? null : (count ?? fresh));
    this.#get("undo").disabled = this.#isSettingUp || this.#undone.length === 0;
    const list = this.#get("table-moves");
    this.#movesHadFocus ||= list.contains(document.activeElement);
    list.replaceChildren();
    const verdict = this.#get("verdict");
    if (this.#names.length === 0) return;
    if (!this.#isDraftValid) {
      verdict.textContent = "";
      this.#get("reply").disabled = true;
      return;
    }
    const outcome = board.outcome();
    const fen = board.fen(true);
    if (!outcome && this.#far.awaits(fen)) {
      verdict.textContent = say("farFetching");
      this.#get("reply").disabled = true;
      return void this.#fetchParts(fen);
    }
    verdict.textContent = outcome ? outcomeText(outcome) : verdictText(board.tableVerdict());
    this.#get("reply").disabled = outcome !== null || board.tableVerdict() === null;
    if (!outcome && !this.#isSettingUp) this.#listMoves(list);
    if (this.#movesHadFocus) list.querySelector("button")?.focus();
    this.#movesHadFocus = false;
  }

  /** @param {{ spoken: number, limit: number } | null} count that runs or begins with the next move */
  #showCountFields(count) {
    const [spoken, limit] = [this.#field("spoken"), this.#field("limit")];
    this.#get("spoken").hidden = this.#get("limit").hidden = count === null;
    if (!count) return;
    const limits = LIMITS.includes(count.limit) ? LIMITS : [...LIMITS, count.limit];
    limit.replaceChildren();
    for (const each of limits) element(limit, "option", { value: each }, String(each));
    [spoken.value, limit.value, spoken.max] = [count.spoken, count.limit, count.limit].map(String);
  }

  /** @param {Element} list */
  #listMoves(list) {
    const mover = this.#mover();
    const moves = ranked(this.#board.tableMoves(), mover);
    if (moves.every(({ verdict, outcome }) => !verdict && !outcome)) return;
    for (const each of moves) {
      const worth = worthOf(each, mover);
      const item = element(list, "li");
      const button = element(item, "button", { type: "button", class: worth.kind });
      element(button, "span", { class: "move" }, this.#board.sanMove(each.move, notation()));
      element(button, "span", { class: "worth" }, worth.text);
      button.addEventListener("click", () => this.#play(each.move));
      button.addEventListener("pointerenter", () => this.#input.point([{ move: each.move, kind: worth.kind === "loses" ? "played" : "better" }]));
      button.addEventListener("pointerleave", () => this.#input.point([]));
    }
  }
}

// The review of an analysed game: board, moves, graphs. Its data comes from `report::data`.

import { BoardView, afterMove, lostMen, menOf } from "./board.js";
import { copyFrom, element, fill } from "./dom.js";
import { buildFrame } from "./frame.js";
import { Graph, showChances, showCounts } from "./graph.js";
import { showPlayers } from "./players.js";

/** Classes of the marks of moves. @type {Record<string, string>} */
const MARKS = { "?!": "dubious", "?": "bad", "??": "awful" };

/**
 * The position shown: one of the game; or the one before a judged move, with arrows for that move and the better one; or one in a line.
 *
 * @typedef {object} Place
 * @property {number} ply
 * @property {boolean} [isCompared] whether the move of this ply is compared with the better one
 * @property {{ from: number, moves: [string, string][], step: number }} [line]
 */

export class Review {
  /** @type {any} */
  game;
  /** @type {Place} */
  place = { ply: 0 };
  #words;
  #root;
  #board;
  #chances;
  #counts;
  /** The men after each ply. @type {import("./board.js").Men[]} */
  #boards = [];
  /** @type {HTMLButtonElement[]} */
  #moveButtons = [];
  #addressOf;

  /**
   * @param {Element} root
   * @param {any} report
   * @param {(review: Review) => string} addressOf the address of what is shown
   */
  constructor(root, report, addressOf) {
    this.#root = root;
    this.#words = report.words;
    this.#addressOf = addressOf;
    this.#build();
    this.#board = new BoardView(this.#get("stage"), this.#words.board, report);
    const pick = (/** @type {number} */ ply) => this.show(ply);
    this.#chances = new Graph(this.#get("chances-graph"), this.#words.chancesGraph, pick);
    this.#counts = new Graph(this.#get("counts-graph"), this.#words.countGraph, pick);
  }

  /** @param {string} name @returns {any} */
  #get(name) {
    return this.#root.querySelector("." + name);
  }

  #build() {
    buildFrame(this.#root, this.#words, {
      first: () => this.show(0),
      back: () => this.step(-1),
      forth: () => this.step(1),
      last: () => this.show(Infinity),
      next: () => this.mistake(1),
      flip: () => this.turn(),
    });
    const { copyFen, copyPgn, copyLink, copied } = this.#words;
    /** @type {[string, string, () => string][]} */
    const texts = [
      ["copy-fen", copyFen, () => this.fen],
      ["copy-pgn", copyPgn, () => this.game.pgn],
      ["copy-link", copyLink, () => this.#addressOf(this)],
    ];
    for (const [name, label, text] of texts) {
      copyFrom(element(this.#get("copies"), "button", { type: "button", class: name }, label), text, copied);
    }
  }

  /** Shows a game of the report from its start. @param {any} game */
  open(game) {
    this.game = game;
    this.#boards = [menOf(game.start)];
    for (const move of game.moves) this.#boards.push(afterMove(this.#boards[this.#boards.length - 1], move.m));
    const sides = this.#get("sides");
    sides.replaceChildren();
    game.summary.forEach((/** @type {string[]} */ cells, /** @type {number} */ side) => {
      const row = element(sides, "tr");
      element(row, "th", { scope: "row" }, side ? game.black : game.white);
      for (const cell of cells) element(row, "td", {}, cell);
    });
    this.#listMoves();
    showChances(this.#chances, game, MARKS);
    this.#get("counting").hidden = !game.counts.some(Boolean);
    showCounts(this.#counts, game, this.#words);
    this.show(0);
  }

  /** Shows the position after a number of plies. @param {number} ply */
  show(ply) {
    this.#go({ ply: Math.max(0, Math.min(this.game.moves.length, ply)) });
  }

  /** Compares a judged move with the better one, on the board before them. @param {number} ply */
  compare(ply) {
    this.#go({ ply, isCompared: true });
  }

  /** Opens a move, from the list of moves or by its address: a judged move is compared with the better one. @param {number} ply */
  openMove(ply) {
    if (this.game.moves[ply - 1]?.j) this.compare(ply);
    else this.show(ply);
  }

  /** Goes one move forward or back, in the game or in the line shown. @param {number} direction */
  step(direction) {
    const { ply, line, isCompared } = this.place;
    if (line) {
      const step = line.step + direction;
      if (step < 0) return this.show(line.from);
      return this.#go({ ply, line: { ...line, step: Math.min(step, line.moves.length - 1) } });
    }
    this.show(isCompared && direction > 0 ? ply : ply + direction);
  }

  /** Goes to the next or the previous judged move. @param {number} direction */
  mistake(direction) {
    for (let at = this.place.ply + direction; at > 0 && at <= this.game.moves.length; at += direction) {
      if (this.game.moves[at - 1].j) return this.compare(at);
    }
  }

  get isTurned() {
    return this.#board.isTurned;
  }

  turn() {
    this.#board.turn();
    this.#get("stage").classList.toggle("turned", this.#board.isTurned);
    this.#drawPlayers();
  }

  /** The position shown, in FEN; in a line, the position before the line. */
  get fen() {
    const { ply, isCompared, line } = this.place;
    return this.game.fens[line ? line.from : isCompared ? ply - 1 : ply];
  }

  /** Handles a key. Returns whether the key has a meaning here. @param {KeyboardEvent} event */
  press(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || !this.game) return false;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => this.step(-1),
      ArrowRight: () => this.step(1),
      ArrowDown: () => this.mistake(1),
      ArrowUp: () => this.mistake(-1),
      Home: () => this.show(0),
      End: () => this.show(Infinity),
      f: () => this.turn(),
    };
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    act?.();
    return act !== undefined;
  }

  /** @param {Place} place */
  #go(place) {
    this.place = place;
    this.#drawBoard();
    this.#drawPlayers();
    this.#drawDetail();
    this.#chances.mark(place.ply);
    this.#counts.mark(place.ply);
    this.#get("fill").style.height = this.game.values[place.ply].w + "%";
    this.#markMove();
    const { ply, line, isCompared } = place;
    const { length } = this.game.moves;
    for (const name of ["first", "back"]) this.#get(name).disabled = ply === 0 && !line;
    for (const name of ["forth", "last"]) this.#get(name).disabled = ply === length && !line && !isCompared;
    this.#get("next").disabled = !this.game.moves.some((/** @type {any} */ move, /** @type {number} */ at) => move.j && at >= ply);
  }

  /** The men on the board. */
  #men() {
    const { ply, isCompared, line } = this.place;
    if (!line) return this.#boards[isCompared ? ply - 1 : ply];
    return line.moves.slice(0, line.step + 1).reduce((men, [move]) => afterMove(men, move), this.#boards[line.from]);
  }

  #drawBoard() {
    const { ply, isCompared, line } = this.place;
    if (line) return this.#drawLine(line);
    const at = isCompared ? ply - 1 : ply;
    const value = this.game.values[at];
    const men = this.#men();
    const best = value.l[0]?.[1][0]?.[0];
    const next = this.game.moves[at]?.m;
    /** @type {{ move: string, kind: string }[]} */
    const arrows = [];
    if (isCompared) arrows.push({ move: next, kind: "played" });
    // One colour for each meaning: better than the move played, or best from here on.
    if (best && best !== next) arrows.push({ move: best, kind: isCompared ? "better" : "best" });
    const check = value.c && Object.keys(men).find((square) => men[square] === value.c);
    const last = at > 0 ? this.game.moves[at - 1].m : undefined;
    this.#board.draw({ men, last, check, arrows });
  }

  /** @param {{ moves: [string, string][], step: number }} line */
  #drawLine({ moves, step }) {
    const [last] = moves[step];
    this.#board.draw({ men: this.#men(), last, slide: last });
  }

  #drawDetail() {
    const { ply, line, isCompared } = this.place;
    const { game } = this;
    const words = this.#words;
    const value = game.values[ply];
    const move = ply > 0 ? game.moves[ply - 1] : null;
    const heading = this.#get("heading");
    heading.replaceChildren(move ? `${move.n} ${move.s}` : words.theStart);
    if (move?.j) element(heading, "b", { class: MARKS[move.j] }, move.j);
    this.#get("verdict").textContent = (move?.j ? move.p + " " : "") + (value.o || fill(words.value, value.e, value.d, value.w.toFixed(0)));
    const lines = this.#get("lines");
    lines.replaceChildren();
    const before = game.values[ply - 1];
    if (move?.j && before.l.length > 0) this.#addLine(lines, [words.better + ": ", isCompared && !line && "better"], before.l[0], ply - 1, line);
    const own = value.l.filter((/** @type {any} */ each) => each[1].length > 0);
    own.forEach((/** @type {any} */ each, /** @type {number} */ index) => {
      this.#addLine(lines, own.length > 1 && index > 0 ? [`${index + 1}. `] : [words.best + ": ", !isCompared && !line && "best"], each, ply, line);
    });
    const count = game.counts[ply];
    const kind = count && !count[2] ? "board" : "";
    const [status, events] = [this.#get("count"), this.#get("events")];
    status.className = "count " + kind;
    events.className = "events " + kind;
    status.textContent = count ? count[3] : "";
    events.textContent = this.#events(ply).join(" ");
    const remarks = this.#get("remarks");
    remarks.replaceChildren();
    for (const remark of value.r ?? []) element(remarks, "p", {}, remark);
  }

  /**
   * Adds a line whose moves can be clicked.
   *
   * @param {Element} parent
   * @param {[string, (string | false)?]} name and the kind of its arrow on the board, if it has one
   * @param {[string, [string, string][]]} line
   * @param {number} from
   * @param {Place["line"]} shown
   */
  #addLine(parent, [name, arrow], [score, moves], from, shown) {
    const line = element(parent, "p");
    if (arrow) element(line, "span", { class: "key " + arrow, "aria-hidden": true });
    line.append(name);
    element(line, "b", {}, score);
    moves.forEach(([, text], step) => {
      const isShown = shown?.moves === moves && shown.step === step;
      const button = element(line, "button", { type: "button", "aria-current": isShown && "true" }, text);
      button.addEventListener("click", () => this.#go({ ply: this.place.ply, line: { from, moves, step } }));
    });
  }

  /** The events of the count at a move. @param {number} ply @returns {string[]} */
  #events(ply) {
    const events = this.game.events.filter((/** @type {any} */ event) => event[0] === ply);
    return events.map((/** @type {any} */ event) => event[1]);
  }

  #listMoves() {
    const list = this.#get("moves");
    list.replaceChildren();
    this.#moveButtons = [];
    this.#addEvents(list, 0, false);
    this.game.moves.forEach((/** @type {any} */ move, /** @type {number} */ at) => {
      const isBlack = move.n.endsWith("...");
      const isFresh = at === 0 || !isBlack || list.lastChild.tagName === "P";
      if (isFresh) element(list, "span", {}, move.n);
      if (isFresh && isBlack) element(list, "span");
      const button = element(list, "button", { type: "button", "data-ply": at + 1 }, move.s);
      if (move.j) element(button, "b", { class: MARKS[move.j] }, move.j);
      element(button, "small", {}, this.game.values[at + 1].e);
      button.addEventListener("click", () => this.openMove(at + 1));
      this.#moveButtons.push(button);
      this.#addEvents(list, at + 1, isBlack);
    });
  }

  /** Adds the events of the count below their move, and completes the row of moves that they interrupt. @param {any} list @param {number} ply @param {boolean} isBlack */
  #addEvents(list, ply, isBlack) {
    for (const text of this.#events(ply)) {
      if (ply > 0 && !isBlack && list.lastChild.tagName === "BUTTON") element(list, "span");
      element(list, "p", { class: this.game.counts[ply] && !this.game.counts[ply][2] ? "board" : "" }, text);
    }
  }

  #markMove() {
    for (const button of this.#moveButtons) button.removeAttribute("aria-current");
    const list = this.#get("moves");
    const current = this.#moveButtons[this.place.ply - 1];
    if (!current) {
      list.scrollTop = 0;
      return;
    }
    current.setAttribute("aria-current", "true");
    // Scrolls only the list, never the page.
    const above = current.offsetTop - list.scrollTop;
    if (above < 0 || above > list.clientHeight - current.offsetHeight) list.scrollTop = current.offsetTop - list.clientHeight / 2;
  }

  #drawPlayers() {
    const { ply, isCompared, line } = this.place;
    const count = line ? null : this.game.counts[isCompared ? ply - 1 : ply];
    const lost = lostMen(this.#boards[0], this.#men());
    showPlayers(this.#root, this.game, { isTurned: this.#board.isTurned, lost, count }, this.#words.outOf);
  }
}

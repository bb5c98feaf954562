// The tab of puzzles: one move alone is right, and the others are refuted.

import { Board } from "./sakdi/sakdi.js";
import { BoardInput } from "./board-input.js";
import { CountPanel } from "./count-panel.js";
import { puzzlesOf } from "./puzzles-file.js";
import { load, store } from "./storage.js";
import { inNotation, onLanguage, reasonOf, say, sideName } from "./i18n.js";

/** Levels of the bands of difficulty, as docs/puzzles.md has them. */
const BANDS = { easy: [0, 2], medium: [3, 5], hard: [6, 9], expert: [10, 20] };
/** Time before the other side replies, in milliseconds. */
const PAUSE = 350;

/** @typedef {import("./puzzles-file.js").Puzzle} Puzzle */

export class PuzzlesTab {
  #root;
  #input;
  #countPanel;
  /** @type {Puzzle[]} */
  #puzzles = [];
  /** Those of the kind and difficulty that are chosen. @type {Puzzle[]} */
  #chosen = [];
  #index = 0;
  #board = new Board("makruk");
  /** Moves of the line made so far. */
  #made = 0;
  #isSolved = false;
  /** The puzzles of this visit with a wrong move or a hint, by id. @type {Set<string>} */
  #helped = new Set();
  #hints = 0;
  /** What was solved, by id: "1", or "2" without help. @type {Record<string, string>} */
  #solved = load("puzzles") ?? {};
  /** Says what was said last, in the language that is spoken then. */
  #said = () => "";
  /** @type {Promise<void> | undefined} */
  #loading;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {Element} root */
  constructor(root) {
    this.#root = root;
    this.#input = new BoardInput(this.#get("place-of-board"), (move) => this.#try(move));
    this.#countPanel = new CountPanel(this.#get("count-panel"));
    const on = (/** @type {string} */ name, /** @type {() => void} */ act) => this.#get(name).addEventListener("click", act);
    on("hint", () => this.#hint());
    on("solution", () => this.#showSolution());
    on("again", () => this.#pose(this.#index));
    on("previous", () => this.#pose(this.#index - 1));
    on("next", () => this.#pose(this.#index + 1));
    on("turn", () => this.#input.turn());
    for (const name of ["kind", "band"]) this.#field(name).addEventListener("change", () => this.#filter());
    onLanguage(() => {
      if (this.#puzzles.length === 0) return;
      this.#countPanel.show(this.#board.count());
      this.#write();
    });
  }

  /** @param {string} name @returns {any} */
  #get(name) {
    return this.#root.querySelector("." + name);
  }

  /** @param {string} name @returns {any} */
  #field(name) {
    return this.#root.querySelector(`[name="${name}"]`);
  }

  /** Loads the puzzles, once. */
  enter() {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  async #load() {
    try {
      const response = await fetch("puzzles.epd");
      if (!response.ok) throw new Error(String(response.status));
      this.#puzzles = puzzlesOf(await response.text());
      for (const [name, value] of Object.entries(load("puzzleFilter") ?? {})) {
        const field = this.#field(name);
        // Another version of the page may have had other choices.
        if ([...(field?.options ?? [])].some((option) => option.value === value)) field.value = value;
      }
      this.#choose();
      this.#get("controls").hidden = this.#get("actions").hidden = false;
      this.#get("error").textContent = "";
    } catch (error) {
      this.#loading = undefined;
      this.#get("error").textContent = say("puzzlesFailed", reasonOf(error));
    }
  }

  /** Another kind or difficulty is chosen. */
  #filter() {
    store("puzzleFilter", { kind: this.#field("kind").value, band: this.#field("band").value });
    this.#choose();
  }

  /** Takes the puzzles of a kind and difficulty, and poses the first that is not solved. */
  #choose() {
    const [kind, band] = [this.#field("kind").value, this.#field("band").value];
    const [least, most] = BANDS[/** @type {keyof typeof BANDS} */ (band)] ?? [0, Infinity];
    this.#chosen = this.#puzzles.filter(({ kind: of, level = 20 }) => (!kind || of === kind) && level >= least && level <= most);
    const open = this.#chosen.findIndex(({ id }) => !this.#solved[id]);
    this.#pose(Math.max(0, open));
  }

  get #puzzle() {
    return this.#chosen[this.#index];
  }

  /** @param {number} index */
  #pose(index) {
    clearTimeout(this.#timer);
    this.#index = Math.min(Math.max(0, index), this.#chosen.length - 1);
    [this.#made, this.#hints, this.#isSolved] = [0, 0, false];
    this.#said = () => "";
    if (this.#puzzle) {
      this.#board.setFen(this.#puzzle.fen);
      if (this.#input.isTurned === this.#board.turn()) this.#input.turn();
    }
    this.#show();
  }

  /** @param {string} [move] that was just made */
  #show(move) {
    const board = this.#board;
    const isOpen = this.#puzzle && !this.#isSolved && this.#made % 2 === 0;
    const moves = isOpen ? board.legalMoves().split(" ").filter(Boolean) : [];
    this.#input.show({ fen: board.fen(true), moves, last: move, slide: move, check: board.checkedPieces() || undefined });
    this.#countPanel.show(board.count());
    this.#write();
  }

  /** Everything in words. */
  #write() {
    const puzzle = this.#puzzle;
    this.#get("goal").textContent = puzzle ? this.#goal(puzzle) : say("puzzlesNone");
    this.#get("about").textContent = puzzle ? this.#about(puzzle) : "";
    this.#get("source").textContent = puzzle ? say("puzzleSource", puzzle.source) : "";
    this.#get("said").textContent = this.#said();
    for (const name of ["hint", "solution"]) this.#get(name).disabled = !puzzle || this.#isSolved;
    this.#get("previous").disabled = this.#index <= 0;
    this.#get("next").disabled = this.#index + 1 >= this.#chosen.length;
    const solved = this.#chosen.filter(({ id }) => this.#solved[id]);
    const clean = solved.filter(({ id }) => this.#solved[id] === "2");
    this.#get("score").textContent = say("puzzlesScore", solved.length, this.#chosen.length, clean.length);
  }

  /** @param {Puzzle} puzzle */
  #goal({ kind, mateIn, fen }) {
    const side = sideName(fen.split(" ")[1] === "w" ? "white" : "black");
    return say(/** @type {any} */ (`goal-${kind}`), side, mateIn);
  }

  /** @param {Puzzle} puzzle */
  #about({ id, level }) {
    const place = say("puzzlePlace", this.#index + 1, this.#chosen.length);
    const mark = this.#solved[id] ? " ✓" : "";
    return place + (level === undefined ? "" : ` · ${say("level", level)}`) + mark;
  }

  /** @param {string} move in coordinates */
  #try(move) {
    const puzzle = this.#puzzle;
    const board = this.#board;
    const expected = puzzle.line[this.#made];
    const san = board.sanMove(move, "san");
    const isLast = this.#made + 1 === puzzle.line.length;
    // Any move that mates is as good at the end.
    const isRight = san === expected || (isLast && expected.endsWith("#") && san.endsWith("#"));
    if (!isRight) return this.#refute(move, san);
    board.push(move);
    this.#made++;
    if (isLast) return this.#finish(move);
    this.#said = () => say("puzzleRight");
    this.#show(move);
    this.#timer = setTimeout(() => {
      const reply = this.#moveOf(puzzle.line[this.#made]);
      board.push(reply);
      this.#made++;
      this.#show(reply);
    }, PAUSE);
  }

  /** A move in coordinates. @param {string} san */
  #moveOf(san) {
    const moves = this.#board.legalMoves().split(" ");
    return moves.find((move) => this.#board.sanMove(move, "san") === san) ?? "";
  }

  /** @param {string} move the last one */
  #finish(move) {
    this.#isSolved = true;
    const { id } = this.#puzzle;
    // Another tab may have stored others.
    this.#solved = { ...this.#solved, ...load("puzzles") };
    if (this.#solved[id] !== "2") this.#solved[id] = this.#helped.has(id) ? "1" : "2";
    store("puzzles", this.#solved);
    this.#said = () => say("puzzleSolved");
    this.#show(move);
  }

  /** Says why a move is wrong, and shows the reply to it. @param {string} move @param {string} san */
  #refute(move, san) {
    this.#helped.add(this.#puzzle.id);
    const found = this.#made === 0 ? this.#puzzle.tries.get(san) : undefined;
    const after = new Board("makruk", this.#board.fen(true));
    const name = this.#namesOf(after, [move]);
    after.push(move);
    const reply = found?.reply && after.legalMoves().split(" ").find((each) => after.sanMove(each, "san") === found.reply);
    const replyName = reply && this.#namesOf(after, [reply]);
    const reason = () => (found ? say(/** @type {any} */ (`fails-${found.reason[0]}`), ...found.reason.slice(1)) : say("puzzleWrong"));
    this.#said = () => `${name()}: ${reason()}${replyName ? ` (${replyName()})` : ""}`;
    this.#show();
    this.#input.point([{ move, kind: "played" }, ...(reply ? [{ move: reply, kind: "better" }] : [])]);
    after.delete();
  }

  /** The themes first, and then the man that moves. */
  #hint() {
    // The opponent is to move.
    if (this.#made % 2 === 1) return;
    this.#helped.add(this.#puzzle.id);
    this.#hints++;
    const { themes, line } = this.#puzzle;
    if (this.#hints === 1 && this.#made === 0 && themes.length > 0) {
      this.#said = () => themes.map((theme) => say(/** @type {any} */ (`theme-${theme}`))).join(", ");
      return this.#write();
    }
    const move = this.#moveOf(line[this.#made]);
    if (!move) return;
    this.#said = () => say("puzzleMan");
    this.#input.mark(move.slice(0, 2));
    this.#write();
  }

  #showSolution() {
    clearTimeout(this.#timer);
    const { fen, line } = this.#puzzle;
    this.#isSolved = true;
    this.#helped.add(this.#puzzle.id);
    this.#board.setFen(fen);
    this.#made = 0;
    /** @type {string[]} */
    const moves = [];
    for (const san of line) {
      moves.push(this.#moveOf(san));
      this.#board.push(moves[moves.length - 1]);
    }
    const start = new Board("makruk", fen);
    const names = this.#namesOf(start, moves);
    start.delete();
    this.#said = () => say("puzzleSolution", names());
    this.#show(moves.at(-1));
  }

  /** The names of moves, in the notation in use when they are shown. @param {Board} board @param {string[]} moves */
  #namesOf(board, moves) {
    const line = moves.join(" ");
    return inNotation((notation) => board.variationSan(line, notation, false));
  }
}

// The tab of puzzles: one move alone is right, and the others are refuted.

import { Board } from "./sakdi/sakdi.js";
import { BoardInput } from "./board-input.js";
import { CountPanel } from "./count-panel.js";
import { sayFailure } from "./failure.js";
import { BOXES, dayOf } from "./leitner.js";
import { nextPuzzle, puzzleOfDay } from "./puzzle-choice.js";
import { ResultStore, showingOf } from "./puzzle-progress.js";
import { puzzlesOf } from "./puzzles-file.js";
import { SolverPanel } from "./solver-panel.js";
import { load, loadInTab, store, storeInTab } from "./storage.js";
import { inNotation, onLanguage, reasonOf, say, sideName } from "./i18n.js";

/** Levels of the bands of difficulty, as docs/puzzles.md has them. */
const BANDS = { easy: [0, 2], medium: [3, 5], hard: [6, 9], expert: [10, 20] };
/** Time before the other side replies, in milliseconds. */
const PAUSE = 350;
/** How many puzzles one can go back. */
const TRAIL = 50;

/** @typedef {import("./puzzles-file.js").Puzzle} Puzzle */

/**
 * A puzzle as it is shown, which survives a reload.
 *
 * @typedef {object} Shown
 * @property {string} id
 * @property {"new" | "repetition" | "practice"} showing
 * @property {number} box of a repetition
 * @property {number} made moves of the line made so far
 * @property {number} hints given
 * @property {boolean} isDecided whether it is known how the solver did
 * @property {boolean} isOver
 * @property {number} [change] of the rating
 * @property {string[]} trail the puzzles shown before
 */

export class PuzzlesTab {
  #root;
  #input;
  #countPanel;
  #solver;
  #results = new ResultStore(() => this.#write());
  /** @type {Puzzle[]} */
  #puzzles = [];
  /** @type {Shown} */
  #shown = { id: "", showing: "new", box: 0, made: 0, hints: 0, isDecided: false, isOver: false, trail: [] };
  #board = new Board("makruk");
  /** The last message, in the current language; `#saidKind` is whether it is good or bad news. */
  #said = () => "";
  #saidKind = "";
  /** @type {Promise<void> | undefined} */
  #loading;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {Element} root */
  constructor(root) {
    this.#root = root;
    this.#input = new BoardInput(this.#get("place-of-board"), (move) => this.#try(move));
    this.#countPanel = new CountPanel(this.#get("count-panel"));
    this.#solver = new SolverPanel(root, this.#results, () => this.#write());
    const on = (/** @type {string} */ name, /** @type {() => void} */ act) => this.#get(name).addEventListener("click", act);
    on("hint", () => this.#hint());
    on("solution", () => this.#showSolution());
    on("again", () => this.#pose(this.#puzzle, this.#shown.trail));
    on("previous", () => this.#goBack());
    on("next", () => this.#next());
    on("daily", () => this.#pose(this.#daily));
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
      if (!this.#restore()) this.#next();
      for (const name of ["controls", "actions", "solver"]) this.#get(name).hidden = false;
      this.#get("error").textContent = "";
    } catch (error) {
      this.#loading = undefined;
      sayFailure(this.#get("error"), say("puzzlesFailed", reasonOf(error)), say("tryAgain"), () => void this.enter());
    }
  }

  /** Another kind or difficulty is chosen. */
  #filter() {
    store("puzzleFilter", { kind: this.#field("kind").value, band: this.#field("band").value });
    this.#next();
  }

  /** The puzzles of the kind and difficulty that are chosen. */
  get #chosen() {
    const [kind, band] = [this.#field("kind").value, this.#field("band").value];
    const [least, most] = BANDS[/** @type {keyof typeof BANDS} */ (band)] ?? [0, Infinity];
    return this.#puzzles.filter(({ kind: of, level = 20 }) => (!kind || of === kind) && level >= least && level <= most);
  }

  get #puzzle() {
    return this.#puzzles.find(({ id }) => id === this.#shown.id);
  }

  get #today() {
    return dayOf(Date.now());
  }

  get #daily() {
    return puzzleOfDay(this.#puzzles, this.#today);
  }

  #next() {
    this.#pose(nextPuzzle(this.#chosen, this.#results.progress, this.#today, this.#shown.id));
  }

  #goBack() {
    const trail = [...this.#shown.trail];
    const id = trail.pop();
    this.#pose(this.#puzzles.find((puzzle) => puzzle.id === id), trail);
  }

  /** @param {Puzzle | undefined} puzzle @param {string[]} [trail] the puzzles before it */
  #pose(puzzle, trail = [...this.#shown.trail, this.#shown.id].filter(Boolean).slice(-TRAIL)) {
    const id = puzzle?.id ?? "";
    const { progress } = this.#results;
    const showing = showingOf(progress, id, this.#today);
    const box = progress.repetitions.get(id)?.box ?? 0;
    this.#shown = { id, showing, box, made: 0, hints: 0, isDecided: false, isOver: false, trail };
    this.#tell(() => "");
    this.#setUp();
  }

  /** Shows the puzzle of the last visit as it was left. Returns whether there is one. */
  #restore() {
    const kept = loadInTab("puzzle");
    const puzzle = this.#puzzles.find(({ id }) => id === kept?.id);
    if (!puzzle || !Array.isArray(kept.trail) || !(kept.made >= 0 && kept.made <= puzzle.line.length)) return false;
    // Another version of the page may have had other puzzles.
    kept.trail = kept.trail.filter((/** @type {unknown} */ id) => this.#puzzles.some((each) => each.id === id));
    this.#shown = kept;
    // At a later time it may be due, or no longer; what has begun goes on.
    if (kept.made === 0 && !kept.isDecided) this.#pose(puzzle, kept.trail);
    else this.#setUp();
    return true;
  }

  /** Sets up the puzzle after the moves that have been made. */
  #setUp() {
    clearTimeout(this.#timer);
    const puzzle = this.#puzzle;
    if (puzzle) {
      this.#board.setFen(puzzle.fen);
      if (this.#input.isTurned === this.#board.turn()) this.#input.turn();
      for (const san of puzzle.line.slice(0, this.#shown.made)) this.#board.push(this.#moveOf(san));
    }
    this.#show(this.#board.moveStack().split(" ").at(-1) || undefined, false);
    this.#awaitReply();
  }

  /** @param {() => string} said @param {"right" | "wrong" | ""} [kind] */
  #tell(said, kind = "") {
    this.#said = said;
    this.#saidKind = kind;
  }

  /** Keeps and shows what has changed. @param {string} [move] the last one @param {boolean} [isNew] whether it was just made */
  #show(move, isNew = true) {
    storeInTab("puzzle", this.#shown);
    const board = this.#board;
    const isOpen = this.#puzzle && !this.#shown.isOver && this.#shown.made % 2 === 0;
    const moves = isOpen ? board.legalMoves().split(" ").filter(Boolean) : [];
    this.#input.show({ fen: board.fen(true), moves, last: move, slide: isNew ? move : undefined, check: board.checkedPieces() || undefined });
    this.#countPanel.show(board.count());
    this.#write();
  }

  /** Everything in words. */
  #write() {
    if (this.#puzzles.length === 0) return;
    const puzzle = this.#puzzle;
    const { progress } = this.#results;
    const { isOver, trail } = this.#shown;
    this.#get("goal").textContent = puzzle ? this.#goal(puzzle) : say("puzzlesNone");
    this.#get("about").textContent = puzzle ? this.#about(puzzle) : "";
    this.#get("source").textContent = puzzle ? sourceText(puzzle.source) : "";
    this.#get("said").textContent = this.#said();
    this.#get("said").className = `said ${this.#saidKind}`;
    this.#get("gain").textContent = this.#gain();
    for (const name of ["hint", "solution"]) this.#get(name).disabled = !puzzle || isOver;
    this.#get("again").disabled = !puzzle;
    this.#get("previous").disabled = trail.length === 0;
    this.#get("next").classList.toggle("main", isOver);
    const daily = progress.last.get(this.#daily.id);
    this.#get("daily").querySelector("span").textContent = say(daily && dayOf(daily.at) === this.#today ? "puzzleOfDayDone" : "puzzleOfDay");
    const chosen = this.#chosen;
    this.#get("score").textContent = say("puzzlesScore", chosen.filter(({ id }) => progress.last.get(id)?.isSolved).length, chosen.length);
    this.#solver.show(Date.now());
  }

  /** @param {Puzzle} puzzle */
  #goal({ kind, mateIn, fen }) {
    const side = sideName(fen.split(" ")[1] === "w" ? "white" : "black");
    return say(/** @type {any} */ (`goal-${kind}`), side, mateIn);
  }

  /** @param {Puzzle} puzzle */
  #about({ id, level }) {
    const { showing, box } = this.#shown;
    const shown = { new: () => say("puzzleNew"), repetition: () => say("puzzleRepetition", box + 1, BOXES.length), practice: () => say("puzzlePractice") }[showing]();
    const about = level === undefined ? shown : say("puzzleAbout", shown, level);
    return id === this.#daily.id ? `${say("puzzleOfDay")} · ${about}` : about;
  }

  /** What the puzzle has done to the rating. */
  #gain() {
    const { change } = this.#shown;
    if (change === undefined) return "";
    return say("puzzleGain", `${change < 0 ? "−" : "+"}${Math.abs(change)}`);
  }

  /** Counts the puzzle, unless that was done or it is only practice. @param {boolean} isSolved without help */
  #decide(isSolved) {
    const { isDecided, showing, id } = this.#shown;
    if (isDecided) return;
    this.#shown.isDecided = true;
    // Another tab may have counted it.
    const isOpen = showingOf(this.#results.progress, id, this.#today) !== "practice";
    if (showing === "practice" || !isOpen) return;
    const isKept = this.#results.add([{ id, at: Date.now(), isSolved, elo: /** @type {Puzzle} */ (this.#puzzle).elo }]);
    if (showing === "new") this.#shown.change = Math.round(this.#results.progress.change);
    this.#get("error").textContent = isKept ? "" : say("resultsNotKept");
  }

  /** @param {string} move in coordinates */
  #try(move) {
    const { line } = /** @type {Puzzle} */ (this.#puzzle);
    const board = this.#board;
    const expected = line[this.#shown.made];
    const san = board.sanMove(move, "san");
    const isLast = this.#shown.made + 1 === line.length;
    // Any move that mates is as good at the end.
    const isRight = san === expected || (isLast && expected.endsWith("#") && san.endsWith("#"));
    if (!isRight) return this.#refute(move, san);
    board.push(move);
    this.#shown.made++;
    if (isLast) return this.#finish(move);
    this.#tell(() => say("puzzleRight"), "right");
    this.#show(move);
    this.#awaitReply();
  }

  /** Lets the other side reply after a moment, if it is to move. */
  #awaitReply() {
    const { made, isOver } = this.#shown;
    if (made % 2 === 0 || isOver) return;
    this.#timer = setTimeout(() => {
      const reply = this.#moveOf(/** @type {Puzzle} */ (this.#puzzle).line[made]);
      this.#board.push(reply);
      this.#shown.made++;
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
    this.#shown.isOver = true;
    this.#decide(true);
    this.#tell(() => say("puzzleSolved"), "right");
    this.#show(move);
  }

  /** Says why a move is wrong, and shows the reply to it. @param {string} move @param {string} san */
  #refute(move, san) {
    this.#decide(false);
    const found = this.#shown.made === 0 ? this.#puzzle?.tries.get(san) : undefined;
    const after = new Board("makruk", this.#board.fen(true));
    const name = this.#namesOf(after, [move]);
    after.push(move);
    const reply = found?.reply && after.legalMoves().split(" ").find((each) => after.sanMove(each, "san") === found.reply);
    const replyName = reply && this.#namesOf(after, [reply]);
    const reason = () => (found ? say(/** @type {any} */ (`fails-${found.reason[0]}`), ...found.reason.slice(1)) : say("puzzleWrong"));
    this.#tell(() => `${name()}: ${reason()}${replyName ? ` (${replyName()})` : ""}`, "wrong");
    this.#show();
    this.#input.point([{ move, kind: "played" }, ...(reply ? [{ move: reply, kind: "better" }] : [])]);
    after.delete();
  }

  /** The themes first, and then the man that moves. */
  #hint() {
    const { made } = this.#shown;
    // The opponent is to move.
    if (made % 2 === 1) return;
    this.#decide(false);
    this.#shown.hints++;
    const { themes, line } = /** @type {Puzzle} */ (this.#puzzle);
    const isFirst = this.#shown.hints === 1 && made === 0 && themes.length > 0;
    this.#tell(isFirst ? () => themes.map((theme) => say(/** @type {any} */ (`theme-${theme}`))).join(", ") : () => say("puzzleMan"));
    this.#show();
    if (!isFirst) this.#input.mark(this.#moveOf(line[made]).slice(0, 2));
  }

  #showSolution() {
    clearTimeout(this.#timer);
    this.#decide(false);
    const { fen, line } = /** @type {Puzzle} */ (this.#puzzle);
    this.#board.setFen(fen);
    for (const san of line) this.#board.push(this.#moveOf(san));
    const moves = this.#board.moveStack().split(" ");
    const start = new Board("makruk", fen);
    const names = this.#namesOf(start, moves);
    start.delete();
    [this.#shown.made, this.#shown.isOver] = [line.length, true];
    this.#tell(() => say("puzzleSolution", names()));
    this.#show(moves.at(-1));
  }

  /** The names of moves, in the notation in use when they are shown. @param {Board} board @param {string[]} moves */
  #namesOf(board, moves) {
    const line = moves.join(" ");
    return inNotation((notation) => board.variationSan(line, notation, false));
  }
}

/** Where a puzzle is from, in the language of the page. @param {string} source */
function sourceText(source) {
  const levels = /^level (-?\d+) – level (-?\d+), /.exec(source);
  return levels ? say("puzzleOfLevels", levels[1], levels[2]) : say("puzzleSource", source);
}

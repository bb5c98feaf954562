// The engine beside the analysis board: on and off, its lines, depth and evaluation.

import { LiveEngine } from "./live-engine.js";
import { element } from "./shared/dom.js";
import { load, store } from "./storage.js";
import { notation, onLanguage, reasonOf, say } from "./i18n.js";

/** Moves of a line that are shown. */
const LENGTH = 10;

/** @typedef {{ variant: string, rule: string, isWhite: boolean } & import("./claims.js").Played} Position */

export class EnginePanel {
  #root;
  #live;
  /** @type {Position | undefined} */
  #position;
  /** @type {import("./live-engine.js").Thought | undefined} */
  #thought;
  #on = load("engine") === true;
  #count = Math.min(3, Math.max(1, Number(load("engineLines")) || 1));
  #acts;
  /** The moves of each line that is shown. @type {WeakMap<Element, string[]>} */
  #moves = new WeakMap();

  /**
   * @param {HTMLElement} root
   * @param {{ onThought: () => void, onToggle: () => void, onMoves: (moves: string[]) => void, board: () => import("../pkg/sakdi.js").Board, isShown: () => boolean }} acts
   */
  constructor(root, acts) {
    this.#root = root;
    this.#acts = acts;
    this.#live = new LiveEngine(
      (thought) => this.#hear(thought),
      (error) => {
        this.#on = false;
        // One thread runs everywhere.
        this.#setThreads(1);
        this.#draw();
        this.#get("depth-text").textContent = reasonOf(error);
      },
    );
    this.#get("on").addEventListener("click", () => this.toggle());
    const lines = this.#get("line-count");
    lines.value = String(this.#count);
    lines.addEventListener("change", () => {
      this.#count = Number(lines.value);
      store("engineLines", this.#count);
      this.watch(this.#position);
    });
    const threads = this.#get("thread-count");
    for (const option of threads.options) option.hidden = Number(option.value) > navigator.hardwareConcurrency;
    threads.addEventListener("change", () => {
      this.#setThreads(Number(threads.value));
      this.watch(this.#position);
    });
    this.#setThreads([2, 4, 8].find((number) => number === load("engineThreads")) ?? 1);
    onLanguage(() => this.#draw());
    this.#draw();
  }

  /** @param {number} threads */
  #setThreads(threads) {
    this.#get("thread-count").value = String(threads);
    store("engineThreads", threads);
    this.#live.threads = threads;
  }

  /** @param {string} name @returns {any} */
  #get(name) {
    return this.#root.querySelector("." + name);
  }

  get isOn() {
    return this.#on;
  }

  /** What White can expect in percent, if the engine knows. */
  get chance() {
    return this.#thought?.lines[0]?.chance;
  }

  /** The mate that it sees, in moves; negative if the side to move is mated. */
  get mate() {
    return this.#thought?.lines[0]?.mate;
  }

  /** The first moves of the lines. */
  get bestMoves() {
    return (this.#thought?.lines ?? []).filter(Boolean).map(({ moves }) => moves[0]);
  }

  toggle() {
    this.#on = !this.#on;
    store("engine", this.#on);
    this.#thought = undefined;
    this.#acts.onToggle();
  }

  /** Thinks about a position, if it is on; about none if the game is over. @param {Position | undefined} position */
  watch(position) {
    this.#position = position;
    this.#thought = undefined;
    this.#draw();
    this.#think();
  }

  /** Thinks about the position from the beginning, if it is on. What was found before stays until then. */
  #think() {
    if (!this.#on || !this.#position || !this.#acts.isShown()) return this.#live.stop();
    void this.#live.watch(this.#position, this.#count);
  }

  /** Forgets what it thought of the position shown before. */
  forget() {
    this.#thought = undefined;
  }

  /** Stops thinking while the tab is not seen. */
  pause() {
    this.#live.stop();
  }

  /** @param {ArrayBuffer} file */
  loadTables(file) {
    return this.#live.loadTables(file).then(() => this.#think());
  }

  /** @param {import("./live-engine.js").Thought} thought */
  #hear(thought) {
    this.#thought = thought;
    this.#draw();
    this.#acts.onThought();
  }

  #draw() {
    const thought = this.#on ? this.#thought : undefined;
    this.#get("on").setAttribute("aria-pressed", String(this.#on));
    this.#get("score").textContent = thought?.lines[0]?.score ?? "";
    const speed = thought ? (thought.nps >= 1e6 ? `${(thought.nps / 1e6).toFixed(1)} M` : `${Math.round(thought.nps / 1000)} k`) : "";
    this.#get("depth-text").textContent = !this.#on ? say("engineOff") : thought ? say("engineDepth", thought.depth, speed) : this.#position ? say("engineStarts") : "";
    this.#get("choices").hidden = !this.#on;
    const list = this.#get("lines");
    list.hidden = !this.#on;
    // Its height stays the same, so that nothing below it moves.
    while (list.children.length > this.#count) list.lastChild.remove();
    while (list.children.length < this.#count) element(list, "li");
    [...list.children].forEach((item, index) => this.#drawLine(item, thought?.lines[index]));
  }

  /** The buttons of a line stay, whatever it becomes: they keep the focus, and a press that has begun. @param {Element} item @param {import("./live-engine.js").Line | undefined} line */
  #drawLine(item, line) {
    if (!line) return item.replaceChildren();
    this.#moves.set(item, line.moves);
    (item.querySelector("b") ?? element(item, "b")).textContent = line.score;
    const names = namesOf(line.moves.slice(0, LENGTH), this.#acts.board());
    const buttons = [...item.querySelectorAll("button")];
    for (const button of buttons.slice(names.length)) button.remove();
    names.forEach((name, step) => {
      const button = buttons[step] ?? this.#addMove(item, step);
      if (button.textContent !== name) button.textContent = name;
    });
  }

  /** @param {Element} item @param {number} step */
  #addMove(item, step) {
    const button = element(item, "button", { type: "button", tabindex: step === 0 ? undefined : -1 });
    const shown = () => this.#moves.get(item)?.slice(0, step + 1) ?? [];
    // A press means the line that stood there when it began.
    let pressed = /** @type {string[] | undefined} */ (undefined);
    button.addEventListener("pointerdown", () => (pressed = shown()));
    button.addEventListener("click", (/** @type {MouseEvent} */ event) => this.#acts.onMoves((event.detail > 0 && pressed) || shown()));
    return button;
  }
}

/** The moves of a line with their numbers, as far as they are legal. @param {string[]} moves @param {import("../pkg/sakdi.js").Board} board is changed */
function namesOf(moves, board) {
  /** @type {string[]} */
  const names = [];
  for (const move of moves) {
    const [name, number, isWhite] = [board.sanMove(move, notation()), board.fullmoveNumber(), board.turn()];
    if (!name || !board.push(move)) break;
    names.push(isWhite ? `${number}. ${name}` : names.length === 0 ? `${number}… ${name}` : name);
  }
  return names;
}

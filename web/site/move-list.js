// The moves of the game being played as a list, the name of its opening, and the way to earlier positions: by buttons, keys and taps on moves.

import { element } from "./shared/dom.js";
import { onKeys } from "./keys.js";
import { currentLanguage, notation, say } from "./i18n.js";

export class MoveList {
  #root;
  #list;
  #onStep;
  /** Number of moves of the game. */
  #plies = 0;
  /** Number of moves before the earlier position shown; undefined while the present one is shown. @type {number | undefined} */
  #ply;
  /** What the list shows, to tell changes. */
  #shown = "";
  /** The moves in the list, and the FEN of the position before them. @type {{ moves: string[], start: string }} */
  #drawn = { moves: [], start: "" };

  /** @param {HTMLElement} tab @param {() => void} onStep hears that another position is to be shown */
  constructor(tab, onStep) {
    this.#root = /** @type {HTMLElement} */ (tab.querySelector(".sheet"));
    this.#list = /** @type {HTMLElement} */ (this.#root.querySelector(".played"));
    this.#onStep = onStep;
    const steps = {
      first: () => this.#go(0),
      back: () => this.#go(this.#at - 1),
      forth: () => this.#go(this.#at + 1),
      present: () => this.#go(this.#plies),
    };
    for (const [name, act] of Object.entries(steps)) this.#button(name).addEventListener("click", act);
    onKeys(tab, { ArrowLeft: steps.back, ArrowRight: steps.forth, Home: steps.first, End: steps.present });
    this.#list.addEventListener("click", (event) => {
      const move = event.target instanceof Element && event.target.closest("button");
      if (move) this.#go(Number(move.dataset.ply));
    });
  }

  /** Number of moves before the earlier position that is shown; undefined while the present one is. */
  get earlier() {
    return this.#ply;
  }

  /** Shows the present position again. */
  reset() {
    this.#ply = undefined;
  }

  /** @param {import("../pkg/sakdi.js").Board} board */
  show(board) {
    const moves = board.history(notation());
    const start = board.startFen();
    this.#plies = moves.length;
    const shown = JSON.stringify([moves, start, say("noMoves")]);
    // A list that stays as it is keeps its place and the focus.
    if (shown !== this.#shown) this.#draw(moves, start);
    this.#shown = shown;
    const opening = board.opening(currentLanguage());
    /** @type {HTMLElement} */ (this.#root.querySelector(".opening")).textContent = opening ? say("opening", opening) : "";
    this.#mark();
  }

  /** The moves before the position shown. */
  get #at() {
    return this.#ply ?? this.#plies;
  }

  /** @param {number} ply */
  #go(ply) {
    const next = Math.min(Math.max(0, ply), this.#plies);
    if (next === this.#at) return;
    this.#ply = next === this.#plies ? undefined : next;
    this.#onStep();
  }

  /** @param {string} name @returns {HTMLButtonElement} */
  #button(name) {
    return /** @type {HTMLButtonElement} */ (this.#root.querySelector(`.steps .${name}`));
  }

  /** Changes the list from the first move on that differs: a press that has begun on another one still counts. @param {string[]} moves @param {string} start FEN of the first position */
  #draw(moves, start) {
    const list = this.#list;
    const different = moves.findIndex((move, index) => move !== this.#drawn.moves[index]);
    const kept = start !== this.#drawn.start ? 0 : different < 0 ? moves.length : different;
    this.#drawn = { moves, start };
    for (const move of list.querySelectorAll("button")) if (Number(move.dataset.ply) > kept) move.remove();
    for (const row of list.querySelectorAll("li")) if (!row.querySelector("button")) row.remove();
    const blackFirst = start.split(" ")[1] === "b";
    const first = Number(start.split(" ").at(-1)) || 1;
    let row = /** @type {any} */ (list.lastElementChild);
    for (let index = kept; index < moves.length; index++) {
      const ply = index + (blackFirst ? 1 : 0);
      if (ply % 2 === 0 || !row) {
        row = element(list, "li");
        element(row, "span", { class: "number" }, `${first + Math.floor(ply / 2)}.`);
        if (ply % 2 === 1) element(row, "span", {}, "…");
      }
      // The keys reach every move.
      element(row, "button", { type: "button", class: "move", "data-ply": index + 1, tabindex: -1 }, moves[index]);
    }
    if (moves.length === 0) element(list, "li", { class: "none" }, say("noMoves"));
  }

  /** Marks the move before the position shown, and sets the buttons. */
  #mark() {
    const list = this.#list;
    for (const move of list.querySelectorAll("button")) {
      const isNow = Number(move.dataset.ply) === this.#at;
      move.classList.toggle("now", isNow);
      if (isNow) move.setAttribute("aria-current", "true");
      else move.removeAttribute("aria-current");
    }
    // Not before the page is laid out for the next frame, which would be done twice otherwise.
    requestAnimationFrame(() => this.#scroll());
    this.#button("first").disabled = this.#button("back").disabled = this.#at === 0;
    this.#button("forth").disabled = this.#button("present").disabled = this.#ply === undefined;
    this.#button("present").classList.toggle("main", this.#ply !== undefined);
  }

  /** Brings the move before the position shown into view. */
  #scroll() {
    const list = this.#list;
    const now = /** @type {HTMLElement | null} */ (list.querySelector(".now"));
    if (this.#ply === undefined) list.scrollTop = list.scrollHeight;
    else list.scrollTop = now ? now.offsetTop - list.offsetTop - list.clientHeight / 2 : 0;
  }
}

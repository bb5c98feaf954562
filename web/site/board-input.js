// A board for entering moves by tapping, dragging or the keyboard.

import { Drawings } from "./drawings.js";
import { eventBetween, giveFeedback } from "./feedback.js";
import { BoardView, menOf, squareAt } from "./shared/board.js";
import { element } from "./shared/dom.js";
import { boardNames, onLanguage, say } from "./i18n.js";

/** A press that moves farther than this is a drag, in pixels. */
const DRAG = 6;

/**
 * The position to show and the moves that may be made.
 *
 * @typedef {object} Position
 * @property {string} fen with bia ngai marked
 * @property {string[]} moves that may be made, in coordinates; none while the board is only shown
 * @property {string} [last]
 * @property {string} [check]
 * @property {string} [slide]
 * @property {{ move: string, kind: string }[]} [arrows]
 * @property {string} [planned] a move made in advance
 * @property {() => void} [onDrop] hears that it is given up
 */

export class BoardInput {
  view;
  /** @type {Position} */
  #position = { fen: "8/8/8/8/8/8/8/8", moves: [] };
  #root;
  /** Squares as buttons, by name. @type {Map<string, HTMLButtonElement>} */
  #squares = new Map();
  /** What the names of the squares say: the man and whether it is taken up. @type {Map<string, string>} */
  #named = new Map();
  /** The square of the selected man. @type {string | undefined} */
  #selected;
  /** The square with the keyboard focus. */
  #focused = "e1";
  /** @type {{ square: string, x: number, y: number, ghost?: SVGSVGElement, wasSelected: boolean } | undefined} */
  #drag;
  /** Whether a position has been shown: the first one is not heard. */
  #isShown = false;
  #drawings;
  #onMove;
  #onSquare;

  /**
   * @param {Element} parent
   * @param {(move: string) => void} onMove hears of legal moves
   * @param {(square: string) => boolean} [onSquare] hears of every square pressed; true when nothing more is to be done
   */
  constructor(parent, onMove, onSquare = () => false) {
    this.#onMove = onMove;
    this.#onSquare = onSquare;
    // The page shows a board before its script runs.
    parent.replaceChildren();
    this.#root = element(parent, "div", { class: "board-input", role: "group" });
    this.view = new BoardView(this.#root, say("board"), boardNames());
    this.view.svg.setAttribute("aria-hidden", "true");
    const squares = element(this.#root, "div", { class: "squares" });
    for (let rank = 7; rank >= 0; rank--) {
      for (let file = 0; file < 8; file++) this.#addSquare(squares, squareAt(file, rank));
    }
    this.#drawings = new Drawings(this.#root, (event) => this.#squareUnder(event), () => this.#draw());
    onLanguage(() => this.#name());
    this.#name();
    this.#root.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => this.#dragTo(event));
    this.#root.addEventListener("pointerup", (/** @type {PointerEvent} */ event) => this.#drop(event));
    this.#root.addEventListener("pointercancel", (/** @type {PointerEvent} */ event) => event.isPrimary && this.#cancelDrag());
  }

  /** @param {Element} parent @param {string} square */
  #addSquare(parent, square) {
    const button = element(parent, "button", { type: "button", tabindex: square === this.#focused ? 0 : -1, "data-square": square });
    button.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => this.#press(square, event));
    // The Enter and space keys and screen readers also trigger clicks.
    button.addEventListener("click", (/** @type {MouseEvent} */ event) => event.detail === 0 && this.#choose(square));
    button.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.#key(square, event));
    this.#squares.set(square, button);
  }

  #name() {
    this.#root.setAttribute("aria-label", `${say("board")}. ${say("boardHelp")}`);
    this.view.rename(boardNames());
    this.#named.clear();
    this.#nameSquares();
  }

  #nameSquares() {
    const men = menOf(this.#position.fen);
    const { files, ranks } = boardNames();
    for (const [square, button] of this.#squares) {
      const man = men[square];
      const isPressed = square === this.#selected || square === this.#position.planned?.slice(0, 2);
      if (this.#named.get(square) === `${man} ${isPressed}`) continue;
      this.#named.set(square, `${man} ${isPressed}`);
      const name = files["abcdefgh".indexOf(square[0])] + ranks[Number(square[1]) - 1];
      const side = man && man === man.toUpperCase() ? say("white") : say("black");
      const kind = man && say(/** @type {any} */ ("man" + man.toUpperCase()));
      button.setAttribute("aria-label", man ? say("squareMan", name, side, kind) : say("square", name));
      button.setAttribute("aria-pressed", String(isPressed));
    }
  }

  get isTurned() {
    return this.view.isTurned;
  }

  turn() {
    this.view.turn();
    this.#root.classList.toggle("turned", this.view.isTurned);
  }

  /**
   * @param {Position} position
   * @param {{ keepsHand?: boolean }} [options] `keepsHand`: a man that is taken up stays so, as long as it stands there and may move
   */
  show(position, { keepsHand = false } = {}) {
    if (!keepsHand || !this.#isInHand(position)) {
      this.#endDrag();
      this.#selected = undefined;
    }
    const event = eventBetween(this.#position, position);
    if (event && this.#isShown) giveFeedback(event);
    this.#isShown = true;
    if (position.fen !== this.#position.fen) this.#drawings.clear();
    this.#position = position;
    this.#draw(position.slide);
  }

  /** Whether the selected man is there in another position, too, and may move. @param {Position} position */
  #isInHand(position) {
    const square = this.#selected;
    if (!square || menOf(position.fen)[square] !== menOf(this.#position.fen)[square]) return false;
    return position.moves.some((move) => move.startsWith(square));
  }

  /** @param {{ move: string, kind: string }[]} arrows */
  point(arrows) {
    this.#position = { ...this.#position, arrows };
    this.#draw();
  }

  /** Points to a square, as if its man were taken up. @param {string} square */
  mark(square) {
    this.#select(square);
  }

  /** @param {string} [slide] */
  #draw(slide) {
    const { fen, last, check, planned = "" } = this.#position;
    const arrows = [...(this.#position.arrows ?? []), ...this.#drawings.arrows];
    /** @type {{ square: string, kind: string }[]} */
    const marks = [...this.#drawings.marks, ...this.#targets().map((square) => ({ square, kind: "target" }))];
    for (const square of planned ? [planned.slice(0, 2), planned.slice(2, 4)] : []) marks.push({ square, kind: "planned" });
    if (this.#selected) marks.push({ square: this.#selected, kind: "selected" });
    this.view.draw({ men: menOf(fen), last, check, arrows, marks, slide, lifted: this.#drag?.ghost && this.#drag.square });
    this.#nameSquares();
  }

  /** The squares that the selected man may move to. */
  #targets() {
    if (!this.#selected) return [];
    const own = this.#position.moves.filter((move) => move.slice(0, 2) === this.#selected);
    return own.map((move) => move.slice(2, 4));
  }

  /** @param {string} square */
  #canMove(square) {
    return this.#position.moves.some((move) => move.startsWith(square));
  }

  /** @param {string | undefined} square */
  #select(square) {
    this.#selected = square;
    this.#draw();
  }

  /** Selects a man, or moves the selected one. @param {string} square */
  #choose(square) {
    if (this.#onSquare(square)) return;
    if (this.#selected && this.#moveTo(square)) return;
    if (square !== this.#selected && this.#canMove(square)) this.#select(square);
    else this.#deselect();
  }

  /** Puts the selected man down, and gives up a move made in advance. */
  #deselect() {
    this.#select(undefined);
    this.#position.onDrop?.();
  }

  /** @param {string} square */
  #moveTo(square) {
    const move = this.#position.moves.find((each) => each.startsWith(this.#selected + square));
    if (!move) return false;
    this.#selected = undefined;
    this.#onMove(move);
    return true;
  }

  /** @param {string} square @param {PointerEvent} event */
  #press(square, event) {
    // A second finger does nothing.
    if (event.button !== 0 || !event.isPrimary) return;
    event.preventDefault();
    if (this.#drawings.clear()) this.#draw();
    this.#rove(square);
    if (this.#onSquare(square)) return;
    if (this.#selected && this.#selected !== square && this.#moveTo(square)) return;
    if (!this.#canMove(square)) return this.#deselect();
    this.#drag = { square, x: event.clientX, y: event.clientY, wasSelected: this.#selected === square };
    if (event.target instanceof Element) event.target.releasePointerCapture(event.pointerId);
    this.#root.setPointerCapture(event.pointerId);
    this.#select(square);
  }

  /** @param {PointerEvent} event */
  #dragTo(event) {
    const drag = this.#drag;
    if (!drag || !event.isPrimary) return;
    if (!drag.ghost) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG) return;
      drag.ghost = this.#makeGhost(drag.square);
      this.#draw();
    }
    const box = this.#root.getBoundingClientRect();
    drag.ghost.style.transform = `translate(${event.clientX - box.left}px, ${event.clientY - box.top}px) translate(-50%, -60%)`;
  }

  /** The picture of the man that follows the pointer while it is dragged. @param {string} square @returns {SVGSVGElement} */
  #makeGhost(square) {
    const man = menOf(this.#position.fen)[square];
    const ghost = element(this.#root, "svg", { class: "ghost", viewBox: "0 0 46 46", "aria-hidden": true });
    const kind = man.toUpperCase();
    const side = man === kind ? "white" : "black";
    element(ghost, "use", { href: "#" + kind, class: side, width: 46, height: 46, transform: side === this.view.facing && "rotate(180 23 23)" });
    return ghost;
  }

  /** @param {PointerEvent} event */
  #drop(event) {
    const drag = this.#drag;
    if (!drag || !event.isPrimary) return;
    this.#endDrag();
    if (drag.ghost) {
      const square = this.#squareUnder(event);
      if (square && square !== drag.square && this.#moveTo(square)) return;
      this.#select(undefined);
    } else if (drag.wasSelected) {
      this.#select(undefined);
    }
  }

  #cancelDrag() {
    this.#endDrag();
    this.#draw();
  }

  #endDrag() {
    this.#drag?.ghost?.remove();
    this.#drag = undefined;
  }

  /** @param {PointerEvent} event */
  #squareUnder(event) {
    for (const [square, button] of this.#squares) {
      const box = button.getBoundingClientRect();
      const isInside = event.clientX >= box.left && event.clientX < box.right && event.clientY >= box.top && event.clientY < box.bottom;
      if (isInside) return square;
    }
    return undefined;
  }

  /** Only one square is reached by Tab: the last one used. @param {string} square */
  #rove(square) {
    this.#squares.get(this.#focused)?.setAttribute("tabindex", "-1");
    this.#focused = square;
    this.#squares.get(square)?.setAttribute("tabindex", "0");
  }

  /** @param {string} square @param {KeyboardEvent} event */
  #key(square, event) {
    /** @type {Record<string, [number, number]>} */
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const step = steps[event.key];
    if (event.key === "Escape") return this.#deselect();
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const turned = this.view.isTurned ? -1 : 1;
    const file = "abcdefgh".indexOf(square[0]) + turned * step[0];
    const rank = Number(square[1]) - 1 + turned * step[1];
    if (file < 0 || file > 7 || rank < 0 || rank > 7) return;
    this.#rove(squareAt(file, rank));
    this.#squares.get(this.#focused)?.focus({ preventScroll: true });
  }
}

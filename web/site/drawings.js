// Arrows and marked squares that a person draws on a board with the right button of the mouse; with Shift they are red.

/** @typedef {{ from: string, to: string, kind: "drawn" | "alarm" }} Drawing */

export class Drawings {
  /** @type {Drawing[]} */
  #made = [];
  /** The one that is being drawn. @type {Drawing | undefined} */
  #draft;
  #onChange;

  /**
   * @param {HTMLElement} root
   * @param {(event: PointerEvent) => string | undefined} squareUnder the pointer
   * @param {() => void} onChange
   */
  constructor(root, squareUnder, onChange) {
    this.#onChange = onChange;
    root.addEventListener("contextmenu", (event) => event.preventDefault());
    root.addEventListener("pointerdown", (event) => {
      if (event.button !== 2) return;
      const square = squareUnder(event);
      this.#draft = square === undefined ? undefined : { from: square, to: square, kind: event.shiftKey ? "alarm" : "drawn" };
      onChange();
    });
    root.addEventListener("pointermove", (event) => {
      const square = this.#draft && squareUnder(event);
      if (!this.#draft || square === undefined || square === this.#draft.to) return;
      this.#draft.to = square;
      onChange();
    });
    root.addEventListener("pointerup", (event) => event.button === 2 && this.#finish());
    root.addEventListener("pointerleave", () => this.#draft && this.#abandon());
  }

  /** Keeps what was drawn; the same drawn again takes it away. */
  #finish() {
    const draft = this.#draft;
    this.#draft = undefined;
    if (!draft) return;
    const rest = this.#made.filter(({ from, to }) => from !== draft.from || to !== draft.to);
    this.#made = rest.length < this.#made.length ? rest : [...rest, draft];
    this.#onChange();
  }

  #abandon() {
    this.#draft = undefined;
    this.#onChange();
  }

  /** Takes everything away. Returns whether there was something. */
  clear() {
    const had = this.#made.length > 0;
    this.#made = [];
    return had;
  }

  get #all() {
    return this.#draft ? [...this.#made, this.#draft] : this.#made;
  }

  get arrows() {
    return this.#all.filter(({ from, to }) => from !== to).map(({ from, to, kind }) => ({ move: from + to, kind }));
  }

  get marks() {
    return this.#all.filter(({ from, to }) => from === to).map(({ from, kind }) => ({ square: from, kind }));
  }
}

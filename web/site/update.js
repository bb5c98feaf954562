// An update of a part of the page, which is made once for all that asks for it.

/** Milliseconds that an update waits for the paint. */
const LONGEST = 200;

export class Update {
  #isDue = false;
  #make;

  /** @param {() => void} make */
  constructor(make) {
    this.#make = make;
  }

  now() {
    this.#isDue = false;
    this.#make();
  }

  /** At the end of the event. */
  soon() {
    this.#when(queueMicrotask);
  }

  /** When what has changed so far is painted: a finger waits for that. */
  afterPaint() {
    this.#when((make) => {
      requestAnimationFrame(() => setTimeout(make));
      // A hidden page is not painted.
      setTimeout(make, LONGEST);
    });
  }

  /** @param {(make: () => void) => unknown} schedule */
  #when(schedule) {
    if (this.#isDue) return;
    this.#isDue = true;
    schedule(() => this.#isDue && this.now());
  }
}

// Where a thread asks for another one, and the workers of threads wait. It is in shared memory, because neither of them receives messages
// while it works.

/** Cells: the number of threads to be started, and the last id. */
const WAITING = 0;
const LAST_ID = 1;
const HEADER = 2;
/** Each place has its state, an id, and what the thread begins with. */
const SIZE = 3;
const PLACES = 64;

/** States of a place. */
const EMPTY = 0;
const IN_USE = 1;
const FULL = 2;

export class Mailbox {
  /** @param {Int32Array} cells the memory of a mailbox that other workers use, or else a new one */
  constructor(cells = new Int32Array(new SharedArrayBuffer(4 * (HEADER + SIZE * PLACES)))) {
    this.cells = cells;
  }

  /** Asks for a thread. Returns its id; -1 if too many wait. @param {number} start */
  put(start) {
    const at = this.#change(EMPTY, IN_USE);
    if (at < 0) return -1;
    const id = Atomics.add(this.cells, LAST_ID, 1) + 1;
    Atomics.store(this.cells, at + 1, id);
    Atomics.store(this.cells, at + 2, start);
    Atomics.store(this.cells, at, FULL);
    Atomics.add(this.cells, WAITING, 1);
    Atomics.notify(this.cells, WAITING, 1);
    return id;
  }

  /** Waits for a thread to be started. */
  take() {
    for (;;) {
      Atomics.wait(this.cells, WAITING, 0);
      const at = this.#change(FULL, IN_USE);
      if (at < 0) continue;
      Atomics.sub(this.cells, WAITING, 1);
      const [id, start] = [Atomics.load(this.cells, at + 1), Atomics.load(this.cells, at + 2)];
      Atomics.store(this.cells, at, EMPTY);
      return { id, start };
    }
  }

  /** The first place whose state could be changed; negative if there is none. @param {number} from @param {number} to */
  #change(from, to) {
    for (let at = HEADER; at < this.cells.length; at += SIZE) {
      if (Atomics.compareExchange(this.cells, at, from, to) === from) return at;
    }
    return -1;
  }
}

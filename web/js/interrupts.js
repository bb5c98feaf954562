// How a search is told to end while it runs. A worker that searches receives no messages, so it
// asks every now and then:
//
// * with shared memory it reads a flag. Pages have shared memory when they are cross-origin
//   isolated, Node.js has it always;
// * without, it asks for a blob by its address, synchronously: the page revokes the address to say
//   that the search is to end. This needs nothing of the server, and works in Chromium, Firefox
//   and WebKit.

/** What the engine is told: the values that its `listen` gives. */
const NOTHING = 0;
const PONDER_HIT = 1;
const STOP = 2;

/** Milliseconds between two questions for a blob, each of which takes about one. */
const BLOB_INTERVAL = 20;

/**
 * What a worker has to know of a search to hear of its end.
 *
 * @typedef {object} Ticket
 * @property {number} search the number of the search
 * @property {Int32Array} [flags] shared: the last search that was stopped, that was hit
 * @property {string} [stop] the address that is revoked to stop the search
 * @property {string} [ponderHit] the address that is revoked on a ponder hit
 */

/** The page's end. */
export class Interrupter {
  /** @type {Int32Array | undefined} */
  #flags;
  /** @type {Map<number, Ticket>} */
  #tickets = new Map();

  /** @param {boolean} shared whether to use shared memory, where there is any */
  constructor(shared) {
    const isolated = /** @type {any} */ (globalThis).crossOriginIsolated !== false;
    if (shared && isolated && typeof SharedArrayBuffer === "function") {
      this.#flags = new Int32Array(new SharedArrayBuffer(8));
    }
  }

  /** Whether searches are told by shared memory. */
  get isShared() {
    return this.#flags !== undefined;
  }

  /**
   * @param {number} search searches are numbered from 1
   * @returns {Ticket}
   */
  begin(search) {
    if (this.#flags) return { search, flags: this.#flags };
    const address = () => URL.createObjectURL(new Blob(["x"]));
    const ticket = { search, stop: address(), ponderHit: address() };
    this.#tickets.set(search, ticket);
    return ticket;
  }

  /** Stops this search, and those before it. @param {number} search */
  stop(search) {
    if (this.#flags) Atomics.store(this.#flags, 0, search);
    for (const [number, ticket] of this.#tickets) if (number <= search) revoke(ticket.stop);
  }

  /** @param {number} search */
  ponderHit(search) {
    if (this.#flags) Atomics.store(this.#flags, 1, search);
    revoke(this.#tickets.get(search)?.ponderHit);
  }

  /** Forgets a search that has ended. @param {number} search */
  end(search) {
    const ticket = this.#tickets.get(search);
    revoke(ticket?.stop);
    revoke(ticket?.ponderHit);
    this.#tickets.delete(search);
  }
}

/** @param {string | undefined} address */
function revoke(address) {
  if (address) URL.revokeObjectURL(address);
}

/** The worker's end. */
export class Listener {
  /** @type {Ticket | undefined} */
  #ticket;
  #next = 0;
  #isHit = false;

  /** @param {Ticket | undefined} ticket of the search to come */
  begin(ticket) {
    this.#ticket = ticket;
    this.#isHit = false;
    this.#next = now() + BLOB_INTERVAL;
  }

  /** What the search has been told since it was last asked. */
  listen = () => {
    const ticket = this.#ticket;
    if (!ticket) return NOTHING;
    if (!ticket.flags) {
      if (now() < this.#next) return NOTHING;
      const said = this.#askForBlobs(ticket);
      this.#next = now() + BLOB_INTERVAL;
      return said;
    }
    if (Atomics.load(ticket.flags, 0) >= ticket.search) return STOP;
    return this.#hit(Atomics.load(ticket.flags, 1) === ticket.search);
  };

  /** @param {Ticket} ticket */
  #askForBlobs({ stop, ponderHit }) {
    if (stop && !isThere(stop)) return STOP;
    return this.#hit(!this.#isHit && ponderHit !== undefined && !isThere(ponderHit));
  }

  /** A hit is told once. @param {boolean} isHit */
  #hit(isHit) {
    if (!isHit || this.#isHit) return NOTHING;
    this.#isHit = true;
    return PONDER_HIT;
  }
}

const now = () => performance.now();

/** @param {string} address */
function isThere(address) {
  const request = new XMLHttpRequest();
  try {
    request.open("GET", address, false);
    request.send();
    return request.responseText === "x";
  } catch {
    return false;
  }
}

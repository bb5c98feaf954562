// How `stop` and `ponderhit` reach a running search. A worker receives no messages while it searches, so the search polls for them in one
// of three ways:
//
// * with shared memory it reads a flag. Cross-origin isolated pages and Node.js have shared memory;
// * where the browser can suspend WebAssembly, the search suspends itself, and the worker receives its messages;
// * elsewhere it requests the URL of a blob synchronously: the page revokes the URL to end the search.
//
// The last two ways need no special HTTP headers.

import { isNode } from "./environment.js";
import { canSuspend } from "./host.js";

/** The interrupts. */
const NOTHING = 0;
const PONDER_HIT = 1;
const STOP = 2;

/** Milliseconds between two polls. Suspending takes about 0.1 ms, a request for a blob about 1 ms. */
const INTERVAL = 20;

/**
 * What a worker needs to poll for the interrupts of one search.
 *
 * @typedef {object} Ticket
 * @property {number} search the number of the search
 * @property {Int32Array} [flags] shared: the last search that was stopped, that was hit
 * @property {string} [stop] the address that is revoked to stop the search
 * @property {string} [ponderHit] the address that is revoked on a ponder hit
 */

/** The page's side: sends interrupts. */
export class Interrupter {
  /** @type {Int32Array | undefined} */
  #flags;
  /** @type {Map<number, Ticket>} */
  #tickets = new Map();
  #post;

  /**
   * @param {boolean} shared whether to use shared memory, where there is any
   * @param {(message: object) => void} post sends the worker a message
   */
  constructor(shared, post) {
    this.#post = post;
    const isolated = /** @type {any} */ (globalThis).crossOriginIsolated !== false;
    // Node.js has no other way.
    if ((shared || isNode) && isolated && typeof SharedArrayBuffer === "function") {
      this.#flags = new Int32Array(new SharedArrayBuffer(8));
    }
  }

  /** Whether interrupts go through shared memory. */
  get isShared() {
    return this.#flags !== undefined;
  }

  /** The address of a blob with which the worker can test whether it may request blobs, if it will need to. */
  probe() {
    return this.#flags || canSuspend ? undefined : blob();
  }

  /**
   * @param {number} search searches are numbered from 1
   * @returns {Ticket}
   */
  begin(search) {
    if (this.#flags) return { search, flags: this.#flags };
    if (canSuspend) return { search };
    const ticket = { search, stop: blob(), ponderHit: blob() };
    this.#tickets.set(search, ticket);
    return ticket;
  }

  /** Stops this search, and those before it. @param {number} search */
  stop(search) {
    if (this.#flags) Atomics.store(this.#flags, 0, Math.max(Atomics.load(this.#flags, 0), search));
    else if (canSuspend) this.#post({ kind: "interrupt", signal: STOP, search });
    for (const [number, ticket] of this.#tickets) if (number <= search) revoke(ticket.stop);
  }

  /** @param {number} search */
  ponderHit(search) {
    if (this.#flags) Atomics.store(this.#flags, 1, search);
    else if (canSuspend) this.#post({ kind: "interrupt", signal: PONDER_HIT, search });
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

/** The address of a new blob. */
function blob() {
  return URL.createObjectURL(new Blob(["x"]));
}

/** @param {string | undefined} address */
function revoke(address) {
  if (address) URL.revokeObjectURL(address);
}

/** The worker's side: polls for interrupts. */
export class Listener {
  /** @type {Ticket | undefined} */
  #ticket;
  #next = 0;
  #isHit = false;
  /** Numbers of the last search that a message stopped, and of the last that got a ponder hit. */
  #stopped = 0;
  #hit = 0;

  /** @param {Ticket | undefined} ticket of the search to come */
  begin(ticket) {
    this.#ticket = ticket;
    this.#isHit = false;
    this.#next = performance.now() + INTERVAL;
  }

  /** Handles a message from the page. @param {{ signal: number, search: number }} message */
  interrupt({ signal, search }) {
    if (signal === STOP) this.#stopped = Math.max(this.#stopped, search);
    else this.#hit = search;
  }

  /** The interrupts since the last poll. @returns {number | Promise<number>} */
  listen = () => {
    const ticket = this.#ticket;
    if (!ticket) return NOTHING;
    const { flags } = ticket;
    if (flags) return this.#told(Atomics.load(flags, 0) >= ticket.search, Atomics.load(flags, 1) === ticket.search);
    if (performance.now() < this.#next) return NOTHING;
    return ticket.stop ? this.#askForBlobs(ticket) : this.#giveWay(ticket);
  };

  /** Lets the worker handle the messages that have arrived. @param {Ticket} ticket */
  async #giveWay({ search }) {
    await nextTurn();
    this.#next = performance.now() + INTERVAL;
    return this.#told(this.#stopped >= search, this.#hit === search);
  }

  /** @param {Ticket} ticket */
  #askForBlobs({ stop = "", ponderHit = "" }) {
    const isStopped = !isThere(stop);
    const isHit = !isStopped && !this.#isHit && !isThere(ponderHit);
    this.#next = performance.now() + INTERVAL;
    return this.#told(isStopped, isHit);
  }

  /** Reports a ponder hit only once. @param {boolean} isStopped @param {boolean} isHit */
  #told(isStopped, isHit) {
    if (isStopped) return STOP;
    if (!isHit || this.#isHit) return NOTHING;
    this.#isHit = true;
    return PONDER_HIT;
  }
}

/** @type {MessageChannel | undefined} */
let channel;

/** Waits until the messages that have arrived are handled. A timer would wait longer. */
function nextTurn() {
  channel ??= new MessageChannel();
  const { port1, port2 } = channel;
  return new Promise((/** @type {(value: void) => void} */ resolve) => {
    port1.onmessage = () => resolve();
    port2.postMessage(0);
  });
}

/** Whether a blob exists, and may be requested. @param {string} address */
export function isThere(address) {
  const request = new XMLHttpRequest();
  try {
    request.open("GET", address, false);
    request.send();
    return request.responseText === "x";
  } catch {
    return false;
  }
}

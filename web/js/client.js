// The page's side of a worker. Each message returns a promise of its answer, which is rejected when the worker dies.

import { sakdiError } from "./error.js";
import { startWorker } from "./start-worker.js";

/**
 * @typedef {object} Waiting
 * @property {(result: any) => void} resolve
 * @property {(error: Error) => void} reject
 */

export class WorkerClient {
  /** @type {import("./worker-port.js").RunningWorker | undefined} */
  #worker;
  /** @type {Map<number, Waiting>} */
  #waiting = new Map();
  #id = 0;
  /** @type {(message: any) => void} */
  #onMessage;
  /** @type {(error: Error, died: boolean) => void} */
  #onEnd;
  #url;
  #startWorker;
  /** Why the worker has ended. @type {Error | undefined} */
  #ended;

  /**
   * @param {(message: any) => void} onMessage called for every message that is not a result
   * @param {(error: Error, died: boolean) => void} onEnd called once when the worker has ended;
   *   `died` is whether it ended without being asked to
   * @param {string | URL} [url] of another copy of the worker script
   * @param {typeof startWorker} [start] starts another worker
   */
  constructor(onMessage, onEnd, url, start = startWorker) {
    this.#onMessage = onMessage;
    this.#onEnd = onEnd;
    this.#url = url;
    this.#startWorker = start;
  }

  async start() {
    const died = (/** @type {Error} */ error) => this.#end(error);
    const worker = await this.#startWorker((message) => this.#receive(message), died, this.#url);
    if (this.#ended) worker.terminate();
    else this.#worker = worker;
  }

  /** Sends a message that has no answer. @param {object} message */
  post(message) {
    this.#assertAlive().post(message);
  }

  /**
   * Sends a message and waits for its answer.
   *
   * @param {object} message
   * @returns {Promise<any>}
   */
  ask(message) {
    return new Promise((resolve, reject) => {
      const id = ++this.#id;
      this.#assertAlive().post({ ...message, id });
      this.#waiting.set(id, { resolve, reject });
    });
  }

  /** Ends the worker at once. All pending promises are rejected. */
  terminate() {
    this.#end(undefined);
  }

  #assertAlive() {
    if (!this.#worker || this.#ended) throw this.#ended ?? sakdiError("worker", "the engine has not started");
    return this.#worker;
  }

  /** @param {any} message */
  #receive(message) {
    if (message.kind === "result") {
      const waiting = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if (message.error) waiting?.reject(revived(message.error));
      else waiting?.resolve(message.result);
    } else if (message.kind === "dead") {
      this.#end(new Error(message.error));
    } else if (message.kind === "end") {
      this.#end(undefined);
    } else {
      this.#onMessage(message);
    }
  }

  /** @param {Error | undefined} cause */
  #end(cause) {
    if (this.#ended) return;
    const error = cause
      ? sakdiError("worker", `the engine has died: ${cause.message}`, `เอนจินหยุดทำงาน: ${cause.message}`)
      : sakdiError("worker", "the engine has ended", "เอนจินจบการทำงานแล้ว");
    this.#ended = error;
    this.#worker?.terminate();
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
    this.#onEnd(error, cause !== undefined);
  }
}

/** Restores an error from a message. @param {any} error */
function revived({ name, message, subject, thai }) {
  return name === "SakdiError" ? sakdiError(subject, message, thai) : new Error(message);
}

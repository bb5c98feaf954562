// The engine with threads: a session of the native protocol in a worker, and a worker for each thread, which share one memory. The page
// loads this when it wants threads.

import { WorkerClient } from "./client.js";
import { Conversation } from "./conversation.js";
import { isJob } from "./engine.js";
import { sakdiError } from "./error.js";
import { openWorker } from "./worker-port.js";

/** The most threads of a search. */
const MAX_THREADS = 8;

const NO_THREADS = {
  en: "threads need shared memory, which a page has if its server sends the headers Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp",
  th: "การใช้หลายเธรดต้องมีหน่วยความจำร่วม ซึ่งหน้าเว็บมีเมื่อเซิร์ฟเวอร์ส่งเฮดเดอร์ Cross-Origin-Opener-Policy: same-origin และ Cross-Origin-Embedder-Policy: require-corp",
};

/** Whether there is memory that threads can share. */
const canShare = () => typeof SharedArrayBuffer === "function" && /** @type {any} */ (globalThis).crossOriginIsolated !== false;

/**
 * @param {(message: any) => void} onMessage
 * @param {(error: Error) => void} onEnd
 * @param {string | URL} [url] of another copy of `worker.js`, beside which there is one of the worker's script
 */
function startWorker(onMessage, onEnd, url) {
  const copy = url && new URL("threads-worker.js", new URL(url, globalThis.location?.href));
  const make = () => (copy ? new Worker(copy, { type: "module" }) : new Worker(new URL("./threads-worker.js", import.meta.url), { type: "module" }));
  return openWorker({ script: new URL("./threads-worker.js", import.meta.url), make, onMessage, onEnd });
}

class ThreadedEngine {
  #client;
  #conversation = new Conversation();
  /** Number of searches, perfts and benches that have been sent. */
  #jobs = 0;
  #isBusy = false;
  /** @type {Promise<Error | undefined>} */
  ended;

  /** @param {string | URL} [url] of another copy of `worker.js` */
  constructor(url) {
    /** @type {(error: Error | undefined) => void} */
    let end;
    this.ended = new Promise((resolve) => (end = resolve));
    const onEnd = (/** @type {Error} */ error, /** @type {boolean} */ died) => {
      this.#isBusy = false;
      this.#conversation.end(error);
      end(died ? error : undefined);
    };
    this.#client = new WorkerClient((message) => this.#receive(message), onEnd, url, startWorker);
  }

  /** Starts the workers. @param {number} threads */
  async start(threads) {
    await this.#client.start();
    try {
      await this.#client.ask({ kind: "start" });
      this.postMessage(`setoption name Threads value ${threads}`);
    } catch (error) {
      this.terminate();
      throw error;
    }
    return this;
  }

  get usesSharedMemory() {
    return true;
  }

  get isBusy() {
    return this.#isBusy;
  }

  /** @param {string} line */
  postMessage(line) {
    for (const each of String(line).split("\n")) {
      this.#client.post({ kind: "line", line: each, isJob: isJob(each) });
      if (!isJob(each)) continue;
      this.#jobs += 1;
      this.#isBusy = true;
    }
  }

  /** @param {(line: string) => void} listener */
  addMessageListener(listener) {
    this.#conversation.add(listener);
  }

  /** @param {(line: string) => void} listener */
  removeMessageListener(listener) {
    this.#conversation.remove(listener);
  }

  /** @param {string} line @param {string | ((line: string) => boolean)} last */
  ask(line, last) {
    return this.#conversation.ask(() => this.postMessage(line), last);
  }

  /** @param {ArrayBuffer | Uint8Array} file @returns {Promise<string[]>} */
  loadTables(file) {
    return this.#client.ask({ kind: "tables", bytes: new Uint8Array(file) });
  }

  /** @param {ArrayBuffer | Uint8Array} file */
  async loadNet(file) {
    await this.#client.ask({ kind: "net", bytes: new Uint8Array(file) });
  }

  terminate() {
    this.#client.terminate();
  }

  /** What the session has written and does. @param {any} message */
  #receive({ text, jobs, isBusy }) {
    // It may not yet know of the last job.
    if (jobs === this.#jobs) this.#isBusy = isBusy;
    if (text) this.#conversation.hear(text);
  }
}

/**
 * An engine that begins with this many threads.
 *
 * @param {import("./sakdi.js").EngineOptions & { threads: number }} options
 */
export async function startThreads({ threads, worker }) {
  if (!Number.isInteger(threads) || threads < 1 || threads > MAX_THREADS) {
    throw new RangeError(`threads must be a whole number from 1 to ${MAX_THREADS}, not ${threads}`);
  }
  if (!canShare()) throw sakdiError("threads", NO_THREADS.en, NO_THREADS.th);
  return new ThreadedEngine(worker).start(threads);
}

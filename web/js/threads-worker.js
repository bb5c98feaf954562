// The worker of the session of an engine with threads. It never searches, so that it hears every message at once.

import { readFile, readNet } from "./environment.js";
import { sakdiError } from "./error.js";
import { Mailbox } from "./mailbox.js";
import { close, handleMessages, post } from "./messages.js";
import { instantiate } from "./wasi.js";
import { openWorker } from "./worker-port.js";

/** Pages of 64 KiB: what the module needs at first, and the most that it may get, as in .cargo/config.toml. */
const INITIAL_PAGES = 64;
const MAX_PAGES = 32_768;

/** Milliseconds between two looks whether a perft or bench has ended. */
const PACE = 50;

const mailbox = new Mailbox();
/** @type {WebAssembly.Module} */
let module;
/** @type {WebAssembly.Memory} */
let memory;
/** The functions of bindings/wasm-threads. @type {Record<string, (...values: number[]) => number>} */
let session;
/** @type {import("./worker-port.js").RunningWorker[]} */
const workers = [];
/** Number of searches, perfts and benches that the session has got. */
let jobs = 0;
/** What the page knows last: see `report`. */
let known = "";
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** A memory that threads can share. A device may not have room for the largest. */
function sharedMemory() {
  for (let maximum = MAX_PAGES; ; maximum /= 2) {
    try {
      return new WebAssembly.Memory({ initial: INITIAL_PAGES, maximum, shared: true });
    } catch (error) {
      if (maximum <= 4 * INITIAL_PAGES) throw error;
    }
  }
}

/** Starts workers until there are so many. */
async function growTo(/** @type {number} */ number) {
  const missing = Math.max(0, number - workers.length);
  workers.push(...(await Promise.all(Array.from({ length: missing }, startThread))));
}

/** Starts the worker of a thread. Resolves when it waits for work. @returns {Promise<import("./worker-port.js").RunningWorker>} */
function startThread() {
  return new Promise((resolve, reject) => {
    const onEnd = (/** @type {Error} */ error) => {
      reject(error);
      post({ kind: "dead", error: error.message });
    };
    const onMessage = (/** @type {any} */ message) => {
      if (message.kind === "output") report();
      else if (message.kind === "waits") void worker.then(resolve);
      else onEnd(new Error(message.error));
    };
    const make = () => new Worker(new URL("./thread.js", import.meta.url), { type: "module" });
    const worker = openWorker({ script: new URL("./thread.js", import.meta.url), make, onMessage, onEnd });
    worker.then((thread) => thread.post({ kind: "work", module, memory, cells: mailbox.cells }), reject);
  });
}

/** The result of a function of the session, whose length it has returned. */
function result(/** @type {number} */ length) {
  // A copy, because text cannot be read from shared memory.
  const bytes = new Uint8Array(memory.buffer, session.result(), length).slice();
  return new TextDecoder().decode(bytes);
}

/** Passes bytes to the session. */
function give(/** @type {Uint8Array} */ bytes) {
  const place = session.input(bytes.length);
  new Uint8Array(memory.buffer, place, bytes.length).set(bytes);
}

/** Calls a function of the session that has a file as its input. */
function load(/** @type {Uint8Array} */ file, /** @type {() => number} */ take) {
  give(file);
  const length = take();
  if (length >= 0) return result(length);
  const [subject, message, thai] = result(-length).split("\n");
  throw sakdiError(subject, message, thai);
}

/** Tells the page what the session has written, and whether it is busy. */
function report() {
  const text = result(session.take_output());
  const isBusy = session.is_busy() !== 0;
  const now = `${jobs} ${isBusy}`;
  if (text || now !== known) post({ kind: "output", text, jobs, isBusy });
  known = now;
  // A perft or bench ends after its last line.
  if (isBusy) timer ??= setTimeout(() => ((timer = undefined), report()), PACE);
}

handleMessages({
  /** Starts the engine, and the worker of its search. */
  async start() {
    const reading = readFile(new URL("./sakdi_threads.wasm", import.meta.url)).then((bytes) => WebAssembly.compile(bytes));
    const [compiled, net] = await Promise.all([reading, readNet()]);
    module = compiled;
    memory = sharedMemory();
    // What this thread writes is reported after the call that writes it.
    const { exports } = instantiate(module, memory, mailbox, () => {});
    session = /** @type {any} */ (exports);
    session._initialize();
    load(net, session.set_default_net);
    await growTo(2);
  },

  /** A line of the protocol. */
  async line({ line, isJob }) {
    give(new TextEncoder().encode(line));
    jobs += Number(isJob);
    const goesOn = session.send_line() !== 0;
    report();
    // The threads of a search, and one for the next search, which begins when the last has answered but may not have ended.
    if (goesOn) return growTo(session.threads() + 1);
    post({ kind: "end" });
    for (const worker of workers) worker.terminate();
    close();
  },

  /** Endgame tables, as a file. */
  tables({ bytes }) {
    const names = load(bytes, session.add_tables).split("\n");
    report();
    return names;
  },

  /** A net, as a file. */
  net({ bytes }) {
    load(bytes, session.use_net);
    report();
  },
});

// The worker: one engine, or one analysis. It answers each message before it takes the next.

import initialise, { AnalysisSettings, Engine, addTables, analyse } from "./sakdi_wasm.js";
import { isNode, readFile } from "./environment.js";
import { Listener } from "./interrupts.js";

const listener = new Listener();
/** @type {Engine | undefined} */
let engine;
/** @type {(message: unknown) => void} */
let post;
/** @type {() => void} */
let close;

/**
 * What each kind of message does. What it gives is sent back.
 *
 * @type {Record<string, (message: any) => unknown>}
 */
const handlers = {
  /** Starts the engine. */
  start() {
    engine = new Engine((/** @type {string} */ text) => post({ kind: "lines", text }), listener.listen);
  },

  /** A line of the protocol; `ticket` goes with `go`, `bench` and all else that takes its time. */
  line({ line, ticket }) {
    listener.begin(ticket);
    const goesOn = engine?.handle(line);
    listener.begin(undefined);
    if (ticket) post({ kind: "done", search: ticket.search });
    if (!goesOn) {
      post({ kind: "end" });
      close();
    }
  },

  /** Endgame tables, as a file. */
  tables({ bytes }) {
    const names = addTables(bytes);
    engine?.useTables();
    return names;
  },

  /** The analysis of games. */
  analyse({ text, options, ticket }) {
    const { movetime, nodes, lines, hash, language, notation, countingRule } = options;
    const settings = new AnalysisSettings(movetime, nodes, lines, hash, language, notation, countingRule);
    let all = 0;
    const total = (/** @type {number} */ positions) => void (all = positions);
    const progress = (/** @type {number} */ done) => post({ kind: "progress", done, all });
    listener.begin(ticket);
    try {
      return analyse(text, settings, total, progress, listener.listen);
    } finally {
      listener.begin(undefined);
      settings.free();
    }
  },
};

/** @param {any} message */
function receive(message) {
  const { id, kind } = message;
  try {
    const result = handlers[kind](message);
    if (id !== undefined) post({ kind: "result", id, result });
  } catch (error) {
    // After a trap the memory cannot be trusted any more.
    if (error instanceof WebAssembly.RuntimeError || id === undefined) {
      post({ kind: "dead", error: String(error) });
      close();
    } else {
      post({ kind: "result", id, error: described(error) });
    }
  }
}

/** An error as a message can carry it. @param {any} error */
function described(error) {
  const { name, message, subject, thai } = error ?? {};
  return { name, message: message ?? String(error), subject, thai };
}

async function run() {
  const wasm = new URL("./sakdi_wasm_bg.wasm", import.meta.url);
  /** @type {any} */
  const scope = globalThis;
  // Messages that come before the module is there wait for it.
  const module = initialise({ module_or_path: isNode ? await readFile(wasm) : wasm });
  /** @param {any} message */
  const receiveLater = (message) => void module.then(() => receive(message), fail);
  const fail = (/** @type {unknown} */ error) => post({ kind: "dead", error: String(error) });
  if (isNode) {
    const { parentPort } = await import("node:worker_threads");
    post = (message) => parentPort?.postMessage(message);
    close = () => parentPort?.close();
    parentPort?.on("message", receiveLater);
  } else {
    post = (message) => scope.postMessage(message);
    close = () => scope.close();
    scope.onmessage = (/** @type {MessageEvent} */ event) => receiveLater(event.data);
  }
}

void run();

// The worker script: runs one engine or one analysis, and handles one message at a time.

import initialise, {
  AnalysisSettings,
  addTables,
  analyse,
  jobResult,
  prepareLine,
  setDefaultNet,
  startEngine,
  useNet,
  useTables,
} from "./sakdi_wasm.js";
import { isNode, readFile, readNet } from "./environment.js";
import { sakdiError } from "./error.js";
import { onQuestion, suspendable } from "./host.js";
import { Listener, isThere } from "./interrupts.js";
import { close, handleMessages, post } from "./messages.js";

const NO_BLOBS = {
  en: "stop cannot reach a search here: the page's Content-Security-Policy must allow connect-src blob:",
  th: "คำสั่ง stop ส่งไม่ถึงการค้นหา: Content-Security-Policy ของหน้าเว็บต้องอนุญาต connect-src blob:",
};

const listener = new Listener();
onQuestion(listener.listen);
/** Runs the job that has been prepared. @type {() => void | Promise<void>} */
let runJob;

/**
 * Runs a job, which polls for interrupts by the ticket. Returns its result.
 *
 * @param {import("./interrupts.js").Ticket | undefined} ticket
 */
async function run(ticket) {
  listener.begin(ticket);
  try {
    await runJob();
  } finally {
    listener.begin(undefined);
  }
  return jobResult();
}

/**
 * The handler of each kind of message. Its result is sent back.
 *
 * @type {Record<string, (message: any) => unknown>}
 */
const handlers = {
  /** Starts the engine. `probe` is the address of a blob, if the worker has to request blobs. */
  start({ probe }) {
    if (probe && !isThere(probe)) throw sakdiError("worker", NO_BLOBS.en, NO_BLOBS.th);
    startEngine((/** @type {string} */ text) => post({ kind: "lines", text }));
  },

  /** A line of the protocol. Searches, perft and bench come with a ticket. */
  async line({ line, ticket }) {
    prepareLine(line);
    const goesOn = await run(ticket);
    if (ticket) post({ kind: "done", search: ticket.search });
    if (goesOn) return;
    post({ kind: "end" });
    close();
  },

  /** Endgame tables, as a file. */
  tables({ bytes }) {
    const names = addTables(bytes);
    useTables();
    return names;
  },

  /** A net, as a file. */
  net({ bytes }) {
    useNet(bytes);
  },

  /** The analysis of games. */
  analyse({ text, options, tables }) {
    if (tables) addTables(tables);
    const { movetime, nodes, lines, hash, language, notation, countingRule } = options;
    const settings = new AnalysisSettings(movetime, nodes, lines, hash, language, notation, countingRule);
    return analyse(text, settings, (/** @type {number} */ done, /** @type {number} */ all) => post({ kind: "progress", done, all }));
  },
};

async function load() {
  const wasm = new URL("./sakdi_wasm_bg.wasm", import.meta.url);
  const reading = isNode ? readFile(wasm) : wasm;
  const [{ run_job }, net] = await Promise.all([initialise({ module_or_path: reading }), readNet()]);
  setDefaultNet(net);
  runJob = suspendable(run_job);
}

handleMessages(handlers, load(), (message) => {
  const isInterrupt = message.kind === "interrupt";
  if (isInterrupt) listener.interrupt(message);
  return isInterrupt;
});

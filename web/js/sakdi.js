// Sakdi, the Makruk engine, for JavaScript. Types and documentation are in sakdi.d.ts.

import initialise, {
  AnalysisSettings,
  Board,
  Explorer,
  Game,
  GameTree,
  addTables,
  fenCode,
  info,
  levels,
  readGamePGN,
  readGameTrees,
  readGamesPGN,
  reportOf as writeReport,
} from "./sakdi_wasm.js";
import { WorkerClient } from "./client.js";
import { Engine } from "./engine.js";
import { isNode, readFile } from "./environment.js";

export { Board, Explorer, Game, GameTree, info, levels, readGamePGN, readGameTrees, readGamesPGN };

/** @type {typeof import("./sakdi.js").default} */
export default async function Sakdi(options) {
  const { threads } = options ?? {};
  if (threads !== undefined) return (await import("./threads.js")).startThreads({ ...options, threads });
  return new Engine(options).start();
}

/** @type {Promise<void> | undefined} */
let loading;

/** @type {typeof import("./sakdi.js").ready} */
export function ready() {
  loading ??= (async () => {
    const wasm = new URL("./sakdi_wasm_bg.wasm", import.meta.url);
    await initialise({ module_or_path: isNode ? await readFile(wasm) : wasm });
  })();
  // The next call tries again.
  loading.catch(() => (loading = undefined));
  return loading;
}

/** @type {typeof import("./sakdi.js").fetchTables} */
export async function fetchTables(url = new URL("./sakdi-tables.bin", import.meta.url), signal = undefined) {
  // Bundlers replace the address of this file.
  const base = globalThis.document?.baseURI ?? globalThis.location?.href ?? import.meta.url;
  return (await readFile(new URL(url, base), signal)).buffer;
}

/** @type {typeof import("./sakdi.js").loadTables} */
export async function loadTables(file) {
  await ready();
  return addTables(new Uint8Array(file ?? (await fetchTables())));
}

/** @type {typeof import("./sakdi.js").RemoteTables} */
export class RemoteTables {
  #folder;
  #fetch;
  /** Loaded when it is first needed. @type {Promise<import("./remote-tables.js").TableFolder> | undefined} */
  #tables;

  /** @param {string | URL} url @param {{ fetch?: typeof fetch }} [options] */
  constructor(url, { fetch = globalThis.fetch } = {}) {
    const folder = new URL(url, globalThis.document?.baseURI ?? globalThis.location?.href);
    if (!folder.pathname.endsWith("/")) folder.pathname += "/";
    this.#folder = folder;
    this.#fetch = fetch;
  }

  /** @param {import("./sakdi.js").Board} board @param {AbortSignal} [signal] */
  async prepare(board, signal) {
    this.#tables ??= import("./remote-tables.js").then(({ TableFolder }) => new TableFolder(this.#folder, this.#fetch));
    // The next call tries again.
    this.#tables.catch(() => (this.#tables = undefined));
    return (await this.#tables).prepare(board, signal);
  }
}

/** The limits of an analysis, with the largest number of each. */
const LIMITS = /** @type {const} */ ({ movetime: 2 ** 32 - 1, nodes: Number.MAX_SAFE_INTEGER, lines: 2 ** 32 - 1, hash: 1024 });

/** Throws if a limit of an analysis is no whole number from 1 to its largest. @param {keyof typeof LIMITS} name @param {unknown} value */
function checkLimit(name, value) {
  const most = LIMITS[name];
  const isLimit = value === undefined || value === null || (Number.isSafeInteger(value) && Number(value) > 0 && Number(value) <= most);
  if (!isLimit) throw new RangeError(`${name} must be a whole number from 1 to ${most}, not ${value}`);
}

/** @type {typeof import("./sakdi.js").analyse} */
export async function analyse(pgn, options = {}) {
  const { signal, onProgress, tables, worker, ...settings } = options;
  for (const name of /** @type {(keyof typeof LIMITS)[]} */ (Object.keys(LIMITS))) checkLimit(name, settings[name]);
  signal?.throwIfAborted();
  const client = new WorkerClient(
    ({ kind, done, all }) => kind === "progress" && onProgress?.(done, all),
    () => {},
    worker,
  );
  const abort = () => client.terminate();
  signal?.addEventListener("abort", abort);
  try {
    await client.start();
    const given = tables && new Uint8Array(tables);
    const result = await client.ask({ kind: "analyse", text: pgn, options: settings, tables: given });
    return { report: JSON.parse(result.report), pgn: result.pgn, skipped: result.skipped };
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener("abort", abort);
    client.terminate();
  }
}

/** @type {typeof import("./sakdi.js").reportOf} */
export function reportOf(pgn, { language, notation } = {}) {
  const settings = new AnalysisSettings(undefined, undefined, undefined, undefined, language, notation);
  try {
    return JSON.parse(writeReport(pgn, settings));
  } finally {
    settings.free();
  }
}

/** @type {typeof import("./sakdi.js").startingFen} */
export function startingFen(variant = "makruk") {
  return withBoard(() => new Board(variant), (board) => board.fen());
}

/** @type {typeof import("./sakdi.js").validateFen} */
export function validateFen(fen, variant = "makruk") {
  return fenCode(fen, variant);
}

/** @type {typeof import("./sakdi.js").variants} */
export function variants() {
  return "makpong makruk";
}

/** @type {typeof import("./sakdi.js").Notation} */
export const Notation = Object.freeze({
  DEFAULT: 0,
  SAN: 1,
  LAN: 2,
  SHOGI_HOSKING: 3,
  SHOGI_HODGES: 4,
  SHOGI_HODGES_NUMBER: 5,
  JANGGI: 6,
  XIANGQI_WXF: 7,
  THAI_SAN: 8,
  THAI_LAN: 9,
});

/** @type {typeof import("./sakdi.js").Termination} */
export const Termination = Object.freeze({
  ONGOING: 0,
  CHECKMATE: 1,
  STALEMATE: 2,
  INSUFFICIENT_MATERIAL: 3,
  N_MOVE_RULE: 4,
  N_FOLD_REPETITION: 5,
  VARIANT_END: 6,
});

/** @type {typeof import("./sakdi.js").capturesToHand} */
export function capturesToHand(_variant) {
  return false;
}

/** @type {typeof import("./sakdi.js").setOption} */
export function setOption(_name, _value) {}

/** @type {typeof import("./sakdi.js").setOptionInt} */
export function setOptionInt(_name, _value) {}

/** @type {typeof import("./sakdi.js").setOptionBool} */
export function setOptionBool(_name, _value) {}

/** @type {typeof import("./sakdi.js").loadVariantConfig} */
export function loadVariantConfig(_text) {
  throw new Error("Sakdi knows Makruk and Makpong, and no other variants");
}

/**
 * Calls a function with a temporary board, and frees the board.
 *
 * @template T
 * @param {() => Board} make
 * @param {(board: Board) => T} use
 */
function withBoard(make, use) {
  const board = make();
  try {
    return use(board);
  } finally {
    board.free();
  }
}


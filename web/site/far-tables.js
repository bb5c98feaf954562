// Endgame tables of five men, which lie on a server: of each the parts are fetched that the positions need.

import { Board, RemoteTables } from "./sakdi/sakdi.js";
import { load, store } from "./storage.js";
import { menCount, TABLE_MEN } from "./table-results.js";

/** The men beside the khun, in the order of the names of endings. */
const MEN = [..."RNSMP"];
/** Positions of KMMMvK and KPPvKP: a server of tables has one of the two. */
const COMMON = ["8/8/3k4/8/2M1M3/3M4/8/K7 w - - 0 1", "k7/2K5/7p/8/8/1P2P3/8/8 w - - 0 1"];

/** The names of all endings of five men: first those against a bare khun. */
export function namesOfFive() {
  const from = (/** @type {number} */ first) => MEN.slice(first).map((man, at) => ({ man, at: first + at }));
  const pairs = from(0).flatMap((one) => from(one.at).map((other) => ({ men: one.man + other.man, at: other.at })));
  const bare = pairs.flatMap(({ men, at }) => from(at).map(({ man }) => `K${men}${man}vK`));
  const both = pairs.flatMap(({ men }) => MEN.flatMap((man) => [`K${men}vK${man}`, `K${man}vK${men}`]));
  return [...bare, ...both];
}

export class FarTables {
  /** @type {RemoteTables | undefined} */
  #tables;
  /** The position that the tables know, or why they do not. @type {{ fen: string, error?: unknown } | undefined} */
  #prepared;

  /** The address that was used last. @returns {string} */
  get address() {
    return load("farTables") ?? "";
  }

  get isUsed() {
    return this.#tables !== undefined;
  }

  /** Uses the tables at an address. Resolves with whether there are any; rejects if the server cannot be used. @param {string} address */
  async use(address) {
    const tables = new RemoteTables(new URL(address, document.baseURI));
    if (!(await has(tables, COMMON[0])) && !(await has(tables, COMMON[1]))) return false;
    this.#tables = tables;
    this.#prepared = undefined;
    store("farTables", address);
    return true;
  }

  /** Whether the server may have the table of a position. @param {string} fen */
  concerns(fen) {
    return this.#tables !== undefined && menCount(fen) > TABLE_MEN && menCount(fen) <= 5;
  }

  /** Whether a position must be prepared before its results are known. @param {string} fen */
  awaits(fen) {
    return this.concerns(fen) && this.#prepared?.fen !== fen;
  }

  /** Why the position that was prepared last is not known. */
  get error() {
    return this.#prepared?.error;
  }

  /** Fetches what a position and its moves need. Resolves with whether a table has it. @param {string} fen */
  async prepare(fen) {
    try {
      const isKnown = this.#tables !== undefined && (await has(this.#tables, fen));
      this.#prepared = { fen };
      return isKnown;
    } catch (error) {
      this.#prepared = { fen, error };
      return false;
    }
  }
}

/** Whether tables have a position. @param {RemoteTables} tables @param {string} fen */
async function has(tables, fen) {
  const board = new Board("makruk", fen);
  try {
    return await tables.prepare(board);
  } finally {
    board.free();
  }
}

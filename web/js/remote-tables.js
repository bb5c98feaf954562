// Endgame tables on a server, of which only the parts that positions need are fetched.

import { TableParts } from "./sakdi_wasm.js";

/** Requests at the same time: most of their time is the way to the server and back. */
const REQUESTS = 16;
/** A file that changes so often cannot be read. */
const MOST_ROUNDS = 12;
/** Where browsers keep parts, and how many. */
const CACHE = "sakdi table parts";
const MOST_KEPT = 4000;

/** @typedef {{ name: string, from: number, to: number }} Part */
/** @typedef {{ bytes: Uint8Array, length: number }} Found */

/** The tables of a folder on a server. */
export class TableFolder {
  #base;
  #fetch;
  /** @type {TableParts | undefined} */
  #parts;
  /** One position at a time. @type {Promise<unknown>} */
  #turn = Promise.resolve();
  #written = 0;

  /** @param {URL} folder whose path ends with a slash @param {typeof globalThis.fetch} fetch */
  constructor(folder, fetch) {
    this.#base = folder;
    this.#fetch = fetch;
  }

  /** @param {import("./sakdi.js").Board} board @param {AbortSignal} [signal] */
  prepare(board, signal) {
    const turn = this.#turn.then(() => this.#prepare(board, signal));
    this.#turn = turn.catch(() => {});
    return turn;
  }

  /** @param {import("./sakdi.js").Board} board @param {AbortSignal} [signal] */
  async #prepare(board, signal) {
    // A board exists, so the module is loaded.
    this.#parts ??= new TableParts();
    for (let round = 0; round < MOST_ROUNDS; round++) {
      let wanted;
      try {
        wanted = this.#parts.wanted(/** @type {any} */ (board));
      } catch (error) {
        // A damaged part. Anything else, such as a board that was freed, is no fault of what is kept.
        if (/** @type {any} */ (error)?.subject === "table") await this.#forget();
        throw error;
      }
      if (wanted.length === 0) return board.tableVerdict() !== null;
      await this.#getAll(wanted, signal);
    }
    throw new Error(`${this.#base.href}: the tables change while they are read`);
  }

  /** @param {Part[]} wanted @param {AbortSignal} [signal] */
  async #getAll(wanted, signal) {
    const cache = await openCache();
    const rest = wanted.values();
    const work = async () => {
      for (const part of rest) await this.#get(part, cache, signal);
    };
    await Promise.all(Array.from({ length: REQUESTS }, work));
    await this.#makeRoom(cache);
  }

  /** @param {Part} part @param {Cache | undefined} cache @param {AbortSignal} [signal] */
  async #get({ name, from, to }, cache, signal) {
    const address = new URL(`${name}.skt`, this.#base).href;
    const key = `${address}?bytes=${from}-${to}`;
    const kept = await cache?.match(key);
    /** @type {Found | undefined} */
    let found;
    if (kept) {
      found = { bytes: new Uint8Array(await kept.arrayBuffer()), length: Number(kept.headers.get("X-Length")) };
    } else {
      found = await this.#request(address, from, to, signal);
      if (!found) return this.#parts?.lacks(name);
      const response = new Response(/** @type {any} */ (found.bytes), { headers: { "X-Length": String(found.length) } });
      // Without room for it, it is fetched again next time.
      await cache?.put(key, response).then(() => this.#written++, () => {});
    }
    if (!this.#parts?.give(name, from, found.bytes, found.length)) await this.#forget();
  }

  /** A part of a file; `undefined` if the server does not have the file. @param {string} address @param {number} from @param {number} to @param {AbortSignal} [signal] @returns {Promise<Found | undefined>} */
  async #request(address, from, to, signal) {
    const fetch = this.#fetch;
    const response = await fetch(address, { headers: { Range: `bytes=${from}-${to - 1}` }, signal });
    if (response.status === 404 || response.status === 410) return undefined;
    if (response.status === 200) {
      await response.body?.cancel();
      throw new Error(`${address}: the server sends whole files only; tables need range requests`);
    }
    if (response.status !== 206) throw new Error(`${address}: ${response.status} ${response.statusText}`.trimEnd());
    const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(response.headers.get("Content-Range") ?? "");
    const bytes = new Uint8Array(await response.arrayBuffer());
    const length = Number(range?.[3]);
    const end = Math.min(to, length);
    if (!range || Number(range[1]) !== from || Number(range[2]) !== end - 1 || bytes.length !== end - from) {
      throw new Error(`${address}: the server sends another part than bytes ${from} to ${to}`);
    }
    return { bytes, length };
  }

  /** Removes what is kept of these tables. */
  async #forget() {
    const cache = await openCache();
    for (const { url } of (await cache?.keys()) ?? []) {
      if (url.startsWith(this.#base.href)) await cache?.delete(url);
    }
  }

  /** Removes the oldest parts where there are too many. @param {Cache | undefined} cache */
  async #makeRoom(cache) {
    if (!cache || this.#written < MOST_KEPT / 10) return;
    this.#written = 0;
    const kept = await cache.keys();
    for (const request of kept.slice(0, Math.max(0, kept.length - MOST_KEPT))) await cache.delete(request);
  }
}

/** The browser's cache; `undefined` where there is none, or none is allowed. */
async function openCache() {
  return globalThis.caches?.open(CACHE).catch(() => undefined);
}

// The games that the panel of openings counts: the program's own, or a file that the user opened and the browser keeps.

import { Explorer } from "./sakdi/sakdi.js";
import { say } from "./i18n.js";

/** The cache of a file of one's own. The service worker does not clear it. */
const OWN = "sakdi-own-openings";
const ADDRESS = "own-openings.bin";
/** A larger file does not fit into the memory of WebAssembly beside the engine. */
const LARGEST = 256 * 2 ** 20;

export class Openings {
  /** @type {Explorer | undefined} */
  #explorer;
  /** The name of a file of one's own; an empty string for the games of the program. */
  name = "";
  /** Number of requests, and of the one whose file is used: an older one that arrives later is no longer wanted. */
  #asked = 0;
  #taken = 0;

  /** Loads the file that was used last. Rejects if it cannot be loaded. */
  async load() {
    const request = ++this.#asked;
    const own = await keptFile();
    if (!own) return this.#loadProgram(request);
    try {
      this.#take(request, own.bytes, own.name);
    } catch {
      // Another version of the page kept it.
      await this.#loadProgram(request);
    }
  }

  /** Loads the games of the program, also in later visits. */
  loadProgram() {
    return this.#loadProgram(++this.#asked);
  }

  /** @param {number} request */
  async #loadProgram(request) {
    try {
      const response = await fetch("explorer.bin");
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      if (this.#take(request, new Uint8Array(await response.arrayBuffer()), "")) await forgetFile();
    } catch (error) {
      if (request > this.#taken) throw error;
    }
  }

  /** Opens a file of one's own. Rejects with an error that says why it cannot be used, and keeps the present one then. @param {File} file */
  async open(file) {
    if (file.size > LARGEST) throw new Error(say("openingsTooLarge", LARGEST / 2 ** 20));
    const request = ++this.#asked;
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (this.#take(request, bytes, file.name)) await keepFile(bytes, file.name);
  }

  /** Uses a file, unless a later request has given one. Returns whether it has. @param {number} request @param {Uint8Array} bytes @param {string} name */
  #take(request, bytes, name) {
    if (request < this.#taken) return false;
    const explorer = new Explorer(bytes);
    this.#explorer?.free();
    this.#explorer = explorer;
    this.#taken = request;
    this.name = name;
    return true;
  }

  get isLoaded() {
    return this.#explorer !== undefined;
  }

  get positions() {
    return this.#explorer?.positions() ?? 0;
  }

  /** The moves played in the position of a board, the most frequent first. @param {import("../pkg/sakdi.js").Board} board */
  moves(board) {
    return this.#explorer?.moves(board) ?? [];
  }
}

/** The file of one's own that is kept; undefined if there is none. */
async function keptFile() {
  try {
    const response = await (await caches.open(OWN)).match(ADDRESS);
    if (!response) return undefined;
    return { name: decodeURIComponent(response.headers.get("X-Name") ?? ""), bytes: new Uint8Array(await response.arrayBuffer()) };
  } catch {
    // The browser keeps nothing here.
    return undefined;
  }
}

/** @param {Uint8Array<ArrayBuffer>} bytes @param {string} name */
async function keepFile(bytes, name) {
  try {
    await (await caches.open(OWN)).put(ADDRESS, new Response(bytes, { headers: { "X-Name": encodeURIComponent(name) } }));
  } catch {
    // Without room for it, it is used until the page is closed.
  }
}

async function forgetFile() {
  try {
    await caches.delete(OWN);
  } catch {
    // There is no file.
  }
}

// What differs between browsers and Node.js.

/** Whether this runs in Node.js or a compatible runtime. */
export const isNode = typeof process === "object" && typeof process.versions?.node === "string";

// Modules of Node.js. Bundlers for browsers would look for them if the names were in the calls.
export const THREADS = "node:worker_threads";
const FILES = "node:fs/promises";

/**
 * Reads a file of this package, or any URL.
 *
 * @param {URL} url
 * @param {AbortSignal} [signal]
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function readFile(url, signal) {
  if (isNode && url.protocol === "file:") {
    const { readFile } = await import(/* webpackIgnore: true */ /* @vite-ignore */ FILES);
    return new Uint8Array(await readFile(url, { signal }));
  }
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`${url.href}: ${response.status} ${response.statusText}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** The file of the net. Each engine reads it, because the modules have none. */
export const readNet = () => readFile(new URL("./sakdi.net", import.meta.url));

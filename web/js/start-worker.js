// Starts the worker. The worker does not import this file: a bundler would build the worker again for it.

import { openWorker } from "./worker-port.js";

/**
 * Starts this package's worker.
 *
 * @param {(message: any) => void} onMessage
 * @param {(error: Error) => void} onEnd is called when the worker has died
 * @param {string | URL} [url] of another copy of the worker script; no effect in Node.js
 */
export function startWorker(onMessage, onEnd, url) {
  const make = () => (url ? new Worker(url, { type: "module" }) : new Worker(new URL("./worker.js", import.meta.url), { type: "module" }));
  return openWorker({ script: new URL("./worker.js", import.meta.url), make, onMessage, onEnd });
}

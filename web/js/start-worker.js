// Starts the worker. The worker does not import this file: a bundler would build the worker again for it.

import { THREADS, isNode } from "./environment.js";

/**
 * A running worker, with the same interface in browsers and Node.js.
 *
 * @typedef {object} RunningWorker
 * @property {(message: unknown) => void} post
 * @property {() => void} terminate
 */

/**
 * Starts this package's worker.
 *
 * @param {(message: any) => void} onMessage
 * @param {(error: Error) => void} onEnd is called when the worker has died
 * @param {string | URL} [url] of another copy of the worker script; no effect in Node.js
 * @returns {Promise<RunningWorker>}
 */
export async function startWorker(onMessage, onEnd, url) {
  if (isNode) {
    const { Worker } = await import(/* webpackIgnore: true */ /* @vite-ignore */ THREADS);
    const worker = new Worker(new URL("./worker.js", import.meta.url));
    worker.on("message", onMessage);
    worker.on("error", onEnd);
    worker.on("exit", (/** @type {number} */ code) => onEnd(new Error(`the worker has ended with status ${code}`)));
    return {
      post: (message) => worker.postMessage(message),
      terminate: () => void worker.terminate(),
    };
  }
  const worker = url ? new Worker(url, { type: "module" }) : browserWorker();
  worker.onmessage = (event) => onMessage(event.data);
  worker.onerror = (event) => onEnd(new Error(event.message || "the worker has died"));
  worker.onmessageerror = () => onEnd(new Error("a message of the worker could not be read"));
  return {
    post: (message) => worker.postMessage(message),
    terminate: () => worker.terminate(),
  };
}

function browserWorker() {
  try {
    return new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  } catch {
    // A page cannot start a worker from a script of another origin, but a worker of its own may import such a script.
    const url = JSON.stringify(new URL("./worker.js", import.meta.url).href);
    const script = URL.createObjectURL(new Blob([`import ${url};`], { type: "text/javascript" }));
    try {
      return new Worker(script, { type: "module" });
    } finally {
      // The worker has the URL by then.
      setTimeout(() => URL.revokeObjectURL(script), 10_000);
    }
  }
}

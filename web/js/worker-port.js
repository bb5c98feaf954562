// Workers with the same interface in browsers and Node.js.

import { THREADS, isNode } from "./environment.js";

/**
 * A running worker.
 *
 * @typedef {object} RunningWorker
 * @property {(message: unknown) => void} post
 * @property {() => void} terminate
 */

/**
 * Starts a worker.
 *
 * @param {object} how
 * @param {URL} how.script of this package
 * @param {() => Worker} how.make starts the worker in a browser. Bundlers look for the call
 * @param {(message: any) => void} how.onMessage
 * @param {(error: Error) => void} how.onEnd is called when the worker has died
 * @returns {Promise<RunningWorker>}
 */
export async function openWorker({ script, make, onMessage, onEnd }) {
  if (isNode) {
    const { Worker } = await import(/* webpackIgnore: true */ /* @vite-ignore */ THREADS);
    const worker = new Worker(script);
    worker.on("message", onMessage);
    worker.on("error", onEnd);
    worker.on("exit", (/** @type {number} */ code) => onEnd(new Error(`the worker has ended with status ${code}`)));
    return {
      post: (message) => worker.postMessage(message),
      terminate: () => void worker.terminate(),
    };
  }
  const worker = inBrowser(script, make);
  worker.onmessage = (event) => onMessage(event.data);
  worker.onerror = (event) => onEnd(new Error(event.message || "the worker has died"));
  worker.onmessageerror = () => onEnd(new Error("a message of the worker could not be read"));
  return {
    post: (message) => worker.postMessage(message),
    terminate: () => worker.terminate(),
  };
}

/** @param {URL} script @param {() => Worker} make */
function inBrowser({ href }, make) {
  try {
    return make();
  } catch {
    // A page cannot start a worker from a script of another origin, but a worker of its own may import such a script.
    const url = URL.createObjectURL(new Blob([`import ${JSON.stringify(href)};`], { type: "text/javascript" }));
    try {
      return new Worker(url, { type: "module" });
    } finally {
      // The worker has the URL by then.
      setTimeout(() => URL.revokeObjectURL(url), 10_000);
    }
  }
}

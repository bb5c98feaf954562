// The worker's side of a client: handles one message at a time, and answers those that have an id.

import { THREADS, isNode } from "./environment.js";

/** Sends a message to the one who started the worker. @type {(message: unknown) => void} */
export let post;
/** Ends the worker. @type {() => void} */
export let close;

/**
 * Handles messages from now on.
 *
 * @param {Record<string, (message: any) => unknown>} handlers one for each kind of message. Its result is sent back
 * @param {Promise<void>} [ready] the first message waits for it
 * @param {(message: any) => boolean} [atOnce] handles a message that must not wait for those before it
 */
export function handleMessages(handlers, ready = Promise.resolve(), atOnce = () => false) {
  /** Resolves when the last message has been handled; the next one waits for it. */
  let queue = ready;
  const fail = (/** @type {unknown} */ error) => post({ kind: "dead", error: String(error) });
  /** @param {any} message */
  const take = (message) => {
    if (!atOnce(message)) queue = queue.then(() => receive(handlers, message), fail);
  };
  if (isNode) {
    // Without `await`, which bundlers refuse in workers that are no modules. Messages wait for the listener.
    void import(/* webpackIgnore: true */ /* @vite-ignore */ THREADS).then(({ parentPort }) => {
      post = (message) => parentPort.postMessage(message);
      close = () => parentPort.close();
      parentPort.on("message", take);
    });
  } else {
    /** @type {any} */
    const scope = globalThis;
    post = (message) => scope.postMessage(message);
    close = () => scope.close();
    scope.onmessage = (/** @type {MessageEvent} */ event) => take(event.data);
  }
}

/** @param {Record<string, (message: any) => unknown>} handlers @param {any} message */
async function receive(handlers, message) {
  const { id, kind } = message;
  try {
    const result = await handlers[kind](message);
    if (id !== undefined) post({ kind: "result", id, result });
  } catch (error) {
    // After a WebAssembly trap the memory may be inconsistent.
    if (error instanceof WebAssembly.RuntimeError || id === undefined) {
      post({ kind: "dead", error: String(error) });
      close();
    } else {
      post({ kind: "result", id, error: described(error) });
    }
  }
}

/** Converts an error so that a message can carry it. @param {any} error */
function described(error) {
  const { name, message, subject, thai } = error ?? {};
  return { name, message: message ?? String(error), subject, thai };
}

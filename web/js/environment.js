// What differs between browsers and Node.js.

/** Whether this runs in Node.js or a compatible runtime. */
export const isNode = typeof process === "object" && typeof process.versions?.node === "string";

/**
 * A running worker, with the same interface in browsers and Node.js.
 *
 * @typedef {object} RunningWorker
 * @property {(message: unknown, transfer?: Transferable[]) => void} post
 * @property {() => void} terminate
 */

/**
 * Starts this package's worker.
 *
 * @param {(message: any) => void} onMessage
 * @param {(error: Error) => void} onEnd is called when the worker has died
 * @returns {Promise<RunningWorker>}
 */
export async function startWorker(onMessage, onEnd) {
  if (isNode) {
    const { Worker } = await import("node:worker_threads");
    const worker = new Worker(new URL("./worker.js", import.meta.url));
    worker.on("message", onMessage);
    worker.on("error", onEnd);
    worker.on("exit", (code) => onEnd(new Error(`the worker has ended with status ${code}`)));
    return {
      post: (message, transfer) =>
        worker.postMessage(message, /** @type {import("node:worker_threads").TransferListItem[]} */ (transfer)),
      terminate: () => void worker.terminate(),
    };
  }
  const worker = browserWorker();
  worker.onmessage = (event) => onMessage(event.data);
  worker.onerror = (event) => onEnd(new Error(event.message || "the worker has died"));
  worker.onmessageerror = () => onEnd(new Error("a message of the worker could not be read"));
  return {
    post: (message, transfer) => worker.postMessage(message, transfer ?? []),
    terminate: () => worker.terminate(),
  };
}

function browserWorker() {
  try {
    return new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  } catch {
    // A page cannot start a worker from a script of another origin, but a worker of its own may import such a script.
    const url = JSON.stringify(new URL("./worker.js", import.meta.url).href);
    const script = new Blob([`import ${url};`], { type: "text/javascript" });
    return new Worker(URL.createObjectURL(script), { type: "module" });
  }
}

/**
 * Reads a file of this package, or any URL.
 *
 * @param {URL} url
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function readFile(url) {
  if (isNode && url.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return new Uint8Array(await readFile(url));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.href}: ${response.status} ${response.statusText}`);
  return new Uint8Array(await response.arrayBuffer());
}

// The function that the WebAssembly module calls while it works. Where the browser can suspend the module (JavaScript Promise Integration),
// the function may answer with a promise.

/** @type {() => number | Promise<number>} */
let answer = () => 0;

/**
 * Whether the module can be suspended, and needs to be: a cross-origin isolated page and Node.js have shared memory instead.
 */
export const canSuspend =
  typeof WebAssembly === "object" && /** @type {any} */ (globalThis).crossOriginIsolated === false && "Suspending" in WebAssembly;

/** Sets the function that answers the module from now on. @param {() => number | Promise<number>} next */
export function onQuestion(next) {
  answer = next;
}

const ask = () => answer();

/** The client's interrupt, if any. The module imports this function. */
export const listen = canSuspend ? new /** @type {any} */ (WebAssembly).Suspending(ask) : ask;

/** A function of the module that may be suspended. @param {() => void} exported @returns {() => void | Promise<void>} */
export function suspendable(exported) {
  return canSuspend ? /** @type {any} */ (WebAssembly).promising(exported) : exported;
}

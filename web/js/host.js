// What the module calls while it works. Where the browser can suspend it (JavaScript Promise
// Integration) its question may be answered later.

/** @type {() => number | Promise<number>} */
let answer = () => 0;

/**
 * Whether the module can wait for an answer, and needs to: a page that is cross-origin isolated
 * has shared memory, and Node.js has it always.
 */
export const canSuspend =
  /** @type {any} */ (globalThis).crossOriginIsolated === false && "Suspending" in WebAssembly;

/** What the module is told from now on. @param {() => number | Promise<number>} next */
export function onQuestion(next) {
  answer = next;
}

const ask = () => answer();

/** What the client has said; the module imports it. */
export const listen = canSuspend ? new /** @type {any} */ (WebAssembly).Suspending(ask) : ask;

/** A function of the module that may be suspended. @param {() => void} exported @returns {() => void | Promise<void>} */
export function suspendable(exported) {
  return canSuspend ? /** @type {any} */ (WebAssembly).promising(exported) : exported;
}

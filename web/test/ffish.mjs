// `ffish` and repeatable chance, for the tests that compare with it.

import { createRequire } from "node:module";

/** `ffish` believes it is in a browser if `fetch` exists. */
export async function loadFfish() {
  const { fetch } = globalThis;
  Reflect.deleteProperty(globalThis, "fetch");
  const library = createRequire(import.meta.url)("ffish");
  const loaded = typeof library === "function" ? await library() : library;
  if (!loaded.Board) await new Promise((loaded_) => (loaded.onRuntimeInitialized = loaded_));
  globalThis.fetch = fetch;
  return loaded;
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). @param {number} seed */
export function generator(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

// What the module with threads needs of its host: WASI's clock, chance and threads. It has no files.

import { isNode } from "./environment.js";

/** Numbers of WASI's errors. */
const SUCCESS = 0;
const AGAIN = 6;
const BAD_FILE = 8;

/** Nanoseconds by a clock that all workers share. */
function now() {
  if (isNode) return process.hrtime.bigint();
  return BigInt(Math.round(1e6 * (performance.timeOrigin + performance.now())));
}

/**
 * An instance of the module for a thread.
 *
 * @param {WebAssembly.Module} module
 * @param {WebAssembly.Memory} memory
 * @param {import("./mailbox.js").Mailbox} mailbox
 * @param {() => void} onOutput is called when there is output
 */
export function instantiate(module, memory, mailbox, onOutput) {
  const view = () => new DataView(memory.buffer);
  /** What a panic says before it ends the thread. */
  let lastWords = "";
  /** @type {Record<string, Function>} */
  const system = {
    environ_get: () => SUCCESS,
    /** @param {number} count @param {number} size */
    environ_sizes_get(count, size) {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return SUCCESS;
    },
    /** @param {number} _clock @param {bigint} _precision @param {number} place */
    clock_time_get(_clock, _precision, place) {
      view().setBigUint64(place, now(), true);
      return SUCCESS;
    },
    /** @param {number} place @param {number} length */
    random_get(place, length) {
      // For the keys of hash tables.
      new Uint8Array(memory.buffer, place, length).set(Uint8Array.from({ length }, () => 256 * Math.random()));
      return SUCCESS;
    },
    sched_yield: () => SUCCESS,
    /** @param {number} _file @param {number} parts @param {number} count @param {number} written */
    fd_write(_file, parts, count, written) {
      let length = 0;
      for (let part = parts; part < parts + 8 * count; part += 8) {
        const [start, size] = [view().getUint32(part, true), view().getUint32(part + 4, true)];
        lastWords += new TextDecoder().decode(new Uint8Array(memory.buffer, start, size).slice());
        length += size;
      }
      view().setUint32(written, length, true);
      return SUCCESS;
    },
    /** @param {number} status */
    proc_exit(status) {
      throw new WebAssembly.RuntimeError(`ended with status ${status}: ${lastWords}`);
    },
  };
  /** @type {any} */
  const imports = { env: { memory }, sakdi: { output_waits: onOutput }, wasi: { "thread-spawn": (/** @type {number} */ start) => spawned(mailbox.put(start)) } };
  imports.wasi_snapshot_preview1 = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    if (from === "wasi_snapshot_preview1") imports[from][name] = system[name] ?? (() => BAD_FILE);
  }
  return new WebAssembly.Instance(module, imports);
}

/** The answer to the wish for a thread: its id, or negative an error. @param {number} id */
const spawned = (id) => (id > 0 ? id : -AGAIN);

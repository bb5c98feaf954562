// The size of the files sent, and the time until the engine answers.

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import Sakdi from "../pkg/sakdi.js";
import { firstLoad } from "../tools/first-load.mjs";

const web = (/** @type {string} */ path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Compressed size in bytes. @param {string[]} paths */
function sent(paths) {
  const files = paths.map((path) => readFileSync(path));
  const total = (/** @type {(file: Buffer) => Buffer} */ pack) => files.reduce((sum, file) => sum + pack(file).length, 0);
  return { brotli: total((file) => brotliCompressSync(file)), gzip: total((file) => gzipSync(file, { level: 9 })) };
}

/** @param {string} folder */
function filesIn(folder) {
  const paths = readdirSync(folder, { recursive: true }).map((path) => join(folder, String(path)));
  return paths.filter((path) => statSync(path).isFile());
}

test("WebAssembly, its script and the net are at most 1.2 MB as sent", () => {
  const files = filesIn(web("pkg")).filter((path) => /\.(js|wasm|net)$/.test(path) && !path.endsWith("uci.js"));
  // A page loads the engine with threads only when it wants threads. Both read the same net.
  const [threads, engine] = [true, false].map((is) => sent(files.filter((path) => path.endsWith("_threads.wasm") === is)));
  console.log(`engine: ${engine.brotli} bytes by brotli, ${engine.gzip} by gzip; with threads ${threads.brotli} and ${threads.gzip} more`);
  assert.ok(engine.gzip <= 1_200_000);
  assert.ok(threads.gzip <= 1_200_000);
});

test("the first load of the page is at most 1 MB, and all that is kept for use offline 1.5 MB", { skip: !existsSync(web("dist")) }, () => {
  const first = sent(firstLoad(web("dist")).map((path) => join(web("dist"), path)));
  console.log(`first load: ${first.brotli} bytes by brotli, ${first.gzip} by gzip`);
  assert.ok(first.brotli <= 1_000_000);
  // Tables and threads are fetched when they are needed.
  const page = filesIn(web("dist")).filter((path) => !/(\.bin|_threads\.wasm|\.d\.ts|LICENSE-\w+)$/.test(path));
  const { brotli, gzip } = sent(page);
  console.log(`page: ${brotli} bytes by brotli, ${gzip} by gzip`);
  assert.ok(gzip < 1_500_000);
});

test("the engine starts within 300 ms of CPU time", async () => {
  const times = [];
  for (let round = 0; round < 5; round++) {
    const before = process.cpuUsage();
    const engine = await Sakdi();
    await engine.ask("uci", "uciok");
    // Of all threads. On a busy machine they may have to wait for any time.
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
    engine.terminate();
  }
  console.log(`start to uciok: ${times.map((time) => time.toFixed(0)).join(", ")} ms of CPU time`);
  assert.ok(Math.min(...times) < 300);
});

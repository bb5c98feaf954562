// The engine in a page, with shared memory and without.

import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { serve } from "../tools/serve.mjs";
import { launch, missing, newPage } from "../tools/chromium.mjs";

/** Longest time for an answer during a search, in milliseconds. Single answers may be later on a busy machine. */
const PROMPTLY = 250;
/** The same in a hidden tab, whose timers browsers let wait for whole seconds. */
const PROMPTLY_IF_HIDDEN = 600;
const WEB = fileURLToPath(new URL("..", import.meta.url));

/** The script of the page. It runs there and cannot refer to anything here. */
async function inPage() {
  // @ts-ignore: the address is that of the page.
  const { default: Sakdi, analyse } = await import("/pkg/sakdi.js");
  const engine = await Sakdi();
  const wait = (/** @type {number} */ time) => new Promise((resolve) => setTimeout(resolve, time));
  /** @param {(done: () => void) => void} work */
  const timed = async (work) => {
    const start = performance.now();
    await new Promise((/** @type {(value: void) => void} */ resolve) => work(resolve));
    return performance.now() - start;
  };
  /** @param {string} line @param {string} answer */
  const answered = (line, answer) =>
    timed((done) => {
      const listener = (/** @type {string} */ said) => {
        if (!said.startsWith(answer)) return;
        engine.removeMessageListener(listener);
        done();
      };
      engine.addMessageListener(listener);
      engine.postMessage(line);
    });
  const uci = await answered("uci", "uciok");
  /** @type {number[]} */
  const times = [];
  for (let round = 0; round < 3; round++) {
    engine.postMessage("go infinite");
    await wait(200);
    times.push(await answered("isready", "readyok"), await answered("stop", "bestmove"));
    engine.postMessage("go ponder movetime 100");
    await wait(200);
    times.push(await answered("ponderhit", "bestmove"));
  }
  engine.postMessage("position startpos");
  const lines = await engine.ask("go nodes 20000", "bestmove");
  engine.terminate();
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 300);
  const cancelled = await analyse("1. d4 d5 *", { movetime: 20000, signal: controller.signal }).then(
    () => "done",
    (/** @type {Error} */ error) => error.name,
  );
  const { usesSharedMemory } = engine;
  return { usesSharedMemory, uci, times, answer: lines.at(-1), cancelled };
}

/** The ways in which interrupts reach a search: see js/interrupts.js. */
const WAYS = [
  { name: "by shared memory", isolated: true, suspends: true },
  { name: "by giving way", isolated: false, suspends: true },
  { name: "by addresses of blobs", isolated: false, suspends: false },
];

/** A copy of the package that believes the browser cannot suspend WebAssembly. */
function withoutSuspension() {
  const folder = mkdtempSync(join(tmpdir(), "sakdi-"));
  cpSync(join(WEB, "pkg"), join(folder, "pkg"), { recursive: true, filter: (path) => !path.endsWith(".bin") });
  cpSync(join(WEB, "test", "empty.html"), join(folder, "test", "empty.html"));
  const host = join(folder, "pkg", "host.js");
  const script = readFileSync(host, "utf8");
  assert.ok(script.includes('"Suspending" in WebAssembly'));
  writeFileSync(host, script.replace('"Suspending" in WebAssembly', "false"));
  return folder;
}

for (const { name, isolated, suspends } of WAYS) {
  test(`the engine hears what it is told during a search ${name}`, { skip: missing }, async () => {
    const folder = suspends ? WEB : withoutSuspension();
    const { url, close } = await serve(folder, { isolated });
    const browser = await launch();
    try {
      const page = await newPage(browser);
      await page.goto(`${url}test/empty.html`);
      const told = await page.evaluate(inPage);
      assert.equal(told.usesSharedMemory, isolated);
      // The answers to `isready`, `stop` and `ponderhit` take turns.
      for (const kind of [0, 1, 2]) assert.ok(Math.min(...told.times.filter((_, at) => at % 3 === kind)) < PROMPTLY, `${told.times}`);
      assert.match(told.answer, /^bestmove /);
      assert.equal(told.cancelled, "AbortError");
      console.log(`${name}: slowest answer ${Math.max(...told.times).toFixed(1)} ms`);
    } finally {
      await browser.close();
      close();
      if (!suspends) rmSync(folder, { recursive: true });
    }
  });
}

for (const { name, isolated, suspends } of WAYS) {
  test(`the engine hears what it is told in a hidden tab ${name}`, { skip: missing }, async () => {
    const folder = suspends ? WEB : withoutSuspension();
    const { url, close } = await serve(folder, { isolated });
    const browser = await launch({ slowsHiddenTabs: true });
    try {
      const page = await newPage(browser);
      await page.goto(`${url}test/empty.html`);
      await (await newPage(browser)).bringToFront();
      await page.waitForFunction(() => document.visibilityState === "hidden", { polling: 50 });
      const { times, answer } = await page.evaluate(inPage);
      const sorted = times.toSorted((a, b) => a - b);
      assert.ok(sorted[Math.floor(sorted.length / 2)] < PROMPTLY_IF_HIDDEN, `${times}`);
      assert.match(answer, /^bestmove /);
      console.log(`hidden, ${name}: slowest answer ${sorted[sorted.length - 1].toFixed(1)} ms`);
    } finally {
      await browser.close();
      close();
      if (!suspends) rmSync(folder, { recursive: true });
    }
  });
}

test("an engine that stop could not reach does not start", { skip: missing }, async () => {
  const folder = withoutSuspension();
  const { url, close } = await serve(folder, { csp: "script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'" });
  const browser = await launch();
  try {
    const page = await newPage(browser);
    await page.goto(`${url}test/empty.html`);
    const told = await page.evaluate(async () => {
      // @ts-ignore: the address is that of the page.
      const { default: Sakdi } = await import("/pkg/sakdi.js");
      return Sakdi().then(() => "started", (/** @type {Error} */ error) => error.message);
    });
    assert.match(told, /connect-src blob:/);
  } finally {
    await browser.close();
    close();
    rmSync(folder, { recursive: true });
  }
});

test("the worker may be given by its URL", { skip: missing }, async () => {
  const { url, close } = await serve(WEB);
  const browser = await launch();
  try {
    const page = await newPage(browser);
    await page.goto(`${url}test/empty.html`);
    const answer = await page.evaluate(async (worker) => {
      // @ts-ignore: the address is that of the page.
      const { default: Sakdi, analyse, fetchTables } = await import("/pkg/sakdi.js");
      const engine = await Sakdi({ worker });
      const lines = await engine.ask("go nodes 1000", "bestmove");
      engine.terminate();
      const { report } = await analyse("1. d4 *", { nodes: 1000, worker });
      // Relative to the page.
      const tables = await fetchTables("../pkg/sakdi-tables.bin");
      const wrong = await Sakdi({ worker: "/nothing.js" }).then(() => "started", (/** @type {any} */ error) => error.subject);
      return { move: lines.at(-1), games: report.games.length, bytes: tables.byteLength, wrong };
    }, "/pkg/worker.js");
    assert.match(answer.move, /^bestmove /);
    assert.equal(answer.games, 1);
    assert.ok(answer.bytes > 1e6);
    assert.equal(answer.wrong, "worker");
  } finally {
    await browser.close();
    close();
  }
});

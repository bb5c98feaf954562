// The engine with threads, in Node.js and in a page.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import Sakdi, { Board, fetchTables, ready } from "../pkg/sakdi.js";
import { launch, missing, newPage } from "../tools/chromium.mjs";
import { click, errors, go, open, page, start, stop } from "../tools/page-driver.mjs";
import { serve } from "../tools/serve.mjs";

const WEB = fileURLToPath(new URL("..", import.meta.url));
const skip = !existsSync(new URL("../pkg/sakdi_threads.wasm", import.meta.url)) && "the package was built without threads";
const MIDDLEGAME = "r1smksn1/3n3r/1pppppp1/p7/1P2P3/P1PP1PSP/1S6/RN1KM1NR w - - 0 7";

/** Works with an engine, and ends it. @param {number} threads @param {(engine: import("../pkg/sakdi.js").Engine) => Promise<void>} work */
async function withThreads(threads, work) {
  const engine = await Sakdi({ threads });
  try {
    await work(engine);
  } finally {
    engine.terminate();
  }
}

/** The value of a word in a line of `info`. @param {string} line @param {string} word */
const value = (line, word) => Number(new RegExp(` ${word} (\\d+)`).exec(line)?.[1]);

test("two threads search, and give legal moves", { skip }, async () => {
  await ready();
  await withThreads(2, async (engine) => {
    const announced = await engine.ask("uci", "uciok");
    assert.ok(announced.includes("option name Threads type spin default 1 min 1 max 8"));
    assert.equal(engine.usesSharedMemory, true);
    const board = new Board("makruk");
    for (let ply = 0; ply < 6; ply++) {
      engine.postMessage(`position startpos moves ${board.moveStack()}`);
      const answer = (await engine.ask("go nodes 20000", "bestmove")).at(-1) ?? "";
      assert.ok(board.push(answer.split(" ")[1]), answer);
      assert.equal(engine.isBusy, false);
    }
    board.delete();
  });
});

test("the second thread searches, too", { skip, timeout: 600_000 }, async () => {
  /** Nodes of a search of a fixed depth. */
  const nodes = async (/** @type {import("../pkg/sakdi.js").Engine} */ engine) => {
    engine.postMessage("ucinewgame");
    engine.postMessage(`position fen ${MIDDLEGAME}`);
    const lines = await engine.ask("go depth 12", "bestmove");
    return value(lines.filter((line) => line.includes(" nodes ")).at(-1) ?? "", "nodes");
  };
  await withThreads(2, async (engine) => {
    engine.postMessage("setoption name Threads value 1");
    const alone = await nodes(engine);
    assert.equal(await nodes(engine), alone, "one thread searches the same nodes each time");
    for (const threads of [2, 8]) {
      engine.postMessage(`setoption name Threads value ${threads}`);
      // On a machine without another free core the others may not get to search before the first has ended.
      let others = alone;
      while (others === alone) others = await nodes(engine);
    }
  });
});

test("stop, isready and ponderhit are heard during a search", { skip }, async () => {
  await withThreads(2, async (engine) => {
    engine.postMessage(`position fen ${MIDDLEGAME}`);
    const endless = engine.ask("go infinite", "bestmove");
    assert.equal(engine.isBusy, true);
    const isReady = new Promise((resolve) => engine.addMessageListener((line) => line === "readyok" && resolve(engine.isBusy)));
    engine.postMessage("isready");
    assert.equal(await isReady, true, "isready ends no search");
    engine.postMessage("stop");
    assert.match((await endless).at(-1) ?? "", /^bestmove [a-h][1-8]/);
    assert.equal(engine.isBusy, false);
    const pondered = engine.ask("go ponder movetime 10", "bestmove");
    engine.postMessage("ponderhit");
    await pondered;
    // Each of these lines ends the search before it.
    for (const line of ["position startpos", "setoption name Threads value 3", "setoption name Hash value 32", "ucinewgame", "go depth 1"]) {
      const ended = engine.ask("go infinite", "bestmove");
      // The answers of two searches can arrive at once.
      if (line.startsWith("go")) await engine.ask(line, "bestmove");
      else engine.postMessage(line);
      await ended;
    }
    await engine.ask("isready", "readyok");
  });
});

test("perft is counted by several threads, and ended by stop", { skip }, async () => {
  await withThreads(3, async (engine) => {
    const lines = await engine.ask("go perft 5", "Nodes searched");
    assert.equal(lines.at(-1), "Nodes searched: 6223994");
    const stopped = engine.ask("go perft 9", "info string perft");
    engine.postMessage("stop");
    await stopped;
    // What it is busy with is known a moment after its last line.
    while (engine.isBusy) await new Promise((resolve) => setTimeout(resolve, 10));
    await engine.ask("go depth 1", "bestmove");
  });
});

test("it loads tables and nets, and refuses what it cannot use", { skip }, async () => {
  await withThreads(2, async (engine) => {
    const names = await engine.loadTables(await fetchTables());
    assert.ok(names.includes("KRvK"), names.join(" "));
    engine.postMessage("position fen 8/8/8/4k3/8/8/8/R3K3 w - - 0 1");
    const lines = await engine.ask("go depth 6", "bestmove");
    assert.ok(lines.some((line) => value(line, "tbhits") > 0));
    await assert.rejects(engine.loadTables(new Uint8Array(100)), { name: "SakdiError", subject: "table", thai: /[ก-๙]/ });
    const net = readFileSync(new URL("../../crates/engine/src/eval/nnue/default.net", import.meta.url));
    await engine.loadNet(net);
    await assert.rejects(engine.loadNet(net.subarray(0, 1000)), { name: "SakdiError", subject: "net", thai: /[ก-๙]/ });
    for (const option of ["Threads value 9", "Hash value 100000", "TablePath value /tables", "EvalFile value /some.net", "BookFile value /some.book"]) {
      engine.postMessage(`setoption name ${option}`);
      const said = await engine.ask("isready", "readyok");
      assert.ok(said.length === 2 && said[0].startsWith("info string "), `${option}: ${said}`);
    }
  });
});

test("an engine that is ended while it searches ends all its threads", { skip }, async () => {
  const engine = await Sakdi({ threads: 2 });
  const answer = engine.ask("go infinite", "bestmove");
  engine.terminate();
  await assert.rejects(answer, { subject: "worker" });
  assert.equal(await engine.ended, undefined);
  const other = await Sakdi({ threads: 2 });
  other.postMessage("go infinite");
  other.postMessage("quit");
  assert.equal(await other.ended, undefined);
});

test("a wrong number of threads is refused", async () => {
  for (const threads of [0, 9, 1.5, NaN]) await assert.rejects(Sakdi({ threads }), { name: "RangeError", message: /from 1 to 8/ });
});

test("the program for clients takes the number of threads", { skip }, () => {
  const script = fileURLToPath(new URL("../pkg/uci.js", import.meta.url));
  const said = execFileSync(process.execPath, [script, "--threads", "2"], { input: "uci\ngo perft 4\n", encoding: "utf8" });
  assert.match(said, /name Threads type spin default 1 min 1 max 8\n[^]*Nodes searched: 273026\n/);
  const { status, stderr } = spawnSync(process.execPath, [script, "--threads", "x"], { encoding: "utf8" });
  assert.equal(status, 2);
  assert.match(stderr, /^sakdi: threads must be .*\n$/);
});

/** Starts threads in a page, and searches with them. It runs there and cannot refer to anything here. */
async function inPage() {
  // @ts-ignore: the address is that of the page.
  const { default: Sakdi } = await import("/pkg/sakdi.js");
  try {
    const engine = await Sakdi({ threads: 2 });
    const lines = await engine.ask("go nodes 50000", "bestmove");
    const endless = engine.ask("go infinite", "bestmove");
    engine.postMessage("stop");
    const stopped = (await endless).at(-1);
    engine.postMessage("quit");
    return { answer: lines.at(-1), stopped, died: (await engine.ended)?.message };
  } catch (error) {
    const { subject, message, thai } = /** @type {any} */ (error);
    return { subject, message, thai };
  }
}

for (const isolated of [true, false]) {
  test(`a page that is ${isolated ? "" : "not "}isolated ${isolated ? "has" : "is refused"} threads`, { skip: skip || missing }, async () => {
    const { url, close } = await serve(WEB, { isolated });
    const browser = await launch();
    try {
      const page = await newPage(browser);
      await page.goto(`${url}test/empty.html`);
      const { answer, stopped, died, subject, message, thai } = await page.evaluate(inPage);
      if (isolated) {
        assert.match(answer ?? "", /^bestmove [a-h][1-8]/, message);
        assert.match(stopped ?? "", /^bestmove [a-h][1-8]/);
        assert.equal(died, undefined);
      } else {
        assert.equal(subject, "threads");
        assert.match(message ?? "", /Cross-Origin-Opener-Policy/);
        assert.match(thai ?? "", /หน่วยความจำร่วม/);
      }
    } finally {
      await browser.close();
      close();
    }
  });
}

for (const isolated of [true, false]) {
  test(`the page that is ${isolated ? "" : "not "}isolated ${isolated ? "thinks with" : "says why it has no"} threads`, { skip: skip || missing }, async () => {
    await start({ isolated });
    try {
      await open("th");
      await go("review");
      await click("#review .engine .on");
      await page.select("#review .thread-count", "2");
      if (isolated) {
        await page.waitForSelector("#review .lines b");
        assert.equal(await page.$eval("#review .thread-count", (select) => /** @type {HTMLSelectElement} */ (select).value), "2");
        await click("#review .engine .on");
      } else {
        await page.waitForFunction(() => /หน่วยความจำร่วม/.test(document.querySelector("#review .depth-text")?.textContent ?? ""));
        assert.equal(await page.$eval("#review .on", (button) => button.getAttribute("aria-pressed")), "false");
        // With one thread it thinks again.
        await click("#review .engine .on");
        await page.waitForSelector("#review .lines b");
      }
      assert.deepEqual(errors.splice(0), []);
    } finally {
      await stop();
    }
  });
}

// The UCI engine in Node.js.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import Sakdi, { fetchTables } from "../pkg/sakdi.js";

/** Longest time for an answer during a search, in milliseconds: for the best of some rounds, because a busy machine may delay one. */
const PROMPTLY = 250;
const ROUNDS = 5;

const engine = await Sakdi();
after(() => engine.terminate());

/** The answer to `go`. @param {string} go */
const search = (go) => engine.ask(go, "bestmove");
const wait = (/** @type {number} */ time) => new Promise((resolve) => setTimeout(resolve, time));

/** The duration of some work, in milliseconds. @param {() => Promise<unknown>} work */
async function time(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** The shortest duration of some work. @param {() => Promise<number>} measure */
async function best(measure) {
  let shortest = Infinity;
  for (let round = 0; round < ROUNDS && shortest >= PROMPTLY; round++) shortest = Math.min(shortest, await measure());
  return shortest;
}

test("ask refuses an answer without an end", async () => {
  await assert.rejects(engine.ask("isready", /** @type {any} */ (undefined)), { name: "TypeError", message: /last line/ });
  assert.deepEqual(await engine.ask("isready", "readyok"), ["readyok"]);
});

test("it introduces itself as the native program does", async () => {
  const lines = await engine.ask("uci", "uciok");
  assert.match(lines[0], /^id name Sakdi /);
  assert.ok(lines.includes("option name UCI_Variant type combo default makruk var makruk var makpong"));
  assert.ok(lines.includes("option name Threads type spin default 1 min 1 max 1"));
  assert.deepEqual(await engine.ask("isready", "readyok"), ["readyok"]);
});

test("a search can be stopped whatever the wish for shared memory", async () => {
  const other = await Sakdi({ sharedMemory: false });
  const answer = other.ask("go infinite", "bestmove");
  await wait(100);
  other.postMessage("stop");
  assert.match((await answer).at(-1) ?? "", /^bestmove [a-h][1-8]/);
  other.terminate();
});

test("what it cannot do is refused in one line, and it plays on", async () => {
  for (const line of [
    "setoption name Threads value 2",
    "setoption name TablePath value /tables",
    "setoption name EvalFile value /some.net",
    "setoption name BookFile value /some.book",
    "setoption name Hash value 100000",
    "position fen 8/8/8 w",
    "position startpos moves e2e4",
    "nonsense",
  ]) {
    engine.postMessage(line);
    const said = await engine.ask("isready", "readyok");
    assert.ok(said.length === 2 && said[0].startsWith("info string "), `${line}: ${said}`);
  }
  engine.postMessage("position startpos");
  assert.match((await search("go depth 4")).at(-1) ?? "", /^bestmove [a-h][1-8]/);
});

test("an answer that cannot be judged is an error, and the next call is answered", async () => {
  const failing = engine.ask("isready", () => {
    throw new RangeError("no judge");
  });
  await assert.rejects(failing, RangeError);
  assert.deepEqual(await engine.ask("isready", "readyok"), ["readyok"]);
});

test("isready is answered after the search that a new one replaces", async () => {
  engine.postMessage("position startpos");
  engine.postMessage("go infinite");
  await wait(100);
  engine.postMessage("go infinite");
  const lines = await engine.ask("isready", "readyok");
  assert.equal(lines.filter((line) => line.startsWith("bestmove")).length, 1, lines.join("\n"));
  assert.ok(engine.isBusy, "the new search goes on");
  await engine.ask("stop", "bestmove");
});

test("the end of the input lets a short perft end, and stops a long one", () => {
  const script = fileURLToPath(new URL("../pkg/uci.js", import.meta.url));
  const run = (/** @type {string} */ input) => execFileSync(process.execPath, [script], { input, encoding: "utf8" });
  assert.match(run("go perft 3\n"), /Nodes searched: 12012\n/);
  assert.match(run("go perft 9\nquit\n"), /info string perft was stopped\n$/);
});

test("a net may be given, and one that is damaged is refused", async () => {
  const net = readFileSync(new URL("../../crates/engine/src/eval/nnue/default.net", import.meta.url));
  const scored = async () => {
    engine.postMessage("ucinewgame");
    engine.postMessage("position startpos");
    const lines = await search("go nodes 2000");
    return lines.filter((line) => line.startsWith("info depth")).map((line) => line.replace(/ nps \d+| time \d+/g, ""));
  };
  const before = await scored();
  // At the end are the biases of the sets of output weights and the checksum of all before it.
  const covered = net.length - 32;
  const biases = net.readUInt32LE(20);
  const other = Buffer.from(net);
  for (let bias = 1; bias <= biases; bias++) other[covered - 4 * bias + 1] ^= 16;
  other.set(createHash("sha256").update(other.subarray(0, covered)).digest(), covered);
  await engine.loadNet(other);
  assert.notDeepEqual(await scored(), before);
  await engine.loadNet(net);
  assert.deepEqual(await scored(), before);
  net[5000] ^= 1;
  await assert.rejects(engine.loadNet(net), { name: "SakdiError", subject: "net" });
  await assert.rejects(engine.loadNet(net.subarray(0, 10)), { subject: "net" });
  engine.postMessage("position startpos");
  assert.match((await search("go nodes 2000")).at(-1) ?? "", /^bestmove [a-h][1-8]/);
});

test("a search finds a mate and tells the count", async () => {
  engine.postMessage("position fen k7/8/1K6/8/8/8/8/7R w - 32 28 60");
  const lines = await search("go depth 6");
  assert.equal(lines.at(-1), "bestmove h1h8");
  assert.ok(lines.some((line) => line.includes("score mate 1")));
  assert.ok(lines.some((line) => /^info string pieces' honour/.test(line)), lines.join("\n"));
});

test("tables may be loaded", async () => {
  /** A mate in 57. */
  const position = "position fen M7/7K/8/8/8/8/8/k1S5 w - 128 8 1";
  const other = await Sakdi();
  const last = async () => {
    other.postMessage(position);
    return (await other.ask("go depth 5", "bestmove")).filter((line) => line.startsWith("info depth")).at(-1) ?? "";
  };
  assert.match(await last(), / tbhits 0 /);
  await other.loadTables(await fetchTables());
  assert.match(await last(), / score mate 57 /);
  other.terminate();

  const input = `${position}\ngo depth 5\n`;
  const run = (/** @type {string[]} */ ...args) => {
    const script = fileURLToPath(new URL("../pkg/uci.js", import.meta.url));
    return execFileSync(process.execPath, [script, ...args], { input, encoding: "utf8" });
  };
  assert.match(run("--tables"), / score mate 57 /);
  assert.doesNotMatch(run(), / score mate /);
});

test("searches by nodes are the same every time", async () => {
  const answers = [];
  for (let round = 0; round < 2; round++) {
    engine.postMessage("setoption name Clear Hash");
    engine.postMessage("position startpos");
    const lines = await search("go nodes 20000");
    answers.push(lines.map((line) => line.replace(/ nps \d+| time \d+/g, "")));
  }
  assert.deepEqual(answers[0], answers[1]);
});

test("stop, isready and ponderhit are heard during a search", async () => {
  engine.postMessage("position startpos");
  const endless = search("go infinite");
  await wait(150);
  assert.ok(engine.isBusy);
  assert.ok((await best(() => time(pong))) < PROMPTLY);
  assert.ok(engine.isBusy, "isready ends no search");
  engine.postMessage("stop");
  await endless;

  /** Ends a search by a line, and waits for its answer. @param {string} go @param {string} line */
  const ending = async (go, line) => {
    const answer = search(go);
    await wait(150);
    assert.ok(engine.isBusy, `${go} goes on`);
    return time(async () => (engine.postMessage(line), await answer));
  };
  assert.ok((await best(() => ending("go infinite", "stop"))) < PROMPTLY);
  assert.ok((await best(() => ending("go ponder wtime 200 btime 200", "ponderhit"))) < PROMPTLY);
});

/** Waits for `readyok` during a search. */
function pong() {
  return new Promise((/** @type {(value: void) => void} */ resolve) => {
    const listener = (/** @type {string} */ line) => {
      if (line !== "readyok") return;
      engine.removeMessageListener(listener);
      resolve();
    };
    engine.addMessageListener(listener);
    engine.postMessage("isready");
  });
}

test("lines that end a search do so, with its answer first", async () => {
  for (const line of ["position startpos moves d3d4", "setoption name Hash value 8", "ucinewgame", "count skip", "go depth 2"]) {
    const ending = async () => {
      engine.postMessage("position startpos");
      const endless = search("go infinite");
      await wait(30);
      // The answers of two searches can arrive at once.
      const next = line.startsWith("go") ? engine.ask(line, "bestmove") : engine.postMessage(line);
      const duration = await time(() => endless);
      await next;
      await engine.ask("isready", "readyok");
      return duration;
    };
    assert.ok((await best(ending)) < PROMPTLY, line);
  }
});

test("an endless search that has nothing left to do answers when it is asked to", async () => {
  engine.postMessage("position fen k7/8/1KR5/8/8/8/8/8 w - - 0 1");
  let answered = false;
  const endless = search("go infinite searchmoves c6c8").then(() => (answered = true));
  await wait(100);
  assert.ok(!answered);
  engine.postMessage("stop");
  await endless;
});

test("perft counts", async () => {
  engine.postMessage("position startpos");
  const lines = await engine.ask("go perft 4", "Nodes searched");
  assert.equal(lines.at(-1), "Nodes searched: 273026");
});

test("lines come one a message", async () => {
  const lines = await engine.ask("d", (line) => line.includes("no count runs"));
  assert.ok(lines.every((line) => !line.includes("\n")));
  assert.ok(lines.some((line) => line.startsWith("Fen: rnsmksnr/8/pppppppp/")));
});

test("quit ends it, and what waits for it fails", async () => {
  const other = await Sakdi();
  const pending = other.ask("go infinite", "never");
  other.postMessage("quit");
  await assert.rejects(pending, { name: "SakdiError", subject: "worker" });
  assert.equal(await other.ended, undefined);
  assert.throws(() => other.postMessage("uci"), { name: "SakdiError" });
});

test("an engine that has ended does not become busy", async () => {
  const other = await Sakdi();
  other.postMessage("quit");
  await other.ended;
  assert.throws(() => other.postMessage("go depth 3"), { name: "SakdiError" });
  assert.equal(other.isBusy, false);
});

test("terminate ends it at once", async () => {
  const other = await Sakdi();
  const pending = other.ask("go infinite", "bestmove");
  other.terminate();
  await assert.rejects(pending, { name: "SakdiError" });
});

// The analysis service, as clients see it.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Pool, service } from "./analysis-service.mjs";

let pool, server, address;

before(async () => {
  pool = await new Pool({ engines: 2, queue: 3, hash: 4 }).start();
  server = service(pool);
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${server.address().port}`;
});

after(() => {
  server.closeAllConnections();
  server.close();
  pool.close();
});

async function post(value, options = {}) {
  const body = typeof value === "string" ? value : JSON.stringify(value);
  const response = await fetch(`${address}/analyse`, { method: "POST", body, ...options });
  return { status: response.status, ...(await response.json()) };
}

test("a position is analysed, the same each time", async () => {
  const request = { moves: ["e3e4"], nodes: 3000, multipv: 2 };
  const first = await post(request);
  assert.equal(first.status, 200);
  assert.equal(first.lines.length, 2);
  assert.equal(first.lines[0].pv[0], first.bestmove);
  assert.ok(first.lines[0].depth > 1 && "cp" in first.lines[0].score);
  assert.deepEqual(await post(request), first);
});

test("a mate is a mate", async () => {
  const answer = await post({ fen: "4k3/8/R3K3/8/8/8/8/8 w - - 0 1", nodes: 2000 });
  assert.deepEqual([answer.bestmove, answer.lines[0].score], ["a6a8", { mate: 1 }]);
});

test("a position brings no commands to the engine", async () => {
  const fen = "https://a/\nsetoption name MultiPV value 3\nquit\n?fen=4k3/8/R3K3/8/8/8/8/8_w_-_-_0_1";
  for (let times = 0; times < 3; times++) {
    const answer = await post({ fen, nodes: 2000 });
    assert.deepEqual([answer.status, answer.bestmove, answer.lines.length], [200, "a6a8", 1]);
  }
});

test("wrong requests are refused with the reason", async () => {
  for (const [request, reason] of [
    ["{", /not JSON/],
    [{ moves: ["e3e5"] }, /e3e5 is not legal/],
    [{ moves: ["e3e4\nquit"] }, /list of moves/],
    [{ fen: "8/8/8/8/8/8/8/8 w - - 0 1" }, /./],
    [{ nodes: 1e9 }, /nodes/],
    [{ multipv: 0 }, /multipv/],
    [{ fen: "4k2R/8/4K3/8/8/8/8/8 b - - 0 1" }, /over/],
  ]) {
    const answer = await post(request);
    assert.equal(answer.status, 400, JSON.stringify(request));
    assert.match(answer.error, reason);
  }
  assert.equal((await post("x".repeat(100_000))).status, 413);
  assert.equal((await fetch(`${address}/analyse`)).status, 405);
  assert.equal((await fetch(`${address}/other`)).status, 404);
});

test("requests wait for an engine, and too many are refused", async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => post({ nodes: 200_000 })));
  const statuses = answers.map((answer) => answer.status);
  assert.ok(statuses.every((status) => status === 200 || status === 503), String(statuses));
  assert.ok(statuses.filter((status) => status === 200).length >= 5, String(statuses));
  assert.ok(statuses.includes(503), String(statuses));
});

test("a client that goes away frees its engine", async () => {
  const leaving = Array.from({ length: 2 }, () => {
    const gone = new AbortController();
    const request = post({ nodes: 1_000_000 }, { signal: gone.signal });
    return { gone, request };
  });
  for (const { gone, request } of leaving) {
    setTimeout(() => gone.abort(), 100);
    await assert.rejects(request);
  }
  assert.equal((await post({ nodes: 1000 })).status, 200);
});

// Endgame tables of five men on a server.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Board, RemoteTables, ready } from "../pkg/sakdi.js";
import { serveTables } from "./table-server.mjs";

/** White wins, and nothing is captured or promoted within two plies. */
const POSITION = "k7/2K5/7p/8/8/1P2P3/8/8 w - - 0 1";
/** @type {import("./table-server.mjs").TableServer} */
let server;

before(async () => {
  await ready();
  server = await serveTables();
});
after(() => server.close());

test("what a server does wrong is named", async () => {
  const board = new Board("makruk", POSITION);
  /** @type {[import("./table-server.mjs").Manner, RegExp][]} */
  const faults = [
    ["whole", /KPPvKP\.skt: the server sends whole files only|KPvKPP\.skt: the server sends whole files only/],
    ["broken", /\.skt: 500 Internal Server Error$/],
    ["other", /^not a Sakdi table$/],
    ["damaged", /^damaged: the table does not match its checksum$/],
  ];
  for (const [manner, message] of faults) {
    server.manner = manner;
    await assert.rejects(new RemoteTables(server.url).prepare(board), (error) => message.test(/** @type {Error} */ (error).message) || assert.fail(String(error)));
    assert.equal(board.tableVerdict(), null, manner);
  }
  server.manner = "ranges";
  const nowhere = new RemoteTables("http://127.0.0.1:1/tables");
  await assert.rejects(nowhere.prepare(board));
  const aborted = AbortSignal.abort();
  await assert.rejects(new RemoteTables(server.url).prepare(board, aborted), { name: "AbortError" });
  assert.throws(() => new RemoteTables("no address"), TypeError);
  board.free();
});

test("a few parts tell the results of a position and its moves", async () => {
  const tables = new RemoteTables(server.url);
  const board = new Board("makruk", POSITION);
  server.requests.length = 0;
  // Two at once: one after the other.
  const [first, second] = await Promise.all([tables.prepare(board), tables.prepare(board)]);
  assert.ok(first && second);
  const requests = server.requests.filter((request) => /KPPvKP|KPvKPP/.test(request));
  assert.equal(new Set(server.requests).size, server.requests.length, "nothing twice");
  assert.ok(requests.length > 2 && requests.length < 60, String(requests));
  assert.deepEqual({ ...board.tableVerdict() }, { ...board.tableVerdict(), winner: "white", distance: 9 });
  const results = board.tableMoves().map(({ verdict }) => verdict?.winner ?? null);
  assert.ok(results.includes("white") && results.length > 5);
  // No table of fewer men is there, or of more.
  const start = new Board("makruk");
  assert.equal(await tables.prepare(start), false);
  board.free();
  start.free();
});

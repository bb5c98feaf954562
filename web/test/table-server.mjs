// A server of the tests' endgame tables of five men, which sends parts of files.

import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const DATA = new URL("../../engine-tests/data/", import.meta.url);

/**
 * @typedef {"ranges" | "whole" | "damaged" | "broken" | "other"} Manner how it answers: rightly, with whole files, with a wrong last byte
 *   in each part behind the header, with status 500, or with a web page
 * @typedef {{ url: string, requests: string[], manner: Manner, close: () => void }} TableServer
 */

/** @returns {Promise<TableServer>} */
export async function serveTables() {
  /** @type {TableServer} */
  const state = { url: "", requests: [], manner: "ranges", close: () => void server.close() };
  const server = createServer((request, response) => {
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
    state.requests.push(`${request.url} ${from}-${to}`);
    response.setHeader("Access-Control-Allow-Origin", "*");
    response.setHeader("Access-Control-Expose-Headers", "Content-Range");
    /** @type {Buffer} */
    let bytes;
    try {
      if (request.url?.includes("/nowhere/")) throw new Error("not here");
      bytes = readFileSync(new URL((request.url ?? "").split("/").at(-1) ?? "", DATA));
    } catch {
      return void response.writeHead(404).end();
    }
    if (state.manner === "broken") return void response.writeHead(500).end();
    if (state.manner === "whole") return void response.end(bytes);
    if (state.manner === "other") bytes = Buffer.from("<!DOCTYPE html>");
    const end = Math.min(Number(to) + 1, bytes.length);
    const part = Buffer.from(bytes.subarray(Number(from), end));
    if (state.manner === "damaged" && Number(from) > 0) part[part.length - 1] ^= 1;
    response.writeHead(206, { "Content-Range": `bytes ${from}-${end - 1}/${bytes.length}` }).end(part);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const address = server.address();
  state.url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/tables/`;
  return state;
}

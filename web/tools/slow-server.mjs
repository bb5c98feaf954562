// A server as a phone sees one over a slow connection: compressed files, all connections together at one speed, and a delay before each answer.

import { readFileSync, readdirSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import { TYPES } from "./serve.mjs";

/** Bytes sent at once. */
const CHUNK = 4_096;

/** The contents of all files of a folder as they are sent, by their paths. @param {string} folder */
async function packed(folder) {
  const paths = readdirSync(folder, { recursive: true }).map((path) => join(folder, String(path))).filter((path) => statSync(path).isFile());
  const pack = promisify(brotliCompress);
  return new Map(await Promise.all(paths.map(async (path) => /** @type {const} */ ([path, await pack(readFileSync(path))]))));
}

/**
 * Serves a folder, whose files it packs first, at a number of bytes a second. Resolves with the URL and a function that stops the server.
 *
 * @param {string} folder
 * @param {{ bytesASecond: number, delay: number }} options `delay` in milliseconds
 */
export async function serveSlowly(folder, { bytesASecond, delay }) {
  const files = await packed(folder);
  /** When the connection is free for the next bytes. */
  let free = 0;
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const path = join(folder, normalize(pathname.endsWith("/") ? `${pathname}index.html` : pathname));
    const bytes = files.get(path);
    await sleep(delay);
    if (!bytes) return void response.writeHead(404).end("not found");
    response.writeHead(200, {
      "Cache-Control": "max-age=600",
      "Content-Encoding": "br",
      "Content-Length": bytes.length,
      "Content-Type": TYPES[extname(path)] ?? "application/octet-stream",
    });
    for (let at = 0; at < bytes.length; at += CHUNK) {
      // What a closed page has not received does not delay the next one.
      if (response.destroyed) return;
      const chunk = bytes.subarray(at, at + CHUNK);
      free = Math.max(free, performance.now()) + (1_000 * chunk.length) / bytesASecond;
      await sleep(free - performance.now());
      response.write(chunk);
    }
    response.end();
  });
  await new Promise((/** @type {(value: void) => void} */ ready) => server.listen(0, "localhost", ready));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://localhost:${port}/`, close };
}

// A server as a phone sees one over a slow connection: compressed files, all connections together at one speed, and a delay before each answer.

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { brotliCompressSync } from "node:zlib";
import { TYPES } from "./serve.mjs";

/** Bytes sent at once. */
const CHUNK = 4_096;

/**
 * Serves a folder at a number of bytes a second. Resolves with the URL and a function that stops the server.
 *
 * @param {string} folder
 * @param {{ bytesASecond: number, delay: number }} options `delay` in milliseconds
 */
export async function serveSlowly(folder, { bytesASecond, delay }) {
  /** @type {Map<string, Buffer>} */
  const packed = new Map();
  /** When the connection is free for the next bytes. */
  let free = 0;
  const server = createServer(async (request, response) => {
    try {
      const { pathname } = new URL(request.url ?? "/", "http://localhost");
      const path = join(folder, normalize(pathname.endsWith("/") ? `${pathname}index.html` : pathname));
      const bytes = packed.get(path) ?? brotliCompressSync(readFileSync(path));
      packed.set(path, bytes);
      await sleep(delay);
      response.writeHead(200, {
        "Cache-Control": "max-age=600",
        "Content-Encoding": "br",
        "Content-Length": bytes.length,
        "Content-Type": TYPES[extname(path)] ?? "application/octet-stream",
      });
      for (let at = 0; at < bytes.length; at += CHUNK) {
        const chunk = bytes.subarray(at, at + CHUNK);
        free = Math.max(free, performance.now()) + (1_000 * chunk.length) / bytesASecond;
        await sleep(free - performance.now());
        response.write(chunk);
      }
      response.end();
    } catch {
      response.writeHead(404).end("not found");
    }
  });
  await new Promise((/** @type {(value: void) => void} */ ready) => server.listen(0, "localhost", ready));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://localhost:${port}/`, close };
}

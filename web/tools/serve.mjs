// Serves a folder over HTTP, by default the page: `npm run serve -- [--isolated] [FOLDER] [PORT]`. `--isolated` sends the headers for
// cross-origin isolation.

import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize, resolve } from "node:path";
import { pipeline } from "node:stream";
import { fileURLToPath, pathToFileURL } from "node:url";

/** The media types of files by their extensions. @type {Record<string, string>} */
export const TYPES = {
  ".bin": "application/octet-stream",
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".mjs": "text/javascript",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

/**
 * Serves a folder on a port, 0 for any free one. Resolves with the URL and a function that stops the server.
 *
 * @param {string} folder
 * @param {{ port?: number, isolated?: boolean, csp?: string }} [options] `csp` is a Content-Security-Policy
 */
export async function serve(folder, { port = 0, isolated = false, csp } = {}) {
  const root = resolve(folder);
  const server = createServer((request, response) => {
    if (isolated) {
      response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
      response.setHeader("Cross-Origin-Embedder-Policy", "require-corp");
    }
    if (csp) response.setHeader("Content-Security-Policy", csp);
    response.setHeader("Cache-Control", "no-cache");
    try {
      const { pathname } = new URL(request.url ?? "/", "http://localhost");
      let path = join(root, normalize(decodeURIComponent(pathname)));
      if (statSync(path).isDirectory()) path = join(path, "index.html");
      const { size } = statSync(path);
      response.setHeader("Content-Type", TYPES[extname(path)] ?? "application/octet-stream");
      response.setHeader("Content-Length", size);
      // A file that cannot be read, or a reader who goes away, ends this response and not the server.
      pipeline(createReadStream(path), response, (error) => error && response.destroy());
    } catch {
      response.writeHead(404).end("not found");
    }
  });
  await new Promise((/** @type {(value: void) => void} */ ready) => server.listen(port, "localhost", ready));
  const address = /** @type {import("node:net").AddressInfo} */ (server.address());
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://localhost:${address.port}/`, close };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const args = process.argv.slice(2).filter((argument) => argument !== "--isolated");
  const folder = args[0] ?? fileURLToPath(new URL("../dist", import.meta.url));
  const isolated = process.argv.includes("--isolated");
  const { url } = await serve(folder, { port: Number(args[1] ?? 8080), isolated });
  console.log(url);
}

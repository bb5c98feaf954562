// What a browser needs before the page can be used.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

/** The modules that a module imports, itself first, as paths in a folder. @param {string} folder @param {string} entry */
export function modulesFrom(folder, entry) {
  const found = [entry];
  for (const path of found) {
    const script = readFileSync(join(folder, path), "utf8");
    for (const [, name] of script.matchAll(/^(?:import|export|\}) .*?from "(\.[^"]+)";$|^import "(\.[^"]+)";$/gm)) {
      const next = normalize(join(dirname(path), name)).replaceAll("\\", "/");
      if (!found.includes(next)) found.push(next);
    }
  }
  return found;
}

/** The WebAssembly module of the page. */
export const MODULE = "sakdi/sakdi_wasm_bg.wasm";

/** Its net. */
const NET = "sakdi/sakdi.net";

/** The files of the first load: the page, its modules, and the engine in its worker. @param {string} folder of the page */
export function firstLoad(folder) {
  const worker = modulesFrom(folder, "sakdi/start-worker.js").concat(modulesFrom(folder, "sakdi/worker.js"));
  return [...new Set(["index.html", "icon.svg", "manifest.webmanifest", ...modulesFrom(folder, "main.js"), ...worker, MODULE, NET])];
}

/** The page with links that load its modules and the engine at once, and not one after another. @param {string} page @param {string} folder */
export function withPreloads(page, folder) {
  const modules = modulesFrom(folder, "main.js").slice(1).map((path) => `<link rel="modulepreload" href="${path}">`);
  const engine = `<link rel="preload" href="${MODULE}" as="fetch" type="application/wasm" crossorigin>`;
  return page.replace('<script type="module"', `${[engine, ...modules].join("\n")}\n<script type="module"`);
}

/** What a Content-Security-Policy names a text by. @param {string} text */
const hashOf = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/**
 * The page with all that it needs to be drawn: its styles, and the script of its first colours. As files of their own they would delay the board by a second
 * answer of the server.
 *
 * @param {string} page
 * @param {string} folder
 */
export function withFirstPaint(page, folder) {
  // A browser takes the hash after it has read line ends as "\n".
  const read = (/** @type {string} */ path) => readFileSync(join(folder, path), "utf8").replaceAll("\r", "");
  const links = /(?:<link rel="stylesheet" href="[^"]+">\n)+/;
  const style = [...(links.exec(page)?.[0].matchAll(/href="([^"]+)"/g) ?? [])].map(([, path]) => read(path)).join("");
  const [link, path] = /** @type {RegExpExecArray} */ (/<script src="([^"]+)"><\/script>/.exec(page));
  const script = read(path);
  return page
    .replace(links, () => `<style>${style}</style>\n`)
    .replace(link, () => `<script>${script}</script>`)
    .replace("style-src 'self'", (allowed) => `${allowed} ${hashOf(style)}`)
    .replace("script-src 'self'", (allowed) => `${allowed} ${hashOf(script)}`);
}

// What a browser needs before the page can be used.

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

/** The files of the first load: the page with its styles, its modules, and the engine in its worker. @param {string} folder of the page */
export function firstLoad(folder) {
  const styles = [...readFileSync(join(folder, "index.html"), "utf8").matchAll(/rel="stylesheet" href="([^"]+)"/g)].map(([, path]) => path);
  const worker = modulesFrom(folder, "sakdi/start-worker.js").concat(modulesFrom(folder, "sakdi/worker.js"));
  return [...new Set(["index.html", "first-colours.js", "icon.svg", "manifest.webmanifest", ...styles, ...modulesFrom(folder, "main.js"), ...worker, MODULE, NET])];
}

/** The page with links that load its modules and the engine at once, and not one after another. @param {string} page @param {string} folder */
export function withPreloads(page, folder) {
  const modules = modulesFrom(folder, "main.js").slice(1).map((path) => `<link rel="modulepreload" href="${path}">`);
  const engine = `<link rel="preload" href="${MODULE}" as="fetch" type="application/wasm" crossorigin>`;
  return page.replace('<script type="module"', `${[engine, ...modules].join("\n")}\n<script type="module"`);
}

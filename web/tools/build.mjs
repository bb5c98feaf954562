// Builds the package into pkg/ and the page into dist/: `npm run build`. Needs cargo with the
// target wasm32-unknown-unknown, and what `npm install` brings.

import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";

const WEB = fileURLToPath(new URL("..", import.meta.url));
const ROOT = join(WEB, "..");
const PKG = join(WEB, "pkg");
const WASM = "wasm32-unknown-unknown";
/** What all browsers have had since 2023. */
const FEATURES = ["simd", "bulk-memory", "bulk-memory-opt", "nontrapping-float-to-int", "sign-ext", "mutable-globals", "multivalue", "reference-types"];

/** Runs a program to its end. @param {string} folder @param {string} program @param {string[]} args */
function run(folder, program, ...args) {
  console.log(`> ${program} ${args.join(" ")}`);
  const { status, error } = spawnSync(program, args, { cwd: folder, stdio: "inherit" });
  if (error) throw new Error(`${program}: ${error.message}`);
  if (status !== 0) throw new Error(`${program} has failed with status ${status}`);
}

/** The WebAssembly module with its JavaScript side. */
function buildModule() {
  const rust = join(WEB, "rust");
  run(rust, "cargo", "build", "--release", "--target", WASM);
  const built = join(process.env.CARGO_TARGET_DIR ?? join(rust, "target"), WASM, "release", "sakdi_web.wasm");
  run(join(WEB, "tools", "bindgen"), "cargo", "run", "--quiet", "--", built, PKG);
  const module = join(PKG, "sakdi_wasm_bg.wasm");
  const optimise = join(WEB, "node_modules", "binaryen", "bin", "wasm-opt");
  run(WEB, process.execPath, optimise, "-O3", ...FEATURES.map((name) => `--enable-${name}`), module, "-o", module);
}

/** Every endgame table, one behind the other. */
function buildTables() {
  const folder = join(ROOT, "src", "tablebase", "embedded");
  const tables = readdirSync(folder).filter((name) => name.endsWith(".skt")).sort();
  writeFileSync(join(PKG, "sakdi-tables.bin"), Buffer.concat(tables.map((name) => readFileSync(join(folder, name)))));
}

function sizes() {
  for (const name of readdirSync(PKG)) console.log(`${String(statSync(join(PKG, name)).size).padStart(9)} ${name}`);
}

rmSync(PKG, { recursive: true, force: true });
mkdirSync(PKG, { recursive: true });
buildModule();
cpSync(join(WEB, "js"), PKG, { recursive: true });
buildTables();
sizes();

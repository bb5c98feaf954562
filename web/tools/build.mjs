// Builds the package into pkg/ and the page into dist/: `npm run build`. Needs cargo and Python 3. Installs what else is missing: the npm packages, and
// with rustup the targets of WebAssembly. Without the target for threads it leaves out the engine with threads.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { withFirstPaint, withPreloads } from "./first-load.mjs";
import { buildHelp } from "./help.mjs";
import { withStaticContent } from "./static-page.mjs";

const WEB = fileURLToPath(new URL("..", import.meta.url));
const ROOT = join(WEB, "..");
const PKG = join(WEB, "pkg");
const DIST = join(WEB, "dist");
const UI = join(WEB, "ui");
/** The modules and styles that the page shares with the report of `sakdi analyse --html`. */
const SHARED = ["board.css", "board.js", "dom.js", "graph.js", "review.css"];
const WASM = "wasm32-unknown-unknown";
const WASM_THREADS = "wasm32-wasip1-threads";
/** WebAssembly features that all browsers have supported since 2023. */
const FEATURES = ["simd", "bulk-memory", "bulk-memory-opt", "nontrapping-float-to-int", "sign-ext", "mutable-globals", "multivalue", "reference-types"];

/** Runs a program and waits for it. @param {string} folder @param {string} program @param {string[]} args */
function run(folder, program, ...args) {
  console.log(`> ${program} ${args.join(" ")}`);
  const { status, error } = spawnSync(program, args, { cwd: folder, stdio: "inherit" });
  if (error) throw new Error(`${program}: ${error.message}`);
  if (status !== 0) throw new Error(`${program} has failed with status ${status}`);
}

/** Whether Rust can compile for a target. @param {string} target */
function hasTarget(target) {
  const { stdout, error } = spawnSync("rustc", ["--print", "target-libdir", "--target", target], { cwd: ROOT, encoding: "utf8" });
  return !error && existsSync(stdout.trim());
}

/** Installs what the build needs in addition to Rust and Node.js. */
function install() {
  if (!existsSync(join(WEB, "node_modules", "binaryen"))) {
    // The npm that runs this script: on Windows it is no program of its own.
    const npm = process.env.npm_execpath;
    if (npm) run(WEB, process.execPath, npm, "ci");
    else run(WEB, "npm", "ci");
  }
  for (const target of [WASM, WASM_THREADS]) {
    // Without rustup cargo reports that the first is missing, and `buildThreads` that the second is.
    if (!hasTarget(target)) spawnSync("rustup", ["target", "add", target], { cwd: ROOT, stdio: "inherit" });
  }
}

/** Compiles a package for a target. Returns the path of the module. @param {string} name @param {string} target */
function compile(name, target) {
  run(ROOT, "cargo", "build", "--profile", "web", "--package", name, "--target", target);
  return join(process.env.CARGO_TARGET_DIR ?? join(ROOT, "target"), target, "web", `${name.replaceAll("-", "_")}.wasm`);
}

/** Optimises a module. @param {string} from @param {string} to @param {string[]} features */
function optimise(from, to, features) {
  const program = join(WEB, "node_modules", "binaryen", "bin", "wasm-opt");
  run(WEB, process.execPath, program, "-O3", ...features.map((name) => `--enable-${name}`), from, "-o", to);
}

/** Builds the WebAssembly module and its JavaScript bindings. */
function buildModule() {
  run(ROOT, "cargo", "run", "--quiet", "--package", "sakdi-bindgen", "--", compile("sakdi-wasm", WASM), PKG);
  const module = join(PKG, "sakdi_wasm_bg.wasm");
  optimise(module, module, FEATURES);
}

/** Builds the module of the engine with threads. */
function buildThreads() {
  if (hasTarget(WASM_THREADS)) {
    optimise(compile("sakdi-wasm-threads", WASM_THREADS), join(PKG, "sakdi_threads.wasm"), [...FEATURES, "threads"]);
  } else {
    console.warn(`The engine with threads is left out: Rust cannot compile for ${WASM_THREADS}. \`rustup target add ${WASM_THREADS}\` adds it.`);
  }
}

/** Copies the net, which the modules load: the one that the program embeds (crates/engine/build.rs). */
function copyNet() {
  cpSync(join(ROOT, process.env.SAKDI_EVALFILE || "crates/engine/src/eval/nnue/default.net"), join(PKG, "sakdi.net"));
}

/** Concatenates all endgame tables into one file. */
function buildTables() {
  const folder = join(ROOT, "crates", "tables", "data");
  const tables = readdirSync(folder).filter((name) => name.endsWith(".skt")).sort();
  writeFileSync(join(PKG, "sakdi-tables.bin"), Buffer.concat(tables.map((name) => readFileSync(join(folder, name)))));
}

/** The command of Python 3. */
function python() {
  const isPython = (/** @type {string} */ name) => spawnSync(name, ["--version"], { encoding: "utf8" }).stdout?.startsWith("Python 3");
  const name = ["python3", "python"].find(isPython);
  if (!name) throw new Error("there is no Python 3, which lists the licences");
  return name;
}

/** Writes the licences of what the modules contain, which the page publishes with them. */
function writeLicences() {
  const script = join(ROOT, "tools", "third_party_licenses.py");
  const { status, stdout, stderr, error } = spawnSync(PYTHON, [script, WASM, "sakdi-wasm", WASM_THREADS, "sakdi-wasm-threads"], { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 26 });
  if (error || status !== 0) throw new Error(`the licences cannot be written: ${error?.message ?? stderr}`);
  writeFileSync(join(PKG, "LICENSES-THIRD-PARTY.txt"), stdout);
}

/** Builds the page. */
function buildSite() {
  rmSync(DIST, { recursive: true, force: true });
  cpSync(join(WEB, "site"), DIST, { recursive: true });
  for (const name of SHARED) cpSync(join(UI, name), join(DIST, "shared", name));
  const puzzles = ["puzzles.epd", "five-men.epd"].map((name) => readFileSync(join(ROOT, "positions", name), "utf8"));
  writeFileSync(join(DIST, "puzzles.epd"), puzzles.join(""));
  cpSync(join(WEB, "data", "explorer.bin"), join(DIST, "explorer.bin"));
  const engine = readdirSync(PKG).filter((name) => !/\.(wasm\.d\.ts|cjs|d\.cts)$/.test(name) && name !== "uci.js");
  for (const name of engine) cpSync(join(PKG, name), join(DIST, "sakdi", name));
  const page = readFileSync(join(DIST, "index.html"), "utf8");
  const men = readFileSync(join(UI, "men.svg"), "utf8");
  const drawn = withFirstPaint(withStaticContent(page), DIST).replace("<!-- men -->", () => men.trim());
  writeFileSync(join(DIST, "index.html"), withPreloads(drawn, DIST));
  // Nothing but the page, which contains them now, needs these.
  for (const path of ["first-colours.js", "shared/review.css"]) rmSync(join(DIST, path));
  buildHelp(join(ROOT, "docs", "th"), join(DIST, "help"));
  writeServiceWorker();
}

/** A version of the contents of files of the page. @param {string[]} paths */
function versionOf(paths) {
  const hash = createHash("sha256");
  for (const path of paths) hash.update(path).update(readFileSync(join(DIST, path)));
  return hash.digest("hex").slice(0, 12);
}

/** The service worker caches all files of the page at once, except the endgame tables and the engine with threads, which it caches when they
 * are first loaded. */
function writeServiceWorker() {
  const all = readdirSync(DIST, { recursive: true }).map(String).filter((path) => statSync(join(DIST, path)).isFile());
  const paths = all.map((path) => path.replaceAll("\\", "/")).sort();
  const data = paths.filter((path) => path.endsWith(".bin"));
  const late = paths.filter((path) => path.endsWith("_threads.wasm"));
  // Some hosts redirect index.html to "./", and a browser refuses to open a page from a redirected response.
  const others = /(^sw\.js|\.bin|_threads\.wasm|\.d\.ts|LICENSE-\w+|LICENSES-THIRD-PARTY\.txt)$/;
  const files = paths.filter((path) => !others.test(path) && path !== "index.html");
  const script = readFileSync(join(DIST, "sw.js"), "utf8")
    .replace('"dev"', JSON.stringify(versionOf(["index.html", ...files, ...late])))
    .replace('"dev-data"', JSON.stringify(versionOf(data)))
    .replace("FILES = []", `FILES = ${JSON.stringify(["./", ...files])}`);
  writeFileSync(join(DIST, "sw.js"), script);
}

function sizes() {
  for (const name of readdirSync(PKG)) console.log(`${String(statSync(join(PKG, name)).size).padStart(9)} ${name}`);
}

// Before anything takes minutes.
const PYTHON = python();
/** `npm run build -- --site` does not rebuild the module. */
if (!process.argv.includes("--site")) {
  rmSync(PKG, { recursive: true, force: true });
  mkdirSync(PKG, { recursive: true });
  install();
  buildModule();
  buildThreads();
}
cpSync(join(WEB, "js"), PKG, { recursive: true });
// The same types for `require`.
cpSync(join(WEB, "js", "sakdi.d.ts"), join(PKG, "sakdi.d.cts"));
for (const name of ["LICENSE-APACHE", "LICENSE-MIT"]) cpSync(join(ROOT, name), join(PKG, name));
writeLicences();
copyNet();
buildTables();
buildSite();
sizes();

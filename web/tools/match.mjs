// A match in Node.js against `fairy-stockfish-nnue.wasm` at full strength, with a fixed time per move and `sakdi match` as the arbiter:
//
//     node tools/match.mjs PROGRAM [--games N] [--time MS] [--concurrency N] [--pgn FILE]
//
// PROGRAM is the native Sakdi. `python3 tools/replay_pgn.py FILE`, from the root of the repository,
// then replays the games with pyffish.

import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

/** Time margin of each move in milliseconds, for a busy machine. */
const MARGIN = 1000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    games: { type: "string", default: "100" },
    time: { type: "string", default: "100" },
    concurrency: { type: "string", default: "1" },
    pgn: { type: "string", default: "match.pgn" },
  },
});
const [program] = positionals;
if (!program) throw new Error("name the native Sakdi");
const path = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));
const fairy = join(dirname(createRequire(import.meta.url).resolve("fairy-stockfish-nnue.wasm/package.json")), "uci.js");
const engines = [
  ["cmd=node", "name=sakdi.wasm", `arg=${path("../pkg/uci.js")}`],
  ["cmd=node", "name=fairy-stockfish-nnue.wasm", "arg=--no-experimental-fetch", `arg=${fairy}`, "option.Skill Level=20"],
];
const { status } = spawnSync(
  program,
  [
    "match",
    ...engines.flatMap((engine) => ["--engine", ...engine]),
    ...["--each", `st=${Number(values.time) / 1000}`, `timemargin=${MARGIN}`],
    ...["--games", values.games, "--concurrency", values.concurrency, "--pgn", values.pgn],
    ...["--openings", path("../../positions/openings.epd"), "order=random"],
  ],
  { stdio: "inherit" },
);
process.exit(status ?? 1);

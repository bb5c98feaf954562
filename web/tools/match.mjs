// A match in Node.js against `fairy-stockfish-nnue.wasm` at full strength, with a fixed time per move and `sakdi match` as the arbiter:
//
//     node tools/match.mjs PROGRAM [--players A,B] [--net FILE] [--games N] [--time MS] [--concurrency N] [--pgn FILE]
//
// PROGRAM is the native Sakdi. Players are `sakdi` and `classical`, Fairy-Stockfish without a net, which play by default, and
// `net`, Fairy-Stockfish with the net of `--net`, whose name begins with `makruk`: docs/lab/stand-in.md.
// `python3 tools/replay_pgn.py FILE`, from the root of the repository, then replays the games with pyffish.

import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

/** Time margin of each move in milliseconds, for a busy machine. */
const MARGIN = 1000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    players: { type: "string", default: "sakdi,classical" },
    net: { type: "string" },
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
const fairyEngine = (/** @type {string} */ name) => ["cmd=node", `name=${name}`, "arg=--no-experimental-fetch", `arg=${fairy}`, "option.Skill Level=20"];
/** @type {Record<string, string[]>} */
const players = {
  sakdi: ["cmd=node", "name=sakdi.wasm", `arg=${path("../pkg/uci.js")}`],
  classical: [...fairyEngine("fairy-stockfish-nnue.wasm"), "option.Use NNUE=false"],
};
// The package copies the file that this variable names into its own file system.
const env = { ...process.env };
delete env.UCI_NNUE_FILE;
if (values.net) {
  env.UCI_NNUE_FILE = resolve(values.net);
  players.net = [...fairyEngine("fairy-stockfish-nnue.wasm with a net"), "option.Use NNUE=true", `option.EvalFile=/${basename(values.net)}`];
}
const engines = values.players.split(",").map((name) => {
  const player = players[name];
  if (!player) throw new Error(`there is no player ${name}: choose of ${Object.keys(players).join(", ")}`);
  return player;
});
const { status } = spawnSync(
  program,
  [
    "match",
    ...engines.flatMap((engine) => ["--engine", ...engine]),
    ...["--each", `st=${Number(values.time) / 1000}`, `timemargin=${MARGIN}`],
    ...["--games", values.games, "--concurrency", values.concurrency, "--pgn", values.pgn],
    ...["--openings", path("../../positions/openings.epd"), "order=random"],
  ],
  { stdio: "inherit", env },
);
process.exit(status ?? 1);

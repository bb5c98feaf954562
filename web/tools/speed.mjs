// Measures, in turn, nodes per second of the engine in Node.js, also with threads, of `fairy-stockfish-nnue.wasm`, and of native programs:
// `node tools/speed.mjs [--rounds N] [--time MS] [--threads] [PROGRAM…]`. One thread each and 16 MiB; `--threads` measures instead the engine
// alone, without threads and with the build for threads on one and on two.

import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const POSITIONS = [
  "startpos",
  "fen r1smksn1/3n3r/1pppppp1/p7/1P2P3/P1PP1PSP/1S6/RN1KM1NR w - - 0 7",
  "fen 2r1k3/3ns3/1p1p1pp1/p1pPp2p/P1P1P1P1/1P1S1P1P/3NK3/2R5 w - - 0 20",
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: "string", default: "3" }, time: { type: "string", default: "1000" }, threads: { type: "boolean" } },
});
const own = [process.execPath, fileURLToPath(new URL("../pkg/uci.js", import.meta.url))];
const require = createRequire(import.meta.url);
const fairy = join(dirname(require.resolve("fairy-stockfish-nnue.wasm/package.json")), "uci.js");
/** @type {Record<string, string[]>} */
const ENGINES = {
  "sakdi.wasm": own,
  ...(values.threads
    ? { "--threads 1": [...own, "--threads", "1"], "--threads 2": [...own, "--threads", "2"] }
    : { "fairy-stockfish-nnue.wasm": [process.execPath, "--no-experimental-fetch", fairy] }),
  ...Object.fromEntries(positionals.map((program) => [program, [program]])),
};

/** Nodes a second over all positions. @param {string[]} command */
async function speed([program, ...args]) {
  const engine = spawn(program, args, { stdio: ["pipe", "pipe", "ignore"] });
  const lines = createInterface({ input: engine.stdout })[Symbol.asyncIterator]();
  const send = (/** @type {string} */ line) => engine.stdin.write(line + "\n");
  /** @param {string} last */
  const until = async (last) => {
    const said = [];
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error(`${program} has ended`);
      said.push(value);
      if (value.startsWith(last)) return said;
    }
  };
  send("uci");
  await until("uciok");
  send("setoption name UCI_Variant value makruk");
  let [nodes, time] = [0, 0];
  for (const position of POSITIONS) {
    send("ucinewgame");
    send(`position ${position}`);
    send(`go movetime ${values.time}`);
    const told = (await until("bestmove")).join("\n");
    nodes += Number([...told.matchAll(/ nodes (\d+)/g)].at(-1)?.[1]);
    time += Number([...told.matchAll(/ time (\d+)/g)].at(-1)?.[1]);
  }
  send("quit");
  engine.kill();
  return (1000 * nodes) / time;
}

/** @type {Map<string, number[]>} */
const found = new Map(Object.keys(ENGINES).map((name) => [name, []]));
for (let round = 0; round < Number(values.rounds); round++) {
  for (const [name, command] of Object.entries(ENGINES)) found.get(name)?.push(await speed(command));
}
const median = (/** @type {number[]} */ numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
const speeds = found.get("sakdi.wasm") ?? [];
for (const [name, others] of found) {
  // Ratios are computed within each round, because the load of the machine changes between rounds.
  const ratio = median(others.map((each, round) => speeds[round] / each));
  console.log(`${name.padEnd(28)} ${(median(others) / 1e6).toFixed(3)} Mnps, sakdi.wasm is ${ratio.toFixed(2)} times as fast (${others.map((each) => (each / 1e6).toFixed(2)).join(" ")})`);
}

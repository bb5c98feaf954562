#!/usr/bin/env node
// The engine on standard input and output, for UCI clients: `node uci.js [--tables] [--threads N]`.

import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import Sakdi, { fetchTables } from "./sakdi.js";

/** The engine that the arguments ask for. */
async function start() {
  const { values } = parseArgs({ options: { tables: { type: "boolean" }, threads: { type: "string" } } });
  const engine = await Sakdi(values.threads === undefined ? {} : { threads: Number(values.threads) });
  if (values.tables) await engine.loadTables(await fetchTables());
  return engine;
}

const engine = await start().catch((/** @type {Error} */ error) => {
  console.error(`sakdi: ${error.message}`);
  process.exit(2);
});
engine.addMessageListener((line) => process.stdout.write(line + "\n"));
void engine.ended.then((error) => {
  if (error) console.error(`sakdi: ${error.message}`);
  process.exit(error ? 1 : 0);
});
const input = createInterface({ input: process.stdin });
input.on("line", (line) => engine.postMessage(line));
input.on("close", () => engine.postMessage("quit"));

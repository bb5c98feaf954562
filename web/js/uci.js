#!/usr/bin/env node
// The engine on standard input and output, for UCI clients: `node uci.js`.

import { createInterface } from "node:readline";
import Sakdi, { fetchTables } from "./sakdi.js";

const engine = await Sakdi();
if (process.argv.includes("--tables")) await engine.loadTables(await fetchTables());
engine.addMessageListener((line) => process.stdout.write(line + "\n"));
void engine.ended.then((error) => {
  if (error) console.error(`sakdi: ${error.message}`);
  process.exit(error ? 1 : 0);
});
const input = createInterface({ input: process.stdin });
input.on("line", (line) => engine.postMessage(line));
input.on("close", () => engine.postMessage("quit"));

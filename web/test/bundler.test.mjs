// The package in a page that Vite builds with its default settings.

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { launch, missing } from "../tools/chromium.mjs";
import { serve } from "../tools/serve.mjs";

const PAGE = '<!doctype html><meta charset="utf-8"><title>Sakdi</title><script type="module" src="./main.js"></script>';
const SCRIPT = `
  import Sakdi, { Board, fetchTables, ready } from "sakdi";
  const engine = await Sakdi();
  const names = await engine.loadTables(await fetchTables());
  engine.postMessage("position fen 7k/8/6K1/8/8/8/8/R7 w - 32 31 60");
  const lines = await engine.ask("go movetime 200", "bestmove");
  await ready();
  const board = new Board();
  document.title = [names.length, lines.at(-1), board.numberLegalMoves()].join(", ");
`;

test("a page built by Vite runs the engine, its tables and a board", { skip: missing }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "sakdi-vite-"));
  /** @type {{ close(): unknown } | undefined} */
  let server;
  /** @type {import("puppeteer-core").Browser | undefined} */
  let browser;
  try {
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(fileURLToPath(new URL("..", import.meta.url)), join(folder, "node_modules", "sakdi"), "dir");
    writeFileSync(join(folder, "index.html"), PAGE);
    writeFileSync(join(folder, "main.js"), SCRIPT);
    await build({ root: folder, logLevel: "error", configFile: false });
    const served = await serve(join(folder, "dist"));
    server = served;
    browser = await launch();
    const page = await browser.newPage();
    await page.goto(served.url);
    await page.waitForFunction(() => document.title !== "Sakdi", { timeout: 60_000 });
    assert.equal(await page.title(), "20, bestmove a1a8, 23");
  } finally {
    await browser?.close();
    server?.close();
    rmSync(folder, { recursive: true });
  }
});

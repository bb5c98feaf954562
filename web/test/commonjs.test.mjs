// The package as programs in CommonJS and TypeScript find it.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import * as sakdi from "../pkg/sakdi.js";

const WEB = dirname(dirname(fileURLToPath(import.meta.url)));
/** A project with the package installed. */
let project = "";

before(() => {
  project = mkdtempSync(join(tmpdir(), "sakdi-"));
  mkdirSync(join(project, "node_modules"));
  symlinkSync(WEB, join(project, "node_modules", "sakdi"), "junction");
});

after(() => rmSync(project, { recursive: true }));

/** Runs a script of the project. @param {string} name @param {string} text */
function run(name, text) {
  writeFileSync(join(project, name), text);
  return spawnSync(process.execPath, ["--preserve-symlinks", name], { cwd: project, encoding: "utf8" });
}

test("require finds everything that import finds", () => {
  const names = Object.keys(sakdi).filter((name) => name !== "__esModule").sort();
  const { stdout, stderr } = run("names.cjs", `
    const sakdi = require("sakdi");
    sakdi.ready().then(() => {
      const names = Object.keys(sakdi).filter((name) => name !== "__esModule").sort();
      console.log(JSON.stringify({ names, kinds: names.map((name) => typeof sakdi[name]) }));
    });
  `);
  const kinds = names.map((name) => typeof /** @type {any} */ (sakdi)[name]);
  assert.deepEqual(JSON.parse(stdout || JSON.stringify(stderr)), { names, kinds });
});

test("constants taken before the module is loaded list their names after", () => {
  const { stdout, stderr } = run("constants.cjs", `
    const { Notation, Termination, ready } = require("sakdi");
    ready().then(() => console.log(JSON.stringify({ names: Object.keys(Notation), has: "SAN" in Notation, value: Notation.SAN, all: { ...Termination } })));
  `);
  const all = { ...sakdi.Termination };
  assert.deepEqual(JSON.parse(stdout || JSON.stringify(stderr)), { names: Object.keys(sakdi.Notation), has: true, value: sakdi.Notation.SAN, all });
});

test("a board and an engine work by require", () => {
  const { stdout, stderr } = run("play.cjs", `
    const sakdi = require("sakdi");
    (async () => {
      await sakdi.ready();
      const board = new sakdi.Board();
      board.push("e3e4");
      const engine = await sakdi.default();
      engine.postMessage("position startpos moves " + board.moveStack());
      const lines = await engine.ask("go nodes 100", "bestmove");
      console.log(lines.at(-1).startsWith("bestmove"));
      engine.terminate();
    })();
  `);
  assert.equal(stdout, "true\n", stderr);
});

test("what is named at the beginning of a program works after ready", () => {
  const { stdout, stderr } = run("named.cjs", `
    const { Board, Notation, ready, startingFen } = require("sakdi");
    ready().then(() => {
      const board = new Board("makruk");
      console.log(board instanceof Board, startingFen() === board.fen(), board.sanMove("b1d2", Notation.LAN));
    });
  `);
  assert.equal(stdout, "true true Nb1-d2\n", stderr);
});

test("what needs ready says so", () => {
  const { stderr } = run("early.cjs", 'new (require("sakdi").Board)();');
  assert.match(stderr, /await ready\(\) before the first use of Board/);
});

for (const [name, module] of [["a.cts", "CommonJS"], ["a.mts", "ES modules"]]) {
  test(`TypeScript finds the types from ${module}`, () => {
    const path = join(project, name);
    writeFileSync(path, `
      import Sakdi, { Board, Notation, type Engine, ready } from "sakdi";
      export async function first(): Promise<string> {
        await ready();
        const engine: Engine = await Sakdi();
        engine.terminate();
        return new Board("makruk").sanMove("e3e4", Notation.LAN);
      }
    `);
    const options = { module: ts.ModuleKind.Node16, moduleResolution: ts.ModuleResolutionKind.Node16, strict: true, noEmit: true,
      target: ts.ScriptTarget.ES2022, types: [], skipLibCheck: false };
    const faults = ts.getPreEmitDiagnostics(ts.createProgram([path], options));
    assert.deepEqual(faults.map((fault) => ts.flattenDiagnosticMessageText(fault.messageText, " ")), []);
  });
}

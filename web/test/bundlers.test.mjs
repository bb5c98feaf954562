// What bundlers need of the scripts.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import ts from "typescript";

/** Whether `await` occurs outside functions. @param {ts.Node} node @returns {boolean} */
function awaits(node) {
  if (ts.isFunctionLike(node)) return false;
  return node.kind === ts.SyntaxKind.AwaitExpression || (ts.forEachChild(node, awaits) ?? false);
}

/** Bundlers make a classic script of a worker, as Vite does without settings, and refuse `await` at its top level. */
test("the worker and what it imports wait for nothing while they load", () => {
  const seen = new Set(["worker.js"]);
  for (const name of seen) {
    const text = readFileSync(new URL(`../pkg/${name}`, import.meta.url), "utf8");
    const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest);
    assert.ok(!awaits(file), name);
    assert.ok(!text.includes("new Worker("), `${name} starts a worker, for which Vite would build the worker again`);
    for (const statement of file.statements) {
      if (!ts.isImportDeclaration(statement)) continue;
      const { text: from } = /** @type {ts.StringLiteral} */ (statement.moduleSpecifier);
      seen.add(from.replace("./", ""));
    }
  }
  assert.ok(seen.has("sakdi_wasm.js") && seen.size >= 4, [...seen].join());
});

// The pages that the site makes of the Thai documents.

import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { buildHelp, toHtml } from "../tools/help.mjs";

const documents = fileURLToPath(new URL("../../docs/th", import.meta.url));

test("every Thai document becomes a page, whose links lead to pages and headings of the site", () => {
  const out = mkdtempSync(join(tmpdir(), "sakdi-help-"));
  try {
    buildHelp(documents, out);
    const pages = readdirSync(out).filter((name) => name.endsWith(".html"));
    assert.equal(pages.length, readdirSync(documents).length);
    let links = 0;
    for (const name of pages) {
      const html = readFileSync(join(out, name), "utf8");
      assert.doesNotMatch(html, /\]\(|```|<p>[#|]/, `${name} has Markdown left`);
      for (const [, target] of html.matchAll(/(?:href|src)="([^"]*)"/g)) {
        if (target.startsWith("../")) continue;
        const [path, heading] = target.split("#");
        assert.ok(existsSync(join(out, path)), `${name}: ${target}`);
        if (heading) assert.ok(readFileSync(join(out, path), "utf8").includes(`id="${heading}"`), `${name}: ${target}`);
        links += 1;
      }
    }
    assert.ok(links > 15, `${links} links`);
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
});

test("Markdown becomes HTML, and what looks like HTML stays text", () => {
  assert.equal(toHtml("# ก <b>"), '<h1 id="ก-b">ก &lt;b></h1>');
  assert.equal(toHtml("- `a<b` [ข](rules.md#ค)\n- ง"), '<ul><li><code>a&lt;b</code> <a href="rules.html#ค">ข</a></li>\n<li>ง</li></ul>');
  assert.equal(toHtml("```sh\na | b\n```"), '<pre tabindex="0"><code>a | b</code></pre>');
  assert.equal(toHtml("| ก | ข |\n|---|---|\n| 1 | 2 |"), '<div class="wide" tabindex="0"><table><thead><tr><th>ก</th><th>ข</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table></div>');
});

// Tests of the server for the page.

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { serve } from "../tools/serve.mjs";

test("a file that cannot be read does not end the server", async () => {
  const folder = mkdtempSync(join(tmpdir(), "serve-"));
  try {
    writeFileSync(join(folder, "index.html"), "here");
    // Opening it succeeds, or its size is known; reading it fails.
    symlinkSync("/proc/self/mem", join(folder, "broken"));
    mkdirSync(join(folder, "empty"));
    const { url, close } = await serve(folder);
    try {
      await fetch(url + "broken").then((response) => response.text()).catch(() => undefined);
      assert.equal((await fetch(url + "empty/")).status, 404);
      assert.equal(await (await fetch(url)).text(), "here");
    } finally {
      close();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

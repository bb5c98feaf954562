// Draws site/icon-*.png from site/icon.svg, with Chromium: `node tools/icons.mjs`.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { launch, newPage } from "./chromium.mjs";

const site = (/** @type {string} */ name) => fileURLToPath(new URL(`../site/${name}`, import.meta.url));
const svg = readFileSync(site("icon.svg"), "utf8");
const browser = await launch();
const page = await newPage(browser);
for (const [name, size, room] of /** @type {const} */ ([["icon-192.png", 192, 0], ["icon-512.png", 512, 0], ["icon-maskable-512.png", 512, 0.1]])) {
  await page.setViewport({ width: size, height: size });
  const ground = room ? "#e9c48f" : "transparent";
  const style = `margin:0;padding:${size * room}px;box-sizing:border-box;width:${size}px;height:${size}px;background:${ground}`;
  await page.setContent(`<body style="${style}">${svg}</body>`);
  await page.screenshot({ path: site(name), omitBackground: true });
}
await browser.close();

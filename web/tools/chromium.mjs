// Chromium for the tests: `apt-get install chromium`, or CHROMIUM=/path/of/it.

import { existsSync } from "node:fs";
import puppeteer from "puppeteer-core";

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The path of Chromium; undefined if it is not installed. */
export const CHROMIUM = process.env.CHROMIUM ?? PLACES.find((path) => existsSync(path));

/** Why tests are skipped; false if Chromium is installed. */
export const missing = CHROMIUM ? false : "there is no Chromium";

export function launch() {
  return puppeteer.launch({
    executablePath: CHROMIUM,
    args: ["--no-sandbox", "--disable-dev-shm-usage", "--lang=en-US"],
  });
}

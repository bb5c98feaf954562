// Chromium for the tests: `apt-get install chromium`, or CHROMIUM=/path/of/it.

import { existsSync } from "node:fs";
import puppeteer from "puppeteer-core";

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The path of Chromium; undefined if it is not installed. */
export const CHROMIUM = process.env.CHROMIUM ?? PLACES.find((path) => existsSync(path));

/** Why tests are skipped; false if Chromium is installed. */
export const missing = CHROMIUM ? false : "there is no Chromium";

/** What puppeteer asks for, and people's browsers do not: that hidden tabs are as fast as the one that is seen. */
const ALWAYS_AWAKE = ["--disable-background-timer-throttling", "--disable-backgrounding-occluded-windows", "--disable-renderer-backgrounding"];

/** Milliseconds until what a page waits for counts as missing. A busy machine stands still for half a minute now and then. */
const PATIENCE = 180_000;

/** @param {{ slowsHiddenTabs?: boolean }} [options] `slowsHiddenTabs`, as the browsers of people do */
export function launch({ slowsHiddenTabs = false } = {}) {
  return puppeteer.launch({
    executablePath: CHROMIUM,
    timeout: PATIENCE,
    args: ["--no-sandbox", "--disable-dev-shm-usage", "--lang=en-US"],
    ignoreDefaultArgs: slowsHiddenTabs ? ALWAYS_AWAKE : false,
  });
}

/** Opens an empty page. @param {import("puppeteer-core").Browser | import("puppeteer-core").BrowserContext} browser */
export async function newPage(browser) {
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE);
  return page;
}

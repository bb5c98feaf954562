// The page's endings of five men, whose tables lie on a server, in Chromium. SHOTS=folder saves screenshots.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { missing } from "../tools/chromium.mjs";
import { assertAccessible, click, errors, go, open, page, shot, start, stop, waitForText } from "../tools/page-driver.mjs";
import { serveTables } from "./table-server.mjs";

/** @type {import("./table-server.mjs").TableServer} */
let tables;

before(async () => {
  await start();
  tables = await serveTables();
});
after(async () => {
  tables.close();
  await stop();
});

const options = { skip: missing };
/** @param {string} address */
async function use(address) {
  await page.$eval("#endings [name=address]", (field, address) => void (/** @type {HTMLInputElement} */ (field).value = address), address);
  await page.focus("#endings [name=address]");
  await page.keyboard.press("Enter");
}

test("endings of five men are learnt with tables on a server", options, async () => {
  await open("en");
  // The same positions in every run.
  await page.evaluate(() => {
    let seed = 1;
    Math.random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  });
  await go("endings");
  await click("#endings .load");
  await page.waitForSelector("#endings .controls:not([hidden])");
  await click("#endings .far summary");
  await use(tables.url + "nowhere/");
  await waitForText("#endings .far-status", /There are no tables of five men/);
  await use(tables.url);
  await waitForText("#endings .far-status", /list of endings/);
  await page.select("#endings [name=ending]", "KPPvKP");
  await waitForText("#endings .verdict", /wins|Draw/);
  await page.waitForFunction(() => document.querySelectorAll("#endings .table-moves button").length > 3);
  await click("#endings .table-moves li:first-child button");
  await waitForText("#endings .verdict", /wins|Draw/);
  await click("#endings .reply");
  await waitForText("#endings .verdict", /wins|Draw|mates/);
  await shot("far-tables");
  await assertAccessible("far tables");
});

test("drills have the endings of five men, and say what the server lacks", options, async () => {
  await go("counting");
  await click("#counting .drill");
  await click("#counting .load");
  await page.waitForSelector("#counting .ending");
  await page.waitForFunction(() => document.querySelectorAll("#counting .ending optgroup option").length === 20);
  // The server of this test has tables with bia only.
  await page.select("#counting .ending", "KRRRvK");
  await waitForText("#counting .said", /No table has this position/);
  assert.ok(tables.requests.some((request) => request.includes("KRRRvK")));
  await page.select("#counting .ending", "KRvK");
  await waitForText("#counting .said", /Best play mates/);
});

test("a server that fails is named, and the board still works", options, async () => {
  tables.manner = "broken";
  await page.evaluate(() => caches.delete("sakdi table parts"));
  await page.reload();
  await page.waitForSelector("[data-ready]");
  await go("endings");
  await click("#endings .load");
  await page.waitForSelector("#endings .controls:not([hidden])");
  await click("#endings .far summary");
  // The address is remembered.
  assert.equal(await page.$eval("#endings [name=address]", (field) => /** @type {HTMLInputElement} */ (field).value), tables.url);
  await use(tables.url);
  await waitForText("#endings .far-status", /could not be loaded: .*500/);
  tables.manner = "ranges";
  await use(tables.url);
  await waitForText("#endings .far-status", /list of endings/);
  tables.manner = "damaged";
  await page.evaluate(() => caches.delete("sakdi table parts"));
  await page.select("#endings [name=ending]", "KPPvKP");
  await waitForText("#endings .far-status", /could not be loaded: damaged/);
  await waitForText("#endings .verdict", /No table has this position/);
  // The driver notes requests to other servers, and the browser the answers of status 500 and 404.
  const isOwn = (/** @type {string} */ error) => error.startsWith(`request: ${tables.url}`) || error.startsWith("Failed to load resource");
  assert.deepEqual(errors.filter((error) => !isOwn(error)), []);
});

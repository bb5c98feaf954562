// The engine in Chromium: the cost of polling for `stop` without shared memory, and the time from opening the page to the first move on a
// slow device: `node tools/speed-browser.mjs`.

import { fileURLToPath } from "node:url";
import { launch, newPage } from "./chromium.mjs";
import { serve } from "./serve.mjs";

const ROUNDS = 5;
const web = fileURLToPath(new URL("..", import.meta.url));

/** Nodes a second over two seconds. It runs in the page. */
async function nodesASecond() {
  // @ts-ignore: the address is that of the page.
  const { default: Sakdi } = await import("/pkg/sakdi.js");
  const engine = await Sakdi();
  const lines = await engine.ask("go movetime 2000", "bestmove");
  engine.terminate();
  return Number(/ nodes (\d+)/.exec(lines.at(-2) ?? "")?.[1]) / 2;
}

/** Milliseconds from the start of the page to the answer to `go movetime 100`. It runs in the page. */
async function firstMove() {
  // @ts-ignore: the address is that of the page.
  const { default: Sakdi } = await import("/sakdi/sakdi.js");
  const engine = await Sakdi();
  await engine.ask("go movetime 100", "bestmove");
  return { fromStart: performance.now(), fromLoad: performance.now() - performance.timing.loadEventEnd + performance.timeOrigin };
}

const browser = await launch();
/** @type {{ shared: number[], messages: number[] }} */
const speeds = { shared: [], messages: [] };
const servers = { shared: await serve(web, { isolated: true }), messages: await serve(web) };
for (let round = 0; round < ROUNDS; round++) {
  for (const kind of /** @type {const} */ (["shared", "messages"])) {
    const page = await newPage(browser);
    await page.goto(`${servers[kind].url}test/empty.html`);
    speeds[kind].push(await page.evaluate(nodesASecond));
    await page.close();
  }
}
const median = (/** @type {number[]} */ numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
const ratio = median(speeds.messages.map((speed, round) => speed / speeds.shared[round]));
console.log(`nodes a second: ${median(speeds.shared) / 1e6} M with shared memory, ${median(speeds.messages) / 1e6} M without; without is ${ratio.toFixed(3)} times as fast`);

const site = await serve(fileURLToPath(new URL("../dist", import.meta.url)));
/** @type {Awaited<ReturnType<typeof firstMove>>[]} */
const times = [];
for (let round = 0; round < ROUNDS; round++) {
  const context = await browser.createBrowserContext();
  const page = await newPage(context);
  await page.emulateCPUThrottling(4);
  await page.goto(site.url, { waitUntil: "load" });
  times.push(await page.evaluate(firstMove));
  await context.close();
}
const told = (/** @type {"fromStart" | "fromLoad"} */ key) => times.map((time) => Math.round(time[key])).join(", ");
console.log(`first move with a quarter of the CPU, in ms from the start of the page: ${told("fromStart")}; after its load: ${told("fromLoad")}`);
await browser.close();
for (const server of [site, ...Object.values(servers)]) server.close();

// A small analysis service for a site: a pool of engines behind HTTP.
//
//   npm install sakdi && node analysis-service.mjs [PORT]
//   curl localhost:8081/analyse -d '{"fen": "startpos", "moves": ["e3e4"], "nodes": 20000, "multipv": 2}'
//
// POST /analyse answers {bestmove, lines: [{depth, score, pv}]}. 400: the request is invalid, as {error, thai}; 413: it
// is too long; 503: too many requests wait. When a client goes away, its search is stopped. Every engine is one thread
// with `hash` MiB.

import { createServer } from "node:http";
import { pathToFileURL } from "node:url";
import Sakdi, { Board, ready, startingFen } from "sakdi";

const MAX_BODY = 64 * 1024;
const MAX_NODES = 1_000_000;
const MAX_LINES = 5;
/** Time for an engine to answer a limit of nodes: longer means that it hangs, and it is replaced. */
const PATIENCE = 120_000;

/** An answer other than the analysis. */
class Refusal extends Error {
  constructor(status, message, thai) {
    super(message);
    this.status = status;
    this.thai = thai;
  }
}

/** Engines that are lent to one request at a time. */
export class Pool {
  #free = [];
  #waiting = [];
  #all = new Set();
  #isClosed = false;

  /** @param {{ engines?: number, queue?: number, hash?: number }} [options] */
  constructor({ engines = 2, queue = 16, hash = 16 } = {}) {
    Object.assign(this, { engines, queue, hash });
  }

  async start() {
    await ready();
    await Promise.all(Array.from({ length: this.engines }, () => this.#add()));
    return this;
  }

  async #add() {
    const engine = await Sakdi();
    if (this.#isClosed) return engine.terminate();
    this.#all.add(engine);
    engine.postMessage(`setoption name Hash value ${this.hash}`);
    this.#release(engine);
  }

  #release(engine) {
    const next = this.#waiting.shift();
    if (next) next.resolve(engine);
    else this.#free.push(engine);
  }

  #take(signal) {
    const engine = this.#free.pop();
    if (engine) return Promise.resolve(engine);
    if (this.#waiting.length >= this.queue) throw new Refusal(503, "too many requests wait");
    return new Promise((resolve, reject) => {
      const place = { resolve, reject };
      this.#waiting.push(place);
      signal?.addEventListener("abort", () => {
        this.#waiting = this.#waiting.filter((other) => other !== place);
        reject(new Refusal(499, "the client went away"));
      });
    });
  }

  /** Lends an engine to `work`. One that fails or hangs is replaced. */
  async use(work, signal) {
    const engine = await this.#take(signal);
    let timer;
    try {
      const late = new Promise((_, reject) => {
        timer = setTimeout(() => reject(new Error("the engine does not answer")), PATIENCE);
      });
      const result = await Promise.race([work(engine), late]);
      this.#release(engine);
      return result;
    } catch (error) {
      this.#all.delete(engine);
      engine.terminate();
      if (this.#isClosed) throw new Refusal(503, "the service ends");
      await this.#add();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  close() {
    this.#isClosed = true;
    for (const engine of this.#all) engine.terminate();
    for (const { reject } of this.#waiting.splice(0)) reject(new Refusal(503, "the service ends"));
  }
}

const isWhole = (value, most) => Number.isInteger(value) && value >= 1 && value <= most;

/** Checks a request: nothing from outside reaches the engine unchecked. */
export function readRequest(text) {
  let request;
  try {
    request = JSON.parse(text);
  } catch {
    throw new Refusal(400, "the body is not JSON");
  }
  const { fen = "startpos", moves = [], nodes = 20_000, multipv = 1 } = request ?? {};
  if (typeof fen !== "string") throw new Refusal(400, "fen is a string");
  if (!Array.isArray(moves) || moves.length > 1000 || !moves.every((move) => /^[a-h][1-8][a-h][1-8]m?$/.test(move))) {
    throw new Refusal(400, "moves is a list of moves such as e3e4");
  }
  if (!isWhole(nodes, MAX_NODES)) throw new Refusal(400, `nodes is from 1 to ${MAX_NODES}`);
  if (!isWhole(multipv, MAX_LINES)) throw new Refusal(400, `multipv is from 1 to ${MAX_LINES}`);
  let board;
  let start;
  try {
    board = new Board("makruk", fen === "startpos" ? startingFen() : fen);
    // In the words of the board: the request may hold a link, or line breaks, after which the engine would read commands.
    start = board.startFen();
    for (const move of moves) if (!board.push(move)) throw new Refusal(400, `${move} is not legal`);
    if (board.isGameOver()) throw new Refusal(400, "the game is over");
  } catch (error) {
    // A SakdiError, in English and Thai.
    throw error instanceof Refusal ? error : new Refusal(400, error.message, error.thai);
  } finally {
    board?.delete();
  }
  return { start, moves, nodes, multipv };
}

/** The last of the lines for each place. */
function lastLines(output) {
  const lines = [];
  for (const line of output) {
    const found = /^info depth (\d+) .*?\bmultipv (\d+) .*?\bscore (cp|mate) (-?\d+)(?: \w+bound)? .*?\bpv (.+)$/.exec(line);
    if (found) lines[found[2] - 1] = { depth: +found[1], score: { [found[3]]: +found[4] }, pv: found[5].split(" ") };
  }
  return lines;
}

async function analyse(pool, request, signal) {
  const { start, moves, nodes, multipv } = request;
  return pool.use(async (engine) => {
    engine.postMessage("ucinewgame");
    engine.postMessage(`setoption name MultiPV value ${multipv}`);
    engine.postMessage(`position fen ${start}${moves.length ? ` moves ${moves.join(" ")}` : ""}`);
    const stop = () => engine.postMessage("stop");
    signal?.addEventListener("abort", stop);
    try {
      const output = await engine.ask(`go nodes ${nodes}`, "bestmove");
      return { bestmove: output.at(-1).split(" ")[1], lines: lastLines(output) };
    } finally {
      signal?.removeEventListener("abort", stop);
    }
  }, signal);
}

async function body(request) {
  const chunks = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > MAX_BODY) throw new Refusal(413, `the body is longer than ${MAX_BODY} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** The server; `pool` has been started. */
export function service(pool) {
  return createServer(async (request, response) => {
    const answer = (status, value) => {
      if (response.destroyed) return;
      response.writeHead(status, { "content-type": "application/json", ...(status === 413 && { connection: "close" }) });
      response.end(JSON.stringify(value) + "\n");
    };
    const gone = new AbortController();
    response.on("close", () => gone.abort());
    try {
      if (request.url === "/health") return answer(200, { ok: true });
      if (request.url !== "/analyse") throw new Refusal(404, "there is /analyse");
      if (request.method !== "POST") throw new Refusal(405, "POST a request");
      answer(200, await analyse(pool, readRequest(await body(request)), gone.signal));
    } catch (error) {
      const { status = 500, message, thai } = error;
      if (status === 500) console.error(error);
      answer(status, { error: status === 500 ? "the analysis failed" : message, ...(thai && { thai }) });
    }
  });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const pool = await new Pool().start();
  const server = service(pool).listen(Number(process.argv[2] ?? 8081), () => console.log("ready"));
  process.once("SIGTERM", () => {
    server.close();
    pool.close();
  });
}

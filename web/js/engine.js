// The UCI engine, in its own worker.

import { WorkerClient } from "./client.js";
import { Conversation } from "./conversation.js";
import { Interrupter } from "./interrupts.js";

/** Commands that end a search before they act, as in the native program. */
const ENDS_SEARCH = new Set(["position", "go", "setoption", "ucinewgame", "bench", "quit"]);

/** Milliseconds that `quit` leaves a perft or bench, as in the native program. */
const QUIT_WAIT = 1000;

/** @param {string} line */
const endsSearch = (line) => ENDS_SEARCH.has(line.trim().split(/\s+/, 1)[0]) || /^\s*count\s+(start|stop|skip)\b/.test(line);

/**
 * A command that runs for some time: a search, perft or bench.
 *
 * @typedef {object} Job
 * @property {number} number jobs are numbered from 1
 * @property {boolean} isSearch a perft or bench is ended by `stop` alone
 */

/** @param {string} line */
export function isJob(line) {
  return /^\s*(go|bench)\b/.test(line);
}

/** @param {string} line */
function isSearch(line) {
  return isJob(line) && !/^\s*bench\b|\bperft\b/.test(line);
}

export class Engine {
  #client;
  #interrupter;
  #conversation = new Conversation();
  /** Number of jobs sent to the worker. */
  #sent = 0;
  /** The unfinished jobs, the running one first. @type {Job[]} */
  #jobs = [];
  /** Number of the last search that a later line ended. */
  #unwanted = 0;
  /** Whether lines are held back until the last job ends. */
  #linesWait = false;
  /** Number of `readyok` to write when the last job begins. */
  #ready = 0;
  /** @type {Promise<Error | undefined>} */
  ended;

  /** @param {import("./sakdi.js").EngineOptions} [options] */
  constructor(options) {
    this.#interrupter = new Interrupter(options?.sharedMemory !== false, (message) => this.#client.post(message));
    /** @type {(error: Error | undefined) => void} */
    let end;
    this.ended = new Promise((resolve) => (end = resolve));
    this.#client = new WorkerClient(
      (message) => this.#receive(message),
      (error, died) => {
        this.#conversation.end(error);
        for (const { number } of this.#jobs.splice(0)) this.#interrupter.end(number);
        end(died ? error : undefined);
      },
      options?.worker,
    );
  }

  /** Starts the worker. */
  async start() {
    await this.#client.start();
    const probe = this.#interrupter.probe();
    try {
      await this.#client.ask({ kind: "start", probe });
    } catch (error) {
      this.terminate();
      throw error;
    } finally {
      if (probe) URL.revokeObjectURL(probe);
    }
    return this;
  }

  /** Whether `stop` reaches a search through shared memory. */
  get usesSharedMemory() {
    return this.#interrupter.isShared;
  }

  /** Whether a search, perft or bench is running. */
  get isBusy() {
    return this.#jobs.length > 0;
  }

  /** @param {string} line */
  postMessage(line) {
    for (const each of String(line).split("\n")) this.#send(each);
  }

  /** @param {(line: string) => void} listener */
  addMessageListener(listener) {
    this.#conversation.add(listener);
  }

  /** @param {(line: string) => void} listener */
  removeMessageListener(listener) {
    this.#conversation.remove(listener);
  }

  /** @param {string} line @param {string | ((line: string) => boolean)} last */
  ask(line, last) {
    return this.#conversation.ask(() => this.postMessage(line), last);
  }

  /**
   * @param {ArrayBuffer | Uint8Array} file
   * @returns {Promise<string[]>}
   */
  loadTables(file) {
    this.#endSearches();
    return this.#client.ask({ kind: "tables", bytes: new Uint8Array(file) });
  }

  /** @param {ArrayBuffer | Uint8Array} file */
  async loadNet(file) {
    this.#endSearches();
    await this.#client.ask({ kind: "net", bytes: new Uint8Array(file) });
  }

  terminate() {
    this.#client.terminate();
  }

  /** @param {string} line */
  #send(line) {
    const command = line.trim().split(/\s+/, 1)[0];
    if (this.isBusy) {
      if (command === "stop") this.#interrupter.stop(this.#sent);
      if (command === "ponderhit") this.#interrupter.ponderHit(this.#sent);
      if (command === "isready" && !this.#linesWait) {
        this.#ready += 1;
        // After this call, as all other answers.
        return queueMicrotask(() => this.#answerReady());
      }
      if (command === "quit" && this.#jobs.some((job) => !job.isSearch)) this.#stopSoon();
      if (endsSearch(line)) this.#endSearches();
    }
    /** @type {import("./interrupts.js").Ticket | undefined} */
    let ticket;
    if (isJob(line)) {
      const job = { number: ++this.#sent, isSearch: isSearch(line) };
      ticket = this.#interrupter.begin(job.number);
      this.#jobs.push(job);
      this.#linesWait = false;
    }
    try {
      this.#client.post({ kind: "line", line, ticket });
    } catch (error) {
      // The engine has ended: nothing will answer.
      if (ticket) this.#interrupter.end(/** @type {number} */ (this.#jobs.pop()?.number));
      throw error;
    }
  }

  /** Answers `isready`, but not before the jobs that the last one replaces have answered. */
  #answerReady() {
    if (this.#jobs.length > 1) return;
    for (; this.#ready > 0; this.#ready--) this.#conversation.hear("readyok\n");
  }

  /** Stops all jobs if they take long. */
  #stopSoon() {
    const timer = setTimeout(() => this.#interrupter.stop(this.#sent), QUIT_WAIT);
    void this.ended.then(() => clearTimeout(timer));
  }

  /** Ends the running search and those queued behind it, so that the next line can be handled. */
  #endSearches() {
    this.#linesWait = this.isBusy;
    this.#unwanted = this.#jobs.findLast((job) => job.isSearch)?.number ?? this.#unwanted;
    this.#stopUnwanted();
  }

  /** Stops the unwanted searches before the next perft or bench, if one of them is running. */
  #stopUnwanted() {
    const wanted = this.#jobs.findIndex((job) => !job.isSearch || job.number > this.#unwanted);
    const last = this.#jobs.slice(0, wanted < 0 ? undefined : wanted).at(-1);
    if (last) this.#interrupter.stop(last.number);
  }

  /** @param {any} message */
  #receive(message) {
    if (message.kind === "lines") {
      this.#conversation.hear(message.text);
    } else if (message.kind === "done") {
      this.#jobs.shift();
      this.#interrupter.end(message.search);
      this.#stopUnwanted();
      this.#answerReady();
    }
  }
}

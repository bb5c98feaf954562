// The tab to analyse games.

import { analyse, fetchTables, reportOf } from "./sakdi/sakdi.js";
import { EXAMPLE } from "./example.js";
import { addressOf } from "./share.js";
import { element } from "./shared/dom.js";
import { Review } from "./shared/review.js";
import { notation, onLanguage, reasonOf, say, currentLanguage } from "./i18n.js";

/** Largest number of men in the endgame tables. */
const TABLE_MEN = 4;

export class ReviewTab {
  #root;
  /** @type {HTMLFormElement} */
  #form;
  /** @type {AbortController | undefined} */
  #controller;
  /** @type {Review | undefined} */
  #review;
  /** @type {import("../pkg/sakdi.js").Analysis | undefined} */
  #analysis;
  #onPlay;
  #lastGame;

  /**
   * @param {Element} root
   * @param {() => string | undefined} lastGame the game just played as PGN, if there is one
   * @param {(fen: string, variant: "makruk" | "makpong") => unknown} onPlay plays on from a position
   */
  constructor(root, lastGame, onPlay) {
    this.#root = root;
    this.#lastGame = lastGame;
    this.#onPlay = onPlay;
    this.#form = this.#get("source");
    this.#listen();
    onLanguage(() => this.#rewrite());
  }

  /** @param {string} name @returns {any} */
  #get(name) {
    return this.#root.querySelector("." + name);
  }

  /** @param {string} name @returns {any} */
  #field(name) {
    return this.#form.elements.namedItem(name);
  }

  #listen() {
    const on = (/** @type {string} */ name, /** @type {() => void} */ act) => this.#get(name).addEventListener("click", act);
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.open(this.#field("text").value);
    });
    on("example", () => (this.#field("text").value = EXAMPLE));
    on("last-game", () => (this.#field("text").value = this.#lastGame() ?? ""));
    on("cancel", () => this.#controller?.abort());
    on("another", () => this.#showOnly("source"));
    on("play-from", () => this.#review && this.#onPlay(this.#review.fen, this.#review.game.variant));
    this.#field("file").addEventListener("change", () => void this.#read());
    this.#get("choice").querySelector("select").addEventListener("change", (/** @type {any} */ event) => this.#choose(Number(event.target.value)));
    document.addEventListener("keydown", (event) => this.#press(event));
  }

  /** Shows whether there is a game that was just played. */
  enter() {
    this.#get("last-game").hidden = !this.#lastGame();
  }

  /** Whether these games are analysed, or are being analysed. @param {string} text */
  holds(text) {
    return this.#field("text").value === text && this.#get("source").hidden;
  }

  /** Shows a move of the game. @param {number} ply */
  show(ply) {
    this.#review?.openMove(ply);
  }

  /** Analyses games. @param {string} text PGN, moves alone, or FEN @param {number} [ply] to show first */
  async open(text, ply = 0) {
    this.#controller?.abort();
    const controller = new AbortController();
    this.#controller = controller;
    this.#field("text").value = text;
    this.#get("error").textContent = "";
    const pgn = asPgn(text);
    const language = currentLanguage();
    const progress = this.#get("working").querySelector("progress");
    const status = this.#get("working").querySelector("p");
    progress.removeAttribute("value");
    status.textContent = say("loading");
    this.#showOnly("working");
    try {
      const tables = hasFewMen(pgn) ? await fetchTables(undefined, controller.signal).catch(() => undefined) : undefined;
      this.#analysis = await analyse(pgn, {
        movetime: Number(this.#field("depth").value),
        language,
        notation: notation(),
        tables,
        signal: controller.signal,
        onProgress: (done, all) => {
          progress.max = all;
          progress.value = done;
          status.textContent = say("analysing", done, all);
        },
      });
      this.#show();
      this.#review?.openMove(ply);
      if (language !== currentLanguage()) this.#rewrite();
    } catch (error) {
      if (controller !== this.#controller) return;
      this.#showOnly("source");
      this.#get("error").textContent = /** @type {Error} */ (error).name === "AbortError" ? say("cancelled") : reasonOf(error);
    }
  }

  #show() {
    const report = this.#analysis?.report;
    if (!report) return;
    this.#showOnly("result");
    const root = this.#get("review-root");
    root.replaceChildren();
    this.#review = new Review(root, report, ({ game, place }) => {
      const moves = game.moves.map((/** @type {any} */ move) => move.m);
      const [, ...rest] = game.fens[0].split(" ");
      return addressOf({ variant: game.variant, rule: game.rule, fen: [game.start, ...rest].join(" "), moves, ply: place.ply });
    });
    const choice = this.#get("choice");
    choice.hidden = report.games.length < 2;
    const select = choice.querySelector("select");
    select.replaceChildren();
    report.games.forEach((game, index) => element(select, "option", { value: index }, say("gameNumber", index + 1, game.title)));
    this.#choose(0);
  }

  /** Translates the analysis into another language. */
  #rewrite() {
    if (!this.#analysis || !this.#review || this.#get("result").hidden) return;
    const { place, isTurned } = this.#review;
    const index = Number(this.#get("choice").querySelector("select").value) || 0;
    const report = reportOf(this.#analysis.pgn, { language: currentLanguage(), notation: notation() });
    this.#analysis = { ...this.#analysis, report };
    this.#show();
    this.#choose(index);
    if (isTurned) this.#review.turn();
    if (place.isCompared) this.#review.compare(place.ply);
    else this.#review.show(place.ply);
  }

  /** @param {number} index */
  #choose(index) {
    const game = this.#analysis?.report.games[index];
    this.#get("choice").querySelector("select").value = index;
    this.#get("game-title").textContent = game.title;
    this.#get("game-about").textContent = [game.ended, game.about].filter(Boolean).join(" · ");
    this.#review?.open(game);
  }

  async #read() {
    const [file] = this.#field("file").files;
    if (file) this.#field("text").value = decoded(await file.arrayBuffer());
    this.#field("file").value = "";
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const isTyping = event.target instanceof Element && event.target.closest("input, textarea, select, dialog");
    const isShown = !(/** @type {HTMLElement} */ (this.#root).hidden) && !this.#get("result").hidden;
    if (isShown && !isTyping && this.#review?.press(event)) event.preventDefault();
  }

  /** @param {"source" | "working" | "result"} part */
  #showOnly(part) {
    for (const each of ["source", "working", "result"]) this.#get(each).hidden = each !== part;
  }
}

/** Converts lines of FEN or EPD to games without moves. Other texts stay as they are. @param {string} text */
function asPgn(text) {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const positions = lines.filter((line) => line && !line.startsWith("#"));
  const isFen = (/** @type {string} */ line) => /^[rnsmkpRNSMKP1-8~]+(\/[rnsmkpRNSMKP1-8~]+){7}(\s|$)/.test(line);
  if (positions.length === 0 || !positions.every(isFen)) return text;
  return positions.map((line) => `[SetUp "1"]\n[FEN "${fenOf(line)}"]\n\n*\n\n`).join("");
}

/** The fields of the FEN in a line of EPD, without the operations. @param {string} line */
function fenOf(line) {
  const [men, side = "w", ...rest] = line.split(/\s+/);
  const end = rest.findIndex((field) => !/^(-|\d+)$/.test(field));
  return [men, side, ...rest.slice(0, end < 0 ? 4 : Math.min(end, 4))].join(" ");
}

/** Whether a game may reach an ending of the tables. @param {string} pgn */
function hasFewMen(pgn) {
  const men = /\[FEN "([^ "]+)/.exec(pgn)?.[1]?.replace(/[^a-z]/gi, "").length ?? 32;
  return men - (pgn.match(/x/g)?.length ?? 0) <= TABLE_MEN;
}

/** Old files may be in the Thai encoding TIS-620. @param {ArrayBuffer} bytes */
function decoded(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-874").decode(bytes);
  }
}

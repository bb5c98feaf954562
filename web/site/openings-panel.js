// The panel of openings: the moves played in the position shown, with their games, results and years, and the formations they lead to.

import { Openings } from "./openings.js";
import { element } from "./shared/dom.js";
import { currentLanguage, notation, onLanguage, reasonOf, say } from "./i18n.js";

/** @typedef {import("../pkg/sakdi.js").Board} Board */
/** @typedef {import("../pkg/sakdi.js").PlayedMove} PlayedMove */

/** A share of the bar has its number inside from so many percent on. */
const ROOM = 20;

export class OpeningsPanel {
  #root;
  #acts;
  #openings = new Openings();
  /** @type {Promise<void> | undefined} */
  #loading;
  /** @type {() => Board} */
  #boardOf;
  /** What is shown. What has not changed keeps the focus. */
  #shown = "";

  /**
   * @param {HTMLDetailsElement} root
   * @param {() => Board} boardOf a board with the position shown, of which it makes no more use afterwards
   * @param {{ onMove: (move: string) => void, onPoint: (arrows: { move: string, kind: string }[]) => void }} acts
   */
  constructor(root, boardOf, acts) {
    this.#root = root;
    this.#boardOf = boardOf;
    this.#acts = acts;
    this.#get("program").addEventListener("click", () => void this.#use(() => this.#openings.loadProgram()));
    const field = this.#get("own");
    field.addEventListener("change", () => {
      const [file] = field.files;
      field.value = "";
      if (file) void this.#use(() => this.#openings.open(file), file.name);
    });
    onLanguage(() => this.show());
  }

  /** @param {string} name @returns {any} */
  #get(name) {
    return this.#root.querySelector("." + name);
  }

  /** Shows the position, if the panel is open. The games are loaded when it is first opened. */
  show() {
    if (!this.#root.open) return;
    if (!this.#openings.isLoaded) {
      this.#loading ??= this.#use(() => this.#openings.load()).finally(() => (this.#loading = undefined));
      return;
    }
    const board = this.#boardOf();
    const shown = [board.fen(true), board.opening(), this.#openings.name, this.#openings.positions, notation(), currentLanguage()].join();
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#draw(board);
  }

  /** Changes the games, and names what is wrong with them. @param {() => Promise<void>} change @param {string} [name] of the file */
  async #use(change, name = "explorer.bin") {
    this.#get("error").textContent = "";
    try {
      await change();
      this.#shown = "";
      this.show();
    } catch (error) {
      this.#get("error").textContent = say("openingsFailed", name, reasonOf(error));
    }
  }

  /** @param {Board} board */
  #draw(board) {
    const moves = this.#openings.moves(board);
    const isWhite = board.turn();
    const games = moves.reduce((sum, each) => sum + each.games, 0);
    this.#get("games").textContent = games > 0 ? say("openingsGames", games) : say("openingsNone");
    const { name, positions } = this.#openings;
    this.#get("source").textContent = name ? say("openingsOwn", name, positions) : say("openingsProgram", positions);
    this.#get("program").hidden = name === "";
    const list = this.#get("played-moves");
    list.replaceChildren();
    list.hidden = moves.length === 0;
    const present = board.opening(currentLanguage());
    for (const played of moves) this.#drawMove(list, board, played, isWhite, present);
  }

  /** @param {Element} list @param {Board} board @param {PlayedMove} played @param {boolean} isWhite @param {string | undefined} present the formation now */
  #drawMove(list, board, played, isWhite, present) {
    const { move, games, lastYear } = played;
    const item = element(list, "li");
    const row = move ? element(item, "button", { type: "button" }) : element(item, "div");
    element(row, "span", { class: "move" }, move ? board.sanMove(move, notation()) : say("openingsEnded"));
    element(row, "span", { class: "count-of-games" }, String(games));
    drawResults(row, played, isWhite);
    element(row, "span", { class: "year" }, lastYear === null ? "" : String(lastYear));
    if (!move) return;
    board.push(move);
    const formation = board.opening(currentLanguage());
    board.pop();
    if (formation && formation !== present) element(row, "span", { class: "formation" }, formation);
    row.addEventListener("click", () => this.#acts.onMove(move));
    row.addEventListener("pointerenter", () => this.#acts.onPoint([{ move, kind: "best" }]));
    row.addEventListener("pointerleave", () => this.#acts.onPoint([]));
  }
}

/** A bar of the games that White won, that were drawn, and that Black won. @param {Element} row @param {PlayedMove} played @param {boolean} isWhite */
function drawResults(row, { wins, draws, losses }, isWhite) {
  const [white, black] = isWhite ? [wins, losses] : [losses, wins];
  const decided = white + draws + black;
  const percent = (/** @type {number} */ part) => (decided > 0 ? Math.round((100 * part) / decided) : 0);
  const bar = element(row, "span", { class: "results", role: "img", "aria-label": say("openingsResults", percent(white), percent(draws), percent(black)) });
  for (const [kind, part] of /** @type {const} */ ([["white", white], ["drawn", draws], ["black", black]])) {
    if (part === 0) continue;
    const share = element(bar, "span", { class: kind }, percent(part) >= ROOM ? `${percent(part)} %` : "");
    share.style.flexGrow = part;
  }
}

// What the page shows before its script runs: the board of a new game, and its texts in English.

import { BoardView, menOf } from "../ui/board.js";
import { english } from "../site/texts-en.js";

const START = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR";

/** As much of an element of a page as the board needs to be drawn, written as text. */
class DrawnElement {
  namespaceURI = "http://www.w3.org/2000/svg";
  textContent = "";
  /** @type {[string, string][]} */
  #attributes = [];
  /** @type {DrawnElement[]} */
  children = [];
  #name;

  /** @param {string} name */
  constructor(name) {
    this.#name = name;
  }

  /** @param {string} name @param {string} value */
  setAttribute(name, value) {
    this.#attributes.push([name, value]);
  }

  /** @param {DrawnElement} child */
  append(child) {
    this.children.push(child);
  }

  replaceChildren() {
    this.children = [];
  }

  get inside() {
    return this.children.map(String).join("") + this.textContent;
  }

  toString() {
    return `<${this.#name}${this.#attributes.map(([name, value]) => ` ${name}="${value}"`).join("")}>${this.inside}</${this.#name}>`;
  }
}

/** The board of a new game as SVG. */
function startBoard() {
  const page = /** @type {any} */ (globalThis);
  page.document = { createElementNS: (/** @type {string} */ _, /** @type {string} */ name) => new DrawnElement(name) };
  const place = new DrawnElement("div");
  const board = new BoardView(/** @type {any} */ (place), english.board, { files: "abcdefgh", ranks: "12345678" });
  board.draw({ men: menOf(START) });
  delete page.document;
  return place.inside;
}

/** The page with the board of a new game in the tabs that begin with one, and with its texts. @param {string} page */
export function withStaticContent(page) {
  const board = `<div class="place-of-board"><div class="board-input">${startBoard()}</div></div>`;
  const said = page.replace(/( data-say="([^"]+)"[^>]*>)(?=<)/g, (_, tag, key) => tag + /** @type {any} */ (english)[key]);
  const place = '<div class="place-of-board"></div>';
  // To play, and to analyse.
  return said.replace(place, board).replace(place, board);
}

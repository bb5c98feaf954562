// The dialog that opens games: pasted, from a file, the game just played, an example.

import { EXAMPLE } from "./example.js";
import { decoded } from "./game-text.js";
import { reasonOf } from "./i18n.js";

export class OpenDialog {
  /** @type {HTMLDialogElement} */
  #dialog;
  /** @type {HTMLFormElement} */
  #form;
  #lastGame;
  /** The file that was chosen last. @type {File | undefined} */
  #reading;

  /**
   * @param {(text: string) => string} onOpen opens a text; returns what is wrong with it
   * @param {() => string | undefined} lastGame the game just played as PGN, if there is one
   */
  constructor(onOpen, lastGame) {
    this.#lastGame = lastGame;
    this.#dialog = /** @type {HTMLDialogElement} */ (document.getElementById("open-game"));
    this.#form = /** @type {HTMLFormElement} */ (this.#dialog.querySelector("form"));
    this.#get("example").addEventListener("click", () => (this.#field("text").value = EXAMPLE));
    this.#get("last-game").addEventListener("click", () => (this.#field("text").value = lastGame() ?? ""));
    this.#get("cancel").addEventListener("click", () => this.#dialog.close());
    this.#field("file").addEventListener("change", () => {
      const [file] = this.#field("file").files;
      // The same file may be chosen again.
      this.#field("file").value = "";
      if (file) void this.#read(file);
    });
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      const problem = onOpen(this.#field("text").value);
      this.#get("error").textContent = problem;
      if (!problem) this.#dialog.close();
    });
  }

  /** Shows the text of a file, unless another one was entered while it was read. @param {File} file */
  async #read(file) {
    const field = this.#field("text");
    const before = field.value;
    this.#reading = file;
    this.#get("error").textContent = "";
    const isWanted = () => this.#dialog.open && this.#reading === file && field.value === before;
    try {
      const text = decoded(await file.arrayBuffer());
      if (isWanted()) field.value = text;
    } catch (error) {
      if (isWanted()) this.#get("error").textContent = `${file.name}: ${reasonOf(error)}`;
    }
  }

  /** @param {string} name @returns {any} */
  #get(name) {
    return this.#dialog.querySelector("." + name);
  }

  /** @param {string} name @returns {any} */
  #field(name) {
    return this.#form.elements.namedItem(name);
  }

  open() {
    this.#get("last-game").hidden = !this.#lastGame();
    this.#get("error").textContent = "";
    this.#reading = undefined;
    this.#dialog.showModal();
  }
}

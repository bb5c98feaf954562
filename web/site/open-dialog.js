// The dialog that opens games: pasted, from a file, the game just played, an example.

import { EXAMPLE } from "./example.js";
import { decoded } from "./game-text.js";

export class OpenDialog {
  /** @type {HTMLDialogElement} */
  #dialog;
  /** @type {HTMLFormElement} */
  #form;
  #lastGame;

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
    this.#field("file").addEventListener("change", async () => {
      const [file] = this.#field("file").files;
      if (file) this.#field("text").value = decoded(await file.arrayBuffer());
      this.#field("file").value = "";
    });
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      const problem = onOpen(this.#field("text").value);
      this.#get("error").textContent = problem;
      if (!problem) this.#dialog.close();
    });
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
    this.#dialog.showModal();
  }
}

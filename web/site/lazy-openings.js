// The panel of openings, whose script and games are loaded when it is first opened.

import { load, store } from "./storage.js";
import { reasonOf } from "./i18n.js";

export class LazyOpenings {
  #root;
  #make;
  /** @type {Promise<void> | undefined} */
  #loading;
  /** @type {import("./openings-panel.js").OpeningsPanel | undefined} */
  #panel;

  /**
   * @param {HTMLDetailsElement} root
   * @param {ConstructorParameters<typeof import("./openings-panel.js").OpeningsPanel>[1]} boardOf
   * @param {ConstructorParameters<typeof import("./openings-panel.js").OpeningsPanel>[2]} acts
   */
  constructor(root, boardOf, acts) {
    this.#root = root;
    this.#make = async () => {
      const { OpeningsPanel } = await import("./openings-panel.js");
      this.#panel = new OpeningsPanel(root, boardOf, acts);
    };
    root.addEventListener("toggle", () => {
      store("openings", root.open);
      void this.#load();
    });
    root.open = load("openings") === true;
  }

  /** Shows the position, if the panel is open. */
  show() {
    this.#panel?.show();
  }

  async #load() {
    if (!this.#root.open) return;
    try {
      if (!this.#panel) await (this.#loading ??= this.#make());
      this.show();
    } catch (error) {
      // The next time that it is opened it is tried again.
      this.#loading = undefined;
      const place = this.#root.querySelector(".error");
      if (place) place.textContent = reasonOf(error);
    }
  }
}

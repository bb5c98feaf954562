// The panel of openings, whose script and games are loaded when it is first opened.

import { sayUnloaded } from "./failure.js";
import { load, store } from "./storage.js";

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
      this.#loading = undefined;
      sayUnloaded(/** @type {Element} */ (this.#root.querySelector(".error")), error);
    }
  }
}

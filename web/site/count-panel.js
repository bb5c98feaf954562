// Shows the count, in large type.

import { element } from "./shared/dom.js";
import { say, sideName } from "./i18n.js";

/** The count is shown in Arabic digits in both languages. */
export class CountPanel {
  #root;
  /** What it shows, to tell changes. */
  #shown = "";
  /** The labels of the buttons, to tell changes. */
  #offered = "";

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#root = root;
  }

  /**
   * @param {import("../pkg/sakdi.js").Count | null} count
   * @param {{ label: string, act: () => void }[]} [actions]
   */
  show(count, actions = []) {
    const root = this.#root;
    const shown = JSON.stringify([count, actions.map(({ label }) => label), say("noCount")]);
    // What has not changed is not announced again, and keeps the focus.
    if (shown === this.#shown) return;
    this.#shown = shown;
    root.classList.toggle("running", count !== null);
    root.classList.toggle("pieces", count?.honour === "pieces");
    root.querySelector(".count-text")?.remove();
    const text = element(root, "div", { class: "count-text" });
    root.prepend(text);
    if (count) this.#tell(text, count);
    else element(text, "p", { class: "count-none" }, say("noCount"));
    this.#offer(actions);
    root.hidden = count === null && actions.length === 0;
  }

  /** Shows buttons. They stay as they are if none has changed, with a press that has begun. @param {{ label: string, act: () => void }[]} actions */
  #offer(actions) {
    const root = this.#root;
    const offered = JSON.stringify(actions.map(({ label }) => label));
    if (offered === this.#offered) return;
    this.#offered = offered;
    const pressed = root.contains(document.activeElement) ? document.activeElement?.textContent : undefined;
    root.querySelector(".count-actions")?.remove();
    const buttons = actions.length > 0 && element(root, "div", { class: "count-actions" });
    for (const { label, act } of actions) {
      const button = element(buttons, "button", { type: "button", class: "main" }, label);
      button.addEventListener("click", act);
      if (label === pressed) button.focus();
    }
    // Not another button: a second press of the same key would take back what the first has done.
    if (pressed === undefined || root.contains(document.activeElement)) return;
    root.tabIndex = -1;
    root.focus();
  }

  /** @param {Element} text @param {import("../pkg/sakdi.js").Count} count */
  #tell(text, count) {
    const { counter, honour, spoken, first, limit, movesLeft } = count;
    const other = sideName(counter === "white" ? "black" : "white");
    element(text, "p", { class: "count-number" }, String(spoken));
    const beside = element(text, "div", { class: "count-beside" });
    const name = element(beside, "p", { class: "count-name" }, say(honour === "pieces" ? "piecesHonour" : "boardHonour"));
    element(name, "span", {}, " " + (first === null ? say("countOf", limit) : say("countFrom", first, limit)));
    element(beside, "p", {}, say("countBy", sideName(counter)));
    const left = movesLeft === 0 ? say("countLeftNone", other) : movesLeft === 1 ? say("countLeftOne", other) : say("countLeft", other, movesLeft);
    element(beside, "p", { class: movesLeft <= 5 ? "count-left soon" : "count-left" }, left);
    const bar = element(text, "div", { class: "count-bar", "aria-hidden": true });
    element(bar, "div", { class: "count-fill" }).style.width = `${Math.min(100, (100 * spoken) / limit)}%`;
  }
}

// The games that are open on the board for analysis: their list, and what is known of the one shown.

import { element } from "./shared/dom.js";
import { reasonOf, say } from "./i18n.js";

/** @typedef {import("./game-tree.js").GameTree} GameTree */

export class GameChoice {
  #root;

  /** @param {HTMLElement} root @param {(index: number) => void} onChoose hears of the game that is to be shown */
  constructor(root, onChoose) {
    this.#root = root;
    const select = this.#get("choice select");
    select.addEventListener("change", () => onChoose(Number(select.value)));
  }

  /** @param {string} selector @returns {any} */
  #get(selector) {
    return this.#root.querySelector("." + selector);
  }

  /** @param {GameTree[]} games @param {number} index of the one shown */
  show(games, index) {
    this.#get("choice").hidden = games.length < 2;
    const select = this.#get("choice select");
    select.replaceChildren();
    games.forEach((game, at) => {
      const problem = game.problem ? ` (${reasonOf(game.problem)})` : "";
      element(select, "option", { value: at }, say("gameNumber", at + 1, titleOf(game)) + problem);
    });
    select.value = index;
    const shown = games[index];
    this.#get("game-title").textContent = titleOf(shown);
    const known = ["Result", "Event", "Site", "Date"].map((name) => shown.tag(name)).filter(Boolean);
    this.#get("game-about").textContent = known.join(" · ");
  }
}

/** @param {GameTree} game */
function titleOf(game) {
  const [white, black] = [game.tag("White"), game.tag("Black")];
  if (white || black) return `${white || "?"} – ${black || "?"}`;
  return game.tag("Event") || say("analysisBoard");
}

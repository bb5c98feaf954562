// Both players beside the board: names, captured men, clocks.

import { timeText } from "./clock.js";
import { other } from "./match.js";
import { levelName } from "./new-game.js";
import { drawMen } from "./shared/board.js";
import { say, sideName } from "./i18n.js";

/** @typedef {import("./match.js").Match} Match */

export class PlayerPanels {
  #root;

  /** @param {Element} root */
  constructor(root) {
    this.#root = root;
  }

  /** @param {"far" | "near"} place @param {string} part @returns {any} */
  #get(place, part) {
    return this.#root.querySelector(`.seat.${place} .${part}`);
  }

  /** @param {Match} match @param {boolean} isTurned whether Black sits near */
  show(match, isTurned) {
    const far = isTurned ? "white" : "black";
    const taken = match.taken();
    for (const [place, seated] of /** @type {const} */ ([["far", far], ["near", other(far)]])) {
      this.#get(place, "player").className = "player " + seated;
      this.#get(place, "name").textContent = nameOf(match, seated);
      showTaken(this.#get(place, "taken"), seated, taken[other(seated)]);
    }
    this.showClocks(match, isTurned);
  }

  /** @param {Match} match @param {boolean} isTurned */
  showClocks(match, isTurned) {
    const left = match.clock?.left;
    const far = isTurned ? 0 : 1;
    for (const [place, index] of /** @type {const} */ ([["far", far], ["near", 1 - far]])) {
      const clock = this.#get(place, "clock");
      clock.hidden = left === undefined;
      if (left === undefined) continue;
      clock.textContent = timeText(left[index]);
      const isRunning = !match.isOver && (match.mover === "white") === (index === 0);
      clock.classList.toggle("running", isRunning);
      clock.classList.toggle("short", left[index] < 10_000);
    }
  }
}

/** The name of a player. @param {Match} match @param {"white" | "black"} side */
function nameOf(match, side) {
  if (match.isForTwo) return sideName(side);
  return side === match.side ? `${say("you")} (${sideName(side)})` : `Sakdi · ${levelName(match.choice.level)}`;
}

/** @param {any} place @param {"white" | "black"} by @param {string[]} men */
function showTaken(place, by, men) {
  drawMen(place, men);
  if (men.length === 0) {
    place.removeAttribute("role");
    return place.removeAttribute("aria-label");
  }
  const names = men.map((man) => say(/** @type {any} */ ("man" + man.toUpperCase())));
  place.setAttribute("role", "img");
  place.setAttribute("aria-label", `${say("captured", sideName(by))}: ${names.join(", ")}`);
}

// The players beside the board: names, captured men, and the number that a side has counted.

import { drawMen } from "./board.js";
import { fill } from "./dom.js";

/**
 * Shows both players.
 *
 * @param {Element} root
 * @param {any} game of the report
 * @param {{ isTurned: boolean, lost: any, count: any }} position men that each side has lost, and the count of the report
 * @param {string} outOf the text of a count's limit, with a placeholder
 */
export function showPlayers(root, game, { isTurned, lost, count }, outOf) {
  for (const [name, side] of /** @type {const} */ ([["near", isTurned ? "black" : "white"], ["far", isTurned ? "white" : "black"]])) {
    const player = /** @type {any} */ (root.querySelector("." + name));
    player.className = `player ${name} ${side}`;
    player.querySelector(".name").textContent = game[side];
    drawMen(player.querySelector(".taken"), lost[side === "white" ? "black" : "white"]);
    const badge = player.querySelector(".badge");
    badge.hidden = !count || (count[6] === 1) !== (side === "black");
    if (badge.hidden) continue;
    badge.className = "badge " + (count[2] ? "pieces-honour" : "board-honour");
    badge.title = count[3];
    badge.firstChild.textContent = count[0];
    badge.lastChild.textContent = fill(outOf, count[1]);
  }
}

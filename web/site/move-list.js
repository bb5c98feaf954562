// The moves of a game as a list, and the name of its opening.

import { element } from "./shared/dom.js";
import { currentLanguage, notation, say } from "./i18n.js";

/** @param {any} sheet @param {import("../pkg/sakdi.js").Board} board */
export function showMoves(sheet, board) {
  const list = sheet.querySelector(".played");
  list.replaceChildren();
  const moves = board.history(notation());
  const blackFirst = board.startFen().split(" ")[1] === "b";
  const first = Number(board.startFen().split(" ").at(-1)) || 1;
  /** @type {any} */
  let row;
  moves.forEach((move, index) => {
    const ply = index + (blackFirst ? 1 : 0);
    if (ply % 2 === 0 || !row) {
      row = element(list, "li");
      element(row, "span", { class: "number" }, `${first + Math.floor(ply / 2)}.`);
      if (ply % 2 === 1) element(row, "span", {}, "…");
    }
    element(row, "span", { class: index === moves.length - 1 ? "move now" : "move" }, move);
  });
  if (moves.length === 0) element(list, "li", { class: "none" }, say("noMoves"));
  list.scrollTop = list.scrollHeight;
  const opening = board.opening(currentLanguage());
  sheet.querySelector(".opening").textContent = opening ? say("opening", opening) : "";
}

// The page of `sakdi analyse --html`.

import { element } from "./dom.js";
import { Review } from "./review.js";

const report = JSON.parse(document.getElementById("data")?.textContent ?? "");
const get = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));

const review = new Review(get("review"), report);

/** @param {number} index */
function choose(index) {
  const game = report.games[index];
  get("title").textContent = document.title = game.title;
  get("ended").textContent = game.ended;
  get("about").textContent = game.about;
  review.open(game);
}

report.games.forEach((/** @type {any} */ game, /** @type {number} */ index) => {
  element(get("game"), "option", { value: index }, `${index + 1}. ${game.title}${game.result ? ", " + game.result : ""}`);
});
get("choice").hidden = report.games.length < 2;
get("game").addEventListener("change", (/** @type {any} */ event) => choose(Number(event.target.value)));
document.addEventListener("keydown", (event) => {
  const isChoosing = /** @type {Element} */ (event.target).tagName === "SELECT";
  if (!isChoosing && review.press(event)) event.preventDefault();
});
choose(0);

// The page of `sakdi analyse --html`.

import { element } from "./dom.js";
import { Review } from "./review.js";

const report = JSON.parse(document.getElementById("data")?.textContent ?? "");
const get = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));

/** The game that is shown. */
let shown = 0;
/** The URL of the game and ply shown: `#2.17`. @param {Review} review */
const addressOf = (review) => `${location.href.split("#")[0]}#${shown + 1}.${review.place.ply}`;
const review = new Review(get("review"), report, addressOf);

/** @param {number} index */
function choose(index) {
  shown = index;
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

/** Shows the game and ply that the URL names. */
function follow() {
  const [, number, ply] = (/^#(\d+)\.(\d+)$/.exec(location.hash) ?? [0, 1, 0]).map(Number);
  const index = Math.max(1, Math.min(number, report.games.length)) - 1;
  get("game").value = String(index);
  choose(index);
  review.openMove(ply);
}

addEventListener("hashchange", follow);
follow();

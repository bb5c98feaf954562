// The page of `sakdi analyse --html`.

import { element } from "./dom.js";
import { Review } from "./review.js";

const report = JSON.parse(document.getElementById("data")?.textContent ?? "");
const get = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));

/** The game that is shown. */
let shown = 0;
/** The URL of the game and ply shown: `#2.17`. @param {Review} review */
const addressOf = (review) => `${location.href.split("#")[0]}#${shown + 1}.${review.place.ply}`;
let review = new Review(get("review"), report, addressOf);

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

/** The number of a move in a line, with the blank after it. */
const NUMBER = /^\d+\.+ |^/;

/** The moves of a game and of its lines as they are written now. @param {any} game */
function textsOf(game) {
  const ofLine = ([, moves]) => moves.map(([, text]) => text.replace(NUMBER, ""));
  return { moves: game.moves.map((move) => move.s), lines: game.values.map((value) => value.l.map(ofLine)) };
}

/** Writes the moves of a game in another notation. @param {any} game @param {any} texts */
function write(game, texts) {
  game.moves.forEach((move, at) => (move.s = texts.moves[at]));
  game.values.forEach((value, ply) =>
    value.l.forEach(([, moves], line) =>
      moves.forEach((move, step) => (move[1] = NUMBER.exec(move[1])[0] + texts.lines[ply][line][step])),
    ),
  );
}

/** Shows the moves, the edges of the board and the letters of the men in one of the notations. @param {number} index */
function chooseNotation(index) {
  const { files, ranks, men } = report.notations[index];
  Object.assign(report, { files, ranks });
  report.games.forEach((game) => write(game, game.texts[index]));
  document.querySelectorAll(".men-legend li").forEach((item, at) => (item.lastChild.textContent = men[at]));
  const { place, isTurned } = review;
  get("review").replaceChildren();
  review = new Review(get("review"), report, addressOf);
  review.open(report.games[shown]);
  if (isTurned) review.turn();
  if (place.isCompared) review.compare(place.ply);
  else review.show(place.ply);
}

for (const game of report.games) {
  const ofOther = ({ s, l }) => ({
    moves: s.split(" "),
    lines: l.map((lines) => lines.split("|").map((line) => line.split(" "))),
  });
  game.texts = [textsOf(game), ...game.others.map(ofOther)];
}
report.notations.forEach(({ name }, index) => element(get("notation"), "option", { value: index }, name));
get("notation").addEventListener("change", (event) => chooseNotation(Number(event.target.value)));
get("notation-choice").hidden = false;

addEventListener("hashchange", follow);
follow();

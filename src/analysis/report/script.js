"use strict";
const { words, files, ranks, games } = JSON.parse(document.getElementById("data").textContent);
const get = id => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";
const CELL = 48, EDGE = 12;
const WORDS = { "?!": "dubious", "?": "bad", "??": "awful" };
// A sentence, its gaps filled in.
const say = (name, ...gaps) => words[name].replace(/\{(\d)\}/g, (_, gap) => gaps[gap]);
let game, ply = 0, turned = false, boards = [], buttons = [];

function element(parent, name, attributes = {}, text) {
  const drawn = parent instanceof SVGElement;
  const child = drawn ? document.createElementNS(SVG, name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) child.setAttribute(key, value);
  if (text !== undefined) child.textContent = text;
  parent.append(child);
  return child;
}

// A board is a map from squares such as "e3" to letters; a bia ngai is a B or b.
function setUp(text) {
  const board = {};
  text.split("/").forEach((rank, index) => {
    let file = 0;
    for (const letter of rank) {
      if (letter === "~") {
        const square = "abcdefgh"[file - 1] + (8 - index);
        board[square] = board[square] === "M" ? "B" : "b";
      } else if (letter >= "1" && letter <= "8") {
        file += Number(letter);
      } else {
        board["abcdefgh"[file++] + (8 - index)] = letter;
      }
    }
  });
  return board;
}

function played(board, move) {
  const next = { ...board }, from = move.slice(0, 2), to = move.slice(2, 4);
  const man = next[from];
  delete next[from];
  next[to] = move[4] ? (man === "P" ? "B" : "b") : man;
  return next;
}

function corner(square) {
  let file = "abcdefgh".indexOf(square[0]), rank = 8 - Number(square[1]);
  if (turned) { file = 7 - file; rank = 7 - rank; }
  return [EDGE + CELL * file, EDGE + CELL * rank];
}

function drawBoard() {
  const svg = get("board");
  svg.replaceChildren();
  element(svg, "rect", { class: "wood", width: 408, height: 408, rx: 6 });
  const move = ply > 0 ? game.moves[ply - 1].m : "";
  for (const square of move ? [move.slice(0, 2), move.slice(2, 4)] : []) {
    const [x, y] = corner(square);
    element(svg, "rect", { class: "last", x, y, width: CELL, height: CELL });
  }
  const value = game.values[ply], board = boards[ply];
  const king = value.c && Object.keys(board).find(square => board[square] === value.c);
  if (king) {
    const [x, y] = corner(king);
    element(svg, "rect", { class: "checked", x, y, width: CELL, height: CELL });
  }
  for (let line = 0; line <= 8; line++) {
    const at = EDGE + CELL * line, end = EDGE + CELL * 8;
    element(svg, "path", { class: "grid", d: `M${EDGE} ${at}H${end}M${at} ${EDGE}V${end}` });
  }
  for (let line = 0; line < 8; line++) {
    const at = EDGE + CELL * (line + .5);
    const name = turned ? 7 - line : line;
    element(svg, "text", { class: "place", x: at, y: 402.5 }, files[name]);
    element(svg, "text", { class: "place", x: 6, y: at }, ranks[7 - name]);
  }
  for (const [square, man] of Object.entries(board)) {
    const [x, y] = corner(square);
    const white = man === man.toUpperCase();
    element(svg, "use", { href: "#" + man.toUpperCase(), class: white ? "white" : "black", x: x + 1, y: y + 1, width: CELL - 2, height: CELL - 2 });
  }
  const best = value.l.length ? value.l[0][2] : "";
  if (best && best !== (ply < game.moves.length ? game.moves[ply].m : "")) drawArrow(svg, best);
}

function drawArrow(svg, move) {
  const [[x1, y1], [x2, y2]] = [move.slice(0, 2), move.slice(2, 4)].map(square => corner(square).map(at => at + CELL / 2));
  const length = Math.hypot(x2 - x1, y2 - y1), dx = (x2 - x1) / length, dy = (y2 - y1) / length;
  const [tx, ty] = [x2 - 14 * dx, y2 - 14 * dy];
  element(svg, "path", { class: "arrow", d: `M${x1 + 10 * dx} ${y1 + 10 * dy}L${tx - 3 * dx} ${ty - 3 * dy}` });
  element(svg, "path", { class: "head", d: `M${x2 - 2 * dx} ${y2 - 2 * dy}L${tx - 9 * dy} ${ty + 9 * dx}L${tx + 9 * dy} ${ty - 9 * dx}Z` });
}

function drawDetail() {
  const value = game.values[ply], move = ply > 0 ? game.moves[ply - 1] : null;
  const heading = get("heading");
  heading.replaceChildren(move ? move.n + " " + move.s : words.start);
  if (move && move.j) element(heading, "b", { class: WORDS[move.j] }, move.j);
  get("verdict").textContent = (move && move.j ? move.p + " " : "") + (value.o || say("value", value.e, value.d, value.w.toFixed(0)));
  const lines = get("lines");
  lines.replaceChildren();
  if (move && move.j && game.values[ply - 1].l.length) addLine(lines, words.better + ": ", game.values[ply - 1].l[0]);
  const own = value.l.filter(line => line[1]);
  own.forEach((line, index) => addLine(lines, own.length > 1 ? `${index + 1}. ` : words.best + ": ", line));
  const count = game.counts[ply], said = get("count"), told = get("story");
  const events = game.story.filter(event => event[0] === ply);
  const kind = count && !count[2] ? "board" : "";
  said.className = told.className = kind;
  said.textContent = count ? count[3] : "";
  told.textContent = events.map(event => event[1]).join(" ");
  const remarks = get("remarks");
  remarks.replaceChildren();
  for (const remark of value.r || []) element(remarks, "p", {}, remark);
}

function addLine(parent, name, [score, text]) {
  const line = element(parent, "p", {}, name);
  element(line, "b", {}, score);
  line.append(" " + text);
}

function graphX(at) { return game.values.length > 1 ? 1000 * at / (game.values.length - 1) : 500; }

function drawGraphs() {
  const chances = get("chances"), height = 190;
  chances.replaceChildren();
  element(chances, "rect", { class: "ground", width: 1000, height });
  const points = game.values.map((value, at) => `${graphX(at).toFixed(1)} ${(height * (1 - value.w / 100)).toFixed(1)}`);
  element(chances, "path", { class: "chance", d: `M0 ${height}L${points.join("L")}L1000 ${height}Z` });
  element(chances, "path", { class: "curve", d: `M${points.join("L")}` });
  element(chances, "path", { class: "middle", d: `M0 ${height / 2}H1000` });
  game.moves.forEach((move, at) => {
    if (!move.j) return;
    const y = height * (1 - game.values[at + 1].w / 100);
    const place = `${graphX(at + 1).toFixed(1)} ${Math.min(height - 6, Math.max(6, y)).toFixed(1)}`;
    // A line of no length with round ends stays a circle however the graph is stretched.
    const mark = element(chances, "path", { class: "mark " + WORDS[move.j], d: `M${place}h.01` });
    element(mark, "title", {}, `${move.n} ${move.s}${move.j}`);
  });
  element(chances, "path", { class: "now" });
  const any = game.counts.some(count => count);
  get("counting").hidden = !any;
  const counts = get("counts");
  counts.replaceChildren();
  if (!any) return;
  element(counts, "rect", { class: "pale", width: 1000, height: 110, rx: 4 });
  const width = 1000 / game.values.length;
  game.counts.forEach((count, at) => {
    if (!count) return;
    const tall = 110 * Math.min(1, count[0] / count[1]);
    const bar = element(counts, "rect", { class: count[2] ? "pieces-honour" : "board-honour", x: (at * width).toFixed(2), y: (110 - tall).toFixed(1), width: (width + .3).toFixed(2), height: Math.max(1.5, tall).toFixed(1) });
    element(bar, "title", {}, say("of", count[0], count[1]));
  });
  element(counts, "path", { class: "now" });
}

function markGraphs() {
  get("chances").querySelector(".now").setAttribute("d", `M${graphX(ply)} 0V190`);
  const now = get("counts").querySelector(".now");
  if (now) now.setAttribute("d", `M${1000 * (ply + .5) / game.values.length} 0V110`);
}

function listMoves() {
  const list = get("moves");
  list.replaceChildren();
  buttons = [];
  tell(list, 0);
  game.moves.forEach((move, at) => {
    const black = move.n.endsWith("...");
    const fresh = at === 0 || !black || list.lastChild.tagName === "P";
    if (fresh) element(list, "span", {}, move.n);
    if (fresh && black) element(list, "span");
    const button = element(list, "button", { type: "button", "data-ply": at + 1 }, move.s);
    if (move.j) element(button, "b", { class: WORDS[move.j] }, move.j);
    element(button, "small", {}, game.values[at + 1].e);
    buttons.push(button);
    tell(list, at + 1, black);
  });
}

// What happened to the count stands below its move. A row that it breaks is filled up.
function tell(list, at, black) {
  for (const [when, text] of game.story) {
    if (when !== at) continue;
    if (at > 0 && !black && list.lastChild.tagName === "BUTTON") element(list, "span");
    element(list, "p", { class: game.counts[at] && !game.counts[at][2] ? "board" : "" }, text);
  }
}

function show(to) {
  ply = Math.max(0, Math.min(game.moves.length, to));
  drawBoard();
  drawDetail();
  markGraphs();
  get("fill").style.height = game.values[ply].w + "%";
  for (const button of buttons) button.removeAttribute("aria-current");
  const list = get("moves"), current = buttons[ply - 1];
  if (current) {
    current.setAttribute("aria-current", "true");
    // Only the list scrolls, never the page.
    const above = current.offsetTop - list.scrollTop;
    if (above < 0 || above > list.clientHeight - current.offsetHeight) list.scrollTop = current.offsetTop - list.clientHeight / 2;
  } else {
    list.scrollTop = 0;
  }
  get("back").disabled = get("first").disabled = ply === 0;
  get("forth").disabled = get("last").disabled = ply === game.moves.length;
}

function mistake(step) {
  for (let at = ply + step; at > 0 && at <= game.moves.length; at += step) {
    if (game.moves[at - 1].j) return show(at);
  }
}

function turn() {
  turned = !turned;
  get("stage").classList.toggle("turned", turned);
  names();
  drawBoard();
}

function names() {
  const sides = [["near", turned ? "black" : "white"], ["far", turned ? "white" : "black"]];
  for (const [id, side] of sides) {
    get(id).className = "player " + side;
    get(id).textContent = game[side];
  }
}

function choose(index) {
  game = games[index];
  boards = [setUp(game.start)];
  for (const move of game.moves) boards.push(played(boards[boards.length - 1], move.m));
  get("title").textContent = document.title = game.title;
  get("ended").textContent = game.ended;
  get("about").textContent = game.about;
  const sides = get("sides");
  sides.replaceChildren();
  game.summary.forEach((cells, side) => {
    const row = element(sides, "tr");
    [side ? game.black : game.white, ...cells].forEach(cell => element(row, "td", {}, cell));
  });
  names();
  listMoves();
  drawGraphs();
  show(0);
}

games.forEach((each, index) => element(get("game"), "option", { value: index }, `${index + 1}. ${each.title}${each.result ? ", " + each.result : ""}`));
get("choice").hidden = games.length < 2;
get("game").addEventListener("change", event => choose(Number(event.target.value)));
get("first").addEventListener("click", () => show(0));
get("back").addEventListener("click", () => show(ply - 1));
get("forth").addEventListener("click", () => show(ply + 1));
get("last").addEventListener("click", () => show(game.moves.length));
get("next").addEventListener("click", () => mistake(1));
get("flip").addEventListener("click", turn);
get("moves").addEventListener("click", event => {
  const button = event.target.closest("button");
  if (button) show(Number(button.dataset.ply));
});
for (const id of ["chances", "counts"]) {
  get(id).addEventListener("click", event => {
    const box = get(id).getBoundingClientRect();
    show(Math.round((event.clientX - box.left) / box.width * (game.values.length - 1)));
  });
}
document.addEventListener("keydown", event => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.tagName === "SELECT") return;
  const keys = {
    ArrowLeft: () => show(ply - 1), ArrowRight: () => show(ply + 1), Home: () => show(0),
    End: () => show(game.moves.length), ArrowDown: () => mistake(1), ArrowUp: () => mistake(-1),
    f: turn, F: turn,
  };
  if (keys[event.key]) {
    event.preventDefault();
    keys[event.key]();
  }
});
choose(0);

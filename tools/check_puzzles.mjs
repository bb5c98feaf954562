// Checks puzzles by brute force over the moves, checks and counts of ffish alone (npm install ffish): Fairy-Stockfish's library as in
// pyffish, but it keeps the board between moves and is a hundred times faster. Nothing of Sakdi is used.
//
//     node tools/check_puzzles.mjs positions/puzzles.epd [--sample N] [--nodes N] [--endings KRvK,KMNvK]
//
// Puzzles of the endings named, which are without bia and khon, are checked by solving the ending as a whole: the distances of all
// positions, which of the moves are in time, and the numbers of moves in the tries. All other puzzles of mate and of the count are
// searched: all moves and replies. Those that take more than the nodes are left out. Exit status 1 if a puzzle is refuted.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { parseArgs } from "node:util";

// Old versions of ffish take a fetch for a sign of a browser.
delete globalThis.fetch;
const require = createRequire(join(process.cwd(), "here.js"));
const library = require("ffish");
const ffish = typeof library === "function" ? await library() : library;
if (ffish.Board === undefined) await new Promise((ready) => (ffish.onRuntimeInitialized = ready));
const board = new ffish.Board("makruk");

const NEVER = 255;
const UNKNOWN = 254;

const isMan = (letter) => letter !== undefined && /[a-z]/i.test(letter);
const movesOf = () => board.legalMoves().split(" ").filter(Boolean);
const squareOf = (text) => text.charCodeAt(0) - 97 + 8 * (text.charCodeAt(1) - 49);

/** The men of a FEN by their squares, a1 = 0. */
function menOf(fen) {
  const men = new Array(64);
  fen.split(" ")[0].split("/").forEach((rank, down) => {
    let file = 0;
    for (const letter of rank) {
      if (/\d/.test(letter)) file += Number(letter);
      else men[8 * (7 - down) + file++] = letter;
    }
  });
  return men;
}

/** The FEN of White's men and a black khun. */
function fenOf(men, squares, side) {
  const at = new Array(64);
  men.forEach((letter, index) => (at[squares[index]] = letter));
  let text = "";
  for (let rank = 7; rank >= 0; rank--) {
    let empty = 0;
    for (let file = 0; file < 8; file++) {
      const letter = at[8 * rank + file];
      if (letter === undefined) empty++;
      else {
        text += (empty || "") + letter;
        empty = 0;
      }
    }
    text += (empty || "") + (rank ? "/" : "");
  }
  return `${text} ${side} - - 0 1`;
}

/** The eight images of a square. */
const image = (square, symmetry) => {
  let [file, rank] = [square & 7, square >> 3];
  if (symmetry & 1) file = 7 - file;
  if (symmetry & 2) rank = 7 - rank;
  return symmetry & 4 ? 8 * file + rank : 8 * rank + file;
};
const IMAGES = Array.from({ length: 8 }, (_, symmetry) => Uint8Array.from({ length: 64 }, (_, square) => image(square, symmetry)));
/** Squares of the strong khun: every position has an image with the khun on one of them. */
const TRIANGLE = [0, 1, 2, 3, 9, 10, 11, 18, 19, 27];
const PLACE = new Int8Array(64).fill(-1);
TRIANGLE.forEach((square, place) => (PLACE[square] = place));
const SYMMETRY = Uint8Array.from({ length: 64 }, (_, square) => IMAGES.findIndex((image) => PLACE[image[square]] >= 0));

const solved = new Map();

/**
 * An ending of a khun and one or two of M, N, R against a bare khun, solved as a whole. White is the strong side.
 */
class Ending {
  /** @param {string} strong the letters, such as "KMN" */
  constructor(strong) {
    this.strong = strong;
    this.men = [...strong, "k"];
    this.size = 10 * 64 ** strong.length;
    const [weakMoves, strongMoves] = [this.#edges("b"), this.#edges("w")];
    // Moves to mate with the strong and with the weak side to move.
    this.toMate = new Uint8Array(this.size).fill(UNKNOWN);
    this.toBeMated = weakMoves.known;
    for (let moves = 1, found = true; found && moves < UNKNOWN; moves++) {
      found = false;
      for (let index = 0; index < this.size; index++) {
        if (this.toMate[index] !== UNKNOWN) continue;
        for (let edge = strongMoves.start[index]; edge < strongMoves.start[index + 1]; edge++) {
          if (this.toBeMated[strongMoves.target[edge]] === moves - 1) {
            this.toMate[index] = moves;
            found = true;
            break;
          }
        }
      }
      for (let index = 0; index < this.size; index++) {
        if (this.toBeMated[index] !== UNKNOWN) continue;
        let longest = 0;
        for (let edge = weakMoves.start[index]; edge < weakMoves.start[index + 1] && longest < UNKNOWN; edge++) {
          const target = weakMoves.target[edge];
          // A capture leads to another ending, whose distance is known.
          longest = Math.max(longest, target < 0 ? -target - 1 : this.toMate[target]);
        }
        if (longest === moves) {
          this.toBeMated[index] = moves;
          found = true;
        }
        // A later round may depend on the distances after captures.
        if (longest > moves && longest < UNKNOWN) found = true;
      }
    }
  }

  index(squares) {
    const turned = IMAGES[SYMMETRY[squares[0]]];
    let index = PLACE[turned[squares[0]]];
    for (let man = 1; man < squares.length; man++) index = 64 * index + turned[squares[man]];
    return index;
  }

  squares(index) {
    const squares = new Array(this.men.length);
    for (let man = this.men.length - 1; man > 0; man--) {
      squares[man] = index & 63;
      index >>= 6;
    }
    squares[0] = TRIANGLE[index];
    return squares;
  }

  /** The moves of a side in all positions: those of one are target[start[index]] to target[start[index + 1] - 1]. */
  #edges(side) {
    const start = new Int32Array(this.size + 1);
    let target = new Int32Array(8 * this.size);
    let length = 0;
    const known = new Uint8Array(this.size).fill(NEVER);
    for (let index = 0; index < this.size; index++) {
      start[index] = length;
      const squares = this.squares(index);
      if (new Set(squares).size < squares.length) continue;
      const [own, other] = [squares[0], squares.at(-1)];
      if (Math.max(Math.abs((own & 7) - (other & 7)), Math.abs((own >> 3) - (other >> 3))) < 2) continue;
      board.setFen(fenOf(this.men, squares, side));
      const moves = movesOf();
      known[index] = moves.length > 0 ? UNKNOWN : board.isCheck() ? 0 : NEVER;
      if (length + moves.length > target.length) {
        const larger = new Int32Array(2 * target.length);
        larger.set(target);
        target = larger;
      }
      for (const move of moves) {
        const [from, to] = [squareOf(move), squareOf(move.slice(2))];
        const after = squares.map((square) => (square === from ? to : square));
        const captured = squares.indexOf(to);
        // The khun is in check already: no move leads to such a position.
        if (captured === squares.length - 1) continue;
        target[length++] = captured < 0 ? this.index(after) : -1 - this.#afterCapture(captured, after);
      }
    }
    start[this.size] = length;
    return { start, target, known };
  }

  #afterCapture(captured, squares) {
    const rest = this.strong.slice(0, captured) + this.strong.slice(captured + 1);
    // Only a ruea mates alone.
    if (!rest.includes("R")) return NEVER;
    const ending = ending_of(rest);
    return ending.toMate[ending.index(squares.filter((_, man) => man !== captured))];
  }
}

function ending_of(strong) {
  if (!solved.has(strong)) solved.set(strong, new Ending(strong));
  return solved.get(strong);
}

/** Moves that the strong side has until ffish calls the count complete: some line of moves is played to its end. */
function movesLeft(fen, strong) {
  board.setFen(fen);
  if (fen.split(" ")[3] === "-") return Infinity;
  const seen = new Set();
  const walk = (left) => {
    if (board.isGameOver(true)) return left;
    for (const move of movesOf()) {
      const isStrong = board.turn() === strong;
      board.push(move);
      const [placement, side] = board.fen().split(" ");
      const men = placement.replace(/[^a-z]/gi, "").length;
      const fresh = !seen.has(placement + side) && men === walk.men && movesOf().length > 0;
      seen.add(placement + side);
      const found = fresh ? walk(left + (isStrong ? 1 : 0)) : undefined;
      board.pop();
      if (found !== undefined) return found;
    }
    return undefined;
  };
  walk.men = fen.split(" ")[0].replace(/[^a-z]/gi, "").length;
  return walk(0);
}

/** The men of a position against a bare khun as the strong side sees them, White; undefined for other positions. */
function endingOf(fen) {
  const men = menOf(fen);
  const found = [...men.keys()].filter((square) => isMan(men[square]));
  const isWhite = (square) => men[square] === men[square].toUpperCase();
  const [white, black] = [found.filter(isWhite), found.filter((square) => !isWhite(square))];
  if (Math.min(white.length, black.length) > 1) return undefined;
  const [strong, weak] = white.length > 1 ? [white, black] : [black, white];
  // Seen from the other side of the board the sides are exchanged.
  const seen = (square) => (white.length > 1 ? square : square ^ 56);
  const letters = strong.map((square) => [men[square].toUpperCase(), seen(square)]);
  letters.sort(([one], [two]) => (one === "K" ? -1 : two === "K" ? 1 : one < two ? -1 : 1));
  const name = letters.map(([letter]) => letter).join("");
  return { name, squares: [...letters.map(([, square]) => square), seen(weak[0])], isWhite: white.length > 1, seen };
}

/** Checks a puzzle against the whole ending. */
function checkByEnding(fen, puzzle) {
  const { name, squares, isWhite, seen } = endingOf(fen);
  const ending = ending_of(name);
  const isStrong = (fen.split(" ")[1] === "w") === isWhite;
  const left = movesLeft(fen, isWhite);
  board.setFen(fen);
  const good = [];
  const faults = [];
  for (const move of movesOf()) {
    const [from, to] = [seen(squareOf(move)), seen(squareOf(move.slice(2)))];
    const san = board.sanMove(move);
    const captured = squares.indexOf(to);
    const after = squares.map((square) => (square === from ? to : square));
    let moves = NEVER;
    if (captured < 0) moves = (isStrong ? ending.toBeMated : ending.toMate)[ending.index(after)];
    else {
      const rest = name.slice(0, captured) + name.slice(captured + 1);
      if (rest.includes("R")) moves = ending_of(rest).toMate[ending_of(rest).index(after.filter((_, man) => man !== captured))];
    }
    if (moves >= UNKNOWN) moves = Infinity;
    const wins = isStrong ? moves <= left - 1 : moves <= left;
    if (wins === isStrong) good.push({ san, moves });
    const reason = puzzle.tries.get(plain(san));
    const [, needed, allowed] = reason?.match(/too-slow (\d+) (\d+)/) ?? [];
    if (needed && (Number(needed) !== moves || Number(allowed) !== left - 1)) faults.push(`${san}: ${moves} of ${left - 1}, ${reason}`);
    if (reason === "draws" && moves !== Infinity) faults.push(`${san} mates in ${moves}, ${reason}`);
  }
  if (good.length !== 1 || plain(good[0].san) !== plain(puzzle.bm)) {
    faults.push(`${puzzle.bm} expected, these reach the goal: ${good.map(({ san }) => san)}`);
  } else if (isStrong && puzzle.dm && Number(puzzle.dm) !== good[0].moves + 1) {
    faults.push(`mate in ${good[0].moves + 1}, not ${puzzle.dm}`);
  } else if (!isStrong && good[0].moves === Infinity) {
    faults.push("nothing is lost without the count");
  }
  return faults;
}

class TooLong extends Error {}

/** Searches all moves and replies. The board itself keeps the count. */
class Search {
  constructor(limit) {
    this.limit = limit;
    this.nodes = 0;
    this.seen = new Map();
    this.refutations = new Map();
  }

  isDrawn() {
    return board.isGameOver(true) || (board.hasInsufficientMaterial(true) && board.hasInsufficientMaterial(false));
  }

  after(move, question) {
    if (++this.nodes > this.limit) throw new TooLong();
    board.push(move);
    const answer = question();
    board.pop();
    return answer;
  }

  /** Whether the side to move is mated within `moves` more moves of the other side. */
  isMated(moves) {
    if (moves === 0 && !board.isCheck()) return false;
    const replies = movesOf();
    if (replies.length === 0) return board.isCheck();
    if (moves === 0 || this.isDrawn()) return false;
    const last = this.refutations.get(moves);
    if (replies.includes(last)) replies.unshift(last);
    const refutation = replies.find((reply) => !this.after(reply, () => this.mates(moves)));
    this.refutations.set(moves, refutation ?? last);
    return refutation === undefined;
  }

  /** Whether the side to move mates within `moves` moves. */
  mates(moves) {
    const key = board.fen().split(" ").slice(0, 5).join(" ") + moves;
    let answer = this.seen.get(key);
    if (answer === undefined) {
      answer = !this.isDrawn() && movesOf().some((move) => this.after(move, () => this.isMated(moves - 1)));
      this.seen.set(key, answer);
    }
    return answer;
  }
}

/** Checks a puzzle by a search; undefined when it is out of reach. */
function checkBySearch(fen, puzzle, limit) {
  const ending = endingOf(fen);
  const strongToMove = puzzle.kind !== "save-by-the-count";
  if (puzzle.kind !== "mate" && ending === undefined) return undefined;
  const moves = puzzle.kind === "mate" ? Number(puzzle.dm) : movesLeft(fen, ending.isWhite);
  if (!Number.isFinite(moves)) return undefined;
  board.setFen(fen);
  const search = new Search(limit);
  try {
    const good = movesOf().filter((move) => {
      const reaches = () => (strongToMove ? search.isMated(moves - 1) : movesOf().length === 0 || !search.mates(moves));
      return search.after(move, reaches);
    });
    const names = good.map((move) => plain(board.sanMove(move)));
    const faults = names.join() === plain(puzzle.bm) ? [] : [`${puzzle.bm} expected, these reach the goal: ${names}`];
    const inFewer = (move) => search.after(move, () => search.isMated(moves - 2));
    if (puzzle.kind === "mate" && moves > 1 && movesOf().some(inFewer)) faults.push(`mate in fewer than ${moves} moves`);
    return faults;
  } catch (error) {
    if (error instanceof TooLong) return undefined;
    throw error;
  }
}

const plain = (san) => san.replace(/[+#]/g, "");

function puzzleOf(line) {
  const fields = line.split(" ");
  const fen = fields.slice(0, 6);
  if (fen[3] === "0") fen[3] = "-";
  const operand = (opcode) => line.match(new RegExp(`[ ;]${opcode} ([^;]*);`))?.[1].replaceAll('"', "");
  const tries = line.match(/; tries ([^;]*);/)[1].matchAll(/"(\S+) \S+ ([^"]*)"/g);
  return {
    fen: fen.join(" "),
    id: operand("id"),
    kind: operand("kind"),
    bm: operand("bm"),
    dm: operand("dm"),
    tries: new Map([...tries].map(([, move, reason]) => [plain(move), reason])),
  };
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: "string", default: "1000000" },
    nodes: { type: "string", default: "300000" },
    endings: { type: "string", default: "KRvK" },
  },
});
const endings = new Set(values.endings.split(",").map((name) => name.replace(/vK$/, "")));
const lines = readFileSync(positionals[0], "utf8").split("\n").filter((line) => line && line[0] !== "#");
// Every so many, from easy to hard.
const step = Math.max(1, Math.floor(lines.length / Number(values.sample)));
const counts = new Map();
let refuted = 0;
for (const [number, line] of lines.entries()) {
  const puzzle = puzzleOf(line);
  if (number % step || puzzle.kind === "advantage") continue;
  const whole = puzzle.kind !== "mate" && endings.has(endingOf(puzzle.fen)?.name);
  if (puzzle.kind === "technique" && !whole) continue;
  const faults = whole ? checkByEnding(puzzle.fen, puzzle) : checkBySearch(puzzle.fen, puzzle, Number(values.nodes));
  const how = faults === undefined ? "out of reach" : whole ? "by the whole ending" : "by search";
  const name = `${puzzle.kind}${puzzle.kind === "mate" ? ` in ${puzzle.dm}` : ""} ${how}`;
  counts.set(name, (counts.get(name) ?? 0) + 1);
  if (faults?.length) {
    refuted++;
    console.log(`${puzzle.id}: ${faults.join("; ")}`);
  }
}
for (const [name, count] of [...counts].sort()) console.log(`${name}: ${count}`);
const checked = [...counts].filter(([name]) => !name.endsWith("reach")).reduce((sum, [, count]) => sum + count, 0);
console.log(`checked ${checked}, refuted ${refuted}`);
process.exit(refuted || checked === 0 ? 1 : 0);

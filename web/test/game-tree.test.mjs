// Trees of moves, from PGN and to it. They need no browser.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { GameTree, indicesTo } from "../dist/game-tree.js";
import { textAsPgn } from "../dist/game-text.js";
import { readInfo } from "../dist/live-engine.js";
import { ready } from "../dist/sakdi/sakdi.js";

before(ready);

const PGN = `[Event "A \\"test\\""]
[Result "1/2-1/2"]

{begin} 1. d4 $1 {[%clk 0:59:58] hello} (1. e4 {[%count start 5]} e5 (1... d5 $14 {deep}) 2. Nd2) 1... d5
2. Nd2 $6 ({before} 2. Ne2) 2... Nd7 1/2-1/2
`;

test("variations, comments, commands and NAGs survive", () => {
  const [tree] = GameTree.read(PGN);
  assert.equal(tree.problem, undefined);
  const [d4, e4] = tree.root.children;
  assert.deepEqual([d4.move, e4.move], ["d3d4", "e3e4"]);
  assert.deepEqual(d4.comments, ["[%clk 0:59:58] hello"]);
  assert.deepEqual(e4.children.map((node) => node.name("san")), ["e5", "d5"]);
  assert.deepEqual(e4.children[1].nags, [14]);
  assert.deepEqual(d4.children[0].children[1].before, ["before"]);
  const written = tree.pgn();
  for (const part of ["{begin} 1. d4 $1", "[%count start 5]", "(1... d5 $14 {deep})", "({before} 2. Ne2)"]) {
    assert.ok(written.replaceAll("\n", " ").includes(part), `${part} in ${written}`);
  }
  assert.ok(written.split("\n").every((line) => line.length <= 80));
  assert.equal(GameTree.read(written)[0].pgn(), written);
  tree.free();
});

test("a node that was removed cannot be changed", () => {
  const [{ inner }] = GameTree.read("1. e4 e5 *");
  const [e4] = inner.children(0);
  assert.equal(inner.remove(e4), 0);
  assert.equal(inner.holds(e4), false);
  assert.equal(inner.moveName(e4, "san"), "e4");
  for (const change of [() => inner.setComments(e4, ["?"]), () => inner.add(e4, "e6e5"), () => inner.promote(e4), () => inner.remove(e4)]) {
    assert.throws(change, RangeError);
  }
});

test("marks behind moves, Thai moves, results and comments to the end of a line are read", () => {
  const [tree] = GameTree.read("1.ม-ง๒! ม-ง๗?? ; a comment (no variation\n2.ง๔!? 0-1");
  const line = tree.mainLine();
  assert.deepEqual(line.slice(1).map((node) => node.move), ["b1d2", "b8d7", "d3d4"]);
  assert.deepEqual(line.slice(1).map((node) => node.nags), [[1], [4], [5]]);
  assert.deepEqual(line[2].comments, ["a comment (no variation"]);
  assert.match(tree.pgn(), / 0-1\n/);
});

test("games of other sites and rule books are read in their letters", () => {
  const read = (/** @type {string} */ text) => GameTree.read(text)[0];
  const moves = (/** @type {string} */ text) => read(text).mainLine().slice(1).map((node) => node.move).join(" ");
  assert.equal(moves('[Site "PlayOK"]\n\n1. f4 Ne7 {a ma} 2. Be2 (2. Qd2) Qc7 *'), "f3f4 g8e7 f1e2 d8c7");
  assert.equal(moves("1. บฉ4 มจ7 2. คจ2 0.5-0.5"), "f3f4 g8e7 f1e2");
  assert.equal(moves("1. Bf3-f4 Mg8-e7 2. Hf1-e2 *"), "f3f4 g8e7 f1e2");
  const site = read('[Dialect "official-english-short"]\n\n1. Md2 (1. Dd2 {a met}) Be5 *');
  assert.match(site.pgn(), /1\. Nd2 \(1\. Md2 \{a met\}\) 1\.\.\. e5 \*/);
  assert.ok(!site.pgn().includes("Dialect"));
  // A bia on PlayOK is never written P.
  const silent = '[FEN "4k3/8/8/8/3PM~3/8/8/4K3 w - - 0 1"]\n\n1. Pd5 *';
  assert.equal(moves(`[Site "PlayOK"]\n${silent}`), "e4d5");
  assert.equal(/** @type {any} */ (read(silent).problem).subject, "notation");
});

test("positions of other sites are opened", () => {
  for (const line of ["rnbqkbnr/8/pppppppp/8/8/PPPPPPPP/8/RNBKQBNR w - - 0 1", "https://example.org/analysis?fen=rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR_w_-_-_0_1"]) {
    const [tree] = GameTree.read(textAsPgn(line));
    assert.equal(tree.problem, undefined, line);
    assert.equal(tree.root.fen, "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1", line);
  }
});

test("variations are promoted and removed", () => {
  const [tree] = GameTree.read(PGN);
  const inner = tree.root.children[1].children[1];
  tree.promote(inner);
  assert.deepEqual(indicesTo(inner), [1, 0]);
  tree.promote(inner);
  assert.deepEqual(indicesTo(inner), [0, 0]);
  assert.deepEqual(tree.mainLine().slice(1).map((node) => node.name("san")), ["e4", "d5"]);
  const parent = tree.remove(inner);
  assert.equal(tree.holds(inner), false);
  assert.equal(tree.holds(parent), true);
  assert.equal(tree.add(parent, "d6d5").move, "d6d5");
  assert.throws(() => tree.add(parent, "a1a8"));
});

test("claims of counts in comments count, and are made after any move", () => {
  const start = '[FEN "8/2k5/8/3n4/8/1R1K4/8/3S4 b - - 0 1"]\n[CountingRule "claimed"]\n\n';
  const [tree] = GameTree.read(`${start}{[%count start 1]} 1... Kc6 2. Ra3 Kb6 *`);
  const spoken = () => tree.mainLine().map((node) => tree.boardAt(node).count()?.spoken);
  assert.deepEqual(spoken(), [0, 1, 1, 2]);
  tree.claim(tree.mainLine()[3], "skip");
  assert.deepEqual(spoken(), [0, 1, 1, 1]);
  tree.claim(tree.mainLine()[1], "stop");
  assert.deepEqual(spoken(), [0, undefined, undefined, undefined]);
  assert.match(tree.pgn(), /1\.\.\. Kc6 \{\[%count stop\]\} 2\. Ra3/);
  assert.throws(() => tree.claim(tree.root, "start"));
});

test("a variation becomes the main line", () => {
  const [tree] = GameTree.read(PGN);
  const inner = tree.root.children[1].children[1];
  tree.makeMain(inner);
  assert.deepEqual(indicesTo(inner), [0, 0]);
});

test("a game is read up to its error, and the others are read, too", () => {
  const games = GameTree.read('[White "A"]\n\n1. d4 d9 2. e4\n\n[White "B"]\n[FEN "nonsense"]\n\n1. d4\n\n[White "C"]\n\n1. d4 {a [Tag "like"] line\n[White "D"]\n} d5 *\n');
  assert.deepEqual(games.map((game) => game.tag("White")), ["A", "B", "C"]);
  assert.deepEqual(games.map(({ problem }) => problem !== undefined), [true, true, false]);
  assert.deepEqual(games.map((game) => game.mainLine().length - 1), [1, 0, 2]);
  assert.match(String(games[0].problem), /d9/);
});

test("lines of FEN and EPD become games", () => {
  const games = GameTree.read(textAsPgn("# a comment\n8/2k5/8/3n4/8/1R1K4/8/3S4 b - 128 9 20 bm Nf4;\n4k3/8/8/8/8/4K3/3PM~3/8 w\n"));
  assert.deepEqual(games.map((game) => game.root.fen.split(" ").slice(0, 2).join(" ")), ["8/2k5/8/3n4/8/1R1K4/8/3S4 b", "4k3/8/8/8/8/4K3/3PM~3/8 w"]);
  assert.match(games[0].pgn(), /\[FEN "8\/2k5\/8\/3n4\/8\/1R1K4\/8\/3S4 b - 128 9 20"\]/);
});

test("a better line of an analysis is adopted once, and what people wrote is kept", () => {
  const [tree] = GameTree.read("1. d4 {mine} (1. e4) d5 *");
  const analysed = "1. d4 $6 {[%eval 0.10,8] [%sakdi ab]} {mine} (1. a4 {[%eval 0.2] [%sakdi cd]} a5) (1. e4) 1... d5 {[%sakdi ef]} *";
  for (let times = 0; times < 2; times++) tree.adopt(GameTree.read(analysed)[0]);
  const [d4] = tree.root.children;
  assert.deepEqual(tree.root.children.map((node) => node.name("san")), ["d4", "e4", "a4"]);
  assert.deepEqual(d4.nags, [6]);
  assert.deepEqual(d4.comments, ["mine", "[%eval 0.10,8] [%sakdi ab]"]);
});

test("moves that were removed while a game was analysed stay removed", () => {
  const [tree] = GameTree.read("1. d4 (1. e4 e5) d5 2. Nd2 *");
  const analysed = "1. d4 {[%sakdi ab]} (1. a4 {[%sakdi cd]} a5) (1. e4 e5) 1... d5 {[%sakdi ef]} (1... e5 {[%sakdi gh]} 2. a4) 2. Nd2 {[%sakdi ij]} *";
  const [d4, e4] = tree.root.children;
  tree.remove(d4.children[0].children[0]);
  tree.remove(e4);
  tree.adopt(GameTree.read(analysed)[0]);
  assert.deepEqual(tree.root.children.map((node) => node.name("san")), ["d4", "a4"]);
  assert.deepEqual(d4.children.map((node) => node.name("san")), ["d5", "e5"]);
  assert.deepEqual(d4.children.map((node) => node.children.map((next) => next.name("san"))), [[], ["a4"]]);
});

test("the engine's lines are told from White's side", () => {
  const line = "info depth 12 seldepth 20 multipv 2 score cp 35 wdl 300 600 100 nodes 9 nps 500000 pv d6d5 b1d2";
  assert.deepEqual(readInfo(line, false), { index: 2, depth: 12, nps: 500000, score: "-0.35", chance: 40, moves: ["d6d5", "b1d2"] });
  assert.equal(readInfo(line.replace("cp 35", "mate -3"), true)?.score, "#-3");
  assert.equal(readInfo("info depth 3 score cp 5 lowerbound pv d6d5", true), undefined);
  assert.equal(readInfo("info string pv", true), undefined);
});

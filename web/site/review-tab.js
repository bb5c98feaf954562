// The tab to analyse: every legal move may be played, variations form a tree, the engine thinks along, and a game is judged in the background.

import { fetchTables, loadTables } from "./sakdi/sakdi.js";
import { AnnotationPanel } from "./annotation-panel.js";
import { BoardInput } from "./board-input.js";
import { EnginePanel } from "./engine-panel.js";
import { sayUnloaded } from "./failure.js";
import { GameChoice } from "./game-choice.js";
import { inDialect } from "./game-copies.js";
import { GameGraphs } from "./game-graphs.js";
import { GameTree, indicesTo, lineFrom, pathTo } from "./game-tree.js";
import { Judgement } from "./judgement.js";
import { KnownPanel } from "./known-panel.js";
import { LazyOpenings } from "./lazy-openings.js";
import { OpenDialog } from "./open-dialog.js";
import { TreeView } from "./tree-view.js";
import { textAsPgn } from "./game-text.js";
import { onKeys } from "./keys.js";
import { addressOf } from "./share.js";
import { copyFrom } from "./shared/dom.js";
import { drawMen, lostMen, menOf } from "./shared/board.js";
import { loadInTab, storeInTab } from "./storage.js";
import { TABLE_MEN, menCount } from "./table-results.js";
import { currentLanguage, onLanguage, reasonOf, say, sideName } from "./i18n.js";

/** @typedef {import("./game-tree.js").Node} Node */

export class ReviewTab {
  #root;
  /** @type {GameTree[]} */
  #games = [new GameTree()];
  #tree = this.#games[0];
  /** @type {Node} */
  #node = this.#tree.root;
  #judgement;
  /** @type {Promise<ArrayBuffer | undefined> | undefined} */
  #tables;
  #input;
  #view;
  #engine;
  #graphs;
  /** Loaded when it is first opened. @type {Promise<import("./position-editor.js").PositionEditor> | undefined} */
  #editor;
  #known;
  #openings;
  #choice;
  #annotation;
  #dialog;
  #onPlay;
  /** The text that was opened last. */
  #opened = "";

  /**
   * @param {HTMLElement} root
   * @param {() => string | undefined} lastGame the game just played as PGN, if there is one
   * @param {(fen: string, variant: "makruk" | "makpong", rule: import("../pkg/sakdi.js").CountingRule) => unknown} onPlay plays on from a position
   */
  constructor(root, lastGame, onPlay) {
    this.#root = root;
    this.#onPlay = onPlay;
    this.#dialog = new OpenDialog((text) => this.#openOther(text), lastGame);
    this.#choice = new GameChoice(this.#get("about-game"), (index) => this.#choose(index));
    this.#input = new BoardInput(this.#get("place-of-board"), (move) => this.#play(move));
    this.#view = new TreeView(this.#get("moves"), (node) => this.#show(node));
    this.#graphs = new GameGraphs(this.#get("graphs"), (ply) => {
      const node = this.#judgement.nodeAt(ply);
      if (node) this.#show(node);
    });
    this.#judgement = new Judgement(root, { onJudged: () => this.#takeJudgement(), onFailure: (reason) => this.#say(reason) });
    this.#known = new KnownPanel(this.#get("known"), {
      onClaim: (kind) => this.#edit(() => this.#tree.claim(this.#node, kind)),
      onMove: (move) => this.#play(move),
      onPoint: (arrows) => this.#input.point(arrows.length > 0 ? arrows : this.#arrows()),
    });
    this.#openings = new LazyOpenings(this.#get("openings"), () => this.#tree.boardAt(this.#node), {
      onMove: (move) => this.#play(move),
      onPoint: (arrows) => this.#input.point(arrows.length > 0 ? arrows : this.#arrows()),
    });
    this.#annotation = new AnnotationPanel(root, (change) => this.#edit(() => (this.#node = change(this.#tree, this.#node))));
    this.#engine = new EnginePanel(this.#get("engine"), {
      onThought: () => {
        // A man that is being moved stays in the hand.
        this.#input.point(this.#arrows());
        this.#drawBar();
        this.#drawDetail();
      },
      onToggle: () => this.#show(this.#node),
      onMoves: (moves) => this.#playLine(moves),
      board: () => this.#tree.boardAt(this.#node),
      isShown: () => !this.#root.hidden,
    });
    this.#listen();
    this.#restore();
    onLanguage(() => this.#rewrite());
  }

  /** @param {string} name @returns {any} */
  #get(name) {
    return this.#root.querySelector("." + name);
  }

  #listen() {
    const on = (/** @type {string} */ name, /** @type {() => void} */ act) => this.#get(name).addEventListener("click", act);
    on("first", () => this.#show(this.#tree.root));
    on("back", () => this.#step(-1));
    on("forth", () => this.#step(1));
    on("last", () => this.#showLast());
    on("next", () => this.#mistake(1));
    on("flip", () => this.#turn());
    on("open", () => this.#dialog.open());
    on("edit", () => void this.#openEditor());
    on("fresh", () => this.#begin(new GameTree()));
    on("play-from", () => this.#onPlay(this.#node.fen, this.#tree.variant, this.#tree.rule));
    on("judge", () => void this.#judgement.judge(this.#tree));
    for (const [name, text] of /** @type {const} */ ([["copy-pgn", () => this.#tree.pgn()], ["copy-official", () => inDialect(this.#tree.pgn(), "official-thai-short")], ["copy-fen", () => this.#node.fen], ["copy-link", () => this.#address()]])) {
      copyFrom(this.#get(name), text, () => say("copied"));
    }
    onKeys(this.#root, {
      ArrowLeft: () => this.#step(-1),
      ArrowRight: () => this.#step(1),
      ArrowDown: ({ shiftKey }) => (shiftKey ? this.#sibling(1) : this.#mistake(1)),
      ArrowUp: ({ shiftKey }) => (shiftKey ? this.#sibling(-1) : this.#mistake(-1)),
      Home: () => this.#show(this.#tree.root),
      End: () => this.#showLast(),
      Delete: () => this.#annotation.remove(),
      c: () => this.#annotation.focus(),
      f: () => this.#turn(),
      l: () => this.#engine.toggle(),
    });
  }

  async #openEditor() {
    this.#editor ??= import("./position-editor.js").then(
      ({ PositionEditor }) => new PositionEditor((fen, variant, rule) => this.#begin(GameTree.begin(variant, fen, rule))),
    );
    const editor = await this.#editor.catch((error) => {
      this.#editor = undefined;
      sayUnloaded(this.#get("error"), error);
    });
    // The user may have gone elsewhere meanwhile.
    if (!this.#root.hidden) editor?.open(this.#node.fen, this.#tree.variant, this.#tree.rule);
  }

  /** The tab is seen. */
  enter() {
    this.#think();
  }

  /** The tab is no longer seen. */
  leave() {
    this.#engine.pause();
  }

  /** Whether this text is open. @param {string} text */
  holds(text) {
    return this.#opened === text;
  }

  /** Shows a move of the main line. @param {number} ply */
  show(ply) {
    const line = this.#tree.mainLine();
    this.#show(line[Math.min(Math.max(0, ply), line.length - 1)]);
  }

  /** Opens games and judges the first. Returns what is wrong if there is none. @param {string} text PGN, moves alone, or FEN @param {number} [ply] to show first */
  open(text, ply = 0) {
    const games = GameTree.read(textAsPgn(text));
    const isReadable = games.some((game) => !game.problem || game.root.children.length > 0);
    if (!isReadable) return games[0]?.problem ? reasonOf(games[0].problem) : say("nothingToOpen");
    this.#opened = text;
    this.#take(games, ply);
    if (this.#tree.root.children.length > 0) void this.#judgement.judge(this.#tree);
    return "";
  }

  /** Opens games of the dialog. The game in the page's address is then another. @param {string} text */
  #openOther(text) {
    const problem = this.open(text);
    if (!problem) leaveAddress();
    return problem;
  }

  /** Begins a game of its own. @param {GameTree} tree */
  #begin(tree) {
    this.#opened = "";
    leaveAddress();
    this.#take([tree]);
  }

  /** Says that a link holds no game. */
  refuse() {
    this.#say(say("brokenLink"));
  }

  /** @param {GameTree[]} games @param {number} [ply] */
  #take(games, ply = 0) {
    this.#games = games;
    this.#choose(Math.max(0, games.findIndex((game) => !game.problem)), ply);
  }

  /** Shows one of the games. @param {number} index @param {number} [ply] */
  #choose(index, ply = 0) {
    this.#judgement.clear();
    this.#tree = this.#games[index];
    this.#choice.show(this.#games, index);
    this.#drawAnalysis();
    this.#say(this.#tree.problem ? say("stoppedAt", reasonOf(this.#tree.problem)) : "");
    this.show(ply);
  }

  /** @param {string} text */
  #say(text) {
    this.#get("error").textContent = text;
  }

  /** Makes a move on the board. @param {string} move */
  #play(move) {
    const isNew = !this.#node.children.some((child) => child.move === move);
    const node = this.#tree.add(this.#node, move);
    if (isNew) this.#drawTree();
    this.#show(node, move);
  }

  /** Makes the moves of a line that was chosen. @param {string[]} moves */
  #playLine(moves) {
    let node = this.#node;
    for (const move of moves) node = this.#tree.add(node, move);
    this.#drawTree();
    this.#show(node, moves.at(-1));
  }

  /** @param {number} direction */
  #step(direction) {
    const next = direction < 0 ? this.#node.parent : this.#node.children[0];
    if (next) this.#show(next, direction > 0 ? next.move : undefined);
  }

  #showLast() {
    this.#show(/** @type {Node} */ (lineFrom(this.#node).at(-1)));
  }

  /** Goes to the position before the next or the previous judged move. @param {number} direction */
  #mistake(direction) {
    const found = this.#judgement.mistake(pathTo(this.#node), direction);
    if (found) this.#show(found);
  }

  /** Goes to the next or the previous of the moves that were tried instead of the last one. @param {number} direction */
  #sibling(direction) {
    const siblings = this.#node.parent?.children ?? [];
    const next = siblings[siblings.indexOf(this.#node) + direction];
    if (next) this.#show(next, next.move);
  }

  #turn() {
    this.#input.turn();
    this.#get("stage").classList.toggle("turned", this.#input.isTurned);
    this.#drawPlayers();
  }

  /** Changes the tree. @param {() => void} change */
  #edit(change) {
    change();
    this.#judgement.keepTo(this.#tree);
    this.#drawTree();
    this.#show(this.#node);
  }

  /** @param {Node} node @param {string} [slide] */
  #show(node, slide) {
    if (node !== this.#node && this.#annotation.commit()) this.#drawTree();
    this.#node = node;
    this.#engine.forget();
    this.#drawBoard(slide);
    this.#drawPlayers();
    this.#think();
    this.#openings.show();
    this.#drawBeside();
  }

  /** Shows what there is to the node shown, beside the board: its place in the tree and the graphs, its marks, and what is known of it. */
  #drawBeside() {
    const node = this.#node;
    this.#view.mark(node);
    this.#graphs.mark(this.#judgement.plyOf(node));
    for (const name of ["first", "back"]) this.#get(`steps .${name}`).disabled = !node.parent;
    for (const name of ["forth", "last"]) this.#get(`steps .${name}`).disabled = node.children.length === 0;
    this.#get("next").disabled = !this.#judgement.isDone;
    this.#annotation.show(this.#tree, node);
    this.#drawDetail();
    this.#keep();
  }

  /** Shows the position to the engine. */
  #think() {
    if (this.#root.hidden) return;
    const board = this.#tree.boardAt(this.#node);
    const [rule, isWhite] = [board.countingRule(), board.turn()];
    // After a complete count that nobody claimed the engine knows only the position: by the rule the game is over.
    const isPassed = rule !== this.#tree.rule;
    const played = isPassed ? { start: board.fen(), moves: "", claims: [] } : { start: board.startFen(), moves: board.moveStack(), claims: board.claims() };
    this.#engine.watch(board.outcome() ? undefined : { variant: this.#tree.variant, rule, isWhite, ...played });
    if (this.#engine.isOn && menCount(this.#node.fen) <= TABLE_MEN) void this.#useTables();
  }

  /** Loads the endgame tables when a position first needs them. */
  async #useTables() {
    if (this.#tables) return;
    this.#tables = fetchTables().catch(() => undefined);
    const file = await this.#tables;
    if (!file) return void (this.#tables = undefined);
    await loadTables(file);
    // If the engine is replaced meanwhile, the next one takes the tables when it starts; if it fails, its panel says so.
    await this.#engine.loadTables(file).catch(() => {});
    this.#drawDetail();
  }

  /** @param {string} [slide] */
  #drawBoard(slide) {
    const node = this.#node;
    const moves = this.#tree.boardAt(node).legalMoves().split(" ").filter(Boolean);
    this.#input.show({ fen: node.fen, moves, last: node.move || undefined, check: node.check || undefined, arrows: this.#arrows(), slide });
    this.#drawBar();
  }

  /** The bar of what White can expect. It stays as it is until the engine has thought. */
  #drawBar() {
    const chance = this.#engine.chance ?? this.#judgement.valueOf(this.#node)?.w;
    if (chance !== undefined || !this.#engine.isOn) this.#get("fill").style.height = `${chance ?? 50}%`;
  }

  #arrows() {
    const next = this.#judgement.moveAfter(this.#node);
    const best = this.#judgement.valueOf(this.#node)?.l[0]?.[1][0]?.[0];
    const arrows = this.#engine.bestMoves.map((move, at) => ({ move, kind: at === 0 ? "best" : "other" }));
    if (next?.j) return [{ move: next.m, kind: "played" }, ...(best && best !== next.m ? [{ move: best, kind: "better" }] : [])];
    if (arrows.length > 0) return arrows.reverse();
    return best ? [{ move: best, kind: "best" }] : [];
  }

  #drawPlayers() {
    const lost = lostMen(menOf(this.#tree.root.fen), menOf(this.#node.fen));
    for (const [place, side] of /** @type {const} */ ([["near", this.#input.isTurned ? "black" : "white"], ["far", this.#input.isTurned ? "white" : "black"]])) {
      const seat = this.#get(place);
      seat.querySelector(".player").className = `player ${side}`;
      seat.querySelector(".name").textContent = this.#tree.tag(side === "white" ? "White" : "Black") || sideName(side);
      drawMen(seat.querySelector(".taken"), lost[side === "white" ? "black" : "white"]);
    }
  }

  /** What is known of the position: the judgement, the count, the tables. */
  #drawDetail() {
    const judgement = this.#judgement;
    const value = judgement.valueOf(this.#node);
    const move = judgement.moveAfter(this.#node.parent);
    const isJudged = judgement.plyOf(this.#node) > 0;
    this.#known.show(this.#tree.boardAt(this.#node), { words: judgement.report?.words, value, move: isJudged ? move : undefined, mate: this.#engine.mate });
  }

  #drawTree() {
    this.#view.show(this.#tree, (node) => ({ value: this.#judgement.valueOf(node)?.e, events: this.#judgement.eventsAt(node) }), say("noMovesYet"));
    const opening = this.#tree.boardAt(/** @type {Node} */ (this.#tree.mainLine().at(-1))).opening(currentLanguage());
    this.#get("opening").textContent = opening ? say("opening", opening) : "";
    this.#get("judge").hidden = this.#tree.root.children.length === 0;
  }

  /** Draws the tree and the graphs, with what the analysis says. */
  #drawAnalysis() {
    this.#drawTree();
    this.#graphs.show(this.#judgement.report);
  }

  /** Shows a judgement that has arrived. A man that is being moved stays in the hand. */
  #takeJudgement() {
    this.#drawAnalysis();
    if (!this.#tree.holds(this.#node)) return this.#show(this.#tree.root);
    this.#input.point(this.#arrows());
    this.#drawBar();
    this.#drawBeside();
  }

  /** Shows everything in another language or notation. */
  #rewrite() {
    this.#judgement.rewrite();
    this.#choice.show(this.#games, this.#games.indexOf(this.#tree));
    this.#drawAnalysis();
    this.#show(this.#node);
  }

  /** Keeps what is shown, so that a reload of the page shows it again. */
  #keep() {
    const index = this.#games.indexOf(this.#tree);
    const games = this.#games.map((game) => game.pgn());
    storeInTab("analysis", { games, index, path: indicesTo(this.#node), judged: this.#judgement.pgn, opened: this.#opened });
  }

  #restore() {
    const kept = loadInTab("analysis");
    try {
      if (!kept) throw new Error("nothing is kept");
      this.#games = kept.games.map((/** @type {string} */ pgn) => GameTree.read(pgn)[0]);
      this.#tree = this.#games[kept.index] ?? this.#games[0];
      this.#node = this.#tree.nodeAt(kept.path);
      this.#opened = kept.opened ?? "";
      if (kept.judged) this.#judgement.restore(kept.judged, this.#tree);
    } catch {
      // Nothing is kept, or another version of the page kept it.
    }
    this.#choice.show(this.#games, this.#games.indexOf(this.#tree));
    this.#drawAnalysis();
    this.#show(this.#node);
  }

  /** The address of the line shown. */
  #address() {
    const { variant, rule } = this.#tree;
    const last = /** @type {Node} */ (lineFrom(this.#node).at(-1));
    const board = this.#tree.boardAt(last);
    const moves = board.moveStack().split(" ").filter(Boolean);
    return addressOf({ variant, rule, fen: this.#tree.inner.startFen(), moves, claims: board.claims(), ply: this.#node.ply });
  }
}

/** Takes the game out of the page's address, so that a reload does not open it in place of the one that is shown. */
function leaveAddress() {
  history.replaceState(null, "", "#review");
}

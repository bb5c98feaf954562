// The tab to analyse: every legal move may be played, variations form a tree, the engine thinks along, and a game is judged in the background.

import { analyse, fetchTables, loadTables, readGamePGN, reportOf } from "./sakdi/sakdi.js";
import { BoardInput } from "./board-input.js";
import { EXAMPLE } from "./example.js";
import { EnginePanel } from "./engine-panel.js";
import { GameTree, MARKS, indicesTo, lineFrom, pathTo, plainComment } from "./game-tree.js";
import { GameGraphs } from "./game-graphs.js";
import { PositionEditor } from "./position-editor.js";
import { TreeView } from "./tree-view.js";
import { decoded, textAsPgn } from "./game-text.js";
import { addressOf } from "./share.js";
import { copyFrom, element, fill } from "./shared/dom.js";
import { drawMen, lostMen, menOf } from "./shared/board.js";
import { loadInTab, storeInTab } from "./storage.js";
import { outcomeText, verdictText } from "./table-results.js";
import { currentLanguage, notation, onLanguage, reasonOf, say, sideName } from "./i18n.js";

/** @typedef {import("./game-tree.js").Node} Node */

/** Largest number of men in the endgame tables. */
const TABLE_MEN = 4;

export class ReviewTab {
  #root;
  /** @type {GameTree[]} */
  #games = [new GameTree()];
  #tree = this.#games[0];
  /** @type {Node} */
  #node = this.#tree.root;
  /** The analysis of the game, and the nodes that it judges. @type {{ pgn: string, report: any, nodes: Node[] } | undefined} */
  #judged;
  /** @type {AbortController | undefined} */
  #controller;
  /** @type {Promise<ArrayBuffer | undefined> | undefined} */
  #tables;
  #input;
  #view;
  #engine;
  #graphs;
  #editor;
  /** @type {HTMLDialogElement} */
  #dialog;
  /** @type {HTMLFormElement} */
  #form;
  #onPlay;
  #lastGame;
  /** The text that was opened last. */
  #opened = "";

  /**
   * @param {HTMLElement} root
   * @param {() => string | undefined} lastGame the game just played as PGN, if there is one
   * @param {(fen: string, variant: "makruk" | "makpong") => unknown} onPlay plays on from a position
   */
  constructor(root, lastGame, onPlay) {
    this.#root = root;
    this.#lastGame = lastGame;
    this.#onPlay = onPlay;
    this.#dialog = /** @type {HTMLDialogElement} */ (document.getElementById("open-game"));
    this.#form = /** @type {HTMLFormElement} */ (this.#dialog.querySelector("form"));
    this.#input = new BoardInput(this.#get("place-of-board"), (move) => this.#play(move));
    this.#view = new TreeView(this.#get("moves"), (node) => this.#show(node));
    this.#graphs = new GameGraphs(this.#get("graphs"), (ply) => this.#judged && this.#show(this.#judged.nodes[ply]));
    this.#editor = new PositionEditor((fen, variant) => this.#take([new GameTree(variant, fen)]));
    this.#engine = new EnginePanel(this.#get("engine"), {
      onThought: () => this.#drawBoard(),
      onMoves: (moves) => this.#playLine(moves),
      namesOf: (moves) => this.#namesOf(moves),
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

  /** @param {string} name @returns {any} */
  #field(name) {
    return this.#form.elements.namedItem(name);
  }

  #listen() {
    const on = (/** @type {string} */ name, /** @type {() => void} */ act) => this.#get(name).addEventListener("click", act);
    on("first", () => this.#show(this.#tree.root));
    on("back", () => this.#step(-1));
    on("forth", () => this.#step(1));
    on("last", () => this.#show(/** @type {Node} */ (lineFrom(this.#node).at(-1))));
    on("next", () => this.#mistake(1));
    on("flip", () => this.#turn());
    on("open", () => this.#openDialog());
    on("edit", () => this.#editor.open(this.#node.fen, this.#tree.variant));
    on("fresh", () => this.#take([new GameTree()]));
    on("play-from", () => this.#onPlay(this.#node.fen, this.#tree.variant));
    on("judge", () => void this.#judge());
    on("cancel-judging", () => this.#controller?.abort());
    on("promote", () => this.#edit(() => this.#tree.promote(this.#node)));
    on("remove", () => this.#edit(() => (this.#node = this.#tree.remove(this.#node))));
    for (const button of this.#get("marks").children) {
      button.addEventListener("click", () => this.#edit(() => this.#toggleMark(Number(button.dataset.nag))));
    }
    this.#get("comment").addEventListener("change", () => this.#edit(() => this.#comment(this.#get("comment").value)));
    for (const [name, text] of /** @type {const} */ ([["copy-pgn", () => this.#tree.pgn()], ["copy-official", () => officialPgn(this.#tree.pgn())], ["copy-fen", () => this.#node.fen], ["copy-link", () => this.#address()]])) {
      copyFrom(this.#get(name), text, () => say("copied"));
    }
    this.#get("choice").querySelector("select").addEventListener("change", (/** @type {any} */ event) => this.#choose(Number(event.target.value)));
    this.#listenToDialog();
    document.addEventListener("keydown", (event) => this.#press(event));
  }

  #listenToDialog() {
    const get = (/** @type {string} */ name) => /** @type {HTMLElement} */ (this.#dialog.querySelector("." + name));
    get("example").addEventListener("click", () => (this.#field("text").value = EXAMPLE));
    get("last-game").addEventListener("click", () => (this.#field("text").value = this.#lastGame() ?? ""));
    get("cancel").addEventListener("click", () => this.#dialog.close());
    this.#field("file").addEventListener("change", async () => {
      const [file] = this.#field("file").files;
      if (file) this.#field("text").value = decoded(await file.arrayBuffer());
      this.#field("file").value = "";
    });
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (this.open(this.#field("text").value)) this.#dialog.close();
    });
  }

  #openDialog() {
    /** @type {any} */ (this.#dialog.querySelector(".last-game")).hidden = !this.#lastGame();
    /** @type {any} */ (this.#dialog.querySelector(".error")).textContent = "";
    this.#dialog.showModal();
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

  /** Opens games and judges the first. Returns false, and says why, if there is none. @param {string} text PGN, moves alone, or FEN @param {number} [ply] to show first */
  open(text, ply = 0) {
    const games = GameTree.read(textAsPgn(text));
    const readable = games.filter((game) => !game.problem || game.root.children.length > 0);
    if (readable.length === 0) {
      /** @type {any} */ (this.#dialog.querySelector(".error")).textContent = games[0]?.problem ? reasonOf(games[0].problem) : say("nothingToOpen");
      return false;
    }
    this.#opened = text;
    this.#take(games, ply);
    if (this.#tree.root.children.length > 0) void this.#judge();
    return true;
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
    this.#controller?.abort();
    this.#judged = undefined;
    this.#tree = this.#games[index];
    this.#listGames(index);
    this.#drawAnalysis();
    this.#say(this.#tree.problem ? say("stoppedAt", reasonOf(this.#tree.problem)) : "");
    this.show(ply);
  }

  /** @param {number} index */
  #listGames(index) {
    const choice = this.#get("choice");
    choice.hidden = this.#games.length < 2;
    const select = choice.querySelector("select");
    select.replaceChildren();
    this.#games.forEach((game, at) => {
      element(select, "option", { value: at }, say("gameNumber", at + 1, titleOf(game)) + (game.problem ? ` (${reasonOf(game.problem)})` : ""));
    });
    select.value = index;
    this.#get("game-title").textContent = titleOf(this.#tree);
    const { tags } = this.#tree;
    const known = ["Result", "Event", "Site", "Date"].map((name) => tags.get(name)).filter((value) => value && !/^(\?|\*|-|\?{4}\.\?\?\.\?\?)$/.test(value));
    this.#get("game-about").textContent = known.join(" · ");
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

  /** The moves of a line from the position shown, with their numbers, as far as they are legal. @param {string[]} moves */
  #namesOf(moves) {
    const board = this.#tree.boardAt(this.#node);
    /** @type {string[]} */
    const names = [];
    let made = 0;
    for (const move of moves) {
      const name = board.sanMove(move, notation());
      if (!name || !board.push(move)) break;
      made += 1;
      const number = `${Number(this.#tree.numberOf({ ...this.#node, ply: this.#node.ply + made }).replace(/\.+/, ""))}`;
      const isBlack = board.turn();
      names.push(isBlack ? (made === 1 ? `${number}… ${name}` : name) : `${number}. ${name}`);
    }
    for (; made > 0; made--) board.pop();
    return names;
  }

  /** @param {number} direction */
  #step(direction) {
    const next = direction < 0 ? this.#node.parent : this.#node.children[0];
    if (next) this.#show(next, direction > 0 ? next.move : undefined);
  }

  /** Goes to the position before the next or the previous judged move. @param {number} direction */
  #mistake(direction) {
    const nodes = this.#judged?.nodes ?? [];
    const ply = /** @type {number} */ (pathTo(this.#node).map((node) => nodes.indexOf(node)).filter((at) => at >= 0).at(-1) ?? 0);
    for (let at = ply + direction; at >= 0 && at + 1 < nodes.length; at += direction) {
      if (this.#moveAfter(at)?.j) return this.#show(nodes[at]);
    }
  }

  /** The judged move that follows a ply. @param {number} ply */
  #moveAfter(ply) {
    return this.#judged?.report.games[0].moves[ply];
  }

  #turn() {
    this.#input.turn();
    this.#get("stage").classList.toggle("turned", this.#input.isTurned);
    this.#drawPlayers();
  }

  /** @param {number} nag */
  #toggleMark(nag) {
    const node = this.#node;
    const others = node.nags.filter((each) => !(each in MARKS));
    node.nags = node.nags.includes(nag) ? others : [nag, ...others];
  }

  /** Replaces the words of the comments of a move, and keeps what programs wrote there. @param {string} text */
  #comment(text) {
    const commands = this.#node.comments.flatMap((comment) => comment.match(/\[%[^\]]*\]/g) ?? []).join(" ");
    this.#node.comments = [commands, text.trim()].filter(Boolean);
  }

  /** Changes the tree. @param {() => void} change */
  #edit(change) {
    change();
    this.#drawTree();
    this.#show(this.#node);
  }

  /** @param {Node} node @param {string} [slide] */
  #show(node, slide) {
    this.#node = node;
    this.#drawBoard(slide);
    this.#drawPlayers();
    this.#drawDetail();
    this.#view.mark(node);
    const ply = this.#judged?.nodes.indexOf(node) ?? -1;
    this.#graphs.mark(ply);
    for (const name of ["first", "back", "promote", "remove"]) this.#get(name).disabled = !node.parent;
    for (const name of ["forth", "last"]) this.#get(name).disabled = node.children.length === 0;
    this.#get("next").disabled = !this.#judged;
    this.#get("comment").value = node.comments.map(plainComment).filter(Boolean).join(" ");
    for (const button of this.#get("marks").children) {
      button.disabled = !node.parent;
      button.setAttribute("aria-pressed", String(node.nags.includes(Number(button.dataset.nag))));
    }
    this.#think();
    this.#keep();
  }

  /** Shows the position to the engine. */
  #think() {
    if (this.#root.hidden) return;
    const board = this.#tree.boardAt(this.#node);
    const isOver = board.outcome() !== null;
    const { variant, rule } = this.#tree;
    this.#engine.watch(isOver ? undefined : { variant, rule, start: board.startFen(), moves: board.moveStack(), isWhite: board.turn() });
    if (this.#engine.isOn && menCount(this.#node.fen) <= TABLE_MEN) void this.#useTables();
  }

  /** Loads the endgame tables when a position first needs them. */
  async #useTables() {
    if (this.#tables) return;
    this.#tables = fetchTables().catch(() => undefined);
    const file = await this.#tables;
    if (!file) return void (this.#tables = undefined);
    await loadTables(file);
    await this.#engine.loadTables(file);
    this.#drawDetail();
  }

  /** @param {string} [slide] */
  #drawBoard(slide) {
    const node = this.#node;
    const board = this.#tree.boardAt(node);
    const moves = board.legalMoves().split(" ").filter(Boolean);
    this.#input.show({ fen: node.fen, moves, last: node.move || undefined, check: node.check || undefined, arrows: this.#arrows(), slide });
    const chance = this.#engine.chance ?? this.#judgedValue()?.w;
    this.#get("fill").style.height = `${chance ?? 50}%`;
  }

  #arrows() {
    const ply = this.#judged?.nodes.indexOf(this.#node) ?? -1;
    const next = ply >= 0 ? this.#moveAfter(ply) : undefined;
    const best = this.#judgedValue()?.l[0]?.[1][0]?.[0];
    const arrows = this.#engine.bestMoves.map((move, at) => ({ move, kind: at === 0 ? "best" : "other" }));
    if (next?.j) return [{ move: next.m, kind: "played" }, ...(best && best !== next.m ? [{ move: best, kind: "better" }] : [])];
    if (arrows.length > 0) return arrows.reverse();
    return best ? [{ move: best, kind: "best" }] : [];
  }

  /** What the analysis says of the position shown. */
  #judgedValue() {
    const ply = this.#judged?.nodes.indexOf(this.#node) ?? -1;
    return ply >= 0 ? this.#judged?.report.games[0].values[ply] : undefined;
  }

  #drawPlayers() {
    const lost = lostMen(menOf(this.#tree.root.fen), menOf(this.#node.fen));
    const { tags } = this.#tree;
    for (const [place, side] of /** @type {const} */ ([["near", this.#input.isTurned ? "black" : "white"], ["far", this.#input.isTurned ? "white" : "black"]])) {
      const seat = this.#get(place);
      seat.querySelector(".player").className = `player ${side}`;
      const name = tags.get(side === "white" ? "White" : "Black");
      seat.querySelector(".name").textContent = name && name !== "?" ? name : sideName(side);
      drawMen(seat.querySelector(".taken"), lost[side === "white" ? "black" : "white"]);
    }
  }

  /** What is known of the position: the judgement, the count, the tables. */
  #drawDetail() {
    const board = this.#tree.boardAt(this.#node);
    const value = this.#judgedValue();
    const words = this.#judged?.report.words;
    const ply = this.#judged?.nodes.indexOf(this.#node) ?? -1;
    const move = ply > 0 ? this.#moveAfter(ply - 1) : undefined;
    const outcome = board.outcome();
    const verdict = value && !value.o ? fill(words.value, value.e, value.d, value.w.toFixed(0)) : "";
    this.#get("verdict").textContent = outcome ? outcomeText(outcome) : [move?.j && move.p, verdict].filter(Boolean).join(" ");
    const count = board.count();
    this.#get("count").textContent = count ? board.countSentence(currentLanguage()) : "";
    this.#get("count").classList.toggle("board-honour", count?.honour === "board");
    const table = outcome ? null : board.tableVerdict();
    this.#get("table-verdict").textContent = table ? say("byTables", verdictText(table)) : "";
  }

  #drawTree() {
    const game = this.#judged?.report.games[0];
    this.#view.show(
      this.#tree,
      (node) => {
        const ply = this.#judged?.nodes.indexOf(node) ?? -1;
        if (!game || ply < 0) return {};
        return { value: game.values[ply].e, events: game.events.filter((/** @type {any} */ event) => event[0] === ply).map((/** @type {any} */ event) => event[1]) };
      },
      say("noMovesYet"),
    );
    const opening = this.#tree.boardAt(/** @type {Node} */ (this.#tree.mainLine().at(-1))).opening(currentLanguage());
    this.#get("opening").textContent = opening ? say("opening", opening) : "";
    this.#get("judge").hidden = this.#tree.root.children.length === 0;
  }

  /** Draws the tree and the graphs, with what the analysis says. */
  #drawAnalysis() {
    this.#drawTree();
    this.#graphs.show(this.#judged?.report);
  }

  /** Judges every move of the main line, in the background. */
  async #judge() {
    this.#controller?.abort();
    const controller = (this.#controller = new AbortController());
    const tree = this.#tree;
    const nodes = tree.mainLine();
    const working = this.#get("working");
    const [progress, status] = [working.querySelector("progress"), working.querySelector("p")];
    progress.removeAttribute("value");
    status.textContent = say("loading");
    working.hidden = false;
    this.#get("judge").disabled = true;
    try {
      const fewMen = menCount(/** @type {Node} */ (nodes.at(-1)).fen) <= TABLE_MEN;
      const tables = fewMen ? await fetchTables(undefined, controller.signal).catch(() => undefined) : undefined;
      const { pgn, report } = await analyse(tree.pgn(), {
        movetime: Number(this.#get("depth").value),
        language: currentLanguage(),
        notation: notation(),
        tables,
        signal: controller.signal,
        onProgress: (done, all) => {
          progress.max = all;
          progress.value = done;
          status.textContent = say("analysing", done, all);
        },
      });
      if (tree !== this.#tree) return;
      tree.adopt(GameTree.read(pgn)[0]);
      this.#judged = { pgn, report: currentReport(pgn, report), nodes };
      this.#drawAnalysis();
      this.#show(tree.holds(this.#node) ? this.#node : tree.root);
    } catch (error) {
      if (controller === this.#controller && !controller.signal.aborted) this.#say(reasonOf(error));
    } finally {
      if (controller === this.#controller) {
        working.hidden = true;
        this.#get("judge").disabled = false;
      }
    }
  }

  /** Shows everything in another language. */
  #rewrite() {
    if (this.#judged) this.#judged.report = reportOf(this.#judged.pgn, { language: currentLanguage(), notation: notation() });
    this.#listGames(this.#games.indexOf(this.#tree));
    this.#drawAnalysis();
    this.#show(this.#node);
  }

  /** Keeps what is shown, so that a reload of the page shows it again. */
  #keep() {
    const index = this.#games.indexOf(this.#tree);
    const games = this.#games.map((game) => game.pgn());
    storeInTab("analysis", { games, index, path: indicesTo(this.#node), judged: this.#judged?.pgn, opened: this.#opened });
  }

  #restore() {
    const kept = loadInTab("analysis");
    try {
      if (!kept) throw new Error("nothing is kept");
      const games = kept.games.map((/** @type {string} */ pgn) => GameTree.read(pgn)[0]);
      this.#games = games;
      this.#tree = games[kept.index] ?? games[0];
      this.#node = this.#tree.nodeAt(kept.path);
      this.#opened = kept.opened ?? "";
      if (kept.judged) {
        const report = reportOf(kept.judged, { language: currentLanguage(), notation: notation() });
        const nodes = this.#tree.mainLine();
        // The main line may have changed since.
        const { moves } = report.games[0];
        const isSame = moves.every((/** @type {any} */ move, /** @type {number} */ at) => nodes[at + 1]?.move === move.m);
        if (isSame) this.#judged = { pgn: kept.judged, report, nodes: nodes.slice(0, moves.length + 1) };
      }
    } catch {
      // Nothing is kept, or another version of the page kept it.
    }
    this.#listGames(this.#games.indexOf(this.#tree));
    this.#drawAnalysis();
    this.#show(this.#node);
  }

  /** The address of the line shown. */
  #address() {
    const { variant, rule } = this.#tree;
    const line = [...pathTo(this.#node).slice(1), ...lineFrom(this.#node).slice(1)];
    return addressOf({ variant, rule, fen: this.#tree.root.fen, moves: line.map((node) => node.move), ply: this.#node.ply });
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const isTyping = event.target instanceof Element && event.target.closest("input, textarea, select, dialog, [data-square]");
    if (this.#root.hidden || isTyping || event.altKey || event.ctrlKey || event.metaKey) return;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => this.#step(-1),
      ArrowRight: () => this.#step(1),
      ArrowDown: () => this.#mistake(1),
      ArrowUp: () => this.#mistake(-1),
      Home: () => this.#show(this.#tree.root),
      End: () => this.#show(/** @type {Node} */ (lineFrom(this.#node).at(-1))),
      f: () => this.#turn(),
      l: () => this.#engine.toggle(),
    };
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
}

/** A game in the notation of the Thai rules of B.E. 2569, in its form for competitions. @param {string} pgn */
function officialPgn(pgn) {
  const game = readGamePGN(pgn);
  const text = game.inDialect("official-thai-short");
  game.delete();
  return text;
}

/** The language may have changed while the engine was working. @param {string} pgn @param {any} report */
function currentReport(pgn, report) {
  const fresh = reportOf(pgn, { language: currentLanguage(), notation: notation() });
  return fresh ?? report;
}

/** @param {string} fen */
const menCount = (fen) => fen.split(" ")[0].replace(/[^a-z]/gi, "").length;

/** @param {GameTree} game */
function titleOf({ tags }) {
  const [white, black] = ["White", "Black"].map((name) => (tags.get(name) === "?" ? "" : tags.get(name)));
  const event = tags.get("Event");
  if (white || black) return `${white || "?"} – ${black || "?"}`;
  return event && event !== "?" ? event : say("analysisBoard");
}

// The tab to play against Sakdi.

import { BoardInput } from "./board-input.js";
import { CountPanel } from "./count-panel.js";
import { confirmed } from "./dialogs.js";
import { Match, other } from "./match.js";
import { endingText } from "./ending-text.js";
import { NewGameDialog, lastChoice, levelName } from "./new-game.js";
import { showMoves } from "./move-list.js";
import { PlayerPanels } from "./player-panels.js";
import { load, store } from "./storage.js";
import { inNotation, notation, onLanguage, reasonOf, say } from "./i18n.js";

/** Milliseconds for a move at full strength without a clock. */
const MOVE_TIME = 1000;
/** Milliseconds for a hint, and for the answer to a draw offer. */
const HINT_TIME = 400;
/** Sakdi declines a draw if it is ahead by more than this, in centipawns. */
const DRAW_SCORE = 30;

export class PlayTab {
  #root;
  #thinker;
  #input;
  #countPanel;
  #panels;
  #dialog;
  /** @type {Match} */
  #match;
  /** Increases whenever the running search is no longer needed. */
  #turn = 0;
  #isThinking = false;
  #isSeen = false;
  /** Says the message in the language that is spoken then. */
  #message = () => "";

  /**
   * @param {Element} root
   * @param {import("./players.js").Thinker} thinker
   * @param {(pgn: string) => void} onReview
   */
  constructor(root, thinker, onReview) {
    this.#root = root;
    this.#thinker = thinker;
    this.#input = new BoardInput(this.#get("place-of-board"), (move) => this.#play(move));
    this.#countPanel = new CountPanel(this.#get("count-panel"));
    this.#panels = new PlayerPanels(root);
    this.#dialog = new NewGameDialog(
      (choice) => this.begin(choice),
      () => this.hasMoves && !this.#match.isOver,
    );
    const stored = load("match");
    this.#match = this.#open(stored ?? Match.begin(lastChoice()));
    this.#listen(onReview);
    onLanguage(() => this.#write());
    // The time since the last move is spent, too. Another tab may have stored another game.
    addEventListener("pagehide", () => {
      const stored = this.#match.stored();
      if (this.#match.clock && load("match")?.moves === stored.moves) store("match", stored);
    });
    addEventListener("storage", (event) => event.key === "sakdi.match" && this.#follow());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#isSeen && void this.#reply());
    this.#prepare();
  }

  /** Takes over the game as another tab has continued it: all tabs show one game. */
  #follow() {
    const stored = load("match");
    if (!stored || JSON.stringify(stored) === JSON.stringify(this.#match.stored())) return;
    this.#stopThinking();
    this.#match.free();
    this.#match = this.#open(stored);
    this.#message = () => say("otherTab");
    this.#thinker.beginGame();
    this.#prepare();
    if (this.#isSeen) this.#match.runClock();
  }

  /** Starts the clock when the tab is first seen. */
  enter() {
    if (this.#isSeen) return;
    this.#isSeen = true;
    this.#match.runClock();
    void this.#reply();
  }

  /** @param {string} name @returns {any} */
  #get(name) {
    return this.#root.querySelector("." + name);
  }

  /** @param {(pgn: string) => void} onReview */
  #listen(onReview) {
    const on = (/** @type {string} */ name, /** @type {() => void} */ act) => this.#get(name).addEventListener("click", act);
    on("take-back", () => this.#takeBack());
    on("hint", () => void this.#hint());
    on("draw", () => void this.#offerDraw());
    on("resign", () => void this.#resign());
    on("turn", () => this.#turnBoard());
    on("new", () => this.#dialog.open());
    on("again", () => this.#dialog.open());
    on("keyboard", () => {
      const typed = this.#get("typed");
      typed.classList.toggle("wanted");
      if (typed.classList.contains("wanted")) typed.elements.namedItem("move").focus();
    });
    on("go-review", () => onReview(this.pgn()));
    const typed = this.#get("typed");
    typed.addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      this.#type(typed.elements.namedItem("move"));
    });
  }

  /** @param {import("./match.js").StoredGame} stored */
  #open(stored) {
    const watch = { onTick: () => this.#panels.showClocks(this.#match, this.#input.isTurned), onFlag: () => this.#changed() };
    try {
      return new Match(stored, watch);
    } catch {
      // This version cannot read a game stored by an earlier one.
      return new Match(Match.begin(lastChoice()), watch);
    }
  }

  /** Begins a game. @param {import("./new-game.js").Choice} choice @param {string} [start] FEN */
  begin(choice, start) {
    this.#stopThinking();
    this.#match.free();
    this.#match = this.#open(Match.begin(choice, start));
    this.#message = () => "";
    this.#thinker.beginGame();
    this.#prepare();
    this.#isSeen = false;
    this.enter();
  }

  /**
   * Starts a game from a position of another game, with the person to move. Resolves with whether it has: a game that is being played is
   * given up only after a question.
   *
   * @param {string} fen
   * @param {"makruk" | "makpong"} variant
   */
  async beginFrom(fen, variant) {
    const isPlayed = this.hasMoves && !this.#match.isOver;
    if (isPlayed && !(await confirmed(say("leaveSure"), say("playFrom")))) return false;
    const colour = fen.split(" ")[1] === "b" ? "black" : "white";
    this.begin({ ...lastChoice(), colour, variant, clock: "" }, fen);
    return true;
  }

  /** The game as PGN. */
  pgn() {
    const { side, choice } = this.#match;
    const names = { white: say("you"), black: `Sakdi, ${levelName(choice.level)}` };
    return this.#match.pgn(side === "white" ? names : { white: names.black, black: names.white });
  }

  get hasMoves() {
    return this.#match.plies > 0;
  }

  #prepare() {
    if (this.#input.isTurned !== (this.#match.side === "black")) this.#input.turn();
    this.#changed();
  }

  /** @param {string} move @param {() => string} [message] */
  #play(move, message = () => "") {
    const { isYours } = this.#match;
    if (!this.#match.play(move)) return;
    // A hint that is still awaited must not delay the reply.
    if (isYours) this.#thinker.stop();
    this.#message = message;
    this.#match.runClock();
    this.#changed(isYours ? undefined : move);
    void this.#reply();
  }

  /** @param {HTMLInputElement} field */
  #type(field) {
    if (!this.#match.isYours) return;
    try {
      const move = this.#match.board.parse(field.value);
      field.value = "";
      this.#play(move);
    } catch (error) {
      this.#showMessage(() => reasonOf(error));
    }
  }

  /** Lets Sakdi move if it is its turn. */
  async #reply() {
    const match = this.#match;
    if (match.isOver || match.isYours || this.#isThinking) return;
    this.#claimForSakdi();
    if (match.isOver) return this.#changed();
    const turn = this.#turn;
    this.#isThinking = true;
    this.#show();
    try {
      const index = match.mover === "white" ? 0 : 1;
      const limits = () => match.clock?.limits(index) ?? `movetime ${MOVE_TIME}`;
      const started = performance.now();
      const thought = await this.#thinker.think(match.setting(), limits, match.choice.level);
      // An instant reply is easily overlooked.
      await new Promise((resolve) => setTimeout(resolve, 250 - (performance.now() - started)));
      if (turn !== this.#turn) return;
      this.#isThinking = false;
      if (thought?.move) this.#play(thought.move, this.#message);
    } catch {
      // The page shows an error with a button to restart the engine.
    } finally {
      if (turn === this.#turn) this.#isThinking = false;
    }
  }

  /** Stops the clock: the engine has failed. */
  halt() {
    this.#match.clock?.stop();
  }

  /** Restarts the engine and continues. */
  async retry() {
    this.#stopThinking();
    try {
      await this.#thinker.start();
    } catch {
      // The page shows the error again.
      return;
    }
    this.#match.runClock();
    void this.#reply();
  }

  /** Sakdi counts as soon as it may: counting never hurts the weaker side. */
  #claimForSakdi() {
    const { board, side } = this.#match;
    if (board.claimant() === other(side)) this.#match.claim("start");
  }

  #stopThinking() {
    this.#turn += 1;
    this.#thinker.stop();
    this.#isThinking = false;
  }

  #takeBack() {
    this.#stopThinking();
    if (!this.#match.takeBack()) return;
    this.#message = () => "";
    this.#match.runClock();
    this.#changed();
    void this.#reply();
  }

  /** What the engine at full strength thinks of the position; null if it fails, or is stopped by a move. */
  #advice() {
    this.#thinker.stop();
    return this.#thinker.think(this.#match.setting(), () => `movetime ${HINT_TIME}`, 20).catch(() => null);
  }

  async #hint() {
    if (!this.#match.isYours) return;
    const { board, plies } = this.#match;
    const move = (await this.#advice())?.move;
    if (!move || board !== this.#match.board || plies !== this.#match.plies) return;
    const name = inNotation((notation) => board.sanMove(move, notation));
    this.#showMessage(() => say("hintIs", name()));
    this.#input.point([{ move, kind: "better" }]);
  }

  async #offerDraw() {
    if (!this.#match.isYours) return;
    const match = this.#match;
    const thought = await this.#advice();
    if (!thought || match !== this.#match || match.isOver) return;
    // The score is from the person's point of view.
    if (thought.score >= -DRAW_SCORE) {
      match.end({ reason: "agreement", winner: null });
      this.#changed();
    } else {
      this.#showMessage(() => say("drawDeclined"));
    }
  }

  async #resign() {
    const match = this.#match;
    if (match.isOver || !(await confirmed(say("resignSure"), say("resign"))) || match.isOver) return;
    this.#stopThinking();
    match.end({ reason: "resignation", winner: other(match.side) });
    this.#changed();
  }

  #turnBoard() {
    this.#input.turn();
    this.#showPanels();
  }

  /** Stores and shows the game. @param {string} [slide] the move to show as it is made */
  #changed(slide) {
    store("match", this.#match.stored());
    this.#show(slide);
  }

  /** @param {() => string} message */
  #showMessage(message) {
    this.#message = message;
    this.#showStatus();
  }

  /** @param {string} [slide] */
  #show(slide) {
    const { board, isYours, last } = this.#match;
    const moves = isYours ? board.legalMoves().split(" ").filter(Boolean) : [];
    this.#input.show({ fen: board.fen(true), moves, last, check: board.checkedPieces() || undefined, slide });
    this.#write();
  }

  /** Everything beside the board. */
  #write() {
    this.#showPanels();
    this.#showCount();
    this.#showStatus();
    showMoves(this.#get("sheet"), this.#match.board);
    this.#showActions();
  }

  #showPanels() {
    this.#panels.show(this.#match, this.#input.isTurned);
  }

  #showCount() {
    const { board, side, isOver, choice } = this.#match;
    const count = board.count();
    const actions = [];
    if (!isOver && choice.counts === "claim") {
      if (board.claimant() === side) actions.push({ label: say("beginCount"), act: () => this.#claim("start") });
      if (count?.counter === side) actions.push({ label: say("stopCount"), act: () => this.#claim("stop") });
      if (count?.counter === side && board.maySkipNumber()) actions.push({ label: say("skipNumber"), act: () => this.#claim("skip") });
    }
    this.#countPanel.show(count, actions);
  }

  /** @param {import("../pkg/sakdi.js").ClaimKind} kind */
  #claim(kind) {
    this.#match.claim(kind);
    this.#changed();
  }

  #showStatus() {
    const { ending, isYours, board } = this.#match;
    const [status, details] = [this.#get("said"), this.#get("more")];
    this.#get("ended").hidden = ending === null;
    if (ending) {
      status.textContent = ending.winner === null ? say("drawn") : ending.winner === this.#match.side ? say("youWin") : say("youLose");
      details.textContent = endingText(ending);
      return;
    }
    // Those who do not see the board hear Sakdi's move.
    const played = isYours ? board.history(notation()).at(-1) : undefined;
    const parts = [played && `Sakdi: ${played}`, board.isCheck() && say("check"), say(isYours ? "yourMove" : "thinking")];
    status.textContent = parts.filter(Boolean).join(" · ");
    details.textContent = this.#message();
  }

  #showActions() {
    const { isYours, isOver, canTakeBack } = this.#match;
    this.#get("take-back").disabled = !canTakeBack;
    this.#get("hint").disabled = !isYours;
    // Before both sides have moved there is nothing to agree on.
    this.#get("draw").disabled = !isYours || this.#match.plies < 2;
    this.#get("resign").disabled = isOver;
    const field = this.#get("typed").elements.namedItem("move");
    // Not disabled: it would lose the focus.
    field.readOnly = !isYours;
    field.placeholder = say("typeMoveHint");
  }
}

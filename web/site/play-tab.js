// The tab to play: against Sakdi, or two people on one device.

import { BoardInput } from "./board-input.js";
import { CountPanel } from "./count-panel.js";
import { confirmed } from "./dialogs.js";
import { offerCopies } from "./game-copies.js";
import { Match, other } from "./match.js";
import { MoveList } from "./move-list.js";
import { NewGameDialog, choiceOf, lastChoice, levelName } from "./new-game.js";
import { claimsOf } from "./player-claims.js";
import { showStatus } from "./play-status.js";
import { PlayerPanels } from "./player-panels.js";
import { SakdiPlayer } from "./sakdi-player.js";
import { load, store } from "./storage.js";
import { Update } from "./update.js";
import { inNotation, onLanguage, reasonOf, say, sideName } from "./i18n.js";

/**
 * How the position is shown.
 *
 * @typedef {object} Manner
 * @property {string} [slide] the move to show as it is made
 * @property {boolean} [keepsHand] whether a man that is taken up stays so
 */

export class PlayTab {
  #root;
  #sakdi;
  #input;
  #moves;
  #countPanel;
  #panels;
  #dialog;
  /** @type {Match} */
  #match;
  #isSeen = false;
  #planned = ""; // The move made in advance, while Sakdi thinks.
  #beside = new Update(() => this.#write());
  #answer = new Update(() => this.#reply());
  /** Returns the message in the current language. */
  #message = () => "";

  /**
   * @param {HTMLElement} root
   * @param {import("./players.js").Thinker} thinker
   * @param {(pgn: string) => void} onReview
   */
  constructor(root, thinker, onReview) {
    this.#root = root;
    this.#sakdi = new SakdiPlayer(thinker);
    this.#input = new BoardInput(this.#get("place-of-board"), (move) => (this.#match.isByHand ? this.#play(move) : this.#plan(move)));
    this.#countPanel = new CountPanel(this.#get("count-panel"));
    this.#panels = new PlayerPanels(root);
    this.#moves = new MoveList(root, () => this.#show());
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
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#isSeen && this.#reply());
    this.#prepare();
  }

  /** Takes over the game as another tab has continued it: all tabs show one game. */
  #follow() {
    const stored = load("match");
    // Each tab has a clock of its own.
    const withoutTime = (/** @type {import("./match.js").StoredGame} */ { left, ...game }) => JSON.stringify(game);
    if (!stored || withoutTime(stored) === withoutTime(this.#match.stored())) return;
    this.#take(stored, () => say("otherTab"));
    // If it is Sakdi's turn, it thinks in the other tab.
    if (this.#isSeen) this.#match.runClock(true);
  }

  /** Takes over a game. @param {import("./match.js").StoredGame} stored @param {() => string} [message] */
  #take(stored, message = () => "") {
    this.#sakdi.beginGame();
    this.#match.free();
    this.#match = this.#open(stored);
    this.#message = message;
    this.#prepare();
  }

  /** Starts the clock when the tab is first seen. */
  enter() {
    if (this.#isSeen) return;
    this.#isSeen = true;
    this.#match.runClock();
    this.#reply();
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
    on("accept", () => this.#answerDraw(true));
    on("decline", () => this.#answerDraw(false));
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
    offerCopies(this.#root, () => this.#match, () => this.pgn());
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
    this.#take(Match.begin(choice, start));
    this.#isSeen = false;
    this.enter();
  }

  /**
   * Starts a game from a position of another game, with a person to move. Resolves with whether it has: a game that is being played is
   * given up only after a question.
   *
   * @param {string} fen
   * @param {"makruk" | "makpong"} variant
   * @param {import("../pkg/sakdi.js").CountingRule} rule
   */
  async beginFrom(fen, variant, rule) {
    const isPlayed = this.hasMoves && !this.#match.isOver;
    if (isPlayed && !(await confirmed(say("leaveSure"), say("playFrom")))) return false;
    const colour = fen.split(" ")[1] === "b" ? "black" : "white";
    // Games and positions that name no rule have `thai`: they are played by the rule of the last game.
    const named = rule === "thai" ? {} : choiceOf(rule);
    this.begin({ ...lastChoice(), ...named, colour, variant, clock: "" }, fen);
    return true;
  }

  /** The game as PGN. */
  pgn() {
    const { side, choice, isForTwo } = this.#match;
    if (isForTwo) return this.#match.pgn({ white: sideName("white"), black: sideName("black") });
    const names = { white: say("you"), black: `Sakdi, ${levelName(choice.level)}` };
    return this.#match.pgn(side === "white" ? names : { white: names.black, black: names.white });
  }

  get hasMoves() {
    return this.#match.plies > 0;
  }

  #prepare() {
    this.#planned = "";
    this.#moves.reset();
    this.#seat(this.#match.side);
    this.#changed();
  }

  /** Turns the board to a player; where it turns after each move, to the one who is to move. @param {import("./match.js").Side} side */
  #seat(side) {
    const { isForTwo, isOver, choice, mover } = this.#match;
    const near = isForTwo && choice.turning === "turns" && !isOver ? mover : side;
    if (this.#input.isTurned !== (near === "black")) this.#input.turn();
  }

  /** @param {string} move @param {() => string} [message] */
  #play(move, message = () => "") {
    const { isByHand, isForTwo } = this.#match;
    if (!this.#match.play(move)) return;
    // A hint that is still awaited must not delay the reply.
    if (isByHand) this.#sakdi.stopAdvice();
    this.#message = message;
    this.#match.runClock();
    const planned = this.#planned;
    this.#planned = "";
    if (isByHand) this.#beside.afterPaint();
    // A man that was taken up while Sakdi was thinking stays in the hand.
    this.#changed({ slide: isByHand ? undefined : move, keepsHand: true });
    if (isForTwo) this.#turnToMover();
    const now = this.#match.moveByHand(planned);
    if (now) this.#play(now);
    else if (isByHand) this.#answer.afterPaint();
    else this.#reply();
  }

  /** Makes a move in advance; an empty one gives it up. @param {string} move */
  #plan(move) {
    this.#planned = move;
    this.#show();
  }

  /** Where the board turns after each move, it turns to the player who is to move. */
  #turnToMover() {
    this.#seat(this.#near);
    this.#showPanels();
  }

  get #near() {
    return this.#input.isTurned ? "black" : "white";
  }

  /** @param {HTMLInputElement} field */
  #type(field) {
    if (!this.#mayMove) return;
    try {
      const move = this.#match.board.parse(field.value);
      field.value = "";
      this.#play(move);
    } catch (error) {
      this.#showMessage(() => reasonOf(error));
    }
  }

  /** Whether a move may be made by hand now: not while an earlier position is shown. */
  get #mayMove() {
    return this.#match.isByHand && this.#moves.earlier === undefined;
  }

  /** Lets Sakdi move if it is its turn. */
  #reply() {
    const match = this.#match;
    void this.#sakdi.reply(match, {
      // What Sakdi has claimed may have ended the game.
      onThinking: () => (match.isOver ? this.#changed() : this.#show({ keepsHand: true })),
      onMove: (move) => this.#play(move, this.#message),
    });
  }

  /** Stops the clock: the engine has failed. Two people do not need it. */
  halt() {
    if (!this.#match.isForTwo) this.#match.clock?.stop();
  }

  /** Restarts the engine and continues. */
  async retry() {
    try {
      await this.#sakdi.restart();
    } catch {
      // The page shows the error again.
      return;
    }
    // Elsewhere the game goes on when its tab is seen.
    if (!this.#isSeen) return;
    this.#match.runClock();
    this.#reply();
  }

  #takeBack() {
    this.#sakdi.stop();
    this.#planned = "";
    if (!this.#match.takeBack()) return;
    this.#message = () => "";
    this.#match.runClock();
    this.#moves.reset();
    this.#changed();
    if (this.#match.isForTwo) this.#turnToMover();
    this.#reply();
  }

  async #hint() {
    if (!this.#mayMove) return;
    const match = this.#match;
    const move = await this.#sakdi.hint(match);
    if (!move || match !== this.#match) return;
    const name = inNotation((notation) => match.board.sanMove(move, notation));
    this.#showMessage(() => say("hintIs", name()));
    if (this.#mayMove) this.#input.point([{ move, kind: "better" }]);
  }

  async #offerDraw() {
    const match = this.#match;
    if (!match.isByHand) return;
    if (match.isForTwo) {
      match.offer = match.mover;
      this.#changed();
      this.#beside.now();
      return this.#get("accept").focus();
    }
    const isAccepted = await this.#sakdi.acceptsDraw(match);
    if (isAccepted === null || match !== this.#match || match.isOver) return;
    if (isAccepted) this.#agree();
    else this.#showMessage(() => say("drawDeclined"));
  }

  #agree() {
    this.#match.end({ reason: "agreement", winner: null });
    this.#changed();
  }

  /** The other of two people answers an offer. @param {boolean} isAccepted */
  #answerDraw(isAccepted) {
    const { offer } = this.#match;
    if (!offer) return;
    if (isAccepted) return this.#agree();
    this.#match.offer = null;
    this.#message = () => say("personDeclined", sideName(other(offer)));
    this.#changed();
  }

  async #resign() {
    const match = this.#match;
    const loser = match.isForTwo ? match.mover : match.side;
    const question = match.isForTwo ? say("personResignSure", sideName(loser)) : say("resignSure");
    if (match.isOver || !(await confirmed(question, say("resign"))) || match.isOver) return;
    this.#sakdi.stop();
    match.end({ reason: "resignation", winner: other(loser) });
    this.#changed();
  }

  #turnBoard() {
    this.#input.turn();
    this.#showPanels();
  }

  /** Stores and shows the game. @param {Manner} [manner] */
  #changed(manner) {
    store("match", this.#match.stored());
    this.#show(manner);
  }

  /** @param {() => string} message */
  #showMessage(message) {
    this.#message = message;
    this.#showStatus();
  }

  /** @param {Manner} [manner] */
  #show({ slide, keepsHand } = {}) {
    const match = this.#match;
    const { board, last } = match;
    const ply = this.#moves.earlier;
    if (ply !== undefined) {
      this.#input.show({ ...match.positionAt(ply), moves: [] });
    } else {
      const check = board.checkedPieces() || undefined;
      // Not found before they are needed, when a man is pressed.
      const position = { fen: board.fen(true), get moves() { return match.movesByHand; }, last, check, slide };
      const planned = this.#planned;
      this.#input.show(planned ? { ...position, planned, onDrop: () => this.#plan("") } : position, { keepsHand });
    }
    this.#showActions();
    this.#beside.soon();
  }

  /** Everything beside the board but the buttons. */
  #write() {
    this.#showPanels();
    this.#showCount();
    this.#showStatus();
    this.#moves.show(this.#match.board);
    this.#get("typed").elements.namedItem("move").placeholder = say("typeMoveHint");
  }

  #showPanels() {
    const { isForTwo, choice } = this.#match;
    // The far player reads men that stand upright from there.
    const facing = isForTwo && choice.turning === "faces" ? other(this.#near) : undefined;
    this.#input.view.face(facing);
    this.#root.classList.toggle("facing", facing !== undefined);
    this.#panels.show(this.#match, this.#input.isTurned);
  }

  #showCount() {
    const actions = claimsOf(this.#match).map(({ kind, label }) => ({ label, act: () => this.#claim(kind) }));
    this.#countPanel.show(this.#match.board.count(), actions);
  }

  /** @param {import("../pkg/sakdi.js").ClaimKind} kind */
  #claim(kind) {
    this.#match.claim(kind);
    this.#changed();
  }

  #showStatus() {
    showStatus(this.#get("status"), this.#match, { message: this.#message(), isEarlier: this.#moves.earlier !== undefined });
  }

  #showActions() {
    const { isByHand, isOver, canTakeBack, offer, plies } = this.#match;
    this.#get("take-back").disabled = !canTakeBack;
    this.#get("hint").disabled = !this.#mayMove;
    // Before both sides have moved there is nothing to agree on.
    this.#get("draw").disabled = !isByHand || plies < 2 || offer !== null;
    this.#get("resign").disabled = isOver;
    for (const name of ["copy-pgn", "save-pgn", "copy-link"]) this.#get(name).disabled = plies === 0;
    this.#root.classList.toggle("earlier", this.#moves.earlier !== undefined);
    const field = this.#get("typed").elements.namedItem("move");
    // Not disabled: it would lose the focus.
    field.readOnly = !this.#mayMove;
  }
}

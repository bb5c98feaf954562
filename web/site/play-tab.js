// The tab where one plays.

import { BoardInput } from "./board-input.js";
import { CountPanel } from "./count-panel.js";
import { confirmed } from "./dialogs.js";
import { Match, other } from "./match.js";
import { NewGameDialog, lastChoice, levelName } from "./new-game.js";
import { showMoves } from "./move-list.js";
import { Seats } from "./seats.js";
import { keep, recall } from "./store.js";
import { notation, onLanguage, say, sideName } from "./words.js";

/** Milliseconds that full strength thinks about a move without a clock. */
const MOVE_TIME = 1000;
/** Milliseconds of thought for a hint, and for an answer to a draw. */
const HINT_TIME = 400;
/** Centipawns from which on Sakdi plays on rather than draw. */
const DRAW_SCORE = 30;

export class PlayTab {
  #root;
  #thinker;
  #input;
  #countPanel;
  #seats;
  #dialog;
  /** @type {Match} */
  #match;
  /** Grows whenever what the engine thinks about is no longer asked for. */
  #turn = 0;
  #isThinking = false;
  #said = "";

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
    this.#seats = new Seats(root);
    this.#dialog = new NewGameDialog((choice) => this.begin(choice));
    const kept = recall("match");
    this.#match = this.#open(kept ?? Match.begin(lastChoice()));
    this.#listen(onReview);
    onLanguage(() => this.#show());
    this.#resume();
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
    on("go-review", () => onReview(this.pgn()));
    const typed = this.#get("typed");
    typed.addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      this.#type(typed.elements.namedItem("move"));
    });
  }

  /** @param {import("./match.js").Kept} kept */
  #open(kept) {
    const watch = { onTick: () => this.#seats.showClocks(this.#match, this.#input.isTurned), onFlag: () => this.#changed() };
    try {
      return new Match(kept, watch);
    } catch {
      // What was kept by an earlier version is no game for this one.
      return new Match(Match.begin(lastChoice()), watch);
    }
  }

  /** Begins a game. @param {import("./new-game.js").Choice} choice @param {string} [start] FEN */
  begin(choice, start) {
    this.#stopThinking();
    this.#match.free();
    this.#match = this.#open(Match.begin(choice, start));
    this.#said = "";
    this.#resume();
  }

  /** Begins a game from a position of another, the person having the move. @param {string} fen @param {"makruk" | "makpong"} variant */
  beginFrom(fen, variant) {
    const colour = fen.split(" ")[1] === "b" ? "black" : "white";
    this.begin({ ...lastChoice(), colour, variant, clock: "" }, fen);
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

  #resume() {
    if (this.#input.isTurned !== (this.#match.side === "black")) this.#input.turn();
    this.#match.runClock();
    this.#changed();
    void this.#reply();
  }

  /** @param {string} move @param {string} [said] */
  #play(move, said = "") {
    const isYours = this.#match.isYours;
    if (!this.#match.play(move)) return;
    this.#said = said;
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
      const { message, thai } = /** @type {import("../pkg/sakdi.js").SakdiError} */ (error);
      this.#tell(notation() === "thai" ? thai : message);
    }
  }

  /** Lets Sakdi move, when it is its turn. */
  async #reply() {
    const match = this.#match;
    if (match.isOver || match.isYours || this.#isThinking) return;
    const turn = this.#turn;
    this.#isThinking = true;
    this.#show();
    try {
      const index = match.mover === "white" ? 0 : 1;
      const limits = match.clock?.limits(index) ?? `movetime ${MOVE_TIME}`;
      const started = performance.now();
      const { move } = await this.#thinker.think(match.setting(), limits, match.choice.level);
      // A move at once looks like none: the eye has to follow.
      await new Promise((resolve) => setTimeout(resolve, 250 - (performance.now() - started)));
      if (turn !== this.#turn) return;
      this.#isThinking = false;
      this.#claimForSakdi();
      if (move) this.#play(move, this.#said);
    } catch {
      // The engine has died; the page says so and may start it again.
    } finally {
      if (turn === this.#turn) this.#isThinking = false;
    }
  }

  /** Goes on after the engine has been started again. */
  retry() {
    this.#stopThinking();
    void this.#reply();
  }

  /** Sakdi counts as soon as it may: the weaker side loses nothing by it. */
  #claimForSakdi() {
    const { board, side } = this.#match;
    if (board.claimant() === other(side)) this.#match.claim(true);
  }

  #stopThinking() {
    this.#turn += 1;
    if (this.#isThinking) void this.#thinker.stop();
    this.#isThinking = false;
  }

  #takeBack() {
    this.#stopThinking();
    if (!this.#match.takeBack()) return;
    this.#said = "";
    this.#match.runClock();
    this.#changed();
    void this.#reply();
  }

  async #hint() {
    if (!this.#match.isYours) return;
    const { board } = this.#match;
    const { plies } = this.#match;
    const { move } = await this.#thinker.think(this.#match.setting(), `movetime ${HINT_TIME}`, 20);
    if (!move || board !== this.#match.board || plies !== this.#match.plies) return;
    this.#tell(say("hintIs", board.sanMove(move, notation())));
    this.#input.point([{ move, kind: "better" }]);
  }

  async #offerDraw() {
    if (!this.#match.isYours) return;
    const match = this.#match;
    const { score } = await this.#thinker.think(match.setting(), `movetime ${HINT_TIME}`, 20);
    if (match !== this.#match || match.isOver) return;
    // The score is from the person's side.
    if (score >= -DRAW_SCORE) {
      match.end({ reason: "agreement", winner: null });
      this.#changed();
    } else {
      this.#tell(say("drawDeclined"));
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
    this.#showSeats();
  }

  /** Keeps the game, and shows it. @param {string} [slide] the move to show as it is made */
  #changed(slide) {
    keep("match", this.#match.kept());
    this.#show(slide);
  }

  /** @param {string} text */
  #tell(text) {
    this.#said = text;
    this.#showStatus();
  }

  /** @param {string} [slide] */
  #show(slide) {
    const { board, isYours, last } = this.#match;
    const moves = isYours ? board.legalMoves().split(" ").filter(Boolean) : [];
    this.#input.show({ fen: board.fen(true), moves, last, check: board.checkedPieces() || undefined, slide });
    this.#showSeats();
    this.#showCount();
    this.#showStatus();
    showMoves(this.#get("sheet"), this.#match.board);
    this.#showActions();
  }

  #showSeats() {
    this.#seats.show(this.#match, this.#input.isTurned);
  }

  #showCount() {
    const { board, side, isOver, choice } = this.#match;
    const count = board.count();
    const actions = [];
    if (!isOver && choice.rule === "claimed") {
      if (board.claimant() === side) actions.push({ label: say("beginCount"), act: () => this.#claim(true) });
      if (count?.counter === side) actions.push({ label: say("stopCount"), act: () => this.#claim(false) });
    }
    this.#countPanel.show(count, actions);
  }

  /** @param {boolean} counts */
  #claim(counts) {
    this.#match.claim(counts);
    this.#changed();
  }

  #showStatus() {
    const { ending, isYours, board } = this.#match;
    const [said, more] = [this.#get("said"), this.#get("more")];
    this.#get("ended").hidden = ending === null;
    if (ending) {
      said.textContent = ending.winner === null ? say("drawn") : ending.winner === this.#match.side ? say("youWin") : say("youLose");
      more.textContent = this.#reason();
      return;
    }
    said.textContent = (board.isCheck() ? say("check") + " " : "") + say(isYours ? "yourMove" : "thinking");
    more.textContent = this.#said;
  }

  /** The reason of the end. */
  #reason() {
    const { ending } = this.#match;
    if (!ending) return "";
    const [winner, loser] = ending.winner ? [sideName(ending.winner), sideName(other(ending.winner))] : ["", ""];
    switch (ending.reason) {
      case "mate": return say("mate", winner);
      case "stalemate": return say("stalemate");
      case "count": return say("countDraw");
      case "repetition": return say("repetition");
      case "material": return say("material");
      case "resignation": return say("resigned", loser, winner);
      case "agreement": return say("drawAgreed");
      case "time": return say("lostOnTime", loser, winner);
    }
  }

  #showActions() {
    const { isYours, isOver, canTakeBack } = this.#match;
    this.#get("take-back").disabled = !canTakeBack;
    this.#get("hint").disabled = this.#get("draw").disabled = !isYours;
    this.#get("resign").disabled = isOver;
    const field = this.#get("typed").elements.namedItem("move");
    field.disabled = !isYours;
    field.placeholder = say("typeMoveHint");
  }
}

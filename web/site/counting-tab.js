// The trainer of counting: questions about the count of positions, and drills of endings against the count.

import { fetchTables, loadTables } from "./sakdi/sakdi.js";
import { BoardInput } from "./board-input.js";
import { CountPanel } from "./count-panel.js";
import { drawPosition, questionsOf } from "./count-questions.js";
import { Drill, drillsOf } from "./drill.js";
import { FarTables, namesOfFive } from "./far-tables.js";
import { puzzlesOf } from "./puzzles-file.js";
import { sayFailure } from "./failure.js";
import { element } from "./shared/dom.js";
import { load, loadInTab, store, storeInTab } from "./storage.js";
import { menNames } from "./table-results.js";
import { onLanguage, reasonOf, relabel, say, sideName } from "./i18n.js";

/** Time before the defence replies, in milliseconds. */
const PAUSE = 350;
/** Time before a server that failed is asked again, in milliseconds. */
const RETRY = 3000;

/** What was answered: how much, how much of it right, and how much right in a row. @typedef {{ asked: number, right: number, streak: number, best: number }} Score */

export class CountingTab {
  #root;
  #input;
  #countPanel;
  /** @type {"questions" | "drills"} */
  #mode = load("countingMode") === "drills" ? "drills" : "questions";
  /** Positions of games. @type {string[]} */
  #real = [];
  /** The position that is asked about. */
  #fen = "";
  /** @type {import("./count-questions.js").Question[]} */
  #questions = [];
  /** The answers given to them so far. @type {(string | number)[]} */
  #answers = [];
  /** The question whose choices are shown. @type {import("./count-questions.js").Question | undefined} */
  #asked;
  /** @type {Drill | undefined} */
  #drill;
  /** The endings that have tables. @type {string[]} */
  #endings = [];
  #far = new FarTables();
  /** The endings whose tables lie on a server. @type {string[]} */
  #farEndings = [];
  /** @type {Promise<void> | undefined} */
  #loading;
  /** @type {Promise<void> | undefined} */
  #loadingTables;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** The drill that is being fetched. @type {Promise<Drill | undefined> | undefined} */
  #fetching;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#root = root;
    this.#input = new BoardInput(this.#get("place-of-board"), (move) => this.#play(move));
    this.#countPanel = new CountPanel(this.#get("count-panel"));
    const on = (/** @type {string} */ name, /** @type {() => void} */ act) => this.#get(name).addEventListener("click", act);
    on("ask", () => this.#choose("questions"));
    on("drill", () => this.#choose("drills"));
    on("next", () => this.#next());
    on("again", () => this.#take(this.#drill?.again()));
    on("hint", () => this.#hint());
    on("turn", () => this.#input.turn());
    on("load", () => void this.#loadTables());
    this.#get("ending").addEventListener("change", () => this.#next());
    onLanguage(() => {
      this.#asked = undefined;
      this.#listEndings();
      this.#show();
    });
  }

  /** @param {string} name @returns {any} */
  #get(name) {
    return this.#root.querySelector("." + name);
  }

  /** Loads the positions, once. */
  enter() {
    this.#loading ??= this.#load();
    // The address may be new: it is given in the tab of endings.
    if (this.#endings.length > 0) void this.#useFar();
    return this.#loading;
  }

  async #load() {
    try {
      const response = await fetch("puzzles.epd");
      if (!response.ok) throw new Error(String(response.status));
      this.#real = puzzlesOf(await response.text()).map(({ fen }) => fen);
      this.#get("error").textContent = "";
      this.#restore();
      // A drill goes on where the page was left, if that takes no download.
      if (this.#mode === "drills" && loadInTab("drillShown") && (await hasKeptTables())) await this.#loadTables();
    } catch (error) {
      this.#loading = undefined;
      sayFailure(this.#get("error"), say("puzzlesFailed", reasonOf(error)), say("tryAgain"), () => void this.enter());
    }
  }

  /** Takes up what was asked last, and what was answered. */
  #restore() {
    const kept = loadInTab("countingPosition");
    const questions = kept?.fen && questionsOf(kept.fen);
    if (questions) [this.#fen, this.#questions, this.#answers] = [kept.fen, questions, kept.answers.slice(0, questions.length)];
    else this.#pose();
    this.#show();
  }

  /** Keeps the position and the answers, so that a reload of the page shows them again. */
  #keep() {
    storeInTab("countingPosition", { fen: this.#fen, answers: this.#answers });
  }

  async #loadTables() {
    this.#loadingTables ??= (async () => {
      const button = this.#get("load");
      button.disabled = true;
      relabel(button, "loadingTables");
      try {
        this.#endings = drillsOf(await loadTables(await fetchTables()));
        const far = this.#useFar();
        const kept = loadInTab("drillShown")?.ending;
        if (this.#mode === "drills" && kept && !this.#endings.includes(kept)) await far;
        if (this.#real.length > 0) this.#get("error").textContent = "";
        this.#listEndings();
        this.#get("ending").value = load("drill") ?? "KRvK";
        if (this.#get("ending").selectedIndex < 0) this.#get("ending").selectedIndex = 0;
        this.#addTableQuestion();
        if (this.#mode === "drills") this.#beginDrills();
      } catch (error) {
        this.#loadingTables = undefined;
        if (this.#real.length > 0) this.#get("error").textContent = say("tablesFailed", reasonOf(error));
        else sayFailure(this.#get("error"), say("tablesFailed", reasonOf(error)), say("tryAgain"), () => void this.enter());
      }
      button.disabled = false;
      relabel(button, "loadTables");
      this.#show();
    })();
    return this.#loadingTables;
  }

  /** Adds the endings of five men, if the tab of endings uses a server that has their tables. */
  async #useFar() {
    const { address } = this.#far;
    if (!address || this.#far.isUsed) return;
    // Without the server there are the other endings.
    if (await this.#far.use(address).catch(() => false)) this.#farEndings = drillsOf(namesOfFive());
    this.#listEndings();
  }

  #listEndings() {
    const select = this.#get("ending");
    const chosen = select.value;
    select.replaceChildren();
    const list = (/** @type {Element} */ place, /** @type {string[]} */ names) => {
      for (const name of names) {
        const [strong, weak] = name.split("v").map(menNames);
        element(place, "option", { value: name }, say("strong", strong, weak));
      }
    };
    list(select, this.#endings);
    if (this.#farEndings.length > 0) list(element(select, "optgroup", { label: say("farTables") }), this.#farEndings);
    select.value = chosen;
  }

  /** Fetches what the tables on a server know of a position and its moves, if it is theirs. Rejects if the server fails. @param {string} fen */
  #prepare = async (fen) => {
    if (!this.#far.concerns(fen)) return;
    await this.#far.prepare(fen);
    if (this.#far.error) throw this.#far.error;
  };

  /** Takes a drill that has to be fetched, unless another one is taken meanwhile. @param {Promise<Drill | undefined>} fetched */
  async #takeFar(fetched) {
    this.#take(undefined);
    this.#sayOfDrill(say("farFetching"));
    this.#fetching = fetched;
    let failure = "";
    const drill = await fetched.catch((error) => void (failure = say("tablesFailed", reasonOf(error))));
    if (this.#fetching !== fetched) return drill?.free();
    this.#take(drill);
    if (!drill) this.#sayOfDrill(failure || say("notHeld"));
    else if (!drill.isYours && !drill.isOver) this.#awaitReply(drill);
  }

  /** Says something of a drill, while drills are shown. @param {string} text */
  #sayOfDrill(text) {
    if (this.#mode === "drills") this.#get("said").textContent = text;
  }

  /** Waits until the tables know the position of a drill, however often the server fails. Resolves with whether the drill is still shown. @param {Drill} drill */
  async #isKnown(drill) {
    while (drill === this.#drill) {
      try {
        await this.#prepare(drill.board.fen(true));
        break;
      } catch (error) {
        if (drill === this.#drill) this.#sayOfDrill(say("tablesFailed", reasonOf(error)));
        await new Promise((resolve) => setTimeout(resolve, RETRY));
      }
    }
    return drill === this.#drill;
  }

  /** @param {"questions" | "drills"} mode */
  #choose(mode) {
    this.#mode = mode;
    store("countingMode", mode);
    if (mode === "drills" && !this.#drill && this.#endings.length > 0) this.#beginDrills();
    this.#show();
  }

  /** Goes on with the drill that was shown last, or draws one. */
  #beginDrills() {
    const kept = loadInTab("drillShown");
    const isFar = this.#farEndings.includes(kept?.ending);
    if (!isFar && !this.#endings.includes(kept?.ending)) return this.#next();
    this.#get("ending").value = kept.ending;
    if (isFar) return void this.#takeFar(Drill.resumeFar(kept.start, kept.moves, this.#prepare));
    const drill = Drill.resume(kept.start, kept.moves);
    this.#take(drill);
    if (!drill.isYours && !drill.isOver) this.#awaitReply(drill);
  }

  #next() {
    if (this.#mode === "questions") this.#pose();
    else {
      const ending = this.#get("ending").value;
      store("drill", ending);
      if (this.#farEndings.includes(ending)) return void this.#takeFar(Drill.drawFar(ending, this.#prepare));
      this.#take(Drill.draw(ending));
    }
    this.#show();
  }

  /** Asks about another position. */
  #pose() {
    this.#fen = drawPosition(this.#real);
    this.#questions = questionsOf(this.#fen) ?? [];
    this.#answers = [];
    this.#keep();
  }

  /** @param {Drill | undefined} drill */
  #take(drill) {
    clearTimeout(this.#timer);
    this.#fetching = undefined;
    if (this.#drill !== drill) this.#drill = drill;
    if (drill && this.#input.isTurned !== (drill.side === "black")) this.#input.turn();
    this.#show();
  }

  /** Adds the question that only the tables can answer. The others stay as they are: people may be answering one of them. */
  #addTableQuestion() {
    if (this.#questions.some(({ kind }) => kind === "time")) return;
    const time = questionsOf(this.#fen)?.find(({ kind }) => kind === "time");
    if (!time) return;
    const isDone = this.#questions.length > 0 && this.#answers.length === this.#questions.length;
    const kept = loadInTab("countingPosition");
    if (kept?.fen === this.#fen && kept.answers.length > this.#questions.length) this.#answers = kept.answers;
    // Whoever has answered everything is not asked once more.
    else if (isDone) return;
    this.#questions.push(time);
  }

  /** @param {string | number} choice */
  #answer(choice) {
    const { answer } = this.#questions[this.#answers.length];
    this.#answers.push(choice);
    this.#keep();
    const score = this.#score();
    const isRight = choice === answer;
    score.asked += 1;
    score.right += isRight ? 1 : 0;
    score.streak = isRight ? score.streak + 1 : 0;
    score.best = Math.max(score.best, score.streak);
    store("counting", score);
    this.#show();
    // The keyboard goes on where the next thing is to be pressed.
    const next = this.#get("answers").querySelector("button:not(:disabled)") ?? this.#get("next");
    next.focus();
  }

  /** @returns {Score} */
  #score() {
    return { asked: 0, right: 0, streak: 0, best: 0, ...load("counting") };
  }

  /** A move of the person in a drill. @param {string} move */
  #play(move) {
    const drill = this.#drill;
    if (!drill?.isYours || !drill.play(move)) return;
    this.#show(move);
    if (drill.isOver) return this.#keepDrill(drill);
    this.#awaitReply(drill);
  }

  /** @param {Drill} drill */
  #awaitReply(drill) {
    this.#timer = setTimeout(async () => {
      if (!(await this.#isKnown(drill))) return;
      const reply = drill.reply();
      if (drill.isOver) return this.#keepDrill(drill);
      // A move can be judged once its position is known.
      if (await this.#isKnown(drill)) this.#show(reply);
    }, PAUSE);
  }

  /** Counts a drill that is over. @param {Drill} drill */
  #keepDrill(drill) {
    const ending = this.#get("ending").value;
    const drills = load("drills") ?? {};
    const [tried = 0, won = 0] = drills[ending] ?? [];
    store("drills", { ...drills, [ending]: [tried + 1, won + (drill.isWon ? 1 : 0)] });
    this.#show(drill.board.moveStack().split(" ").at(-1));
  }

  #hint() {
    const move = this.#drill?.isYours ? this.#drill.hint() : undefined;
    if (move) this.#input.point([{ move, kind: "better" }]);
  }

  /** @param {string} [move] that was just made */
  #show(move) {
    const isDrill = this.#mode === "drills";
    for (const [name, mode] of /** @type {const} */ ([["ask", "questions"], ["drill", "drills"]])) this.#get(name).setAttribute("aria-pressed", String(mode === this.#mode));
    const hasTables = this.#endings.length > 0;
    this.#get("load").hidden = hasTables;
    this.#get("needs-tables").hidden = hasTables;
    this.#get("needs-tables").textContent = say(isDrill ? "drillsNeedTables" : "timeNeedsTables");
    this.#get("drill-choice").hidden = !isDrill || !hasTables;
    for (const name of ["again", "hint"]) this.#get(name).hidden = !isDrill || !hasTables;
    this.#get("next").hidden = isDrill ? !hasTables : this.#fen === "";
    this.#get("next").querySelector("span").textContent = say(isDrill ? "drillNext" : "countNext");
    this.#showChoices(isDrill ? undefined : this.#questions[this.#answers.length]);
    this.#get("reasons").replaceChildren();
    if (isDrill) this.#showDrill(move);
    else if (this.#fen) this.#showQuestions();
  }

  /** Shows the choices of a question. Those that are shown already stay, with the focus that one of them may have. @param {import("./count-questions.js").Question | undefined} question */
  #showChoices(question) {
    if (question === this.#asked) return;
    this.#asked = question;
    const place = this.#get("answers");
    place.replaceChildren();
    for (const choice of question?.choices ?? []) {
      element(place, "button", { type: "button" }, nameOf(choice)).addEventListener("click", () => this.#answer(choice));
    }
  }

  /** @param {string} [move] */
  #showDrill(move) {
    const drill = this.#drill;
    const board = drill?.board;
    if (drill) storeInTab("drillShown", { ending: this.#get("ending").value, start: drill.start, moves: drill.board.moveStack() });
    this.#countPanel.show(board?.count() ?? null);
    this.#get("next").classList.toggle("main", drill?.isOver ?? false);
    this.#get("goal").textContent = drill ? say("drillGoal", sideName(drill.side)) : "";
    this.#get("said").textContent = drill?.said() ?? "";
    const [tried, won] = load("drills")?.[this.#get("ending").value] ?? [0, 0];
    this.#get("score").textContent = this.#endings.length > 0 ? say("drillScore", won, tried) : "";
    this.#get("hint").disabled = !drill?.isYours;
    const moves = drill?.isYours ? drill.board.legalMoves().split(" ") : [];
    this.#input.show({ fen: board?.fen(true) ?? "8/8/8/8/8/8/8/8", moves, last: move, slide: move, check: board?.checkedPieces() || undefined });
  }

  #showQuestions() {
    this.#countPanel.show(null);
    this.#input.show({ fen: this.#fen, moves: [] });
    const at = this.#answers.length;
    const question = this.#questions[at];
    const mover = sideName(this.#fen.split(" ")[1] === "w" ? "white" : "black");
    this.#get("goal").textContent = question ? question.ask() : say("countDone", this.#questions.filter(({ answer }, index) => answer === this.#answers[index]).length, this.#questions.length);
    this.#get("said").textContent = say("countMover", mover);
    this.#get("next").classList.toggle("main", !question);
    const { asked, right, streak, best } = this.#score();
    this.#get("score").textContent = asked > 0 ? say("countScore", right, asked, streak, best) : "";
    for (const [index, given] of this.#answers.entries()) {
      const { ask, answer, why } = this.#questions[index];
      const isRight = given === answer;
      const item = element(this.#get("reasons"), "li", { class: isRight ? "right" : "wrong" });
      const title = element(item, "b", {}, `${isRight ? "✓" : "✗"} ${ask()} `);
      if (!isRight) {
        element(title, "s", {}, nameOf(given));
        title.append(" ");
      }
      title.append(nameOf(answer));
      element(item, "span", {}, why());
    }
  }
}

/** Whether the browser has kept the endgame tables. */
async function hasKeptTables() {
  return "caches" in globalThis && (await caches.match("sakdi/sakdi-tables.bin")) !== undefined;
}

/** An answer in words. @param {string | number} choice */
function nameOf(choice) {
  switch (choice) {
    case "none": return say("nobodyCounts");
    case "board": return say("boardHonour");
    case "pieces": return say("piecesHonour");
    case "white": case "black": return sideName(choice);
    case "yes": return say("yes");
    case "no": return say("no");
    default: return String(choice);
  }
}

// What a solver of puzzles has reached: rating, streak, repetitions; and the file to keep it in.

import { BOXES, dayOf } from "./leitner.js";
import { dueOn } from "./puzzle-progress.js";
import { exportResults, importResults } from "./puzzle-transfer.js";
import { reasonOf, say } from "./i18n.js";

export class SolverPanel {
  #root;
  #store;
  /** Says what became of the last file. */
  #said = () => "";
  #hasFailed = false;

  /**
   * @param {Element} root
   * @param {import("./puzzle-progress.js").ResultStore} store
   * @param {() => void} onImport hears that the results have changed
   */
  constructor(root, store, onImport) {
    this.#root = root;
    this.#store = store;
    this.#get("export-results").addEventListener("click", () => exportResults(store.results.results, new Date()));
    const field = this.#get("results-file");
    field.addEventListener("change", async () => {
      const [file] = field.files;
      // At once, so that the same file can be chosen again.
      field.value = "";
      if (file) await this.#import(file);
      onImport();
    });
  }

  /** @param {string} name @returns {any} */
  #get(name) {
    return this.#root.querySelector("." + name);
  }

  /** @param {File} file */
  async #import(file) {
    this.#hasFailed = false;
    try {
      const now = Date.now();
      const wanted = await importResults(file, this.#store.results.results.length, now);
      if (!wanted) return;
      const isKept = wanted.how === "replace" ? this.#store.replace(wanted.results, now) : this.#store.add(wanted.results);
      const count = this.#store.results.results.length;
      this.#said = () => (isKept ? say("imported", count) : say("resultsNotKept"));
    } catch (error) {
      this.#hasFailed = true;
      const reason = reasonOf(error);
      this.#said = () => reason;
    }
  }

  /** @param {number} now */
  show(now) {
    const { progress, results } = this.#store;
    const { rating, deviation } = progress.rating;
    const hasRating = progress.last.size > 0;
    this.#get("rating").textContent = hasRating ? String(Math.round(rating)) : "–";
    // Two deviations to each side.
    const range = [rating - 2 * deviation, rating + 2 * deviation].map(Math.round);
    this.#get("rating-range").textContent = hasRating ? `${range[0]}–${range[1]}` : "\u00a0";
    this.#get("rating-range").title = hasRating ? say("puzzleRatingMeaning", ...range) : "";
    this.#get("streak").textContent = String(progress.streak);
    this.#get("best").textContent = say("puzzleStreakBest", progress.best);
    const due = dueOn(progress, dayOf(now)).length;
    this.#get("due").textContent = String(due);
    this.#get("due-later").textContent = say("puzzleDueLater", progress.repetitions.size - due);
    this.#get("boxes").textContent = say("puzzleBoxes", ...BOXES);
    this.#get("export-results").disabled = results.results.length === 0;
    this.#get("file-said").textContent = this.#said();
    this.#get("file-said").classList.toggle("wrong", this.#hasFailed);
  }
}

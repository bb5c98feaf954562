// Exports a solver's results to a file, and imports them from one.

import { readResults, writeResults } from "./puzzle-results-file.js";
import { dateOf, saveFile } from "./save-file.js";
import { reasonOf, say } from "./i18n.js";

/** @typedef {import("./puzzle-progress.js").Result} Result */

/** Saves results as a file named after the day. @param {Result[]} results @param {Date} now */
export function exportResults(results, now) {
  saveFile(`sakdi-puzzles-${dateOf(now)}.json`, writeResults(results), "application/json");
}

/** @typedef {{ how: "merge" | "replace", results: Result[] }} Import */

/**
 * Reads a file and asks what becomes of the results there are. Resolves with nothing if that is cancelled; rejects with a sentence that
 * names the file if it cannot be used.
 *
 * @param {File} file
 * @param {number} present number of results there are
 * @param {number} now
 * @returns {Promise<Import | undefined>}
 */
export async function importResults(file, present, now) {
  let results;
  try {
    results = readResults(await file.text(), now);
  } catch (error) {
    throw new Error(say("fileUnusable", file.name, reasonOf(error)));
  }
  if (present === 0) return { how: "merge", results };
  const how = await howToImport(say("importQuestion", file.name, results.length, present));
  return how && { how, results };
}

/** @param {string} question @returns {Promise<"merge" | "replace" | undefined>} */
function howToImport(question) {
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("import-results"));
  const text = dialog.querySelector("p");
  if (text) text.textContent = question;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(/** @type {any} */ (dialog.returnValue || undefined)), { once: true });
  });
}

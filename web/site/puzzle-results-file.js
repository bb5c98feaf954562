// The file that a solver's results are exported to and imported from: JSON with `format`, `version` and `results`.

import { isResult } from "./puzzle-progress.js";
import { say } from "./i18n.js";

/** @typedef {import("./puzzle-progress.js").Result} Result */

const FORMAT = "sakdi-puzzle-results";
const VERSION = 1;
/** More than anybody solves. */
const MOST_RESULTS = 200_000;
/** How far the clock of another device may be ahead, in milliseconds. */
const AHEAD = 86_400_000;

/** Says why a file cannot be used, in the language of the page. */
export class UnusableFile extends Error {}

/** The text of a file with these results. @param {Result[]} results */
export function writeResults(results) {
  const lines = results.map(({ id, at, isSolved, elo }) => JSON.stringify({ id, at, isSolved, elo }));
  return `{"format":"${FORMAT}","version":${VERSION},"results":[\n${lines.join(",\n")}\n]}\n`;
}

/** The results in the text of a file. Throws {@link UnusableFile} unless all of them can be used. @param {string} text @param {number} now @returns {Result[]} */
export function readResults(text, now) {
  const { format, version, results } = parsed(text);
  if (format !== FORMAT || !Array.isArray(results)) throw new UnusableFile(say("fileOther"));
  if (version !== VERSION) throw new UnusableFile(say("fileVersion", version));
  if (results.length > MOST_RESULTS) throw new UnusableFile(say("fileTooLong", MOST_RESULTS));
  for (const [index, result] of results.entries()) {
    if (!isResult(result)) throw new UnusableFile(say("fileBadResult", index + 1));
    if (result.at > now + AHEAD) throw new UnusableFile(say("fileFuture", index + 1));
  }
  // Nothing but what a result has.
  return results.map(({ id, at, isSolved, elo }) => ({ id, at, isSolved, elo }));
}

/** @param {string} text @returns {any} */
function parsed(text) {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, "")) ?? {};
  } catch {
    throw new UnusableFile(say("fileNotJson"));
  }
}

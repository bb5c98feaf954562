// The text of PGN: games, and the tokens of their moves.

/** @typedef {{ kind: "move" | "comment" | "nag" | "mark" | "open" | "close" | "result", value: string }} Token */

const TOKEN = /\{([^}]*)\}?|;([^\n]*)|\$(\d+)|([()])|(?:^|(?<=[\s()}]))(1-0|0-1|1\/2-1\/2|½-½|\*)(?=[\s(){]|$)|\d+\s*\.(?:\s*\.)*|…|([^\s(){};$!?]+)|([!?]{1,2})/g;

/** The tokens of a game's moves; move numbers are left out. @param {string} text @returns {Iterable<Token>} */
export function* tokensOf(text) {
  for (const [, braced, rest, nag, bracket, result, move, mark] of text.matchAll(TOKEN)) {
    const comment = (braced ?? rest)?.replace(/\s+/g, " ").trim();
    if (comment) yield { kind: "comment", value: comment };
    else if (nag) yield { kind: "nag", value: nag };
    else if (bracket) yield { kind: bracket === "(" ? "open" : "close", value: bracket };
    else if (result) yield { kind: "result", value: result.replace("½-½", "1/2-1/2") };
    else if (move && !/^[\d๐-๙.]+$/.test(move)) yield { kind: "move", value: move.replace(/^[๐-๙]+\.+/, "") };
    else if (mark) yield { kind: "mark", value: mark };
  }
}

/**
 * The games of a PGN: their tags, and the text of their moves. A game ends before the tags of the next one.
 *
 * @param {string} text
 * @returns {{ tags: Map<string, string>, moves: string }[]}
 */
export function gamesIn(text) {
  /** @type {{ tags: Map<string, string>, moves: string }[]} */
  const games = [];
  let isInComment = false;
  for (const line of text.split(/\r?\n/)) {
    const tag = isInComment ? null : /^\s*\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]/.exec(line);
    const game = games[games.length - 1];
    if (tag) {
      const current = game && !game.moves.trim() ? game : { tags: new Map(), moves: "" };
      if (current !== game) games.push(current);
      current.tags.set(tag[1], tag[2].replace(/\\(.)/g, "$1"));
    } else if (game || (line.trim() && !line.startsWith("%"))) {
      const current = game ?? { tags: new Map(), moves: "" };
      if (current !== game) games.push(current);
      if (isInComment || !line.startsWith("%")) current.moves += line + "\n";
      for (const sign of line) isInComment = sign === "{" || (isInComment && sign !== "}");
    }
  }
  return games;
}

/** Breaks a text into lines of at most 80 letters, where there are blanks. @param {string} text */
export function wrapped(text) {
  const lines = [""];
  for (const word of text.split(" ")) {
    const last = lines[lines.length - 1];
    if (last && last.length + 1 + word.length > 80) lines.push(word);
    else lines[lines.length - 1] = last ? `${last} ${word}` : word;
  }
  return lines.join("\n");
}

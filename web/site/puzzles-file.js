// Reads the file of puzzles. docs/puzzles.md describes its opcodes.

/**
 * A puzzle of positions/puzzles.epd; moves are in SAN.
 *
 * @typedef {object} Puzzle
 * @property {string} id
 * @property {string} fen
 * @property {string} kind
 * @property {string[]} line the solver's moves and the replies between them
 * @property {number | undefined} mateIn
 * @property {number | undefined} level
 * @property {number} elo
 * @property {string[]} themes
 * @property {Map<string, { reply: string | undefined, reason: string[] }>} tries
 * @property {string} source
 */

/** The Elo of a puzzle that no level solves: above the highest level that the difficulty is measured with. */
const UNSOLVED_ELO = 2900;

/** The puzzles of a file in EPD. @param {string} text @returns {Puzzle[]} */
export function puzzlesOf(text) {
  const lines = text.split("\n").filter((line) => line.trim() && !line.startsWith("#"));
  return lines.map(puzzleOf);
}

/** @param {string} line @returns {Puzzle} */
function puzzleOf(line) {
  const fields = line.split(" ");
  /** @type {Map<string, string[]>} */
  const operations = new Map();
  for (const [operation] of fields.slice(6).join(" ").matchAll(/(?:[^;"]|"[^"]*")+/g)) {
    const [opcode, ...operands] = [...operation.matchAll(/"([^"]*)"|(\S+)/g)].map((word) => word[1] ?? word[2]);
    if (opcode) operations.set(opcode, operands);
  }
  const operands = (/** @type {string} */ opcode) => operations.get(opcode) ?? [];
  const number = (/** @type {string} */ opcode) => (operations.has(opcode) ? Number(operands(opcode)[0]) : undefined);
  const tries = operands("tries").map((each) => each.split(" "));
  return {
    id: operands("id")[0],
    fen: fields.slice(0, 6).join(" "),
    kind: operands("kind")[0],
    line: operands("pv"),
    mateIn: number("dm"),
    level: number("level"),
    elo: number("elo") ?? UNSOLVED_ELO,
    themes: operands("themes"),
    tries: new Map(tries.map(([move, reply, ...reason]) => [move, { reply: reply === "-" ? undefined : reply, reason }])),
    source: operands("source").join(" "),
  };
}

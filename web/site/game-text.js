// Texts that people open: PGN, moves alone, FEN and EPD, in UTF-8 or an old Thai encoding.

/** Converts lines of FEN or EPD to games without moves. Other texts stay as they are. @param {string} text */
export function textAsPgn(text) {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const positions = lines.filter((line) => line && !line.startsWith("#"));
  const isFen = (/** @type {string} */ line) => isLink(line) || /^[rnsmkpbqfx1-8~+]+(\/[rnsmkpbqfx1-8~+]+){7}([\s_]|$)/i.test(line);
  if (positions.length === 0 || !positions.every(isFen)) return text;
  return positions.map((line) => `[SetUp "1"]\n[FEN "${fenOf(line)}"]\n\n*\n\n`).join("");
}

/** Whether a line is a link of a site that holds a position. @param {string} line */
const isLink = (line) => /^(https?:\/\/|www\.)\S*[?#&]fen=\S+$/i.test(line);

/** The fields of the FEN in a line of EPD, without the operations. @param {string} line */
function fenOf(line) {
  if (isLink(line) || line.includes("_")) return line;
  const [men, side = "w", ...rest] = line.split(/\s+/);
  const end = rest.findIndex((field) => !/^(-|\d+)$/.test(field));
  return [men, side, ...rest.slice(0, end < 0 ? 4 : Math.min(end, 4))].join(" ");
}

/** Old files may be in the Thai encoding TIS-620. @param {ArrayBuffer} bytes */
export function decoded(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-874").decode(bytes);
  }
}

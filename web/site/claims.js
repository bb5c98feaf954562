// Claims of counts: making them on a board, and telling an engine of a game with them.

/** @typedef {{ readonly ply: number, readonly kind: import("../pkg/sakdi.js").ClaimKind }} Claim */

/**
 * @typedef {object} Played
 * @property {string} start FEN of the first position
 * @property {string} moves in coordinates, blanks between them
 * @property {readonly Claim[]} claims
 */

/** The commands that bring an engine to the end of a game. @param {Played} played @returns {string[]} */
export function positionCommands({ start, moves, claims }) {
  const made = moves ? moves.split(" ") : [];
  const after = (/** @type {number} */ ply) => `position fen ${start}` + (ply > 0 ? ` moves ${made.slice(0, ply).join(" ")}` : "");
  // A claim is said at the move where it was made.
  return [...claims.flatMap(({ ply, kind }) => [after(ply), `count ${kind}`]), after(made.length)];
}

/** Makes a claim. Throws if it cannot be made. @param {import("../pkg/sakdi.js").Board} board @param {Claim["kind"]} kind */
export function makeClaim(board, kind) {
  if (kind === "start") board.claimCount();
  else if (kind === "stop") board.stopCount();
  else board.skipNumber();
}

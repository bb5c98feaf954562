// A small file of played moves.

/** A file with one position, that of a new game, in which e4 was played `games` times. @param {number} games */
export function fileOf(games) {
  const numbers = Buffer.alloc(4);
  numbers.writeUInt32LE(1);
  const key = Buffer.from("88a652b633db318c", "hex").reverse();
  // One move, which is the mirror image of e4 there: from and to, games, wins, draws, losses, the first year in two bytes, and years after it.
  const move = squareOf("d3") | (squareOf("d4") << 6);
  const tally = Buffer.from([1, (move & 0x7f) | 0x80, move >> 7, games, games, 0, 0, 0xea, 0x0f, 0]);
  return Buffer.concat([Buffer.from("SAKDIEXP\u0001", "latin1"), numbers, key, Buffer.alloc(4), tally]);
}

/** @param {string} square */
const squareOf = (square) => "abcdefgh".indexOf(square[0]) + 8 * (Number(square[1]) - 1);

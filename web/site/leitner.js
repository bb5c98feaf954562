// When a puzzle that was failed comes again: the boxes of Leitner. Each time it is solved it moves to the next box, where it waits longer;
// failed again, it goes back to the first one. After the last box it is learnt, and does not come again.

/** Days that a puzzle waits in each box. */
export const BOXES = [1, 3, 7, 16, 35];

/** A puzzle in a box. @typedef {{ box: number, due: number }} Repetition where `due` is a day, as {@link dayOf} counts them */

/** The number of a day in the calendar of this place. @param {number} time in milliseconds since 1970 */
export function dayOf(time) {
  const date = new Date(time);
  return Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000);
}

/**
 * Where a puzzle waits after a result; undefined when it need not come again.
 *
 * @param {Repetition | undefined} before
 * @param {boolean} isSolved
 * @param {number} day
 * @returns {Repetition | undefined}
 */
export function repetitionAfter(before, isSolved, day) {
  if (!isSolved) return { box: 0, due: day + BOXES[0] };
  // What is solved before it is due was remembered for a shorter time than it should be.
  if (!before || day < before.due) return before;
  const box = before.box + 1;
  return box < BOXES.length ? { box, due: day + BOXES[box] } : undefined;
}

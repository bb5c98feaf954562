// Glicko-2, the rating system of Mark Glickman: http://www.glicko.net/glicko/glicko2.pdf. The comments name its steps.

/**
 * A rating, its deviation, and how much the skill behind it varies.
 *
 * @typedef {object} Rating
 * @property {number} rating
 * @property {number} deviation
 * @property {number} volatility
 */

/**
 * A game against an opponent of known rating: 1 is a win, 0 a loss.
 *
 * @typedef {object} Game
 * @property {{ rating: number, deviation: number }} opponent
 * @property {number} score
 */

/** Points of the rating to a unit of the scale on which the formulas work. */
const SCALE = 173.7178;
/** How much the volatility may change: the constant of the system, which the paper puts between 0.3 and 1.2. */
const TAU = 0.5;
/** The volatility is found to this precision. */
const PRECISION = 0.000001;

/** The weight of a game: less, the less is known of the opponent. @param {number} deviation on the scale of the formulas */
const weight = (deviation) => 1 / Math.sqrt(1 + (3 * deviation * deviation) / (Math.PI * Math.PI));

/**
 * A rating after one period with games. After a period without games only the deviation is larger.
 *
 * @param {Rating} before
 * @param {Game[]} games
 * @returns {Rating}
 */
export function ratingAfter({ rating, deviation, volatility }, games) {
  const [mean, spread] = [rating / SCALE, deviation / SCALE];
  if (games.length === 0) return { rating, deviation: SCALE * Math.hypot(spread, volatility), volatility };
  // Steps 3 and 4.
  let [information, surplus] = [0, 0];
  for (const { opponent, score } of games) {
    const g = weight(opponent.deviation / SCALE);
    const expected = 1 / (1 + Math.exp(-g * (mean - opponent.rating / SCALE)));
    information += g * g * expected * (1 - expected);
    surplus += g * (score - expected);
  }
  const variance = 1 / information;
  const newVolatility = volatilityAfter(volatility, spread, variance, variance * surplus);
  // Steps 6 and 7.
  const newSpread = 1 / Math.sqrt(1 / (spread * spread + newVolatility * newVolatility) + information);
  return { rating: SCALE * (mean + newSpread * newSpread * surplus), deviation: SCALE * newSpread, volatility: newVolatility };
}

/**
 * Step 5: solves f(x) = 0 by the Illinois method, where x is the logarithm of the volatility squared.
 *
 * @param {number} volatility
 * @param {number} spread
 * @param {number} variance
 * @param {number} gain how much better the results are than expected
 */
function volatilityAfter(volatility, spread, variance, gain) {
  const start = Math.log(volatility * volatility);
  const f = (/** @type {number} */ x) => {
    const sum = spread * spread + variance + Math.exp(x);
    return (Math.exp(x) * (gain * gain - sum)) / (2 * sum * sum) - (x - start) / (TAU * TAU);
  };
  let [a, b] = [start, lowerBound(f, start, gain * gain - spread * spread - variance)];
  let [fa, fb] = [f(a), f(b)];
  while (Math.abs(b - a) > PRECISION) {
    const c = a + ((a - b) * fa) / (fb - fa);
    const fc = f(c);
    if (fc * fb <= 0) [a, fa] = [b, fb];
    else fa /= 2;
    [b, fb] = [c, fc];
  }
  return Math.exp(a / 2);
}

/** The other end of the interval that has the solution. @param {(x: number) => number} f @param {number} start @param {number} excess */
function lowerBound(f, start, excess) {
  if (excess > 0) return Math.log(excess);
  let step = 1;
  while (f(start - step * TAU) < 0) step++;
  return start - step * TAU;
}

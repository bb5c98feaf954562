// A game clock for two.

/**
 * @typedef {object} ClockKind
 * @property {number} base milliseconds for the game; 0 with `perMove`
 * @property {number} increment milliseconds added for each move
 * @property {number} perMove milliseconds for each move, which do not add up
 */

/** The time controls to choose from, by name. @type {Record<string, ClockKind>} */
export const CLOCKS = {
  "5+3": { base: 300_000, increment: 3000, perMove: 0 },
  "10+5": { base: 600_000, increment: 5000, perMove: 0 },
  "20s": { base: 0, increment: 0, perMove: 20_000 },
};

export class Clock {
  #kind;
  /** Time left of White and Black. @type {[number, number]} */
  #left;
  /** The side whose clock runs: 0 or 1. @type {number | undefined} */
  #running;
  #since = 0;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;
  #onTick;
  #onFlag;

  /**
   * @param {ClockKind} kind
   * @param {[number, number] | undefined} left as it was kept
   * @param {() => void} onTick
   * @param {(side: number) => void} onFlag hears whose time is over
   */
  constructor(kind, left, onTick, onFlag) {
    this.#kind = kind;
    const full = kind.perMove || kind.base;
    this.#left = left ?? [full, full];
    this.#onTick = onTick;
    this.#onFlag = onFlag;
  }

  /** The time left to White and Black now. @returns {[number, number]} */
  get left() {
    const spent = this.#running === undefined ? 0 : performance.now() - this.#since;
    return /** @type {[number, number]} */ (this.#left.map((left, side) => Math.max(0, left - (side === this.#running ? spent : 0))));
  }

  /** Starts a side's clock, with the time that it has left. @param {number} side */
  run(side) {
    this.stop();
    this.#running = side;
    this.#since = performance.now();
    this.#timer = setInterval(() => this.#tick(), 100);
  }

  /** Stops the running clock after a move, and gives its side the time for the next one. */
  moved() {
    const side = this.#running;
    this.stop();
    if (side === undefined) return;
    const { perMove, increment } = this.#kind;
    this.#left[side] = perMove || this.#left[side] + increment;
  }

  stop() {
    clearInterval(this.#timer);
    this.#left = this.left;
    this.#running = undefined;
  }

  /** Stops the clock at another time, which was left before a move that was taken back: that move has all its time again. @param {[number, number]} left */
  set(left) {
    this.stop();
    const { perMove } = this.#kind;
    this.#left = [perMove || left[0], perMove || left[1]];
  }

  /** The time limits for the engine, as parameters of `go`. @param {number} side */
  limits(side) {
    const [white, black] = this.left.map(Math.round);
    const { perMove, increment } = this.#kind;
    // Messages to and from the worker take some time.
    if (perMove) return `movetime ${Math.min(5000, Math.round([white, black][side] * 0.5))}`;
    return `wtime ${white} btime ${black} winc ${increment} binc ${increment}`;
  }

  #tick() {
    const side = this.#running;
    if (side !== undefined && this.left[side] <= 0) {
      this.stop();
      this.#onFlag(side);
    }
    this.#onTick();
  }
}

/** Formats a time. @param {number} time in milliseconds */
export function timeText(time) {
  const tenths = Math.ceil(time / 100);
  const seconds = Math.ceil(time / 1000);
  if (tenths < 100) return `0:0${(tenths / 10).toFixed(1)}`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

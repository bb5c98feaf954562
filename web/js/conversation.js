// What an engine writes, for its listeners and for the calls that wait for an answer.

export class Conversation {
  /** @type {Set<(line: string) => void>} */
  #listeners = new Set();
  /** @type {{ last: (line: string) => boolean, lines: string[], resolve: (lines: string[]) => void, reject: (error: Error) => void }[]} */
  #waiting = [];

  /** @param {(line: string) => void} listener */
  add(listener) {
    this.#listeners.add(listener);
  }

  /** @param {(line: string) => void} listener */
  remove(listener) {
    this.#listeners.delete(listener);
  }

  /**
   * Sends something and waits for the last line of its answer.
   *
   * @param {() => void} send
   * @param {string | ((line: string) => boolean)} last
   * @returns {Promise<string[]>}
   */
  ask(send, last) {
    return new Promise((resolve, reject) => {
      if (typeof last !== "string" && typeof last !== "function") throw new TypeError("ask needs the beginning of the last line");
      const isLast = typeof last === "string" ? (/** @type {string} */ line) => line.startsWith(last) : last;
      this.#waiting.push({ last: isLast, lines: [], resolve, reject });
      try {
        send();
      } catch (error) {
        this.#waiting.pop();
        throw error;
      }
    });
  }

  /** Rejects all calls that wait. @param {Error} error */
  end(error) {
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }

  /** Hands on whole lines. @param {string} text */
  hear(text) {
    for (const line of text.replace(/\n$/, "").split("\n")) this.#hear(line);
  }

  /** @param {string} line */
  #hear(line) {
    for (const listener of [...this.#listeners]) {
      try {
        listener(line);
      } catch (error) {
        // Other listeners and `ask` need the line, too: the host reports the error.
        setTimeout(() => {
          throw error;
        });
      }
    }
    const waiting = this.#waiting[0];
    if (!waiting) return;
    waiting.lines.push(line);
    try {
      if (!waiting.last(line)) return;
      waiting.resolve(waiting.lines);
    } catch (error) {
      waiting.reject(/** @type {Error} */ (error));
    }
    this.#waiting.shift();
  }
}

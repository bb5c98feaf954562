// What stays from visit to visit.

/** @param {string} key @returns {any} what was kept, or nothing */
export function recall(key) {
  try {
    return JSON.parse(localStorage.getItem("sakdi." + key) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} key @param {unknown} value */
export function keep(key, value) {
  try {
    localStorage.setItem("sakdi." + key, JSON.stringify(value));
  } catch {
    // No room, or not allowed: the game goes on without.
  }
}

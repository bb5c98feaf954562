// Storage that persists between visits.

/** @param {string} key @returns {any} the stored value, or null */
export function load(key) {
  try {
    return JSON.parse(localStorage.getItem("sakdi." + key) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} key @param {unknown} value */
export function store(key, value) {
  try {
    localStorage.setItem("sakdi." + key, JSON.stringify(value));
  } catch {
    // Storage is full or forbidden: the game continues without it.
  }
}

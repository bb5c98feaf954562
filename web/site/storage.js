// Storage that persists between visits.

/** @param {string} key @returns {any} the stored value, or null */
export function load(key) {
  try {
    return JSON.parse(localStorage.getItem("sakdi." + key) ?? "null");
  } catch {
    return null;
  }
}

/** Stores a value. Returns whether it is stored. @param {string} key @param {unknown} value */
export function store(key, value) {
  try {
    localStorage.setItem("sakdi." + key, JSON.stringify(value));
    return true;
  } catch {
    // Storage is full or forbidden: the game continues without it.
    return false;
  }
}

/** The value of this tab of the browser, which survives a reload; a new tab begins with that of the last one. @param {string} key @returns {any} */
export function loadInTab(key) {
  try {
    return JSON.parse(sessionStorage.getItem("sakdi." + key) ?? "null") ?? load(key);
  } catch {
    return null;
  }
}

/** Stores a value for this tab, and for tabs to come. @param {string} key @param {unknown} value */
export function storeInTab(key, value) {
  store(key, value);
  try {
    sessionStorage.setItem("sakdi." + key, JSON.stringify(value));
  } catch {
    // Storage is full or forbidden.
  }
}

// Files that are saved from the page.

/** Saves a text as a file. @param {string} name @param {string} text @param {string} type as in MIME */
export function saveFile(name, text, type) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  [link.href, link.download] = [url, name];
  link.click();
  URL.revokeObjectURL(url);
}

/** The date of a time, as in ISO 8601, for names of files. @param {Date} time */
export function dateOf(time) {
  return [time.getFullYear(), time.getMonth() + 1, time.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

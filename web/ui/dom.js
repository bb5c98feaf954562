// Helpers to build elements of a page.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Appends a new element to another. Inside an SVG it is an SVG element.
 *
 * @param {Element} parent
 * @param {string} name
 * @param {Record<string, unknown>} [attributes]
 * @param {string} [text]
 * @returns {any}
 */
export function element(parent, name, attributes = {}, text) {
  const isDrawn = name === "svg" || parent.namespaceURI === SVG;
  const child = isDrawn ? document.createElementNS(SVG, name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    // In ARIA an empty value is none.
    child.setAttribute(key, value === true && !key.startsWith("aria-") ? "" : String(value));
  }
  if (text !== undefined) child.textContent = text;
  parent.append(child);
  return child;
}

/**
 * A sentence with its placeholders filled in.
 *
 * @param {string} sentence
 * @param {unknown[]} gaps
 */
export function fill(sentence, ...gaps) {
  return sentence.replace(/\{(\d)\}/g, (_, gap) => String(gaps[Number(gap)]));
}

/**
 * Makes a button copy a text to the clipboard and show a message for a moment.
 *
 * @param {HTMLButtonElement} button
 * @param {() => string} textOf
 * @param {string | (() => string)} message
 */
export function copyFrom(button, textOf, message) {
  button.addEventListener("click", async () => {
    const text = textOf();
    const { textContent } = button;
    const copied = typeof message === "string" ? message : message();
    if (textContent === copied) return;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // A page opened from a file may have no clipboard access: the text is shown instead, to be copied by hand.
      prompt(textContent ?? "", text);
      return;
    }
    button.textContent = copied;
    setTimeout(() => {
      // Unless the language was changed meanwhile.
      if (button.textContent === copied) button.textContent = textContent;
    }, 1500);
  });
}

// Elements of a page.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Adds an element at the end of another; within a drawing it is drawn.
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
    if (value !== undefined && value !== false) child.setAttribute(key, value === true ? "" : String(value));
  }
  if (text !== undefined) child.textContent = text;
  parent.append(child);
  return child;
}

/**
 * A sentence with its gaps filled in.
 *
 * @param {string} sentence
 * @param {unknown[]} gaps
 */
export function fill(sentence, ...gaps) {
  return sentence.replace(/\{(\d)\}/g, (_, gap) => String(gaps[Number(gap)]));
}

/**
 * Makes a button copy a text; it says so for a moment.
 *
 * @param {HTMLButtonElement} button
 * @param {() => string} textOf
 * @param {string} copied what it says then
 */
export function copyFrom(button, textOf, copied) {
  button.addEventListener("click", async () => {
    const text = textOf();
    const { textContent } = button;
    if (textContent === copied) return;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // Pages from files may not have a clipboard: the text is shown, to be copied by hand.
      prompt(textContent ?? "", text);
      return;
    }
    button.textContent = copied;
    setTimeout(() => (button.textContent = textContent), 1500);
  });
}

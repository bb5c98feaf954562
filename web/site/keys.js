// The keys of a tab.

const SCROLLING = ["ArrowUp", "ArrowDown", "Home", "End"];

/**
 * Acts on keys while a tab is shown and nothing is typed. The board has keys of its own.
 *
 * @param {HTMLElement} tab
 * @param {Record<string, (event: KeyboardEvent) => void>} keys by name, letters in lower case
 */
export function onKeys(tab, keys) {
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target instanceof Element && event.target.closest("input, textarea, select, dialog, [data-square]");
    // A list that has the focus is scrolled by these.
    const isScrolling = SCROLLING.includes(event.key) && event.target instanceof Element && event.target.matches("[tabindex='0']");
    if (tab.hidden || isTyping || isScrolling || event.altKey || event.ctrlKey || event.metaKey) return;
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    event.preventDefault();
    act(event);
  });
}

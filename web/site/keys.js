// The keys of a tab.

import { load } from "./storage.js";

const SCROLLING = ["ArrowUp", "ArrowDown", "Home", "End"];

/**
 * Acts on keys while a tab is shown and nothing is typed. The board has keys of its own. The settings switch letters off: software for
 * dictation types them.
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
    const isLetter = event.key.length === 1;
    const act = keys[isLetter ? event.key.toLowerCase() : event.key];
    if (!act || isLetter && load("settings")?.letterKeys === false) return;
    event.preventDefault();
    act(event);
  });
}

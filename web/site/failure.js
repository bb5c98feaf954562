// Says what has failed, with a way out.

import { element } from "./shared/dom.js";
import { reasonOf, say } from "./i18n.js";

/** @param {Element} place @param {string} text @param {string} label of the button @param {() => void} act */
export function sayFailure(place, text, label, act) {
  const hadFocus = place.contains(document.activeElement);
  place.replaceChildren(`${text} `);
  const button = element(place, "button", { type: "button" }, label);
  button.addEventListener("click", act);
  if (hadFocus) button.focus();
}

/** Says that a script could not be loaded. Many browsers remember that, and ask for it again only with the whole page: game, analysis and address are kept. @param {Element} place @param {unknown} error */
export function sayUnloaded(place, error) {
  sayFailure(place, say("partFailed", reasonOf(error)), say("reload"), () => location.reload());
}

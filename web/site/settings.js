// The settings of the page: colours, men and board, sounds and vibration, keys. i18n.js keeps language and notation, engine-panel.js the engine's.

import { giveFeedback } from "./feedback.js";
import { drawMen } from "./shared/board.js";
import { load, store } from "./storage.js";
import { notationChoice, setNotation } from "./i18n.js";

/**
 * What can be chosen, the first of each by default.
 *
 * @type {Record<string, (string | boolean)[]>}
 */
const VALUES = { theme: ["", "light", "dark"], men: ["carved", "simple"], board: ["wood", "celadon"], sound: [false, true], vibration: [false, true], letterKeys: [true, false] };

/** The settings of the last visit. What was stored may be damaged, or of another version of the page. @returns {Record<string, any>} */
function settings() {
  const stored = load("settings") ?? {};
  return Object.fromEntries(Object.entries(VALUES).map(([name, values]) => [name, values.includes(stored[name]) ? stored[name] : values[0]]));
}

/** The men that the page comes with. @type {Element | null} */
let carved = null;
/** The men of the other set, once it is needed. @type {Promise<Element> | undefined} */
let simple;

/** Draws all men in a set. @param {string} set */
async function wear(set) {
  const place = document.querySelector("svg.men");
  carved ??= place;
  try {
    simple ??= set === "simple" ? fetchMen("men-simple.svg") : undefined;
    const men = set === "simple" ? await simple : carved;
    // Another one may have been chosen meanwhile.
    if (men && settings().men === set) document.querySelector("svg.men")?.replaceWith(men);
  } catch {
    // Without the file the men stay as they are.
    simple = undefined;
  }
}

/** @param {string} path */
async function fetchMen(path) {
  const response = await fetch(path);
  if (!response.ok) throw new Error(String(response.status));
  const { documentElement } = new DOMParser().parseFromString(await response.text(), "image/svg+xml");
  return document.importNode(documentElement, true);
}

/** Shows the page as the settings have it. */
function apply() {
  const { theme, board, men, letterKeys } = settings();
  const { dataset } = document.documentElement;
  if (theme) dataset.theme = theme;
  else delete dataset.theme;
  dataset.board = board;
  dataset.letterKeys = letterKeys ? "on" : "off";
  if (men === "simple" || carved) void wear(men);
}

/** Applies the settings, and opens their dialog when its button is pressed. */
export function chooseSettings() {
  apply();
  addEventListener("storage", ({ key }) => key === "sakdi.settings" && apply());
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("settings"));
  const form = /** @type {HTMLFormElement} */ (dialog.querySelector("form"));
  const field = (/** @type {string} */ name) => /** @type {any} */ (form.elements.namedItem(name));
  document.getElementById("show-settings")?.addEventListener("click", () => {
    const chosen = settings();
    for (const name of ["theme", "men", "board"]) field(name).value = chosen[name];
    for (const name of ["sound", "vibration", "letterKeys"]) field(name).checked = chosen[name];
    field("notation").value = notationChoice();
    drawMen(/** @type {Element} */ (dialog.querySelector(".preview")), ["K", "S", "M", "N", "R", "P", "k", "s", "m", "n", "r", "p"]);
    dialog.showModal();
  });
  // Not every device can vibrate.
  field("vibration").closest("label").hidden = !("vibrate" in navigator);
  form.addEventListener("change", ({ target }) => {
    const { name, type, value, checked } = /** @type {HTMLInputElement} */ (target);
    if (name === "notation") return setNotation(value);
    store("settings", { ...settings(), [name]: type === "checkbox" ? checked : value });
    apply();
    if (checked && name !== "letterKeys") giveFeedback("move");
  });
}

// The language of the page, and its texts in that language. Sentences about games come from the package.

import { english } from "./texts-en.js";
import { thai } from "./texts-th.js";
import { load, store } from "./storage.js";

/** @typedef {keyof typeof english} TextKey */
/** @typedef {"en" | "th"} Language */

/** The language of the last visit, or that of the browser. @returns {Language} */
function firstLanguage() {
  const chosen = String(load("language") ?? globalThis.navigator?.language);
  return chosen.startsWith("th") ? "th" : "en";
}

/** @type {Language} */
let language = firstLanguage();
/** @type {Set<() => void>} */
const listeners = new Set();

/** The current language. */
export const currentLanguage = () => language;

/** Changes the language of the page. @param {Language} next */
export function setLanguage(next) {
  language = next;
  store("language", next);
  for (const listener of listeners) listener();
}

/** Calls a listener whenever the language changes. @param {() => void} listener */
export function onLanguage(listener) {
  listeners.add(listener);
}

/** A sentence with its placeholders filled in. @param {TextKey} word @param {unknown[]} gaps */
export function say(word, ...gaps) {
  const sentence = (language === "th" ? thai : english)[word];
  return sentence.replace(/\{(\d)\}/g, (_, gap) => String(gaps[Number(gap)]));
}

/** What an error says, in the language of the page if it can. @param {unknown} error */
export function reasonOf(error) {
  const { message, thai } = /** @type {{ message: string, thai?: string }} */ (error);
  return (language === "th" && thai) || message;
}

/** The name of a side. @param {"white" | "black"} side */
export const sideName = (side) => say(side);

/** The notations of moves that may be chosen. */
export const NOTATIONS = /** @type {const} */ (["san", "thai", "official-thai", "official-thai-short"]);
/** @typedef {typeof NOTATIONS[number]} Notation */

/** The notation that was chosen, or an empty string: that of the language. @type {Notation | ""} */
let chosenNotation = NOTATIONS.find((name) => name === load("notation")) ?? "";

/** The notation that was chosen; an empty string for that of the language. */
export const notationChoice = () => chosenNotation;

/** Chooses a notation; an empty string for that of the language. @param {string} name */
export function setNotation(name) {
  chosenNotation = NOTATIONS.find((each) => each === name) ?? "";
  store("notation", chosenNotation);
  for (const listener of listeners) listener();
}

/** The notation of moves for people. @returns {Notation} */
export const notation = () => chosenNotation || (language === "th" ? "thai" : "san");

/** Says a text in every notation, to be shown in the one in use then. @param {(notation: Notation) => string} write */
export function inNotation(write) {
  const texts = new Map(NOTATIONS.map((name) => [name, write(name)]));
  return () => texts.get(notation()) ?? "";
}

/** The labels of files and ranks at the edge of the board, as the notation has them. */
export function boardNames() {
  const name = notation();
  if (name === "san") return { files: "abcdefgh", ranks: "12345678" };
  return { files: "กขคงจฉชญ", ranks: name === "thai" ? "๑๒๓๔๕๖๗๘" : "12345678" };
}

/** Gives an element another text, which follows the language from now on. @param {HTMLElement} element @param {TextKey} text */
export function relabel(element, text) {
  element.dataset.say = text;
  element.textContent = say(text);
}

/** Sets the text of every element with an attribute `data-say`, and the label of every one with `data-label`. */
export function translatePage() {
  document.documentElement.lang = language;
  document.title = say("title");
  // The button names the other language in that language.
  document.getElementById("language")?.setAttribute("lang", language === "th" ? "en" : "th");
  for (const each of document.querySelectorAll("[data-say]")) {
    each.textContent = say(/** @type {TextKey} */ (each.getAttribute("data-say")));
  }
  for (const each of document.querySelectorAll("[data-label]")) {
    const text = say(/** @type {TextKey} */ (each.getAttribute("data-label")));
    each.setAttribute("aria-label", text);
    if (each.tagName === "BUTTON") each.setAttribute("title", text);
  }
  for (const each of document.querySelectorAll("[data-hint]")) {
    each.setAttribute("placeholder", say(/** @type {TextKey} */ (each.getAttribute("data-hint"))));
  }
}

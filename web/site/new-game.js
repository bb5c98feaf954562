// The dialog for a new game. It remembers the last choice.

import { levels } from "./sakdi/sakdi.js";
import { CLOCKS } from "./clock.js";
import { element } from "./shared/dom.js";
import { load, store } from "./storage.js";
import { onLanguage, say } from "./i18n.js";

/**
 * The settings of a new game.
 *
 * @typedef {object} Choice
 * @property {"sakdi" | "person"} opponent Sakdi, or another person on this device
 * @property {"turns" | "stays" | "faces"} turning of the board of two people: it turns after each move, it stays, or it stays and the men of
 *   the far player face that player
 * @property {number} level -2 to 20; those below 0 are for beginners
 * @property {"white" | "black" | "either"} colour
 * @property {"weaker" | "claim" | "position" | "nobody"} counts who counts
 * @property {"smallest" | "highest"} limit that a bare khun counts to
 * @property {"makruk" | "makpong"} variant
 * @property {string} clock a name in {@link CLOCKS}, or an empty string
 */

/** @type {Choice} */
const FIRST = { opponent: "sakdi", turning: "turns", level: 3, colour: "white", counts: "weaker", limit: "smallest", variant: "makruk", clock: "" };

/** @type {Record<string, unknown[]>} */
const VALUES = {
  opponent: ["sakdi", "person"],
  turning: ["turns", "stays", "faces"],
  level: Array.from({ length: 23 }, (_, index) => index - 2),
  colour: ["white", "black", "either"],
  counts: ["weaker", "claim", "position", "nobody"],
  limit: ["smallest", "highest"],
  variant: ["makruk", "makpong"],
  clock: ["", ...Object.keys(CLOCKS)],
};

/** The last choice. What was stored may be damaged, or of another version of the page. @returns {Choice} */
export function lastChoice() {
  const stored = Object.entries(load("choice") ?? {});
  const known = stored.filter(([name, value]) => VALUES[name]?.includes(value));
  return { ...FIRST, ...Object.fromEntries(known) };
}

/** The counting rule of a choice. @param {Pick<Choice, "counts" | "limit">} choice @returns {import("../pkg/sakdi.js").CountingRule} */
export function ruleOf({ counts = "weaker", limit = "smallest" }) {
  return `${counts}+${limit}`;
}

/**
 * The choice of a counting rule, which {@link ruleOf} turns into the same rule. The rule may have its older name, such as `thai`: the weaker
 * side counts.
 *
 * @param {string} rule
 * @returns {Pick<Choice, "counts" | "limit">}
 */
export function choiceOf(rule) {
  const [who, limit] = rule.split("+");
  const known = { makruk: "position", none: "nobody", claimed: "claim" }[who] ?? who;
  const counts = /** @type {Choice["counts"]} */ (VALUES.counts.includes(known) ? known : "weaker");
  return { counts, limit: limit === "highest" || who === "thai-strict" ? "highest" : "smallest" };
}

/** The name of a level. @param {number} level */
export function levelName(level) {
  const elo = levels().get(level);
  if (elo === undefined) return say("full");
  return say(level < 0 ? "levelBeginner" : "levelElo", level, elo);
}

export class NewGameDialog {
  /** @type {HTMLDialogElement} */
  #dialog;
  /** @type {HTMLFormElement} */
  #form;

  #isPlaying;

  /** @param {(choice: Choice) => void} onStart @param {() => boolean} isPlaying whether a game would be lost */
  constructor(onStart, isPlaying) {
    this.#isPlaying = isPlaying;
    this.#dialog = /** @type {HTMLDialogElement} */ (document.getElementById("new-game"));
    this.#form = /** @type {HTMLFormElement} */ (this.#dialog.querySelector("form"));
    const level = this.#field("level");
    const output = this.#form.querySelector(".level strong");
    const tell = () => {
      if (output) output.textContent = levelName(Number(level.value));
      level.setAttribute("aria-valuetext", levelName(Number(level.value)));
    };
    level.addEventListener("input", tell);
    this.#form.addEventListener("change", () => this.#showFields());
    onLanguage(() => {
      tell();
      this.#listClocks();
    });
    this.#form.querySelector(".cancel")?.addEventListener("click", () => this.#dialog.close());
    this.#form.addEventListener("submit", () => {
      const choice = this.#chosen();
      store("choice", choice);
      onStart(choice);
    });
  }

  open() {
    /** @type {any} */ (this.#form.querySelector(".loses")).hidden = !this.#isPlaying();
    this.#listClocks();
    const choice = lastChoice();
    for (const [name, value] of Object.entries(choice)) this.#field(name).value = String(value);
    this.#field("level").dispatchEvent(new Event("input"));
    this.#showFields();
    this.#dialog.showModal();
  }

  /** @param {string} name @returns {any} */
  #field(name) {
    return this.#form.elements.namedItem(name);
  }

  /** Shows the fields of the opponent that is chosen. */
  #showFields() {
    const opponent = this.#field("opponent").value;
    for (const field of this.#form.querySelectorAll("[data-opponent]")) {
      /** @type {HTMLElement} */ (field).hidden = /** @type {HTMLElement} */ (field).dataset.opponent !== opponent;
    }
  }

  #listClocks() {
    const select = this.#field("clock");
    const chosen = select.value;
    select.replaceChildren();
    element(select, "option", { value: "" }, say("noClock"));
    for (const [name, { base, increment, perMove }] of Object.entries(CLOCKS)) {
      const text = perMove ? say("perMove", perMove / 1000) : say("minutes", base / 60_000, increment / 1000);
      element(select, "option", { value: name }, text);
    }
    select.value = chosen;
  }

  /** @returns {Choice} */
  #chosen() {
    const value = (/** @type {string} */ name) => this.#field(name).value;
    const { level, ...names } = lastChoice();
    const chosen = Object.fromEntries(Object.keys(names).map((name) => [name, value(name)]));
    return /** @type {Choice} */ (/** @type {unknown} */ ({ ...chosen, level: Number(value("level")) }));
  }
}

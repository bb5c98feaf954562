// The page: its tabs, language and theme. After the first visit it works offline, with the endgame tables once they were loaded.

import { ready } from "./sakdi/sakdi.js";
import { PlayTab } from "./play-tab.js";
import { Thinker } from "./players.js";
import { ReviewTab } from "./review-tab.js";
import { chooseSettings } from "./settings.js";
import { gameOf } from "./share.js";
import { element } from "./shared/dom.js";
import { lastChoice } from "./new-game.js";
import { currentLanguage, onLanguage, reasonOf, say, setLanguage, translatePage } from "./i18n.js";

const TABS = ["play", "review", "puzzles", "counting", "endings"];
const get = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** Shows an error, and a button to restart the engine if `retry` is given. @param {string} text @param {() => void} [retry] */
function notice(text, retry) {
  const place = get("notice");
  place.replaceChildren(text + " ");
  place.hidden = false;
  if (!retry) return;
  element(place, "button", { type: "button" }, say("restart")).addEventListener("click", () => {
    place.hidden = true;
    retry();
  });
}

function chooseLanguage() {
  translatePage();
  onLanguage(translatePage);
  get("language").addEventListener("click", () => setLanguage(currentLanguage() === "th" ? "en" : "th"));
}

/** The text about who counts. @type {Record<import("./new-game.js").Choice["counts"], Parameters<typeof say>[0]>} */
const COUNT_RULES = { weaker: "rulesCount", claim: "rulesCountClaim", position: "rulesCountPosition", nobody: "rulesCountNobody" };

/** @param {string} place @param {Parameters<typeof say>[0]} text */
function tellRule(place, text) {
  const element = /** @type {HTMLElement} */ (document.querySelector(place));
  element.dataset.say = text;
  element.textContent = say(text);
}

function explainRules() {
  const dialog = /** @type {HTMLDialogElement} */ (get("rules"));
  get("show-rules").addEventListener("click", () => {
    // The rules are those of the last game that was begun.
    const { counts, limit } = lastChoice();
    tellRule("#rules-count", COUNT_RULES[counts]);
    tellRule("#rules-limit", limit === "highest" ? "rulesLimitHighest" : "rulesLimitSmallest");
    dialog.showModal();
  });
}

/**
 * The tabs that are loaded when they are first shown. What each one returns is called whenever it is shown.
 *
 * @type {Record<string, (root: HTMLElement) => Promise<() => unknown>>}
 */
const LATER_TABS = {
  puzzles: async (root) => {
    const tab = new (await import("./puzzles-tab.js")).PuzzlesTab(root);
    return () => tab.enter();
  },
  counting: async (root) => {
    const tab = new (await import("./counting-tab.js")).CountingTab(root);
    return () => tab.enter();
  },
  endings: async (root) => {
    new (await import("./endings-tab.js")).EndingsTab(root);
    return () => {};
  },
};
/** @type {Map<string, Promise<() => unknown>>} */
const loadedTabs = new Map();

/** Shows a tab of {@link LATER_TABS}. @param {string} name */
async function enterLater(name) {
  const root = get(name);
  // Until its script is there, nothing in it does anything.
  root.inert = !loadedTabs.has(name);
  const tab = loadedTabs.get(name) ?? LATER_TABS[name](root);
  loadedTabs.set(name, tab);
  try {
    const enter = await tab;
    root.inert = false;
    await enter();
  } catch (error) {
    loadedTabs.delete(name);
    notice(say("failed", reasonOf(error)), () => void enterLater(name));
  }
}

/** Offline, the page is the version of the last visit. */
function keepOffline() {
  if ("serviceWorker" in navigator && location.protocol !== "file:") {
    navigator.serviceWorker.register("sw.js").catch(() => {
      // Without the service worker the page works, but not offline.
    });
  }
}

/** Shows the tab that the URL names, and returns its name. */
function showTab() {
  const [name] = location.hash.slice(1).split("/");
  const tab = TABS.includes(name) ? name : "play";
  for (const each of TABS) {
    get(each).hidden = each !== tab;
    const link = document.querySelector(`[data-tab="${each}"]`);
    if (each === tab) link?.setAttribute("aria-current", "page");
    else link?.removeAttribute("aria-current");
  }
  return tab;
}

async function main() {
  showTab();
  chooseSettings();
  chooseLanguage();
  explainRules();
  try {
    await ready();
  } catch (error) {
    return notice(say("failed", reasonOf(error)), () => location.reload());
  }
  /** @type {PlayTab} */
  let play;
  const thinker = new Thinker((error, hasStarted) => {
    play?.halt();
    notice(say(hasStarted ? "engineDied" : "failed", reasonOf(error)), () => void play.retry());
  });
  // The page has shown why it cannot start.
  void thinker.start().catch(() => {});
  const go = (/** @type {string} */ tab) => (location.hash = tab);
  const review = new ReviewTab(
    get("review"),
    () => (play.hasMoves ? play.pgn() : undefined),
    async (fen, variant, rule) => {
      if (await play.beginFrom(fen, variant, rule)) go("play");
    },
  );
  play = new PlayTab(get("play"), thinker, (pgn) => {
    go("review");
    review.open(pgn);
  });

  const atStart = gameOf(location.hash);
  /** The address that a game was opened by last. After a reload it is the present one if the tab has kept that game. */
  let opened = atStart && review.holds(atStart.pgn) ? location.hash : "";

  /** Shows what the URL names. */
  const show = () => {
    const tab = showTab();
    if (tab === "play") play.enter();
    if (tab === "review") review.enter();
    else review.leave();
    const shared = gameOf(location.hash);
    if (shared && !review.holds(shared.pgn)) review.open(shared.pgn, shared.ply);
    // Coming back to the address of the game shows it as it was left.
    else if (shared && location.hash !== opened) review.show(shared.ply);
    else if (!shared && /^#review\/./.test(location.hash)) review.refuse();
    if (shared) opened = location.hash;
    return tab in LATER_TABS ? enterLater(tab) : undefined;
  };
  addEventListener("hashchange", show);
  await show();
  document.documentElement.dataset.ready = "true";
  // It loads all files, which must not delay those that the page needs first.
  keepOffline();
}

void main();

// The page: its tabs, language and theme. After the first visit it works offline, with the endgame tables once they were loaded.

import { ready } from "./sakdi/sakdi.js";
import { PlayTab } from "./play-tab.js";
import { Thinker } from "./players.js";
import { ReviewTab } from "./review-tab.js";
import { chooseSettings } from "./settings.js";
import { gameOf } from "./share.js";
import { sayFailure, sayUnloaded } from "./failure.js";
import { lastChoice } from "./new-game.js";
import { currentLanguage, onLanguage, reasonOf, relabel, say, setLanguage, translatePage } from "./i18n.js";

const TABS = ["play", "review", "puzzles", "counting", "endings"];
const get = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** Shows an error with a button. @param {string} text @param {string} label @param {() => void} act */
function notice(text, label, act) {
  const place = get("notice");
  place.hidden = false;
  sayFailure(place, text, label, () => {
    place.hidden = true;
    act();
  });
}

function chooseLanguage() {
  translatePage();
  onLanguage(translatePage);
  get("language").addEventListener("click", () => setLanguage(currentLanguage() === "th" ? "en" : "th"));
}

/** The text about who counts. @type {Record<import("./new-game.js").Choice["counts"], Parameters<typeof say>[0]>} */
const COUNT_RULES = { weaker: "rulesCount", claim: "rulesCountClaim", position: "rulesCountPosition", nobody: "rulesCountNobody" };

function explainRules() {
  const dialog = /** @type {HTMLDialogElement} */ (get("rules"));
  get("show-rules").addEventListener("click", () => {
    // The rules are those of the last game that was begun.
    const { counts, limit } = lastChoice();
    relabel(get("rules-count"), COUNT_RULES[counts]);
    relabel(get("rules-limit"), limit === "highest" ? "rulesLimitHighest" : "rulesLimitSmallest");
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
/** The tabs whose script is there. @type {Set<string>} */
const readyTabs = new Set();
/** The tab whose script failed last. */
let failedTab = "";

/** Shows a tab of {@link LATER_TABS}. @param {string} name */
async function enterLater(name) {
  const root = get(name);
  // Until its script is there, nothing in it does anything.
  root.inert = !readyTabs.has(name);
  const tab = loadedTabs.get(name) ?? LATER_TABS[name](root);
  loadedTabs.set(name, tab);
  try {
    const enter = await tab;
    readyTabs.add(name);
    root.inert = false;
    if (failedTab === name) get("notice").hidden = true;
    await enter();
  } catch (error) {
    loadedTabs.delete(name);
    failedTab = name;
    sayUnloaded(get("notice"), error);
    get("notice").hidden = false;
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
  /** Shows what the URL names: until everything is loaded, only the tab. @type {() => unknown} */
  let show = showTab;
  addEventListener("hashchange", () => show());
  showTab();
  chooseSettings();
  chooseLanguage();
  explainRules();
  try {
    await ready();
  } catch (error) {
    return notice(say("failed", reasonOf(error)), say("reload"), () => location.reload());
  }
  document.querySelector(".unloaded")?.remove();
  /** @type {PlayTab} */
  let play;
  const thinker = new Thinker((error, hasStarted) => {
    play?.halt();
    notice(say(hasStarted ? "engineDied" : "failed", reasonOf(error)), say("restart"), () => void play.retry());
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

  show = () => {
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
  await show();
  document.documentElement.dataset.ready = "true";
  // It loads all files, which must not delay those that the page needs first.
  keepOffline();
}

void main();

// The page: its tabs, language and theme. It works offline once it has been open.

import { ready } from "./sakdi/sakdi.js";
import { EndingsTab } from "./endings.js";
import { PlayTab } from "./play.js";
import { Thinker } from "./players.js";
import { ReviewTab } from "./review-tab.js";
import { gameOf } from "./share.js";
import { element } from "./shared/dom.js";
import { keep, recall } from "./store.js";
import { onLanguage, say, sayAll, speak, spoken } from "./words.js";

const TABS = ["play", "review", "endings"];
const get = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** Tells of trouble, with something to do about it. @param {string} text @param {() => void} [retry] */
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

function chooseTheme() {
  const themes = ["", "light", "dark"];
  const apply = (/** @type {string} */ theme) => {
    if (theme) document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
  };
  let theme = recall("theme") ?? "";
  apply(theme);
  get("theme").addEventListener("click", () => {
    theme = themes[(themes.indexOf(theme) + 1) % themes.length];
    keep("theme", theme);
    apply(theme);
  });
}

function chooseLanguage() {
  sayAll();
  onLanguage(sayAll);
  get("language").addEventListener("click", () => speak(spoken() === "th" ? "en" : "th"));
}

/** Offline the page is what it was when it was last open. */
function keepOffline() {
  if ("serviceWorker" in navigator && location.protocol !== "file:") {
    navigator.serviceWorker.register("sw.js").catch(() => {
      // Without it the page works as well, but not offline.
    });
  }
}

async function main() {
  chooseTheme();
  chooseLanguage();
  keepOffline();
  try {
    await ready();
  } catch (error) {
    return notice(say("failed", /** @type {Error} */ (error).message));
  }
  /** @type {PlayTab} */
  let play;
  const thinker = new Thinker((error) => notice(say("engineDied", error.message), () => play.retry()));
  void thinker.start().catch((/** @type {Error} */ error) => notice(say("failed", error.message), () => play.retry()));
  const go = (/** @type {string} */ tab) => (location.hash = tab);
  const review = new ReviewTab(
    get("review"),
    () => (play.hasMoves ? play.pgn() : undefined),
    (fen, variant) => {
      play.beginFrom(fen, variant);
      go("play");
    },
  );
  play = new PlayTab(get("play"), thinker, (pgn) => {
    go("review");
    void review.open(pgn);
  });
  const endings = new EndingsTab(get("endings"));

  /** Shows the tab that the address names. */
  const show = () => {
    const [name] = location.hash.slice(1).split("/");
    const tab = TABS.includes(name) ? name : "play";
    for (const each of TABS) {
      get(each).hidden = each !== tab;
      const link = document.querySelector(`[data-tab="${each}"]`);
      if (each === tab) link?.setAttribute("aria-current", "page");
      else link?.removeAttribute("aria-current");
    }
    if (tab === "review") review.enter();
    const shared = gameOf(location.hash);
    if (shared) void review.open(shared.pgn, shared.ply);
  };
  addEventListener("hashchange", show);
  show();
  document.documentElement.dataset.ready = "true";
  void endings;
}

void main();

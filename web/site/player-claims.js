// The claims of counts that the people in a game may make now.

import { say, sideName } from "./i18n.js";

/** @typedef {{ kind: import("../pkg/sakdi.js").ClaimKind, label: string }} Offered */

/** @param {import("./match.js").Match} match @returns {Offered[]} */
export function claimsOf(match) {
  if (match.isOver || match.choice.counts !== "claim") return [];
  const { board } = match;
  const [claimant, counter] = [board.claimant(), board.count()?.counter];
  /** @type {Offered[]} */
  const offered = [];
  if (claimant && match.isPerson(claimant)) {
    offered.push({ kind: "start", label: match.isForTwo ? say("sideBeginsCount", sideName(claimant)) : say("beginCount") });
  }
  if (counter && match.isPerson(counter)) {
    offered.push({ kind: "stop", label: say("stopCount") });
    if (board.maySkipNumber()) offered.push({ kind: "skip", label: say("skipNumber") });
  }
  return offered;
}

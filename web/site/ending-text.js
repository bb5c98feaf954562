// How a game ended, as a sentence.

import { say, sideName } from "./i18n.js";
import { other } from "./match.js";

/** @param {import("./match.js").Ending} ending */
export function endingText({ reason, winner }) {
  const [won, lost] = winner ? [sideName(winner), sideName(other(winner))] : ["", ""];
  switch (reason) {
    case "mate": return say("mate", won);
    case "stalemate": return say("stalemate");
    case "count": return say("countDraw");
    case "repetition": return say("repetition");
    case "material": return say("material");
    case "resignation": return say("resigned", lost, won);
    case "agreement": return say("drawAgreed");
    case "time": return say("lostOnTime", lost, won);
  }
}

// Planned turns, which are played with one confirmation; nobody else sees them before that.

import { isSure } from "./chooser.js";
import { byId } from "./elements.js";
import { planInWords } from "./turn.js";

const KEY = "wistar-plan";
const WHY = {
  reveals: "This reveals something hidden: neither it nor your planned actions can be undone.",
  ends: "This ends your turn and plays all planned actions.",
};
let chosen = "";

/** Restore the setting of the checkbox, and store its changes. */
export function choosePlan() {
  try {
    chosen = localStorage.getItem(KEY) ?? "";
  } catch {
    // storage is off
  }
  byId("plan").addEventListener("change", ({ target }) => {
    chosen = target.checked ? "yes" : "no";
    try {
      localStorage.setItem(KEY, chosen);
    } catch {
      // storage is off: the setting lasts only as long as the page
    }
  });
}

/** Show whether turns are planned: by default where others would see each step. */
export function showPlan({ seats, kind, status }) {
  byId("plan").checked = chosen ? chosen === "yes" : seats.some((player) => player.by_link);
  byId("plan-box").hidden = kind !== "play" || status === "finished";
}

/** What a request says about planning. */
export const planning = () => ({ plan: byId("plan").checked });

/** Ask to confirm an action that also plays all planned actions. */
export function isPlanned({ asks, planned, turn }, choice) {
  const gives = turn && planned ? ` Planned so far: ${planInWords(turn.changes, planned)}.` : "";
  return isSure(choice, `${WHY[asks]}${gives}`);
}

// Decisions with only one choice, which the page plays automatically if the player wants that.

import { byId } from "./elements.js";

const KEY = "wistar-forced";
/** The decisions that were played automatically, which Undo skips. */
const played = new Set();

/** Restore the setting of the checkbox, and store its changes. */
export function chooseForced(changed) {
  const box = byId("forced");
  try {
    box.checked = localStorage.getItem(KEY) === "yes";
  } catch {
    // storage is off
  }
  box.addEventListener("change", () => {
    try {
      localStorage.setItem(KEY, box.checked ? "yes" : "");
    } catch {
      // storage is off: the setting lasts only as long as the page
    }
    changed();
  });
}

/** The action to play automatically in a state, which is noted for Undo; null if a person decides. */
export function forcedAction({ status, number, decision, lesson }) {
  if (status !== "yours" || !decision.forced || lesson || !byId("forced").checked) return null;
  if (decision.choices[0].gives_up) return null;
  played.add(number);
  return decision.choices[0].action;
}

/** The decision that Undo goes back to: the last one that a person made. */
export function lastMade(points) {
  return points.findLast((point) => !played.has(point.number)) ?? points[0];
}

/** Forget the decisions that were undone. */
export function forget(number) {
  for (const each of [...played]) if (each >= number) played.delete(each);
}

// Keys of the page of a game; the list of them is in game.html.

import { byId } from "./elements.js";

const BUSY = "input, select, textarea";

/** @param act what keys do, by key. */
export function listen(act) {
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
    if (event.target.closest?.(BUSY)) return;
    const dialog = document.querySelector("dialog[open]");
    if (dialog) {
      if (/^[1-9]$/.test(event.key)) {
        pick(dialog.querySelectorAll(".choices button")[Number(event.key) - 1], event);
      }
      return;
    }
    if (/^[1-9]$/.test(event.key)) {
      return pick(byId("choices").querySelector(`[data-key="${event.key}"]`), event);
    }
    const found = act[event.key];
    if (!found) return;
    event.preventDefault();
    found();
  });
}

/** Press the button of a key, if it is in sight. */
function pick(button, event) {
  if (!button || !button.checkVisibility()) return;
  event.preventDefault();
  button.click();
}

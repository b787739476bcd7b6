// Plays back the bots' moves one by one, at a speed that the player chooses.

import { byId } from "./elements.js";

const KEY = "wistar-pace";
/** More moves than these are shown turn by turn. */
const MOST = 10;
const CALM = matchMedia("(prefers-reduced-motion: reduce)");

/** Milliseconds between two moves of bots; 0 shows their result at once. */
export const pace = () => Number(byId("pace").value);

/** Whether pieces may move. */
export const moving = () => !CALM.matches && pace() > 0;

/** Restore the speed that was chosen last; by default, no motion if the system asks for less. */
export function choosePace() {
  let chosen = null;
  try {
    chosen = localStorage.getItem(KEY);
  } catch {
    // storage is off
  }
  const select = byId("pace");
  const known = [...select.options].some((option) => option.value === chosen);
  select.value = known ? chosen : CALM.matches ? "0" : "350";
  select.addEventListener("change", () => {
    try {
      localStorage.setItem(KEY, select.value);
    } catch {
      // storage is off: the setting lasts only as long as the page
    }
  });
}

/** The positions to show between two decisions: all, or the first of every turn. */
export function stops(log, from, to) {
  const all = Array.from({ length: Math.max(0, to - from - 1) }, (_, k) => from + 1 + k);
  if (all.length <= MOST) return all;
  return all.filter((number) => log[number]?.seat !== log[number - 1]?.seat);
}

/** Wait; a press of a key or a button ends it, and all that would follow. */
export function wait(milliseconds) {
  return new Promise((done) => {
    const end = (skipped) => {
      clearTimeout(timer);
      removeEventListener("pointerdown", skip, true);
      removeEventListener("keydown", skip, true);
      done(skipped);
    };
    const skip = () => end(true);
    const timer = setTimeout(() => end(false), milliseconds);
    addEventListener("pointerdown", skip, true);
    addEventListener("keydown", skip, true);
  });
}

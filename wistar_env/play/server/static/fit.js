// The whole board in the window, arranged so that it is as large as possible.

import { byId } from "./elements.js";

/** Widths of rooms for the board are rounded to these, so that few layouts are asked for. */
const STEP = 20;
/** A board for less room than this is scaled down instead. */
const LEAST_ROOM = 240;

const KEY = "wistar-fit";

/** Whether the whole board has to fit. Narrow windows have no such button, and fit nothing. */
export const fits = () =>
  document.body.classList.contains("fits") && byId("fit").checkVisibility();

/** Let the button show the whole board, or the board as wide as its room; browsers remember it. */
export function prepareFit(redraw) {
  const button = byId("fit");
  const set = (fits) => {
    document.body.classList.toggle("fits", fits);
    button.setAttribute("aria-pressed", String(fits));
  };
  button.addEventListener("click", () => {
    const fits = !document.body.classList.contains("fits");
    set(fits);
    try {
      localStorage.setItem(KEY, String(fits));
    } catch {
      // storage is off: the setting lasts only as long as the page
    }
    redraw();
  });
  new ResizeObserver(([bar]) => {
    document.documentElement.style.setProperty("--bar-height", `${bar.target.offsetHeight}px`);
  }).observe(document.querySelector(".bar"));
  try {
    set(localStorage.getItem(KEY) === "true");
  } catch {
    set(false);
  }
}

const stepped = (pixels) => Math.max(LEAST_ROOM, Math.floor(pixels / STEP) * STEP);

/** The room for the board: its height counts if all of it has to fit. */
export const room = () => ({
  width: stepped(byId("board").clientWidth),
  ...(fits() ? { height: stepped(innerHeight - covered()) } : {}),
});

/** What is above a board that fits, and a margin below it. */
const covered = () => document.querySelector(".bar").offsetHeight + byId("line").offsetHeight + 16;

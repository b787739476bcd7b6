// The whole board in the window, arranged so that it is as large as possible.

import { byId } from "./elements.js";

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
      // It lasts as long as the page.
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

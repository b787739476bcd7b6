// Whether the tutorial of a game has been finished in this browser.

const KEY = "wistar-learned";

/** Whether a tutorial was finished. */
export function hasLearned() {
  try {
    return localStorage.getItem(KEY) === "yes";
  } catch {
    return false;
  }
}

/** Remember that a tutorial was finished. */
export function setLearned() {
  try {
    localStorage.setItem(KEY, "yes");
  } catch {
    // Storage is off: the start page offers the tutorial first again.
  }
}

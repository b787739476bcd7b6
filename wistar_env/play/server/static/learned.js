// Whether somebody went through the tutorial of a game in this browser.

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
    // It is offered first again.
  }
}

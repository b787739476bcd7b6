// The review of a finished game: requests it, shows its progress and opens it.

import { get, send } from "./api.js";
import { say } from "./elements.js";

const POLL = 400;
const wait = (time) => new Promise((resolve) => setTimeout(resolve, time));

/** Let the server review a game, show how far it is on a button; return whether it is ready. */
export async function makeReview(path, button) {
  if (button.getAttribute("aria-disabled") === "true") return false;
  const words = button.textContent;
  const problem = document.getElementById("problem");
  button.setAttribute("aria-disabled", "true");
  say(problem, "");
  try {
    let found = await send(`${path}/review`, {});
    while (!found.ready && !found.error) {
      button.textContent = `Reviewing: ${Math.floor((100 * found.done) / found.total)}%`;
      await wait(POLL);
      found = await get(`${path}/review`);
    }
    if (found.error) throw new Error(found.error);
    return true;
  } catch (error) {
    say(problem, error.message);
    return false;
  } finally {
    button.textContent = words;
    button.removeAttribute("aria-disabled");
  }
}

/** Review a game, and open the page. */
export async function openReview(path, button) {
  if (await makeReview(path, button)) location.assign(`${path.replace("/api", "")}/review`);
}

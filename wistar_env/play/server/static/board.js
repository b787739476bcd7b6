// The board: a picture whose elements carry legal actions.

import { byId } from "./elements.js";

const ANSWERS = "[data-action]";

/** Elements carry actions only on your turn. */
export class Board {
  #place = byId("board");
  #choices = new Map();
  #onPick;

  /** @param onPick is given the choices of the element that was picked, and the element. */
  constructor(onPick) {
    this.#onPick = onPick;
    this.#place.addEventListener("click", (event) => this.#picked(event.target, event));
    this.#place.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") this.#picked(event.target, event);
    });
  }

  show(picture, choices) {
    const focused = this.#place.contains(document.activeElement)
      ? document.activeElement.dataset.action
      : null;
    const drawn = new DOMParser().parseFromString(picture, "image/svg+xml").documentElement;
    const svg = document.importNode(drawn, true);
    this.#choices = new Map(choices.map((choice) => [String(choice.action), choice]));
    for (const element of svg.querySelectorAll(ANSWERS)) {
      if (this.#of(element).length > 1) element.setAttribute("aria-haspopup", "dialog");
    }
    this.#place.replaceChildren(svg);
    if (focused !== null) this.#refocus(focused);
  }

  /** Scroll to an element with an action, unless one is visible. */
  reveal(dock) {
    const open = [...this.#place.querySelectorAll(ANSWERS)];
    const covered = dock.getBoundingClientRect();
    const floor = covered.top > 0 && covered.left < innerWidth / 2 ? covered.top : innerHeight;
    const seen = (element) => {
      const box = element.getBoundingClientRect();
      return box.top >= 0 && box.bottom <= floor;
    };
    if (!open.some(seen)) open[0]?.scrollIntoView({ block: "center" });
  }

  /** Mark the elements of an action, none for null. */
  light(action) {
    for (const element of this.#place.querySelectorAll(ANSWERS)) {
      const lit = action !== null && element.dataset.action.split(" ").includes(String(action));
      element.classList.toggle("lit", lit);
    }
  }

  #of(element) {
    return element.dataset.action.split(" ").flatMap((id) => this.#choices.get(id) ?? []);
  }

  #refocus(action) {
    const open = [...this.#place.querySelectorAll(ANSWERS)];
    (open.find((element) => element.dataset.action === action) ?? open[0])?.focus({ preventScroll: true });
  }

  #picked(target, event) {
    const element = target.closest?.(ANSWERS);
    const choices = element ? this.#of(element) : [];
    if (!choices.length) return;
    event.preventDefault();
    this.#onPick(choices, element);
  }
}

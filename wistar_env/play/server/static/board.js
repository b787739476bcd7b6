// The board: a picture whose elements carry legal actions.

import { byId } from "./elements.js";

const ANSWERS = "[data-action]";
/** Pixels between what is chosen from and the edge of what is in sight. */
const MARGIN = 12;

/** Elements carry actions only on your turn. */
export class Board {
  #place = byId("board");
  #choices = new Map();
  #shown = "";
  #away = false;
  #onPick;

  /** @param onPick is given the choices of the element that was picked, and the element. */
  constructor(onPick) {
    this.#onPick = onPick;
    this.#place.addEventListener("click", (event) => this.#picked(event.target, event));
    this.#place.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") this.#picked(event.target, event);
    });
  }

  /** Draw a picture; the same one again is left alone, so that a press on it is not lost. */
  show(picture, choices) {
    const shown = JSON.stringify([picture, choices]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const inside = this.#place.contains(document.activeElement);
    const focused = inside ? document.activeElement.dataset.action : null;
    const drawn = new DOMParser().parseFromString(picture, "image/svg+xml").documentElement;
    const svg = document.importNode(drawn, true);
    this.#choices = new Map(choices.map((choice) => [String(choice.action), choice]));
    for (const element of svg.querySelectorAll(ANSWERS)) {
      if (this.#of(element).length > 1) element.setAttribute("aria-haspopup", "dialog");
    }
    this.#place.replaceChildren(svg);
    if (inside || (this.#away && document.activeElement === byId("dock"))) this.#refocus(focused);
  }

  /** Scroll to where most of what may be chosen is in sight at once. */
  reveal(dock) {
    const open = this.#open();
    const pieces = open.filter((element) => !element.classList.contains("wistar-button"));
    const boxes = (pieces.length ? pieces : open).map((element) => element.getBoundingClientRect());
    const covered = dock.getBoundingClientRect();
    const beside = covered.left > innerWidth / 2;
    const room = (beside || covered.top <= 0 ? innerHeight : covered.top) - 2 * MARGIN;
    const seen = (from) =>
      boxes.filter((box) => box.top >= from && box.bottom <= from + room).length;
    const ends = boxes.map((box) => box.bottom);
    const group = (top) => Math.max(...ends.filter((end) => end <= top + room), top) - top;
    // From the top of each element, what follows is put into the middle.
    const tried = boxes.map((box) => box.top - Math.max(0, (room - group(box.top)) / 2));
    const best = tried.reduce((one, other) => (seen(other) > seen(one) ? other : one), MARGIN);
    if (best !== MARGIN) scrollBy({ top: best - MARGIN });
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

  /** The elements to choose from, without those that only decline. */
  #open() {
    const all = [...this.#place.querySelectorAll(ANSWERS)];
    return all.filter((element) => !this.#of(element).every((choice) => choice.declines));
  }

  /** Focus an element to choose; while there is none, the dock. */
  #refocus(action) {
    const open = this.#open();
    const found = open.find((element) => element.dataset.action === action) ?? open[0];
    this.#away = !found;
    (found ?? byId("dock")).focus({ preventScroll: true });
  }

  #picked(target, event) {
    const element = target.closest?.(ANSWERS);
    const choices = element ? this.#of(element) : [];
    if (!choices.length) return;
    event.preventDefault();
    this.#onPick(choices, element);
  }
}

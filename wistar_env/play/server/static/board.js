// The board: a picture in parts, whose elements carry legal actions.

import { byId, fragment, svg } from "./elements.js";
import { define, namesIn } from "./symbols.js";

const ANSWERS = "[data-action]";
const PIECES = "[data-piece]";
/** Elements that would play an action that is not legal now. */
const REJECTED = "[data-rejected]";
/** Pixels to keep between a revealed element and the edge of the visible range. */
const MARGIN = 12;
/** Parts that are kept, those on the board included. */
const MOST_KEPT = 160;
/** Of these, those that a request names. */
const MOST_NAMED = 60;

/** Elements carry actions only on your turn. */
export class Board {
  #place = byId("board");
  #choices = new Map();
  #shown = "";
  #away = false;
  #onPick;
  #onRejected;
  /** The text of parts by key, the latest last. */
  #kept = new Map();

  /** Whether the last press was that of a mouse; a finger cannot rest on what it would read. */
  #mouse = true;

  /**
   * @param onPick is given the choices of the element that was picked, the element, and whether a
   *   finger picked it
   * @param onRejected is given an action that is not legal, whose element was picked
   */
  constructor(onPick, onRejected) {
    this.#onPick = onPick;
    this.#onRejected = onRejected;
    this.#place.addEventListener("pointerdown", ({ pointerType }) => {
      this.#mouse = pointerType === "mouse";
    });
    this.#place.addEventListener("click", (event) => this.#picked(event.target, event));
    this.#place.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") this.#picked(event.target, event);
    });
  }

  /** The picture; null before the first one. */
  get picture() {
    return this.#place.querySelector(":scope > svg");
  }

  /** The keys of parts that need not be sent again, separated by commas. */
  get have() {
    return [...this.#kept.keys()].slice(-MOST_NAMED).join(",");
  }

  /** Keep the parts of a sheet, and define its symbols: then it can be shown. */
  async prepare(game, sheet) {
    for (const part of sheet.parts) {
      part.svg ??= this.#kept.get(part.key) ?? "";
      this.#kept.delete(part.key);
      this.#kept.set(part.key, part.svg);
    }
    for (const key of [...this.#kept.keys()].slice(0, -MOST_KEPT)) this.#kept.delete(key);
    await define(game, sheet.parts.flatMap((part) => namesIn(part.svg)));
  }

  /** Draw a prepared sheet; parts that are the same are left alone, with a press on them. */
  show(sheet, choices) {
    const parts = sheet.parts.map(({ name, key, x, y }) => [name, key, x, y]);
    const shown = JSON.stringify([sheet.width, sheet.height, parts, choices]);
    if (shown === this.#shown) return false;
    this.#shown = shown;
    const inside = this.#place.contains(document.activeElement);
    const focused = inside ? document.activeElement.dataset.action : null;
    this.#choices = new Map(choices.map((choice) => [String(choice.action), choice]));
    const root = this.#root(sheet);
    const wanted = new Map(sheet.parts.map((part) => [part.name, part]));
    const stay = new Map();
    for (const panel of root.querySelectorAll(":scope > [data-panel]")) {
      if (wanted.get(panel.dataset.panel)?.key === panel.dataset.key) stay.set(panel.dataset.panel, panel);
      else panel.remove();
    }
    // Keep the order of the sheet, so that Tab moves from top to bottom.
    let next = root.firstElementChild;
    for (const part of sheet.parts) {
      const panel = stay.get(part.name) ?? this.#drawn(part);
      panel.setAttribute("transform", `translate(${part.x} ${part.y})`);
      if (panel === next) next = next.nextElementSibling;
      else root.insertBefore(panel, next);
    }
    for (const element of root.querySelectorAll(ANSWERS)) {
      const several = this.#of(element).length > 1;
      if (several) element.setAttribute("aria-haspopup", "dialog");
      else element.removeAttribute("aria-haspopup");
    }
    const lost = inside && !this.#place.contains(document.activeElement);
    if (lost || (this.#away && document.activeElement === byId("dock"))) this.#refocus(focused);
    return true;
  }

  #root(sheet) {
    let root = this.picture;
    if (!root) {
      root = svg("svg", { role: "group" });
      this.#place.append(root);
    }
    root.setAttribute("viewBox", `0 0 ${sheet.width} ${sheet.height}`);
    root.setAttribute("aria-label", sheet.title);
    return root;
  }

  #drawn(part) {
    const panel = svg("g", { "data-panel": part.name, "data-key": part.key });
    panel.append(fragment(part.svg));
    for (const piece of panel.querySelectorAll(PIECES)) {
      if (piece.closest(ANSWERS)) continue;
      piece.setAttribute("tabindex", "-1");
      const title = piece.querySelector(":scope > title")?.textContent;
      if (title) {
        piece.setAttribute("role", piece.querySelector(ANSWERS) ? "group" : "img");
        piece.setAttribute("aria-label", title);
      }
    }
    return panel;
  }

  /**
   * Scroll by as little as brings most of what may be chosen into sight at once, unless three
   * quarters of it are in sight.
   */
  reveal(dock, line) {
    const open = this.#open();
    const pieces = open.filter((element) => !element.classList.contains("wistar-button"));
    const boxes = (pieces.length ? pieces : open).map((element) => element.getBoundingClientRect());
    const { top, bottom } = this.#sight(dock, line);
    const { height } = line.getBoundingClientRect();
    // The line scrolls with the page until it sticks to the top of the window.
    const roof = (way) => (top > height + 1 ? Math.max(height, top - way) : top);
    // Positions are fractions of a pixel, and the page scrolls by whole ones.
    const seen = (way) =>
      boxes.filter((box) => box.top - way >= roof(way) - 1 && box.bottom - way <= bottom + 1).length;
    if (4 * seen(0) >= 3 * boxes.length) return;
    // Each way scrolls an element to the upper or lower edge, with a margin.
    const ways = boxes.flatMap((box) => [box.top - height - MARGIN, box.bottom - bottom + MARGIN]);
    const better = (one, other) => seen(other) - seen(one) || Math.abs(one) - Math.abs(other);
    const [way] = ways.sort(better);
    if (seen(way) > seen(0)) scrollBy({ top: way });
  }

  /** Scroll to the first element with a class, unless it is in sight. */
  goTo(mark, dock, line) {
    const box = this.#place.querySelector(`.${mark}`)?.getBoundingClientRect();
    const { top, bottom } = this.#sight(dock, line);
    if (!box || (box.top >= top && box.bottom <= bottom)) return;
    scrollBy({ top: box.top - top - Math.max(MARGIN, (bottom - top - box.height) / 2) });
  }

  /** The vertical range in which the board is visible: below the line, above the dock. */
  #sight(dock, line) {
    const covered = dock.getBoundingClientRect();
    const beside = covered.left > innerWidth / 2;
    const bottom = beside || covered.top <= 0 ? innerHeight : covered.top;
    return { top: line.getBoundingClientRect().bottom, bottom };
  }

  /** Mark the elements of an action, none for null; return the first one. */
  light(action, mark = "lit") {
    let first = null;
    for (const element of this.#place.querySelectorAll(ANSWERS)) {
      const lit = action !== null && element.dataset.action.split(" ").includes(String(action));
      element.classList.toggle(mark, lit);
      if (lit) first ??= element;
    }
    return first;
  }

  /** Focus the next piece on the board, or the one before. */
  step(by) {
    const pieces = [...this.#place.querySelectorAll(PIECES)].map(
      (piece) => piece.closest(ANSWERS) ?? piece,
    );
    const all = [...new Set(pieces)].filter((piece) => piece.hasAttribute("tabindex"));
    if (!all.length) return;
    const at = all.indexOf(document.activeElement);
    const next = at < 0 ? (by > 0 ? 0 : all.length - 1) : (at + by + all.length) % all.length;
    all[next].focus();
    all[next].scrollIntoView({ block: "nearest", inline: "nearest" });
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
    if (!choices.length) {
      const rejected = target.closest?.(REJECTED);
      if (rejected) this.#onRejected(Number(rejected.dataset.rejected));
      return;
    }
    event.preventDefault();
    this.#onPick(choices, element, event.type === "click" && !this.#mouse);
  }
}

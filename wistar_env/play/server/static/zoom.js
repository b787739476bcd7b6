// A piece of the board as it is printed, large enough to be read: on hover, focus or tap.

import { get } from "./api.js";
import { byId, fragment, make, svg } from "./elements.js";
import { define, namesIn } from "./symbols.js";

const PIECES = "[data-piece]";
/** Milliseconds before a piece is shown that the pointer rests on, or a finger. */
const REST = 350;
const MARGIN = 12;

export class Zoom {
  #box = byId("piece");
  #game;
  #kept = new Map();
  #at = null;
  #over = null;
  #timer = 0;
  #pressed = false;

  /** @param game returns the name of the game, once it is known. */
  constructor(game) {
    this.#game = game;
    const board = byId("board");
    board.addEventListener("pointerover", (event) => {
      if (event.pointerType !== "mouse") return;
      this.#over = event.target.closest?.(PIECES);
      this.#later(this.#over);
    });
    board.addEventListener("pointerleave", () => {
      this.#over = null;
      this.hide();
    });
    board.addEventListener("focusin", (event) => {
      if (event.target.matches(":focus-visible")) this.show(pieceOf(event.target));
    });
    board.addEventListener("focusout", () => this.hide());
    board.addEventListener("pointerdown", (event) => this.#touched(event));
    board.addEventListener("pointerup", () => clearTimeout(this.#timer));
    board.addEventListener("pointercancel", () => clearTimeout(this.#timer));
    board.addEventListener("contextmenu", (event) => this.#pressed && event.preventDefault());
    // A long press reads a card; it does not choose it as well.
    board.addEventListener("click", (event) => this.#clicked(event), true);
    addEventListener("scroll", () => this.#scrolled(), { passive: true });
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.hide());
    document.addEventListener("pointerdown", (event) => board.contains(event.target) || this.hide());
  }

  /** Show the piece of an element, beside it; nothing for null. */
  async show(element, beside = element) {
    clearTimeout(this.#timer);
    const name = element?.dataset.piece;
    if (!name) return this.hide();
    this.#at = element;
    const piece = await this.#piece(name).catch(() => null);
    if (this.#at !== element || !piece || !element.isConnected) return;
    const drawn = svg("svg", { viewBox: `0 0 ${piece.width} ${piece.height}`, "aria-hidden": "true" });
    drawn.append(fragment(piece.svg));
    this.#box.style.setProperty("--ratio", String(piece.width / piece.height));
    this.#box.replaceChildren(
      drawn,
      make("h2", {}, piece.title),
      make("p", {}, piece.described),
    );
    this.#box.hidden = false;
    this.#place(beside.getBoundingClientRect());
  }

  hide() {
    clearTimeout(this.#timer);
    this.#at = null;
    this.#box.hidden = true;
  }

  /** Show the piece of an element when the pointer has rested. */
  rest(element, beside) {
    clearTimeout(this.#timer);
    this.hide();
    if (element) this.#timer = setTimeout(() => this.show(element, beside), REST);
  }

  /** Stay beside a piece that has the focus; else wait until the pointer rests on one again. */
  #scrolled() {
    const focused = pieceOf(document.activeElement);
    if (this.#at && this.#at === focused) this.#place(focused.getBoundingClientRect());
    else this.rest(this.#over?.matches(":hover") ? this.#over : null, this.#over);
  }

  #later(element) {
    if (element && element === this.#at) return;
    this.hide();
    if (element) this.rest(element, element);
  }

  #touched(event) {
    this.#pressed = false;
    if (event.pointerType === "mouse") return this.hide();
    const element = event.target.closest?.(PIECES);
    if (!element) return this.hide();
    if (!element.closest("[data-action]")) return;
    this.#timer = setTimeout(() => {
      this.#pressed = true;
      this.show(element);
    }, REST);
  }

  #clicked(event) {
    const element = event.target.closest?.(PIECES);
    if (this.#pressed) {
      this.#pressed = false;
      event.stopPropagation();
      event.preventDefault();
    } else if (element && !event.target.closest("[data-action]")) this.show(element);
  }

  async #piece(name) {
    if (!this.#kept.has(name)) {
      const game = this.#game();
      const asked = get(`/api/pieces/${name}?${new URLSearchParams({ game })}`).then(async (found) => {
        await define(game, namesIn(found.svg));
        return found;
      });
      asked.catch(() => this.#kept.delete(name));
      this.#kept.set(name, asked);
    }
    return this.#kept.get(name);
  }

  /** Put the box beside an element, where there is most room. */
  #place(box) {
    const own = this.#box.getBoundingClientRect();
    const right = innerWidth - box.right;
    const fits = Math.max(right, box.left) > own.width + 2 * MARGIN;
    let left = right > own.width + 2 * MARGIN ? box.right + MARGIN : box.left - own.width - MARGIN;
    let top = box.top + box.height / 2 - own.height / 2;
    if (!fits) {
      left = box.left + box.width / 2 - own.width / 2;
      top = box.top > innerHeight - box.bottom ? box.top - own.height - MARGIN : box.bottom + MARGIN;
    }
    const within = (at, size, whole) => Math.max(MARGIN, Math.min(at, whole - size - MARGIN));
    this.#box.style.setProperty("--left", `${within(left, own.width, innerWidth)}px`);
    this.#box.style.setProperty("--top", `${within(top, own.height, innerHeight)}px`);
  }
}

/** The piece that an element is, has in it, or lies in. */
export function pieceOf(element) {
  return element?.closest(PIECES) ?? element?.querySelector(PIECES) ?? null;
}

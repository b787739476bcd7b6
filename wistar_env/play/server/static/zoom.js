// Printed pieces of the board, large enough to read, on hover, focus or tap.

import { get } from "./api.js";
import { choose } from "./chooser.js";
import { byId, capital, fragment, make, svg } from "./elements.js";
import { define, namesIn } from "./symbols.js";

const CHOICES = "[data-action]";
const PIECES = "[data-piece]";
/** Milliseconds before a piece is shown that the pointer rests on. */
const REST = 350;
/** Pieces that are shown at once. */
const MOST = 4;
const MARGIN = 12;

export class Zoom {
  #box = byId("piece");
  #game;
  #kept = new Map();
  #at = null;
  #over = null;
  #timer = 0;

  /** @param game returns the name of the game, once it is known. */
  constructor(game) {
    this.#game = game;
    const places = [byId("board"), byId("held")];
    places.forEach((place) => this.#listen(place));
    addEventListener("scroll", () => this.#scrolled(), { passive: true });
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.hide());
    document.addEventListener("pointerdown", ({ target }) => {
      if (![...places, this.#box].some((each) => each.contains(target))) this.hide();
    });
  }

  #listen(place) {
    place.addEventListener("pointerover", (event) => {
      if (event.pointerType !== "mouse") return;
      this.#over = event.target.closest?.(PIECES);
      this.#later(this.#over);
    });
    place.addEventListener("pointerleave", () => {
      this.#over = null;
      this.hide();
    });
    place.addEventListener("focusin", (event) => {
      if (event.target.matches(":focus-visible")) this.show(piecesOf(event.target));
    });
    place.addEventListener("focusout", (event) => this.#box.contains(event.relatedTarget) || this.hide());
    // The board handles clicks on elements that can be chosen.
    place.addEventListener("click", ({ target }) => {
      if (!target.closest?.(CHOICES)) this.show(piecesOf(target));
    });
  }

  /**
   * Show pieces, beside the first or another element; nothing if there are none.
   *
   * @param pick presses of the button of a tap, on a screen where a tap reads
   * @param words what that button does
   */
  async show(elements, beside = elements[0], pick = null, words = "") {
    clearTimeout(this.#timer);
    const [element] = elements;
    if (!element) return this.hide();
    this.#at = element;
    const names = [...new Set(elements.map((each) => each.dataset.piece))].slice(0, MOST);
    const pieces = await Promise.all(names.map((name) => this.#piece(name))).catch(() => []);
    if (this.#at !== element || !pieces.length || !element.isConnected) return;
    const buttons = pick ? [make("button", { class: "primary", onclick: pick }, capital(words))] : [];
    this.#box.role = pick ? "dialog" : "tooltip";
    this.#box.replaceChildren(...pieces.map(printed), ...buttons);
    this.#box.hidden = false;
    this.#place(beside.getBoundingClientRect());
  }

  /**
   * Choose among choices of an element. A tap only reads its pieces: the button beside them chooses.
   *
   * @param take gets the action
   */
  async pick(choices, element, touched, take) {
    const chosen = async () => {
      this.hide();
      const action = await choose(choices, element);
      if (action !== null) take(action);
    };
    const pieces = piecesOf(element);
    if (!touched || !pieces.length) return chosen();
    return this.show(pieces, element, chosen, choices.length > 1 ? "Choose…" : choices[0].text);
  }

  hide() {
    clearTimeout(this.#timer);
    this.#at = null;
    this.#box.hidden = true;
  }

  /** Show pieces when the pointer has rested. */
  rest(elements, beside) {
    this.hide();
    if (elements.length) this.#timer = setTimeout(() => this.show(elements, beside), REST);
  }

  /** Stay beside a piece that has the focus; else wait until the pointer rests on one again. */
  #scrolled() {
    const [focused] = piecesOf(document.activeElement);
    if (this.#at && this.#at === focused) this.#place(focused.getBoundingClientRect());
    else this.rest(this.#over?.matches(":hover") ? [this.#over] : [], this.#over);
  }

  #later(element) {
    if (element && element === this.#at) return;
    this.rest(element ? [element] : [], element);
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
    // Not beside a card of the strip, where it would cover the other cards.
    const strip = byId("held").contains(this.#at);
    const fits = !strip && Math.max(right, box.left) > own.width + 2 * MARGIN;
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

/** A piece with its words. */
function printed({ width, height, svg: text, title, described }) {
  const drawn = svg("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });
  drawn.append(fragment(text));
  const found = make("figure", {}, drawn, make("h2", {}, title), make("p", {}, described));
  found.style.setProperty("--ratio", String(width / height));
  return found;
}

/** All pieces of a choice; elsewhere the piece that an element is or lies in. */
export function piecesOf(element) {
  const choice = element?.closest(CHOICES);
  if (choice) return [...choice.querySelectorAll(PIECES)];
  const piece = element?.closest(PIECES);
  return piece ? [piece] : [];
}

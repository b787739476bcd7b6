// The timeline: the game before each of its actions.

import { byId } from "./elements.js";

export class Timeline {
  #fetch;
  #room;
  #onPlace;
  #most = 0;
  #at = null;
  #kept = new Map();

  /**
   * @param fetch asks for a past position.
   * @param room is how wide it is drawn.
   * @param onPlace is called with a past position, or null for the current one.
   */
  constructor(fetch, room, onPlace) {
    this.#fetch = fetch;
    this.#room = room;
    this.#onPlace = onPlace;
    byId("first").addEventListener("click", () => this.go(0));
    byId("back").addEventListener("click", () => this.go(this.place - 1));
    byId("forth").addEventListener("click", () => this.go(this.place + 1));
    byId("last").addEventListener("click", () => this.go(this.#most));
    byId("place").addEventListener("input", (event) => this.go(Number(event.target.value)));
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  /** The position shown. */
  get place() {
    return this.#at ?? this.#most;
  }

  get active() {
    return this.#at !== null;
  }

  /** Update the number of actions; at the last one, follow the game. */
  update(most, revision) {
    if (most !== this.#most || revision !== this.revision) this.#kept.clear();
    this.revision = revision;
    this.#most = most;
    if (this.#at !== null && this.#at >= most) this.#at = null;
    this.#mark();
  }

  async go(place) {
    const wanted = Math.max(0, Math.min(this.#most, place));
    this.#at = wanted === this.#most ? null : wanted;
    this.#mark();
    if (this.#at === null) return this.#onPlace(null);
    const found = await this.#get(wanted);
    if (this.#at !== wanted) return;
    this.#onPlace(found);
    if (wanted + 1 < this.#most) this.#get(wanted + 1).catch(() => {});
  }

  async #get(place) {
    const key = `${place} ${this.#room()}`;
    if (!this.#kept.has(key)) {
      const asked = this.#fetch(place);
      this.#kept.set(key, asked);
      asked.catch(() => this.#kept.delete(key));
    }
    return this.#kept.get(key);
  }

  #mark() {
    const { place } = this;
    const slider = byId("place");
    slider.max = this.#most;
    slider.value = place;
    for (const id of ["first", "back"]) byId(id).disabled = place === 0;
    for (const id of ["forth", "last"]) byId(id).disabled = place === this.#most;
    const where = `${place} of ${this.#most}`;
    slider.setAttribute("aria-valuetext", where);
    byId("place-shown").textContent = where;
  }

  #key(event) {
    const busy = event.target.closest("input, select, dialog, button, [role=button]");
    if (byId("timeline").hidden || busy || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "ArrowLeft") this.go(this.place - 1);
    if (event.key === "ArrowRight") this.go(this.place + 1);
  }
}

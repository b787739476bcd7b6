// The search of a position: starts, polls and stops it, and describes its result.

import { get, remove, send } from "./api.js";
import { byId, capital, make } from "./elements.js";

const POLL = 350;

export const percent = (value) => `${Math.round(100 * value)}%`;

/** A value with its 95% interval. */
export const within = (value, interval) =>
  interval
    ? `${percent(value)} (${Math.round(100 * interval[0])} to ${Math.round(100 * interval[1])})`
    : percent(value);

/** What a search estimates, and from what. */
export function grounds(found, name) {
  const claim = found.value === null ? "" : `${name}: ${within(found.value, found.interval)} to win. `;
  const number = (count) => count.toLocaleString("en");
  const by = found.network ? `the network ${found.network}` : "play-outs of the game's heuristic";
  const how = `${claim}Search with ${by}: ${number(found.done)} of ${number(found.total)} simulations in ${found.trees} trees.`;
  return found.interval
    ? `${how} The chance is from ${found.play_outs} play-outs, with its 95% interval.`
    : how;
}

export class Engine {
  #path;
  #onFound;
  #place = null;
  #timer = 0;

  /**
   * @param path the address of the analysis
   * @param onFound is called with the search so far, or null, and an error, or null
   */
  constructor(path, onFound) {
    this.#path = path;
    this.#onFound = onFound;
  }

  /** Search a place. */
  async begin(place, simulations) {
    clearTimeout(this.#timer);
    this.#place = place;
    this.#take(place, await send(`${this.#path}/search`, { ...place, simulations }));
  }

  async stop() {
    clearTimeout(this.#timer);
    this.#place = null;
    await remove(`${this.#path}/search`);
  }

  async #poll(place) {
    if (place !== this.#place) return;
    try {
      this.#take(place, await get(`${this.#path}/search`));
    } catch (error) {
      this.#onFound(null, error);
    }
  }

  #take(place, found) {
    if (place !== this.#place) return;
    // Another tab may search another position of the game.
    const same = found.number === place.number && String(found.then) === String(place.then);
    if (!same) return this.#onFound(null, new Error("Another tab is searching this game."));
    this.#onFound(found, found.error ? new Error(found.error) : null);
    if (found.running) this.#timer = setTimeout(() => this.#poll(place), POLL);
  }
}

/** The list of lines of play; a button stays while it is pressed. */
export class Lines {
  #list = byId("lines");
  #go;
  #light;
  #pressed = false;

  /**
   * @param go shows the position after actions
   * @param light shows what an action is about on the board; null ends that
   */
  constructor(go, light) {
    this.#go = go;
    this.#light = light;
    this.#list.addEventListener("pointerdown", () => {
      this.#pressed = true;
    });
    addEventListener("pointerup", () => setTimeout(() => {
      this.#pressed = false;
    }));
  }

  show(lines) {
    if (this.#pressed) return;
    this.#list.replaceChildren(...lines.map((line) => this.#item(line)));
  }

  #item({ actions, words, visits, value }) {
    const buttons = words.map((text, k) =>
      make("button", {
        onclick: () => this.#go(actions.slice(0, k + 1)),
        onpointerenter: () => this.#light(actions[k]),
        onpointerleave: () => this.#light(null),
      }, capital(text)),
    );
    return make(
      "li",
      {},
      make("b", {}, value === null ? "–" : percent(value)),
      make("small", {}, ` ${visits.toLocaleString("en")} visits`),
      make("div", {}, ...buttons),
    );
  }
}

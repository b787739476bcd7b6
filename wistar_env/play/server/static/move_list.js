// The list of moves: those of the game, with alternatives indented below what they replace.

import { byId, capital, make } from "./elements.js";
import { keyOf } from "./variations.js";

const MARKS = { blunder: "??", mistake: "?", inaccuracy: "?!" };

export class MoveList {
  #list = byId("moves");
  #go;
  #drop;

  /**
   * @param go shows a place
   * @param drop forgets an alternative
   */
  constructor(go, drop) {
    this.#go = go;
    this.#drop = drop;
  }

  /**
   * Show the moves.
   *
   * @param log the moves of the game
   * @param seats the seats
   * @param variations the alternatives
   * @param marks what the review thinks of decisions, by number
   */
  show(log, seats, variations, marks) {
    let stage = "";
    const items = [];
    for (const line of log) {
      if (line.stage !== stage) items.push(make("li", { class: "stage" }, capital(line.stage)));
      stage = line.stage;
      const before = { number: line.number, then: [] };
      const item = make("li", {}, this.#button({ number: line.number + 1, then: [] }, line.text.join(" ") || "…"));
      item.style.setProperty("--seat", seats[line.seat]?.colour ?? "var(--line)");
      const found = marks.get(line.number);
      if (found?.mark) item.append(marked(found));
      item.append(...this.#others(before, seats, variations));
      items.push(item);
    }
    const last = { number: log.length, then: [] };
    const behind = this.#others(last, seats, variations);
    if (behind.length) items.push(make("li", {}, ...behind));
    if (!items.length) items.push(make("li", { class: "stage" }, "No move was played."));
    this.#list.replaceChildren(...items);
  }

  /** Mark the move that led to a place, and bring it into sight within the list. */
  mark(place) {
    this.#list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const found = this.#list.querySelector(`[data-place="${keyOf(place)}"]`);
    found?.setAttribute("aria-current", "step");
    const [box, own] = [found, this.#list].map((each) => each?.getBoundingClientRect());
    if (!box) this.#list.scrollTop = 0;
    else if (box.top < own.top || box.bottom > own.bottom) {
      this.#list.scrollTop += box.top - own.top - own.height / 2;
    }
  }

  #button(place, words) {
    const go = () => this.#go(place);
    return make("button", { "data-place": keyOf(place), onclick: go }, words);
  }

  /** The alternatives at a place, each with all that was played behind it. */
  #others(place, seats, variations) {
    return variations.at(place).map((first) => {
      const list = make("ol", { class: "variation" });
      let [here, move] = [place, first];
      while (move) {
        const after = variations.after(here, move.action);
        const item = make("li", {}, this.#button(after, capital(move.words)));
        item.style.setProperty("--seat", seats[move.seat]?.colour ?? "var(--line)");
        if (move === first) {
          const drop = () => this.#drop(after);
          item.append(make("button", { class: "drop", "aria-label": `Forget: ${move.words}`, title: "Forget this alternative", onclick: drop }, "×"));
        }
        list.append(item);
        const [next, ...rest] = variations.at(after);
        for (const each of rest) item.append(...this.#single(after, each, seats, variations));
        [here, move] = [after, next];
      }
      return list;
    });
  }

  /** An alternative within an alternative. */
  #single(place, first, seats, variations) {
    const only = {
      at: (asked) => (keyOf(asked) === keyOf(place) ? [first] : variations.at(asked)),
      after: (...where) => variations.after(...where),
    };
    return this.#others(place, seats, only);
  }
}

function marked({ mark, loss, missed }) {
  const words = `${capital(mark)}, ${Math.round(100 * loss)} percentage points of winning chance lost. Missed: ${missed}`;
  return make("span", { class: `mark ${mark}` }, make("b", { "aria-hidden": "true" }, MARKS[mark]), ` ${words}`);
}

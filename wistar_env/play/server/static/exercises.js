// "Retry this mistake": decide the worst decisions of a reviewed game again.

import { send } from "./api.js";
import { byId, capital, make } from "./elements.js";
import { percent } from "./engine.js";

const WORDS = {
  best: "The best action.",
  good: "Good: within 5 percentage points of the best.",
  inaccuracy: "An inaccuracy.",
  mistake: "A mistake.",
  blunder: "A blunder.",
};

export class Exercises {
  #box = byId("exercise");
  #path;
  #open;
  #seats = [];
  #all = [];
  #at = -1;

  /**
   * @param path the address of the analysis
   * @param open shows the position before a decision as a seat sees it; null ends the exercises
   */
  constructor(path, open) {
    this.#path = path;
    this.#open = open;
  }

  /** Whether an exercise is open. */
  get active() {
    return this.#at >= 0;
  }

  /** Take the marked decisions of a review; a seat may be chosen. */
  take(decisions, seats) {
    this.#seats = seats;
    this.#all = decisions.filter((each) => each.mark).sort((a, b) => b.loss - a.loss);
    // In a game that you played, take only your mistakes.
    const own = this.#all.filter((each) => seats[each.seat]?.you);
    if (seats.some((player) => player.you)) this.#all = own;
    return this.#all.length;
  }

  begin() {
    document.body.classList.add("exercising");
    this.#go(0);
  }

  #go(at) {
    this.#at = at;
    const { number, seat, loss } = this.#all[at];
    const lost = Math.round(100 * loss);
    this.#show(
      make("p", {}, `${this.#seats[seat].name} lost ${lost} percentage points of winning chance here. What would you play?`),
    );
    this.#open({ number, then: [] }, seat);
  }

  /** Judge an answer. */
  async answer(action) {
    const { number } = this.#all[this.#at];
    const found = await send(`${this.#path}/attempts/${number}`, { action });
    const row = (title, { text, value }, more = "") =>
      make("tr", {}, make("th", { scope: "row" }, title), make("td", {}, capital(text)), make("td", {}, percent(value) + more));
    const rows = [
      row("You", found.chosen, found.visits ? "" : ", not tried by the search"),
      row("Best", found.best),
      row("Played", found.played),
    ];
    this.#show(
      make("p", { class: `verdict ${found.mark}`, role: "status" }, WORDS[found.mark]),
      make("table", {}, make("tbody", {}, ...rows)),
      ...(found.line.length > 1
        ? [
            make("p", { class: "hint" }, "The search would continue:"),
            make("ol", { class: "hint" }, ...found.line.slice(1).map((words) => make("li", {}, words))),
          ]
        : []),
      make("p", { class: "hint" }, `Chances of winning by ${found.search}, as in the review.`),
      make("button", { onclick: () => this.#go(this.#at) }, "Try again"),
    );
  }

  #show(...inside) {
    const next = this.#at + 1;
    const buttons = [
      ...(next < this.#all.length
        ? [make("button", { class: "primary", id: "next-mistake", onclick: () => this.#go(next) }, "Next mistake")]
        : []),
      make("button", { id: "leave", onclick: () => this.#leave() }, "Leave"),
    ];
    const again = inside.filter((each) => each.localName === "button");
    this.#box.hidden = false;
    this.#box.replaceChildren(
      make("h3", {}, `Mistake ${next} of ${this.#all.length}`),
      ...inside.filter((each) => each.localName !== "button"),
      make("div", { class: "row" }, ...again, ...buttons),
    );
  }

  #leave() {
    this.#at = -1;
    this.#box.hidden = true;
    document.body.classList.remove("exercising");
    this.#open(null);
  }
}

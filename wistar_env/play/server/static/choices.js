// The choices of a decision, as a list of buttons.

import { byId, capital, make } from "./elements.js";
import { worth } from "./hints.js";
import { fillPayment } from "./payment.js";

/** The list of choices in the dock, which has the focus while there are none. */
export class ChoiceList {
  #list = byId("choices");
  #dock = byId("dock");
  #act;
  #light;
  /** What the list shows, to leave the same buttons alone. */
  #shown = "";
  /** Whether the focus waits on the dock to return to the choices. */
  #away = false;

  /**
   * @param act plays an action, and others behind it
   * @param light shows what an action is about on the board; null ends that
   */
  constructor(act, light) {
    this.#act = act;
    this.#light = light;
  }

  /**
   * Show the choices of a decision: those that a hint names first, in its order, and those that
   * decline last; without a hint, those that give little in one line. Without a hint, several that are due are chosen at once.
   *
   * @param decision what is decided; null shows nothing
   * @param hint what a search thinks of the choices, or null
   * @param folded whether the list is hidden
   * @param taught what a lesson asks for, beside which the others are folded, or null
   */
  show(decision, hint, folded, taught = null) {
    const choices = decision?.choices ?? [];
    const focused = this.#list.contains(document.activeElement);
    const order = new Map(hint?.options.map((each, place) => [each.action, place]));
    const rank = (choice) => (choice.declines ? order.size : 0) + (order.get(choice.action) ?? 0);
    const sorted = [...choices].sort((a, b) => rank(a) - rank(b));
    const shown = JSON.stringify([sorted, hint, taught]);
    const folds = (choice) => !hint && (taught === null ? choice.folded : choice.action !== taught);
    // Replacing the buttons would lose a press in progress, so equal ones stay.
    if (shown !== this.#shown && decision?.due > 1 && !hint) {
      fillPayment(this.#list, decision, this.#act);
    } else if (shown !== this.#shown) {
      const item = (choice, k) => choiceItem(choice, k, hint, this.#act, this.#light);
      const seen = sorted.filter((choice) => !folds(choice));
      const idle = sorted.filter(folds);
      const items = seen.map(item);
      if (idle.length) {
        const folded = idle.map((choice, k) => item(choice, seen.length + k));
        const others = idle.length === 1 ? "other choice, which leaves" : "other choices, which leave";
        const words = taught === null ? idle[0].folded : `${others} the lessons`;
        items.splice(sorted.indexOf(idle[0]), 0, foldedItem(`${idle.length} ${words}`, folded));
      }
      this.#list.replaceChildren(...items);
    }
    this.#shown = shown;
    this.#list.hidden = !choices.length || folded;
    if (focused || (this.#away && document.activeElement === this.#dock)) this.focus();
  }

  /** Focus the first choice that does something; while there is none, the dock. */
  focus() {
    if (!this.#list.hidden && this.#list.contains(document.activeElement)) return;
    const buttons = "button:not([data-declines], :disabled)";
    const found = this.#list.hidden ? null : this.#list.querySelector(buttons);
    this.#away = !found;
    (found ?? this.#dock).focus({ preventScroll: true });
  }
}

/** Make one line for choices that give little, which opens to a list of them. */
function foldedItem(words, items) {
  return make(
    "li",
    {},
    make(
      "details",
      { class: "folded" },
      make("summary", {}, words),
      make("ul", { class: "choices" }, ...items),
    ),
  );
}

/**
 * Make the item of a choice in the list.
 *
 * @param number its place in the list, which is also its key
 * @param hint what a search thinks of the choices, or null
 * @param act plays an action
 * @param light shows what an action is about on the board; null ends that
 */
function choiceItem(choice, number, hint, act, light) {
  const found = hint?.options.find((each) => each.action === choice.action);
  const button = make(
    "button",
    {
      "data-choice": choice.action,
      "data-declines": choice.declines,
      "data-key": number < 9 ? number + 1 : null,
      "aria-keyshortcuts": number < 9 ? number + 1 : null,
      class: found && found === hint.options[0] ? "best" : null,
      onclick: () => act(choice.action),
      onpointerenter: (event) => event.pointerType === "mouse" && light(choice.action),
      onpointerleave: () => light(null),
      onfocus: (event) => event.target.matches(":focus-visible") && light(choice.action),
      onblur: () => light(null),
    },
    make("span", {}, capital(choice.text)),
  );
  if (choice.effect) button.append(make("small", {}, choice.effect));
  if (found?.visits) {
    button.append(make("meter", { min: 0, max: 1, value: found.share, "aria-hidden": "true" }));
  }
  if (found) button.append(make("small", {}, worth(found, hint.unit)));
  return make("li", {}, button);
}

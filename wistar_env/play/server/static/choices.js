// The choices of a decision, as a list of buttons.

import { capital, make } from "./elements.js";
import { worth } from "./hints.js";

/**
 * Make the item of a choice in the list.
 *
 * @param number its place in the list, which is also its key
 * @param hint what a search thinks of the choices, or null
 * @param act plays an action
 * @param light shows what an action is about on the board; null ends that
 */
export function choiceItem(choice, number, hint, act, light) {
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

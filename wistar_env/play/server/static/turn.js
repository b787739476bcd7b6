// Your open turn: what it has changed, and its rest, to be played at once.

import { byId, make } from "./elements.js";

const signed = ({ name, by }) => `${name} ${by > 0 ? "+" : "−"}${Math.abs(by)}`;
export const inWords = (changes) => changes.map(signed).join(", ");

/**
 * Show a turn; nothing for null.
 *
 * @param planned whether some of it is planned only
 * @param playRest plays the rest of it
 */
export function showTurn(turn, planned, playRest) {
  const box = byId("turn");
  const rest = turn?.rest;
  box.hidden = !turn || !(turn.changes.length || rest);
  if (box.hidden) return;
  const said = turn.changes.length ? [make("p", {}, `${planned ? "Planned" : "This turn"}: ${inWords(turn.changes)}`)] : [];
  if (rest) {
    const button = make(
      "button",
      { id: "rest", "data-actions": rest.actions.join(" "), "aria-keyshortcuts": "E", onclick: playRest },
      make("span", {}, `All at once: ${rest.text}`),
    );
    if (rest.changes.length) button.append(make("small", {}, inWords(rest.changes)));
    said.push(button);
  }
  box.replaceChildren(...said);
}

// Your current turn: what it has changed, and the rest of it, which can be played at once.

import { byId, make } from "./elements.js";

const signed = ({ name, by }) => `${name} ${by > 0 ? "+" : "−"}${Math.abs(by)}`;
const inWords = (changes) => changes.map(signed).join(", ");
/** What is planned: what it changes or, where no number changes, how much it is. */
export const planInWords = (changes, planned) =>
  inWords(changes) || (planned === 1 ? "1 action" : `${planned} actions`);

/**
 * Show a turn; nothing for null.
 *
 * @param planned how many of its actions are planned only
 * @param playRest plays the rest of it
 */
export function showTurn(turn, planned, playRest) {
  const box = byId("turn");
  const rest = turn?.rest;
  box.hidden = !turn || !(turn.changes.length || planned || rest);
  if (box.hidden) return;
  const said = [];
  if (planned) said.push(make("p", {}, `Planned: ${planInWords(turn.changes, planned)}`));
  else if (turn.changes.length) said.push(make("p", {}, `This turn: ${inWords(turn.changes)}`));
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

// Players by link: who is away, and for whom a bot plays.

import { byId, make } from "./elements.js";

/** Show what can be said and done about the people of a game; nothing for null. */
export function showPeople(state, change) {
  const box = byId("people");
  const seats = state?.status === "finished" ? [] : (state?.seats ?? []);
  const lines = seats.flatMap((player, seat) => (player.by_link ? about(player, seat, change) : []));
  box.replaceChildren(...lines);
  box.hidden = !lines.length;
}

function about({ name, you, stand_in: standIn, away }, seat, change) {
  const path = `seats/${seat}/bot`;
  const button = (words, method) =>
    make("button", { type: "button", class: "plain", onclick: () => change(path, method) }, words);
  if (you && standIn) return [make("p", {}, "A bot plays for you. ", button("Take your seat back", "DELETE"))];
  if (you) return [button("Let a bot play for me", "POST")];
  if (standIn) return [make("p", {}, `A bot plays for ${name}.`)];
  return away ? [make("p", {}, `${name} is away. `, button(`Let a bot play for ${name}`, "POST"))] : [];
}

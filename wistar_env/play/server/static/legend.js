// The symbols of the game and what they stand for.

import { get } from "./api.js";
import { byId, capital, make } from "./elements.js";
import { define, icon } from "./symbols.js";

let shown = "";

/** Open the legend of a game. */
export async function openLegend(game) {
  if (shown !== game) {
    const { entries } = await get(`/api/legend?${new URLSearchParams({ game })}`);
    await define(game, entries.map((each) => each.symbol));
    const groups = new Map();
    for (const each of entries) groups.set(each.group, [...(groups.get(each.group) ?? []), each]);
    byId("legend-list").replaceChildren(
      ...[...groups].flatMap(([title, all]) => [
        make("h3", {}, title),
        make("ul", {}, ...all.map((each) => make("li", {}, icon(each.symbol), make("span", {}, capital(each.text))))),
      ]),
    );
    shown = game;
  }
  byId("legend").showModal();
}

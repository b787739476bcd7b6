// What happened since your last decision.

import { byId, make } from "./elements.js";

/** Show lines; the same ones again change nothing, so that they are not read out twice. */
export function showNews(lines) {
  const key = lines.join("\n");
  if (byId("news").dataset.key === key) return;
  byId("news").dataset.key = key;
  byId("news").replaceChildren(...lines.map((line) => make("p", {}, line)));
  byId("news").hidden = !lines.length;
}

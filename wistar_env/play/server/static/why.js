// Why something is not offered: a sentence, and the rules that forbid it.

import { get } from "./api.js";
import { byId, make } from "./elements.js";

/** Ask why an action is not offered at a decision, and show it. */
export async function showWhy(path, number, action) {
  const found = await get(`${path}/why-not/${action}?${new URLSearchParams({ number })}`);
  const links = found.rules.flatMap(({ id, address }) => [
    " ",
    make("a", { href: address, target: "wistar-rules" }, id),
  ]);
  byId("why").replaceChildren(make("b", {}, "Why not? "), found.sentence, ...links);
  byId("why").hidden = false;
  byId("why").scrollIntoView({ block: "nearest" });
}

export function hideWhy() {
  byId("why").hidden = true;
}

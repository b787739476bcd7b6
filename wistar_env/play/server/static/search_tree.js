// The tree of a search: actions with their visits, priors and values, branch by branch.

import { get } from "./api.js";
import { byId, capital, make } from "./elements.js";
import { percent } from "./engine.js";

const box = byId("tree-box");
let asked = 0;

/** Show the tree of the last search, if it is open; what is open stays open. */
export async function showTree(path, seats) {
  if (!box.open) return;
  asked += 1;
  const mine = asked;
  const open = [...box.querySelectorAll("#tree details[open]")].map((each) => each.dataset.path);
  const root = await branch(path, seats, "", open);
  if (mine === asked) byId("tree").replaceChildren(root);
}

export function clearTree() {
  asked += 1;
  byId("tree").replaceChildren();
}

/** The actions of one node, with those below it that are open. */
async function branch(address, seats, path, open) {
  const found = await get(`${address}/tree?${new URLSearchParams({ path })}`);
  const items = found.nodes.map(async (node) => {
    const own = [...found.path, node.action].join("-");
    const item = make("details", { "data-path": own }, make("summary", {}, ...row(node)));
    item.style.setProperty("--seat", seats[node.seat]?.colour ?? "var(--line)");
    const fill = async () => item.querySelector("div, p") || item.append(await branch(address, seats, own, open));
    if (open.includes(own)) {
      item.open = true;
      await fill();
    }
    item.addEventListener("toggle", () => item.open && fill().catch(() => {}));
    return item;
  });
  const more = found.more ? [make("p", { class: "hint" }, `and ${found.more} more`)] : [];
  if (!items.length) return make("p", { class: "hint" }, path ? "No action after this one was tried." : "Search this position first.");
  return make("div", {}, ...(await Promise.all(items)), ...more);
}

function row({ text, visits, prior, value }) {
  return [
    make("span", { class: "what" }, capital(text)),
    make("span", { title: "Visits" }, visits.toLocaleString("en")),
    make("span", { title: "Prior" }, percent(prior)),
    make("b", { title: "Value" }, value === null ? "–" : percent(value)),
  ];
}

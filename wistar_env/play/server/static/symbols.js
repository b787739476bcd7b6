// Symbols of pictures: fetched when a picture names them, and defined once for the whole page.

import { get } from "./api.js";
import { fragment, svg } from "./elements.js";

const NAMED = /href="#w-([\w-]+)"/g;

const known = new Map();
const extents = new Map();
const tokens = new Set();
let box = null;
let grid = 24;

/** The names of the symbols in elements of SVG. */
export const namesIn = (text) => [...text.matchAll(NAMED)].map((found) => found[1]);

/** Define symbols that are not defined yet. */
export async function define(game, names) {
  const missing = [...new Set(names)].filter((name) => !known.has(name));
  if (missing.length) {
    const query = new URLSearchParams({ game, names: missing.join(",") });
    const asked = get(`/api/symbols?${query}`).then((found) => add(found));
    for (const name of missing) known.set(name, asked);
    asked.catch(() => missing.forEach((name) => known.delete(name)));
  }
  await Promise.all(names.map((name) => known.get(name)));
}

function add(found) {
  grid = found.grid;
  if (!box) {
    box = svg("svg", { id: "symbols", width: 0, height: 0, "aria-hidden": "true" }, svg("defs"));
    document.body.append(box);
  }
  for (const name of found.tokens) tokens.add(name);
  for (const [name, body] of Object.entries(found.symbols)) {
    const symbol = svg("g", { id: `w-${name}` });
    symbol.append(fragment(body));
    box.firstChild.append(symbol);
  }
}

/** Whether a defined symbol is something that players move or turn over. */
export const isToken = (name) => tokens.has(name);

/** Where in its square a symbol is drawn. */
export function extent(name) {
  if (!extents.has(name)) {
    const shown = svg("use", { href: `#w-${name}` });
    box.append(shown);
    const { x, y, width: w, height: h } = shown.getBBox();
    shown.remove();
    extents.set(name, { x, y, w, h });
  }
  return extents.get(name);
}

/** A symbol as a separate picture, hidden from screen readers: put words beside it. */
export function icon(name) {
  const drawn = svg("svg", { viewBox: `0 0 ${grid} ${grid}`, "aria-hidden": "true", class: "icon" });
  drawn.append(svg("use", { href: `#w-${name}` }));
  return drawn;
}

// The differences between two boards: moved pieces, and other new elements, to be highlighted.

import { fragment, svg } from "./elements.js";
import { extent, isToken } from "./symbols.js";

const GRID = 24;
const MOST_LIT = 48;
const MOST_OF_A_PART = 16;
const MOVING = 450;
const DRAWN = new Map();

/** Whether a thing is a token or a printed piece. */
const movable = ({ key }) => key.startsWith("piece:") || isToken(key.replace(/^use:/, ""));

/** The things in a part of a sheet, each with its place in it. */
function things(part) {
  if (!DRAWN.has(part.key)) {
    const found = [];
    const box = svg("g");
    box.append(fragment(part.svg));
    walk(box, new DOMMatrix(), found);
    DRAWN.set(part.key, found);
    if (DRAWN.size > 200) DRAWN.delete(DRAWN.keys().next().value);
  }
  return DRAWN.get(part.key);
}

function walk(element, around, found, inPiece = false) {
  if (element.hasAttribute("data-quiet")) return;
  const own = element.transform?.baseVal.consolidate()?.matrix;
  const matrix = own ? around.multiply(DOMMatrix.fromMatrix(own)) : around;
  const box = boxOf(element);
  // What is printed on a piece never changes; only tokens and pieces on it can be new.
  if (box && (!inPiece || movable(box))) found.push({ ...box, ...placed(matrix, box) });
  const within = inPiece || Boolean(element.dataset.piece);
  for (const child of element.children) walk(child, matrix, found, within);
}

function boxOf(element) {
  const number = (name) => Number(element.getAttribute(name) ?? 0);
  if (element.localName === "use") {
    const name = element.getAttribute("href").slice(3);
    return { key: `use:${name}`, ...extent(name) };
  }
  if (element.localName === "text") {
    const [size, words] = [number("font-size"), element.textContent];
    const wide = words.length * size * 0.55;
    const left = { middle: wide / 2, end: wide }[element.getAttribute("text-anchor")] ?? 0;
    return { key: `text:${words}`, x: number("x") - left, y: number("y") - size, w: wide, h: size * 1.2 };
  }
  if (!element.dataset?.piece) return null;
  const ground = groundOf(element, new DOMMatrix());
  return ground && { key: `piece:${element.dataset.piece}`, ...ground };
}

/** The box of what is drawn first in an element, in its units. */
function groundOf(element, around) {
  for (const child of element.children) {
    const own = child.transform?.baseVal.consolidate()?.matrix;
    const matrix = own ? around.multiply(DOMMatrix.fromMatrix(own)) : around;
    const of = (name) => Number(child.getAttribute(name) ?? 0);
    const box = {
      rect: () => ({ x: of("x"), y: of("y"), w: of("width"), h: of("height") }),
      circle: () => ({ x: of("cx") - of("r"), y: of("cy") - of("r"), w: 2 * of("r"), h: 2 * of("r") }),
      use: () => extent(child.getAttribute("href").slice(3)),
      g: () => groundOf(child, new DOMMatrix()),
    }[child.localName]?.();
    if (box) return placed(matrix, box);
  }
  return null;
}

function placed(matrix, { x, y, w, h }) {
  const [one, other] = [new DOMPoint(x, y), new DOMPoint(x + w, y + h)].map((p) =>
    p.matrixTransform(matrix),
  );
  return {
    x: Math.min(one.x, other.x),
    y: Math.min(one.y, other.y),
    w: Math.abs(other.x - one.x),
    h: Math.abs(other.y - one.y),
  };
}

const same = (one, other) => Math.abs(one.x - other.x) < 2 && Math.abs(one.y - other.y) < 2;

/** Things by key. */
function grouped(all) {
  const found = new Map();
  for (const each of all) found.set(each.key, [...(found.get(each.key) ?? []), each]);
  return found;
}

/** By how much most things of a part have moved together, such as when a row above them grew. */
function shift(then, now) {
  const votes = new Map();
  for (const [key, [was, ...others]] of then) {
    const has = now.get(key);
    if (others.length || has?.length !== 1) continue;
    const by = [Math.round(has[0].x - was.x), Math.round(has[0].y - was.y)].join();
    votes.set(by, (votes.get(by) ?? 0) + 1);
  }
  const [most] = [...votes].sort((one, other) => other[1] - one[1]);
  return most ? most[0].split(",").map(Number) : [0, 0];
}

/** Whether a part shows other pieces altogether, such as the display after the starting pairs. */
function isReplaced(then, now) {
  const pieces = (all) => [...all.keys()].filter((key) => key.startsWith("piece:"));
  return pieces(then).length > 0 && pieces(now).length > 0 && !pieces(now).some((key) => then.has(key));
}

/** What is on a sheet and was not on the one before, and what is gone, in units of the sheets. */
function differences(before, after) {
  const old = new Map(before.parts.map((part) => [part.name, part]));
  const added = [];
  const gone = [];
  for (const part of after.parts) {
    const was = old.get(part.name);
    if (!was || was.key === part.key) continue;
    const at = (from) => (each) => ({ ...each, x: each.x + from.x, y: each.y + from.y });
    const now = grouped(things(part));
    const [dx, dy] = shift(grouped(things(was)), now);
    const moved = things(was).map((each) => ({ ...each, x: each.x + dx, y: each.y + dy }));
    const then = grouped(moved);
    if (isReplaced(then, now)) continue;
    const first = added.length;
    const isMap = after.maps.includes(part.name);
    for (const key of new Set([...then.keys(), ...now.keys()])) {
      const [had, has] = [then.get(key) ?? [], now.get(key) ?? []];
      const fresh = has.filter((each) => !had.some((other) => same(each, other)));
      const lost = had.filter((each) => !has.some((other) => same(each, other)));
      const more = isMap ? fresh.length : Math.max(0, has.length - had.length);
      const less = isMap ? lost.length : Math.max(0, had.length - has.length);
      if (more) added.push(...fresh.slice(-more).map(at(part)));
      if (less) gone.push(...lost.slice(-less).map(at(was)));
    }
    // If much of a part is new, such as of a turned wheel, take only its tokens and pieces.
    if (added.length - first > MOST_OF_A_PART) {
      const tokens = added.splice(first).filter(movable);
      added.push(...tokens);
    }
  }
  return { added, gone };
}

const inside = (one, other) =>
  one !== other &&
  one.x >= other.x - 1 &&
  one.y >= other.y - 1 &&
  one.x + one.w <= other.x + other.w + 1 &&
  one.y + one.h <= other.y + other.h + 1 &&
  one.w * one.h < other.w * other.h;

/** Highlight what is new in the second of two sheets, on its picture; return how many elements. */
export function lightMoves(picture, before, after) {
  darken(picture);
  const { added } = differences(before, after);
  const lit = added.filter((each) => !added.some((other) => inside(each, other)));
  const layer = svg("g", { class: "moves", "aria-hidden": "true" });
  for (const { x, y, w, h } of lit.slice(0, MOST_LIT)) {
    const size = { x: x - 3, y: y - 3, width: w + 6, height: h + 6, rx: 7 };
    layer.append(svg("rect", size));
  }
  picture.append(layer);
  return lit.length;
}

export function darken(picture) {
  for (const layer of picture.querySelectorAll(":scope > .moves")) layer.remove();
}

/** Animate tokens from their former places to their new ones. */
export function moveTokens(picture, before, after) {
  const { added, gone } = differences(before, after);
  const left = [...gone];
  const layer = svg("g", { class: "moves", "aria-hidden": "true" });
  const ends = [];
  for (const to of added) {
    if (!movable(to)) continue;
    const at = left.findIndex((each) => each.key === to.key);
    if (at < 0 || to.key.startsWith("piece:")) continue;
    const [from] = left.splice(at, 1);
    const flying = svg("g");
    const scale = to.w / GRID;
    flying.append(
      svg("use", { href: `#w-${to.key.slice(4)}`, transform: `translate(${to.x} ${to.y}) scale(${scale})` }),
    );
    layer.append(flying);
    const away = `translate(${from.x - to.x}px, ${from.y - to.y}px)`;
    const motion = flying.animate([{ transform: away }, { transform: "none" }], {
      duration: MOVING,
      easing: "ease-in-out",
    });
    ends.push(motion.finished.catch(() => {}));
  }
  if (!ends.length) return Promise.resolve();
  picture.append(layer);
  return Promise.all(ends).then(() => layer.remove());
}

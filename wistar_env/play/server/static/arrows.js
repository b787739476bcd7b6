// Lines of play on the board: a number where each begins, and arrows along the best one.

import { svg } from "./elements.js";

/** Lines that have a number, and actions of the best one that have an arrow. */
const MOST = 3;
const SIZE = 15;

/** Draw lines of play, the best first, on a picture. */
export function drawLines(picture, lines) {
  eraseLines(picture);
  if (!picture || !lines.length) return;
  const layer = svg("g", { class: "played-lines", "aria-hidden": "true" });
  const spots = lines.slice(0, MOST).map((line) => spotOf(picture, line.actions[0]));
  const [best] = lines;
  let from = spots[0];
  for (const action of best.actions.slice(1, MOST + 1)) {
    const to = spotOf(picture, action);
    if (!to) continue;
    if (from && Math.hypot(to.x - from.x, to.y - from.y) > 2 * SIZE) layer.append(arrow(from, to));
    from = to;
  }
  const taken = [];
  spots.forEach((spot, k) => {
    if (!spot) return;
    const beside = taken.filter((each) => Math.hypot(each.x - spot.x, each.y - spot.y) < SIZE).length;
    layer.append(badge({ x: spot.x + 2 * SIZE * beside, y: spot.y }, k + 1));
    taken.push(spot);
  });
  picture.append(layer);
}

export function eraseLines(picture) {
  picture?.querySelector(":scope > .played-lines")?.remove();
}

/** Where an action is on the board: it is offered there, or would be later. */
function spotOf(picture, action) {
  const element =
    picture.querySelector(`[data-action~="${action}"]`) ??
    picture.querySelector(`[data-rejected="${action}"]`);
  const seen = picture.getScreenCTM();
  if (!element || !seen) return null;
  const box = element.getBoundingClientRect();
  const { x, y } = new DOMPoint(box.left + box.width / 2, box.top + box.height / 2).matrixTransform(seen.inverse());
  return { x, y };
}

function badge({ x, y }, number) {
  const group = svg("g", { transform: `translate(${x} ${y})`, class: number === 1 ? "best" : "" });
  const text = svg("text", { "text-anchor": "middle", y: SIZE / 3, "font-size": SIZE });
  text.textContent = String(number);
  group.append(svg("circle", { r: SIZE * 0.85 }), text);
  return group;
}

function arrow(from, to) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const long = Math.hypot(dx, dy);
  const [ux, uy] = [dx / long, dy / long];
  const [startX, startY] = [from.x + ux * SIZE, from.y + uy * SIZE];
  const [neckX, neckY] = [to.x - ux * SIZE, to.y - uy * SIZE];
  const side = SIZE * 0.6;
  const head = [
    [to.x, to.y],
    [neckX - uy * side, neckY + ux * side],
    [neckX + uy * side, neckY - ux * side],
  ];
  return svg(
    "g",
    {},
    svg("line", { x1: startX, y1: startY, x2: neckX, y2: neckY }),
    svg("polygon", { points: head.map((point) => point.join(",")).join(" ") }),
  );
}

// The line that stays in sight: each seat's points and goods, cards in hand, and what is due.

import { byId, make, say } from "./elements.js";
import { define, icon } from "./symbols.js";

let shown = "";

/** Define the symbols of scoreboard: then they can be shown. */
export async function prepareLine(game, scoreboard) {
  const names = scoreboard.flatMap((each) => [
    each.mark,
    ...[each.points, ...each.figures].map((figure) => figure.symbol),
  ]);
  await define(game, names.filter(Boolean));
}

/** Show the scoreboard of a state or of a position, and pieces to keep in sight. */
export function showLine({ scoreboard, held, due = "" }, seats, decides) {
  const key = JSON.stringify([scoreboard, held, seats, decides, due]);
  if (key === shown) return;
  shown = key;
  byId("line").hidden = !scoreboard.length;
  byId("scoreboard").dataset.seats = scoreboard.length;
  byId("scoreboard").replaceChildren(
    ...scoreboard.map((each) => seat(each, seats[each.seat], each.seat === decides)),
  );
  byId("held").replaceChildren(...held.flatMap(chip));
  say(byId("due"), due);
}

/** A piece to read, behind the heading of its group if it is the first of it. */
function chip({ group, piece, title }, place, all) {
  const first = group !== all[place - 1]?.group;
  return [
    ...(first ? [make("li", { class: "group" }, group)] : []),
    make("li", {}, make("button", { type: "button", "data-piece": piece }, title)),
  ];
}

function seat(score, player, decides) {
  const found = make(
    "li",
    { class: player.you ? "you" : null, "aria-current": decides ? "true" : null },
    mark(score),
    make("span", { class: "who" }, player.name),
    figure(score.points, "points"),
    make("span", { class: "figures" }, ...score.figures.map((each) => figure(each))),
  );
  found.style.setProperty("--seat", player.colour);
  return found;
}

/** The mark of a seat; what is written on it says without colour which one it is. */
function mark({ seat, mark, written }) {
  const letters = (text) => make("b", { "aria-hidden": "true" }, text);
  if (!mark) return make("span", { class: "seat-mark plain-mark" }, letters(String(seat)));
  return make("span", { class: "seat-mark" }, icon(mark), ...(written ? [letters(written)] : []));
}

function figure({ name, value, symbol, parts }, kind = "") {
  const said = [name, value].filter(Boolean).join(": ");
  const sum = parts.map((part) => `${part.name} ${part.points}`).join(", ");
  const told = sum ? `${said}: ${sum}` : said;
  const shown = [
    make("span", { class: "unseen" }, `${told}.`),
    ...(symbol ? [icon(symbol)] : []),
    make("span", { "aria-hidden": "true" }, value),
  ];
  const found = { class: `figure ${kind}`, title: told };
  if (!parts.length) return make("span", found, ...shown);
  // A touch screen has no hover, so a press shows the sum.
  const box = make(
    "div",
    { popover: "auto", class: "sum" },
    make("h2", {}, said),
    make("dl", {}, ...parts.flatMap((part) => [make("dt", {}, part.name), make("dd", {}, part.points)])),
  );
  const button = make("button", { ...found, type: "button" }, ...shown);
  button.popoverTargetElement = box;
  return make("span", {}, button, box);
}

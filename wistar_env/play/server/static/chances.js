// The bar of chances of winning, and curves over the game.

import { byId, make } from "./elements.js";
import { percent } from "./engine.js";

const DASHES = ["none", "7 3", "2 3", "9 3 2 3", "1 4", "12 3", "5 2 1 2", "3 6"];

/**
 * Show the chance of winning of each seat as a bar.
 *
 * @param seats the seats
 * @param position what is shown, with the chances that the network sees without a search
 * @param found the search of the position, or null
 */
export function showBar(seats, position, found) {
  const searched = found?.value != null && position.seat !== null;
  const seen = position.chances.length ? position.chances : seats.map(() => 1);
  const bar = byId("bar");
  bar.hidden = !searched && !position.chances.length;
  if (bar.hidden) return;
  const others = seen.reduce((sum, each, seat) => (seat === position.seat ? sum : sum + each), 0);
  const share = (seat) => {
    if (!searched) return seen[seat];
    if (seat === position.seat) return found.value;
    return (1 - found.value) * (others ? seen[seat] / others : 1 / (seats.length - 1));
  };
  // Rounded chances need not sum to 1.
  const all = seats.reduce((sum, _, seat) => sum + share(seat), 0) || 1;
  const parts = seats.map((player, seat) => {
    const part = make("div", { class: "chance" });
    part.style.setProperty("--seat", player.colour);
    part.style.flexGrow = String(share(seat) / all);
    const known = !searched || seat === position.seat || seats.length === 2;
    part.append(make("span", {}, known ? `${player.name} ${percent(share(seat))}` : player.name));
    return part;
  });
  bar.replaceChildren(...parts);
  bar.setAttribute("role", "img");
  bar.setAttribute("aria-label", `Chance of winning: ${parts.map((part) => part.textContent).join(", ")}`);
}

const short = (value) => value.toFixed(2).replace(/^0/, "");

/** A curve for each seat. */
function lines(seats, values, end) {
  return seats.map((player, seat) => ({
    name: player.name,
    ink: player.colour,
    dark: player.colour,
    dashes: DASHES[seat],
    points: values.map((row, at) => [at, row[seat]]),
    end: end(values.at(-1)[seat]),
    said: `at last ${end(values.at(-1)[seat])}`,
  }));
}

/** The chances of the deciding seats that a review found, with rings for marks. */
function reviewed(seats, decisions) {
  return seats
    .map((player, seat) => {
      const own = decisions.filter((each) => each.seat === seat);
      const end = own.length ? short(own.at(-1).value) : "";
      return {
        name: player.name,
        ink: player.colour,
        dark: player.colour,
        dashes: DASHES[seat],
        points: own.map((each) => [each.number, each.value]),
        marks: own.filter((each) => each.mark).map((each) => [each.number, each.value, each.mark]),
        end,
        said: `at last ${end}`,
      };
    })
    .filter((line) => line.points.length);
}

/** The stages of a game, as charts have them. */
function stagesOf(log) {
  const starts = log.filter((line, k) => k && line.stage !== log[k - 1].stage);
  return starts.map((line) => [line.number, line.stage]);
}

/** Draw the curves; return what moves their cursors to a number of actions. */
export function drawCurves(state, curves, go) {
  const { chart, scale, searchInWords } = globalThis;
  const game = { last: curves.actions.length, stages: stagesOf(state.log), go };
  const cursors = [];
  const { review, network } = curves;
  const chances = review
    ? reviewed(state.seats, review.decisions)
    : network ? lines(state.seats, curves.chances, short) : [];
  byId("chances-title").hidden = byId("chances-hint").hidden = !chances.length;
  byId("chances-chart").replaceChildren();
  byId("chances-hint").textContent = review
    ? `of the deciding seat, by ${searchInWords(review.search)}; rings mark inaccuracies, mistakes and blunders`
    : `estimated by the network ${network}, without a search`;
  if (chances.length) cursors.push(chart(byId("chances-chart"), chances, 0, 1, [0, 0.5, 1], game));
  const points = lines(state.seats, curves.totals, String);
  cursors.push(chart(byId("points-chart"), points, ...scale(curves.totals.flat()), game));
  byId("key").replaceChildren(
    ...state.seats.map((player) => {
      const item = make("li", {}, player.name);
      item.style.setProperty("--seat", player.colour);
      return item;
    }),
  );
  return (number) => cursors.forEach((move) => move(number));
}

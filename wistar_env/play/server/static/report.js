// The log of a game, and its end.

import { byId, capital, make } from "./elements.js";

/** A line of the log, in the colour of its seat. */
function coloured(colour, attributes, ...children) {
  const item = make("li", attributes, ...children);
  item.style.setProperty("--seat", colour ?? "var(--line)");
  return item;
}

/** Show the log, the latest first; a number goes to the position. */
export function showLog(log, seats, lookAt) {
  if (!byId("log-box").open) return;
  const stages = new Map();
  for (const line of log) stages.set(line.stage, [...(stages.get(line.stage) ?? []), line]);
  byId("log").replaceChildren(
    ...[...stages.entries()].reverse().flatMap(([stage, lines]) => [
      ...(stage ? [make("h3", {}, capital(stage))] : []),
      make("ol", { reversed: true }, ...[...lines].reverse().map((line) => logLine(line, seats, lookAt))),
    ]),
  );
}

function logLine(line, seats, lookAt) {
  const shown = String(line.number + 1);
  const go = () => lookAt(line.number);
  return coloured(
    seats[line.seat]?.colour,
    { value: line.number + 1 },
    make("button", { class: "plain", title: "Look at this", onclick: go }, shown),
    make("span", {}, line.text.join(" ")),
  );
}

/** Show who won, and the scores by category. */
export function showEnd(state, path, looksBack) {
  byId("end").hidden = state.status !== "finished" || looksBack;
  const loads = state.status === "finished" || state.kind === "replay";
  const secret = !loads && state.seats.some((player) => player.by_link);
  byId("download").href = loads ? `${path}/replay` : "";
  byId("analysis").href = `${path.replace("/api", "")}/analysis`;
  byId("analysis").hidden = secret || !state.number;
  if (state.status !== "finished") return;
  const [best] = state.scores;
  byId("end-title").textContent = state.result;
  byId("seed").textContent = `Seed ${state.seed}`;
  const nameOf = (seat) => state.seats[seat].name;
  const head = state.scores.map((each) => make("th", { scope: "col" }, nameOf(each.seat)));
  const rows = best.parts.map((part, row) =>
    make(
      "tr",
      {},
      make("th", { scope: "row" }, part.name),
      ...state.scores.map((each) => make("td", {}, String(each.parts[row].points))),
    ),
  );
  const totals = state.scores.map((each) => make("td", {}, String(each.total)));
  byId("scores").replaceChildren(
    make("thead", {}, make("tr", {}, make("td"), ...head)),
    make("tbody", {}, ...rows),
    make("tfoot", {}, make("tr", {}, make("th", { scope: "row" }, "Total"), ...totals)),
  );
}

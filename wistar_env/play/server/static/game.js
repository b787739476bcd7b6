// The page of a game: shows its state and sends the user's actions.

import { Refused, Watched, send } from "./api.js";
import { Board } from "./board.js";
import { choose, isMeant } from "./chooser.js";
import { byId, capital, make, say } from "./elements.js";
import { openReview } from "./review.js";
import { Timeline } from "./timeline.js";

const ID = location.pathname.split("/").pop();
const PATH = `/api/games/${ID}`;
/** Polling intervals in milliseconds: while a bot thinks, and otherwise. */
const SOON = 400;
const LATER = 2000;
const WIDE = matchMedia("(min-width: 760px)");

const narrow = () => !WIDE.matches;
const watched = new Watched();
const board = new Board(async (choices, element) => {
  const action = await choose(choices, element);
  if (action !== null) act(action);
});
const timeline = new Timeline(PATH, narrow, look);

let state = null;
let sending = false;
let running = false;
let hint = null;
let position = null;
let looking = false;
/** Whether the focus waits on the dock to return to the choices. */
let away = false;

function nameOf(seat) {
  return state.chairs[seat].name;
}

function status() {
  const { decision } = state;
  switch (state.status) {
    case "yours":
      return ["turn", ""].includes(decision.name) ? "Your turn" : capital(decision.name);
    case "thinking":
      return [nameOf(decision.seat), decision.name].filter(Boolean).join(": ");
    case "step":
      return [`${nameOf(decision.seat)} decides`, decision.name].filter(Boolean).join(": ");
    case "stopped":
      return "A bot failed";
    case "finished":
      return "The game is over";
    default:
      return "A replay";
  }
}

// Choices in words

function explained(action) {
  return hint?.options.find((each) => each.action === action);
}

function percent(share) {
  return `${Math.round(100 * share)} %`;
}

function choiceButton(choice) {
  const found = explained(choice.action);
  const button = make(
    "button",
    {
      "data-choice": choice.action,
      "data-declines": choice.declines,
      class: found && found === hint.options[0] ? "best" : null,
      onclick: () => act(choice.action),
      onpointerenter: () => board.light(choice.action),
      onpointerleave: () => board.light(null),
      onfocus: () => board.light(choice.action),
      onblur: () => board.light(null),
    },
    make("span", {}, capital(choice.text)),
  );
  if (choice.effect) button.append(make("small", {}, choice.effect));
  if (found && !found.visits) button.append(make("small", {}, "not tried"));
  if (found?.visits) {
    const value = found.value === null ? "" : `, value ${percent(found.value)}`;
    button.append(
      make("meter", { min: 0, max: 1, value: found.share, "aria-hidden": "true" }),
      make("small", {}, `${found.visits} visits${value}`),
    );
  }
  return make("li", {}, button);
}

function showChoices() {
  const list = byId("choices");
  const focused = list.contains(document.activeElement);
  const choices = timeline.active ? [] : (state.decision?.choices ?? []);
  const order = new Map(hint?.options.map((each, place) => [each.action, place]));
  const rank = (choice) => (choice.declines ? order.size : 0) + (order.get(choice.action) ?? 0);
  const sorted = [...choices].sort((a, b) => rank(a) - rank(b));
  const shown = JSON.stringify([sorted, hint]);
  // The same buttons again are left alone, so that a press on one is not lost.
  if (shown !== list.dataset.shown) list.replaceChildren(...sorted.map(choiceButton));
  list.dataset.shown = shown;
  list.hidden = !choices.length || byId("fold").getAttribute("aria-expanded") === "false";
  byId("fold").hidden = !choices.length;
  if (focused || (away && document.activeElement === byId("dock"))) focusChoice();
}

/** Focus the first choice that does something; while there is none, the dock. */
function focusChoice() {
  const list = byId("choices");
  if (!list.hidden && list.contains(document.activeElement)) return;
  const found = list.hidden ? null : list.querySelector("button:not([data-declines])");
  away = !found;
  (found ?? byId("dock")).focus({ preventScroll: true });
}

// The dock

function showDock() {
  const back = timeline.active;
  const yours = state.status === "yours" && !back;
  byId("asked").textContent = back ? "Looking back" : status();
  byId("dock").dataset.status = back ? "looking" : state.status;
  say(byId("busy"), state.status === "thinking" && !back ? "thinks" : "");
  const playing = state.kind === "play" && state.status !== "finished";
  byId("look").hidden = !playing || !state.number;
  byId("look").setAttribute("aria-pressed", String(looking));
  byId("timeline").hidden = !state.number || (playing && !looking);
  byId("hint").hidden = !yours || state.decision.choices.length < 2;
  byId("hint").setAttribute("aria-disabled", String(sending));
  const points = yours ? [...state.undo].reverse() : [];
  byId("undo").hidden = !points.length;
  byId("undo-to").hidden = points.length < 2;
  byId("undo-to").replaceChildren(
    make("option", { value: "" }, "Undo to…"),
    ...points.map((point) => make("option", { value: point.number }, `before: ${point.text}`)),
  );
  const steps = ["step", "stopped"].includes(state.status) || running;
  byId("step").hidden = !steps;
  byId("step").textContent = state.status === "stopped" ? "Retry" : "Step";
  byId("step").setAttribute("aria-disabled", String(running || sending));
  byId("run").hidden = state.kind !== "watch" || state.status === "finished";
  byId("run").textContent = running ? "Pause" : "Run";
  byId("run").setAttribute("aria-pressed", String(running));
  byId("pace-box").hidden = byId("run").hidden;
  if (state.error && !back) say(byId("problem"), state.error);
  showEnd();
  showNews();
  showHint();
  showChoices();
  // What had the focus may be hidden now, such as Undo after the last one.
  if (document.activeElement.closest("[hidden]")) focusChoice();
}

/** A bot's evaluation of an action, in words. */
function evaluation(each) {
  const parts = [
    each.visits === null ? "" : `${each.visits} visits`,
    each.probability === null ? "" : `prior ${percent(each.probability)}`,
    each.value === null ? "" : `value ${percent(each.value)}`,
  ];
  return `${each.text}: ${parts.filter(Boolean).join(", ")}`;
}

function showHint() {
  if (timeline.active) {
    const lines = position?.explanation.slice(0, 3).map(evaluation) ?? [];
    return say(byId("hinted"), lines.length ? `The bot's evaluation: ${lines.join("; ")}` : "");
  }
  const chance = hint && hint.value !== null ? ` Your chance to win: ${percent(hint.value)}.` : "";
  return say(byId("hinted"), hint ? `The search ran ${hint.simulations} simulations.${chance}` : "");
}

// What happened

function newsLines() {
  if (timeline.active) return position?.next ? [`Next: ${position.next}`] : [];
  return state.kind === "play" ? state.news : (state.log.at(-1)?.text ?? []);
}

function showNews() {
  const lines = newsLines();
  const shown = lines.map((line) => make("p", {}, line));
  const key = lines.join("\n");
  if (byId("news").dataset.key === key) return;
  byId("news").dataset.key = key;
  byId("news").replaceChildren(...shown);
  byId("news").hidden = !lines.length;
}

/** A line of the log, in the colour of its seat. */
function coloured(seat, attributes, ...children) {
  const item = make("li", attributes, ...children);
  item.style.setProperty("--seat", state.chairs[seat]?.colour ?? "var(--line)");
  return item;
}

function showLog() {
  if (!byId("log-box").open) return;
  const chapters = Map.groupBy
    ? Map.groupBy(state.log, (line) => line.chapter)
    : state.log.reduce((all, line) => all.set(line.chapter, [...(all.get(line.chapter) ?? []), line]), new Map());
  byId("log").replaceChildren(
    ...[...chapters.entries()].reverse().flatMap(([chapter, lines]) => [
      ...(chapter ? [make("h3", {}, capital(chapter))] : []),
      make(
        "ol",
        { reversed: true },
        ...[...lines].reverse().map((line) =>
          coloured(
            line.seat,
            { value: line.number + 1 },
            make("button", { class: "plain", title: "Look at this", onclick: () => lookAt(line.number) }, String(line.number + 1)),
            make("span", {}, line.text.join(" ")),
          ),
        ),
      ),
    ]),
  );
}

function showEnd() {
  byId("end").hidden = state.status !== "finished" || timeline.active;
  const loads = state.status === "finished" || state.kind === "replay";
  byId("download").href = loads ? `${PATH}/replay` : "";
  if (state.status !== "finished") return;
  const [best] = state.scores;
  byId("end-title").textContent = state.result;
  byId("seed").textContent = `Seed ${state.seed}`;
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

// All of it

function show(found) {
  const ended = state && state.status !== "finished" && found.status === "finished";
  const changed = !state || found.revision !== state.revision || found.status !== state.status;
  if (changed) {
    hint = null;
    say(byId("problem"), "");
    byId("dock").scrollTop = 0;
  }
  state = found;
  timeline.update(state.number, state.revision);
  byId("title").textContent = state.title;
  byId("when").textContent = capital(state.progress);
  const mark = { yours: "● ", thinking: "… " }[state.status] ?? "";
  document.title = `${mark}${state.title}`;
  if (!timeline.active) board.show(state.picture, state.decision?.choices ?? []);
  showLog();
  showDock();
  if (ended) byId("end-title").focus();
  else if (changed && state.status === "yours" && !timeline.active) board.reveal(byId("dock"));
}

function look(found) {
  if (!state) return;
  position = found;
  if (found === null) board.show(state.picture, state.decision?.choices ?? []);
  else board.show(found.picture, []);
  showDock();
}

function lookAt(number) {
  looking = true;
  timeline.go(number);
}

function toggleLook() {
  looking = !looking;
  timeline.go(looking ? state.number - 1 : state.number);
}

function refuse(error) {
  if (!(error instanceof Refused)) throw error;
  say(byId("problem"), error.message);
  byId("problem").dataset.away = error.status ? "" : "yes";
}

async function refresh() {
  const found = await watched.get(`${PATH}?narrow=${narrow()}`);
  if (byId("problem").dataset.away) {
    byId("problem").dataset.away = "";
    say(byId("problem"), "");
  }
  if (found) show(found);
}

/** Send a change; on a conflict with another tab, reload. */
async function change(what, body) {
  if (sending || !state) return;
  sending = true;
  byId("dock").setAttribute("aria-busy", "true");
  try {
    show(await watched.send(`${PATH}/${what}?narrow=${narrow()}`, { number: state.number, ...body }));
  } catch (error) {
    if (error.status === 409) {
      watched.forget();
      await refresh().catch(refuse);
    }
    refuse(error);
    running = false;
  } finally {
    sending = false;
    byId("dock").removeAttribute("aria-busy");
    showDock();
  }
}

async function act(action) {
  if (timeline.active || state.status !== "yours") return;
  const { number } = state;
  const choice = state.decision.choices.find((each) => each.action === action);
  if (!(await isMeant(choice)) || state.number !== number) return;
  await change("actions", { action });
}

async function askHint() {
  if (sending) return;
  const { revision, number } = state;
  sending = true;
  showDock();
  say(byId("hinted"), "Searching …");
  try {
    const found = await send(`${PATH}/hint`, { number });
    if (state.revision === revision) hint = found;
  } catch (error) {
    refuse(error);
  } finally {
    sending = false;
    showDock();
  }
}

async function run() {
  running = !running;
  showDock();
  while (running && state.kind === "watch" && state.status !== "finished") {
    if (state.status === "step") await change("step", {});
    await new Promise((done) => setTimeout(done, Number(byId("pace").value)));
    if (state.status === "thinking") await refresh().catch(refuse);
    if (state.status === "stopped") running = false;
  }
  running = false;
  showDock();
}

async function watch() {
  if (!document.hidden && !sending) await refresh().catch(refuse);
  setTimeout(watch, state?.status === "thinking" ? SOON : LATER);
}

function fold() {
  const open = byId("fold").getAttribute("aria-expanded") === "true";
  byId("fold").setAttribute("aria-expanded", String(!open));
  byId("fold").textContent = open ? "Show choices" : "Hide";
  showChoices();
}

for (const id of ["problem", "hinted"]) say(byId(id), "");
byId("hint").addEventListener("click", askHint);
byId("review").addEventListener("click", () => openReview(PATH, byId("review")));
byId("undo").addEventListener("click", () => change("undo", { to: state.undo.at(-1).number }));
byId("undo-to").addEventListener("change", (event) => {
  if (event.target.value) change("undo", { to: Number(event.target.value) });
});
byId("step").addEventListener("click", () => change("step", {}));
byId("run").addEventListener("click", run);
byId("look").addEventListener("click", toggleLook);
byId("fold").addEventListener("click", fold);
byId("log-box").addEventListener("toggle", () => state && showLog());
WIDE.addEventListener("change", () => refresh().catch(refuse));
document.addEventListener("visibilitychange", () => document.hidden || refresh().catch(refuse));
watch();

// The page of a game: shows its state and sends the user's actions.

import { Rejected, Watched, get, send } from "./api.js";
import { Board } from "./board.js";
import { ChoiceList } from "./choices.js";
import { isMeant } from "./chooser.js";
import { byId, capital, make, say } from "./elements.js";
import { prepareFit, room } from "./fit.js";
import { chooseForced, forcedAction, forget, lastMade } from "./forced.js";
import { evaluations, hintInWords } from "./hints.js";
import { listen } from "./keys.js";
import { openLegend } from "./legend.js";
import { showLesson } from "./lessons.js";
import { prepareLine, showLine } from "./line.js";
import { goTo } from "./links.js";
import { darken, lightMoves, moveTokens } from "./moves.js";
import { showNews } from "./news.js";
import { showPeople } from "./people.js";
import { choosePlan, isPlanned, planning, showPlan } from "./plan.js";
import { choosePace, moving, pace, stops, wait } from "./playback.js";
import { showEnd, showLog } from "./report.js";
import { openReview } from "./review.js";
import { statusInWords } from "./status.js";
import { Timeline } from "./timeline.js";
import { showTools } from "./tools.js";
import { showTurn } from "./turn.js";
import { hideWhy, showWhy } from "./why.js";
import { Zoom, piecesOf } from "./zoom.js";

const ID = location.pathname.split("/").pop();
const PATH = `/api/games/${ID}`;
/** Polling intervals in milliseconds: while a bot thinks, and otherwise. */
const SOON = 100;
const LATER = 2000;
/** The least pace of a game that is watched. */
const LEAST_PACE = 100;
const watched = new Watched();
const list = new ChoiceList(act, light);
const board = new Board((...picked) => zoom.pick(...picked, act), explain);
const zoom = new Zoom(() => state?.game);
const timeline = new Timeline(fetchPosition, () => JSON.stringify(room()), look);

let state = null;
/** What is on the board: a state or a position. */
let onBoard = null;
let sending = false;
let polling = 0;
let running = false;
let playing = false;
let hint = null;
let position = null;
let looking = false;

function query(more = {}) {
  return new URLSearchParams({ ...room(), have: board.have, ...more });
}

async function fetchPosition(number) {
  const found = await get(`${PATH}/positions/${number}?${query()}`);
  await prepare(state.game, found);
  return found;
}

/** Get ready to show a state or a position. */
async function prepare(game, found) {
  await Promise.all([board.prepare(game, found.sheet), prepareLine(game, found.scoreboard)]);
}

// Choices

function showChoices() {
  const choices = timeline.active || playing ? [] : (state.decision?.choices ?? []);
  const folded = byId("fold").getAttribute("aria-expanded") === "false";
  byId("fold").hidden = !choices.length;
  board.light(choices.length && hint ? hint.options[0].action : null, "hinted");
  list.show(choices.length ? state.decision : null, hint, folded, state?.lesson?.action ?? null);
}

/** Highlight the elements of an action on the board, and show its pieces; none for null. */
function light(action) {
  const element = board.light(action);
  zoom.rest(action === null ? [] : piecesOf(element), byId("choices"));
}

// The dock

function showDock() {
  const back = timeline.active;
  const yours = state.status === "yours" && !back && !playing;
  // When playback begins, the board shows a state, which names no seat that moves.
  const moves = playing ? (onBoard.seat ?? null) : null;
  const asked = moves === null ? statusInWords(state) : `${state.seats[moves].name} moves`;
  byId("asked").textContent = back ? "Looking back" : asked;
  byId("dock").dataset.status = back ? "looking" : playing ? "playing" : state.status;
  say(byId("busy"), state.status === "thinking" && !back && !playing ? "thinks" : "");
  showTools(state, { yours, playing, looking, running, sending });
  byId("rules").href = state.rules;
  if (state.error && !back) say(byId("problem"), state.error);
  showEnd(state, PATH, back);
  showNews(newsLines());
  say(byId("hinted"), timeline.active ? evaluations(position) : hint ? hintInWords(hint) : "");
  showChoices();
  showPlan(state);
  showTurn(yours && !state.lesson ? state.turn : null, state.planned, () => change("rest", planning()));
  showPeople(back || playing ? null : state, (what, method) => change(what, {}, method));
  showLesson(back || playing ? null : state.lesson, board, act, beginLesson);
  const seen = back || playing ? (onBoard ?? state) : state;
  const decides = seen === state ? state.decision?.seat : seen.seat;
  showLine(seen, state.seats, decides);
  // The focused element may be hidden now, such as Undo after the last decision was undone.
  if (document.activeElement.closest("[hidden]")) list.focus();
}

function newsLines() {
  if (timeline.active) return position?.next ? [`Next: ${position.next}`] : [];
  if (playing) return onBoard.next ? [onBoard.next] : [];
  return state.kind === "play" ? state.news : (state.log.at(-1)?.text ?? []);
}

// The whole page

function draw(found, choices) {
  const before = onBoard?.sheet;
  const drawn = board.show(found.sheet, choices);
  onBoard = found;
  if (!drawn || !before) return Promise.resolve();
  darken(board.picture);
  return moving() ? moveTokens(board.picture, before, found.sheet) : Promise.resolve();
}

/** Highlight what has changed since your last action, or by it if nobody has acted since. */
async function lightOthers() {
  const { log, number, you } = state;
  const own = log.findLastIndex((line) => line.seat === you);
  if (state.kind !== "play" || own < 0 || own + 1 > number) return;
  const automata = own + 1 === number;
  const base = await fetchPosition(automata ? own : own + 1);
  if (onBoard !== state || timeline.active) return;
  lightMoves(board.picture, base.sheet, state.sheet);
}

/** Show the moves of bots one after the other, until somebody presses something. */
async function playBack(from, to) {
  playing = true;
  showDock(); // what could be chosen before is gone
  try {
    for (const number of stops(state.log, from, to)) {
      const found = await fetchPosition(number);
      if (timeline.active) break;
      const moved = draw(found, []);
      showDock();
      await moved;
      if (await wait(pace())) break;
    }
  } catch (error) {
    if (!(error instanceof Rejected)) throw error; // the last position is shown without the others
  } finally {
    playing = false;
  }
}

async function show(found) {
  const before = state;
  const ended = before && before.status !== "finished" && found.status === "finished";
  const changed = !before || found.revision !== before.revision || found.status !== before.status;
  await prepare(found.game, found);
  if (state && found.revision < state.revision) return;
  if (changed) {
    hint = null;
    hideWhy();
    say(byId("problem"), "");
    byId("dock").scrollTop = 0;
  }
  found.log = [...(before?.log.slice(0, found.log_start) ?? []), ...found.log];
  state = found;
  timeline.update(state.number, state.revision);
  byId("title").textContent = state.title;
  byId("when").textContent = capital(state.progress);
  const mark = { yours: "● ", thinking: "… " }[state.status] ?? "";
  document.title = `${mark}${state.title}`;
  showLog(state.log, state.seats, lookAt);
  const bots = before && state.kind === "play" && state.number > before.number + 1;
  if (bots && moving() && !timeline.active) await playBack(before.number, state.number);
  if (state !== found) return;
  if (!timeline.active) draw(state, state.decision?.choices ?? []);
  showDock();
  if (ended) byId("end-title").focus();
  else if (changed && state.status === "yours" && !timeline.active) {
    // Scroll to the board, except in the middle of a turn, when the list shows what is left of it,
    // and when a game opens, whose aids are at the top.
    const opens = !before && !state.number;
    if (!opens && (state.decision.question || !state.undo.length)) {
      board.reveal(byId("dock"), byId("line"));
    }
    board.goTo("taught", byId("dock"), byId("line"));
  }
  if (changed && !timeline.active) lightOthers().catch(() => {}); // the next poll tells why
}

function look(found) {
  if (!state) return;
  position = found;
  if (found === null) draw(state, state.decision?.choices ?? []);
  else draw(found, []);
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

function reject(error) {
  if (!(error instanceof Rejected)) throw error;
  say(byId("problem"), error.message);
  byId("problem").dataset.away = error.status ? "" : "yes";
}

function known() {
  return state ? { known: `${state.number},${state.revision}` } : {};
}

async function refresh() {
  const found = await watched.get(`${PATH}?${query(known())}`);
  if (byId("problem").dataset.away) {
    byId("problem").dataset.away = "";
    say(byId("problem"), "");
  }
  if (!found) return;
  await show(found);
  if (found === state) await actIfForced();
}

/** Send a change; on a conflict with another tab, reload. */
async function change(what, body, method = "POST") {
  if (sending || !state) return;
  sending = true;
  byId("dock").setAttribute("aria-busy", "true");
  try {
    const sent = { number: state.number, ...body };
    await show(await watched.send(`${PATH}/${what}?${query(known())}`, sent, method));
  } catch (error) {
    if (error.status === 409) {
      watched.forget();
      await refresh().catch(reject);
    }
    reject(error);
    running = false;
  } finally {
    sending = false;
    byId("dock").removeAttribute("aria-busy");
    showDock();
    watchAgain();
  }
  if (what === "actions") await actIfForced();
}

/** Play an action, and others after it. */
async function act(action, then = []) {
  if (timeline.active || playing || state.status !== "yours") return;
  const { number } = state;
  const choice = state.decision.choices.find((each) => each.action === action);
  if (!(await isMeant(choice)) || state.number !== number) return;
  await change("actions", { action, then, ...planning() });
  if (state.asks && (await isPlanned(state, choice)) && state.number === number) {
    await change("actions", { action, then, confirmed: true });
  }
}

/** Say why an action is not offered. */
async function explain(action) {
  if (timeline.active || playing || sending || state?.status !== "yours") return;
  await showWhy(PATH, state.number, action).catch(reject);
}

/** Play a forced action, if the player wants that. */
async function actIfForced() {
  if (timeline.active || playing || sending) return;
  const action = forcedAction(state);
  if (action !== null) await act(action);
}

async function undo(to) {
  forget(to);
  await change("undo", { to });
}

/** Begin another game, and go to it. */
async function begin(path) {
  try {
    await goTo(await send(path, {}));
  } catch (error) {
    reject(error);
  }
}

const playAgain = () => begin(`${PATH}/again`);
/** Begin a lesson by its name, which is empty for the tutorial. */
const beginLesson = (lesson) =>
  begin(`/api/tutorials?${new URLSearchParams({ game: state.game, ...(lesson ? { lesson } : {}) })}`);

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
    reject(error);
  } finally {
    sending = false;
    showDock();
    board.goTo("hinted", byId("dock"), byId("line"));
  }
}

async function run() {
  running = !running;
  showDock();
  while (running && state.kind === "watch" && state.status !== "finished") {
    if (state.status === "step") await change("step", {});
    await new Promise((done) => setTimeout(done, Math.max(LEAST_PACE, pace())));
    if (state.status === "thinking") await refresh().catch(reject);
    if (state.status === "stopped") running = false;
  }
  running = false;
  showDock();
}

async function watch() {
  // A player by link counts as present as long as the tab is open.
  const here = !document.hidden || state?.seats.some((player) => player.by_link);
  if (here && !sending && !playing) await refresh().catch(reject);
  watchAgain();
}

/** Poll again: soon after an action, since most bots answer at once. */
function watchAgain() {
  clearTimeout(polling);
  polling = setTimeout(watch, state?.status === "thinking" ? SOON : LATER);
}

function fold() {
  const open = byId("fold").getAttribute("aria-expanded") === "true";
  byId("fold").setAttribute("aria-expanded", String(!open));
  byId("fold").textContent = open ? "Show choices" : "Hide";
  showChoices();
}

/** Press a button, if it is there. */
function press(id) {
  if (byId(id)?.checkVisibility()) byId(id).click();
}

for (const id of ["problem", "hinted", "due"]) say(byId(id), "");
choosePace();
choosePlan();
chooseForced(() => actIfForced());
byId("hint").addEventListener("click", askHint);
byId("again").addEventListener("click", playAgain);
byId("review").addEventListener("click", () => openReview(PATH, byId("review")));
byId("undo").addEventListener("click", () => undo(lastMade(state.undo).number));
byId("undo-to").addEventListener("change", (event) => {
  if (event.target.value) undo(Number(event.target.value));
});
byId("step").addEventListener("click", () => change("step", {}));
byId("run").addEventListener("click", run);
byId("look").addEventListener("click", toggleLook);
byId("fold").addEventListener("click", fold);
byId("log-box").addEventListener("toggle", () => state && showLog(state.log, state.seats, lookAt));
byId("legend-open").addEventListener("click", () => openLegend(state.game).catch(reject));
byId("keys-open").addEventListener("click", () => byId("keys").showModal());
listen({
  "?": () => byId("keys").showModal(),
  h: () => press("hint"),
  u: () => press("undo"),
  b: () => press("look"),
  s: () => press("step"),
  r: () => press("run"),
  l: () => press("legend-open"),
  d: () => press("theme"),
  f: () => press("fit"),
  c: () => board.step(1),
  C: () => board.step(-1),
  g: () => list.focus(),
  e: () => press("rest"),
});
// The line sticks to the top and covers what scrolls below it.
new ResizeObserver(([line]) => {
  document.documentElement.style.setProperty("--line-height", `${line.target.offsetHeight}px`);
}).observe(byId("line"));
let laidOut = "";
const layOut = () => {
  const wanted = JSON.stringify(room());
  if (!state || wanted === laidOut) return;
  laidOut = wanted;
  watched.forget();
  refresh().catch(reject);
};
prepareFit(layOut);
laidOut = JSON.stringify(room());
new ResizeObserver(layOut).observe(byId("board"));
document.addEventListener("visibilitychange", () => document.hidden || refresh().catch(reject));
watch();

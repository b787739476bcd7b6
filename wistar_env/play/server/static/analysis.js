// The analysis board: positions of a game, alternatives, a search, curves and exercises.

import { Rejected, get } from "./api.js";
import { drawLines, eraseLines } from "./arrows.js";
import { Board } from "./board.js";
import { drawCurves, showBar } from "./chances.js";
import { ChoiceList } from "./choices.js";
import { byId, capital, make, say } from "./elements.js";
import { Engine, Lines, grounds } from "./engine.js";
import { Exercises } from "./exercises.js";
import { prepareFit, room } from "./fit.js";
import { listen } from "./keys.js";
import { prepareLine, showLine } from "./line.js";
import { MoveList } from "./move_list.js";
import { makeReview } from "./review.js";
import { clearTree, showTree } from "./search_tree.js";
import { Variations, keyOf, placeOf } from "./variations.js";
import { Zoom, piecesOf } from "./zoom.js";

const GAME = location.pathname.split("/").at(-2);
const PATH = `/api/games/${GAME}`;
const ANALYSIS = `${PATH}/analysis`;
/** Positions that are kept. */
const MOST_KEPT = 60;
/** Milliseconds that a position is shown before it is searched. */
const REST = 250;

const list = new ChoiceList(play, light);
const board = new Board((...picked) => zoom.pick(...picked, play), () => {});
const zoom = new Zoom(() => state?.game);
const engine = new Engine(ANALYSIS, takeSearch);
const lines = new Lines((actions) => go(behind(actions)), light);
const moves = new MoveList(go, drop);
const exercises = new Exercises(ANALYSIS, openExercise);

let state = null;
let curves = null;
let variations = null;
let moveCursors = () => {};
/** The position that is shown. */
let shown = null;
let place = { number: 0, then: [] };
let viewer = "";
let search = null;
let resting = 0;
const kept = new Map();

function reject(error) {
  if (!(error instanceof Rejected)) throw error;
  say(byId("problem"), error.message);
}

const behind = (actions) => variations.normal({ number: place.number, then: [...place.then, ...actions] });

// Positions

async function fetchPosition({ number, then }) {
  const key = JSON.stringify([number, then, room(), viewer]);
  if (!kept.has(key)) {
    const query = new URLSearchParams({ ...room(), have: board.have, ...(viewer === "" ? {} : { viewer }) });
    if (then.length) query.set("then", then.join("-"));
    const asked = get(`${ANALYSIS}/positions/${number}?${query}`);
    kept.set(key, asked);
    asked.catch(() => kept.delete(key));
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value);
  }
  const found = await kept.get(key);
  await Promise.all([board.prepare(state.game, found.sheet), prepareLine(state.game, found.scoreboard)]);
  return found;
}

/** Show a place; what cannot be reached says why. */
async function go(wanted) {
  if (!variations) return;
  place = variations.normal(wanted);
  const mine = place;
  say(byId("problem"), "");
  try {
    const found = await fetchPosition(mine);
    if (mine !== place) return;
    if (!shown || keyOf(shown) !== keyOf(found)) search = null;
    shown = found;
    if (variations.learn(found)) showMoves();
    show();
    if (byId("engine").getAttribute("aria-pressed") === "true" && !search) searchSoon();
  } catch (error) {
    reject(error);
  }
}

function show() {
  const { number, then } = place;
  history.replaceState(null, "", exercises.active ? location.pathname : `#${keyOf(place)}`);
  board.show(shown.sheet, shown.decision?.choices ?? []);
  byId("asked").textContent = shown.result || heading();
  byId("when").textContent = capital(shown.progress);
  byId("to-main").hidden = !then.length || exercises.active;
  byId("place").max = variations.length;
  byId("place").value = number;
  byId("place-shown").textContent = `${number}${then.length ? ` + ${then.length}` : ""} of ${variations.length}`;
  byId("place").setAttribute("aria-valuetext", byId("place-shown").textContent);
  for (const id of ["first", "back"]) byId(id).disabled = !variations.before(place);
  byId("forth").disabled = !variations.next(place);
  byId("last").disabled = number === variations.length && !then.length;
  byId("position").value = shown.position;
  byId("choices-box").hidden = !shown.decision?.choices.length;
  showLine(shown, state.seats, shown.seat);
  moves.mark(place);
  moveCursors(number);
  if (!search) clearTree();
  showSearch();
}

function heading() {
  if (shown.seat === null) return "";
  const { name, you } = state.seats[shown.seat];
  return `${name} ${you ? "decide" : "decides"}`;
}

function showMoves() {
  const marks = new Map(curves.review?.decisions.map((each) => [each.number, each]));
  moves.show(state.log, state.seats, variations, marks);
  moves.mark(place);
}

function drop(wanted) {
  const here = keyOf(place);
  const gone = keyOf(wanted);
  const inside = here === gone || here.startsWith(`${gone}-`);
  variations.remove(wanted);
  showMoves();
  if (inside) go(variations.before(wanted));
}

/** Play an action at the position, and others after it; in an exercise, answer it. */
async function play(action, then = []) {
  if (!shown?.decision) return;
  if (exercises.active) return exercises.answer(action).catch(reject);
  await go(behind([action, ...then]));
}

/** Highlight the elements of an action on the board, and show its pieces; none for null. */
function light(action) {
  const element = board.light(action);
  zoom.rest(action === null ? [] : piecesOf(element), byId("dock"));
}

// The search

function searchSoon() {
  clearTimeout(resting);
  const mine = place;
  resting = setTimeout(() => {
    if (mine !== place || shown.seat === null || exercises.active) return;
    engine.begin({ number: mine.number, then: mine.then }, Number(byId("budget").value)).catch((error) => {
      press(false);
      reject(error);
    });
  }, REST);
}

function takeSearch(found, error) {
  if (error) {
    press(false);
    say(byId("problem"), error.message);
  }
  if (!found || !shown || keyOf(found) !== keyOf(shown)) return;
  search = found;
  // A search that has ended needs no Stop button; other positions are still searched when shown.
  if (!found.running) byId("engine").textContent = "Search";
  showSearch();
  if (!found.running || !byId("tree").querySelector("details[open]")) {
    showTree(ANALYSIS, state.seats).catch(() => {}); // gone with a newer search
  }
}

function showSearch() {
  const found = exercises.active ? null : search;
  showBar(state.seats, exercises.active ? { ...shown, chances: [] } : shown, found);
  const informed = shown.chances.length && shown.seat !== null && !exercises.active;
  const points = shown.expected.map((each) => each.toFixed(1)).join(" : ");
  const claims = [
    found ? grounds(found, state.seats[found.seat].name) : "",
    informed && !found ? `Estimated by the network ${curves.network}, without a search.` : "",
    informed ? `It expects ${points} ${curves.unit} at the end.` : "",
  ];
  byId("said").textContent = claims.filter(Boolean).join(" ");
  lines.show(found?.lines ?? []);
  if (found?.lines.length) drawLines(board.picture, found.lines);
  else eraseLines(board.picture);
  // Buttons keep their places until the search has ended.
  const hint = found && !found.running && found.options.length ? { options: found.options, unit: "" } : null;
  board.light(hint ? hint.options[0].action : null, "hinted");
  list.show(shown.decision, hint, false);
}

function press(on) {
  byId("engine").setAttribute("aria-pressed", String(on));
  byId("engine").textContent = on ? "Stop" : "Search";
}

async function toggleEngine() {
  const on = byId("engine").getAttribute("aria-pressed") !== "true";
  press(on);
  if (on) return searchSoon();
  clearTimeout(resting);
  await engine.stop();
  if (search) takeSearch({ ...search, running: false }, null);
}

// The game, its review and exercises

async function load() {
  const query = new URLSearchParams({ ...room() });
  [state, curves] = await Promise.all([get(`${PATH}?${query}`), get(ANALYSIS)]);
  variations = new Variations(curves.actions);
  byId("title").textContent = state.title;
  document.title = `Analysis: ${state.title}`;
  byId("back-to-game").href = `/games/${GAME}`;
  // The text of a position contains the seed, which reveals all hidden information.
  byId("position-box").hidden = curves.viewer !== null;
  byId("running").hidden = curves.viewer === null;
  byId("viewer").replaceChildren(
    make("option", { value: "" }, "all hands"),
    ...state.seats.flatMap(({ name }, seat) =>
      seat < state.seats.length ? [make("option", { value: seat }, `what ${name} saw`)] : [],
    ),
  );
  byId("review").hidden = state.status !== "finished";
  showCurves();
  await go(asked());
}

function showCurves() {
  moveCursors = drawCurves(state, curves, (number) => go({ number, then: [] }));
  showMoves();
  if (!curves.review) return;
  byId("review").hidden = true;
  byId("review-page").hidden = false;
  byId("review-page").href = `/games/${GAME}/review`;
  const mistakes = exercises.take(curves.review.decisions, state.seats);
  byId("retry").hidden = !mistakes;
  byId("retry").textContent = `Retry ${mistakes} ${mistakes === 1 ? "mistake" : "mistakes"}`;
}

/** The place that the address names; else the start of a game, or the end of a saved position. */
function asked() {
  if (location.hash.length > 1) return placeOf(location.hash.slice(1));
  return { number: state.status === "finished" ? 0 : variations.length, then: [] };
}

async function review() {
  if (!(await makeReview(PATH, byId("review")))) return;
  curves = await get(ANALYSIS);
  showCurves();
  show();
}

function openExercise(wanted, seat) {
  viewer = wanted ? String(seat) : byId("viewer").value;
  if (wanted) clearTimeout(resting);
  go(wanted ?? place);
}

async function copy() {
  byId("position").select();
  try {
    await navigator.clipboard.writeText(shown.position);
    byId("copy").textContent = "Copied";
  } catch {
    document.execCommand("copy"); // where the clipboard needs a secure context
  }
}

const step = (to) => to && go(to);
const toMain = () => go({ number: place.number, then: [] });

say(byId("problem"), "");
byId("first").addEventListener("click", () => go({ number: 0, then: [] }));
byId("back").addEventListener("click", () => step(variations.before(place)));
byId("forth").addEventListener("click", () => step(variations.next(place)));
byId("last").addEventListener("click", () => go({ number: variations.length, then: [] }));
byId("place").addEventListener("input", (event) => go({ number: Number(event.target.value), then: [] }));
byId("to-main").addEventListener("click", toMain);
byId("swap").addEventListener("click", () => {
  const below = byId("dock").getBoundingClientRect().top > innerHeight / 2;
  byId(below ? "dock" : "board").scrollIntoView();
});
byId("engine").addEventListener("click", () => toggleEngine().catch(reject));
byId("budget").addEventListener("change", () => {
  if (byId("engine").getAttribute("aria-pressed") === "true") searchSoon();
});
byId("review").addEventListener("click", () => review().catch(reject));
byId("retry").addEventListener("click", () => exercises.begin());
byId("viewer").addEventListener("change", (event) => {
  viewer = event.target.value;
  go(place);
});
byId("copy").addEventListener("click", copy);
byId("tree-box").addEventListener("toggle", () => search && showTree(ANALYSIS, state.seats).catch(reject));
byId("keys-open").addEventListener("click", () => byId("keys").showModal());
listen({
  "?": () => byId("keys").showModal(),
  s: () => byId("engine").click(),
  m: () => byId("to-main").checkVisibility() && toMain(),
  d: () => byId("theme").click(),
  f: () => byId("fit").checkVisibility() && byId("fit").click(),
  c: () => board.step(1),
  C: () => board.step(-1),
});
document.addEventListener("keydown", (event) => {
  const busy = event.target.closest("input, select, dialog");
  if (busy || !variations || exercises.active || event.altKey || event.ctrlKey || event.metaKey) return;
  const id = { ArrowLeft: "back", ArrowRight: "forth", Home: "first", End: "last" }[event.key];
  if (!id || byId(id).disabled) return;
  event.preventDefault();
  byId(id).click();
});
addEventListener("hashchange", () => variations && go(asked()));
new ResizeObserver(([line]) => {
  document.documentElement.style.setProperty("--line-height", `${line.target.offsetHeight}px`);
}).observe(byId("line"));
let laidOut = "";
const layOut = () => {
  const wanted = JSON.stringify(room());
  if (!shown || wanted === laidOut) return;
  laidOut = wanted;
  go(place);
};
prepareFit(layOut);
laidOut = JSON.stringify(room());
new ResizeObserver(layOut).observe(byId("board"));
load().catch(reject);

// The start page: a form for a new game, and the list of games.

import { Rejected, get, remove, send, upload } from "./api.js";
import { ago, byId, capital, fragment, make, say, svg } from "./elements.js";
import { hasLearned } from "./learned.js";
import { goTo } from "./links.js";
import { headersOf } from "./seat.js";
import { define, namesIn } from "./symbols.js";

/** How long a search thinks: a time, or simulations, which play the same on any machine. */
const EFFORTS = [
  ...[0.5, 1, 3, 10].map((seconds) => [`${seconds} s per decision`, { seconds }]),
  ...[200, 1000, 5000].map((simulations) => [`${simulations} simulations`, { simulations }]),
];
const USUAL = 1;
const STATUS = {
  yours: "Your turn",
  thinking: "A bot is thinking",
  step: "To watch",
  link: "By link",
  finished: "Over",
  kept: "Replay",
  other: "Other game",
  damaged: "Damaged",
};
const BY_LINK = "plays in their own browser, with a link that you send";
const PACE = 3000;

/** The titles of all games, by name. */
let titles = new Map();
let game = "";
let bots = [];
let marks = [];
let numbers = [];

function chosenPlayers() {
  return Number(document.querySelector("input[name=players]:checked").value);
}

/** Show which games there are, if there are several. */
function showWhich(games) {
  byId("which").replaceChildren(
    ...games.flatMap(({ name, title }) => {
      const id = `game-${name}`;
      const checked = name === game;
      return [
        make("input", { type: "radio", name: "game", id, value: name, checked }),
        make("label", { for: id }, title),
      ];
    }),
  );
  byId("game").hidden = games.length < 2;
}

function showPlayers(allowed) {
  byId("players").replaceChildren(
    ...allowed.flatMap((number) => {
      const id = `players-${number}`;
      const checked = number === allowed[0];
      return [
        make("input", { type: "radio", name: "players", id, value: number, checked }),
        make("label", { for: id }, number === 1 ? "Solo" : String(number)),
      ];
    }),
  );
}

/** Show what a game has to choose. */
function showGame(options) {
  ({ game, bots, marks, numbers } = options);
  document.title = options.title;
  byId("brand").textContent = options.title;
  byId("rules").hidden = false;
  byId("rules").href = `/rules/${encodeURIComponent(options.game)}`;
  byId("learn").hidden = !options.tutorial;
  byId("learn").classList.toggle("primary", !hasLearned());
  byId("begin").classList.toggle("primary", !options.tutorial || hasLearned());
  byId("intro").hidden = !options.about;
  byId("intro-title").textContent = options.title;
  byId("about").textContent = options.about;
  showPieces(options).catch(() => {}); // they are an ornament
  byId("course").hidden = !options.lessons.length;
  byId("course").replaceChildren(
    "Then learn: ",
    ...options.lessons.map(({ name, title }) =>
      make("button", { type: "button", class: "plain", onclick: () => learn({ lesson: name }) }, title),
    ),
  );
  byId("footer").textContent = options.footer ? `${options.footer}, ` : "";
  byId("version").textContent = `wistar-env ${options.version}`;
  showPlayers(options.players);
  showNumbers();
  byId("seats").replaceChildren();
  showSeats();
}

/** Show some pieces of a game. */
async function showPieces({ game: name, pieces }) {
  const query = new URLSearchParams({ game: name });
  const found = await Promise.all(pieces.map((piece) => get(`/api/pieces/${piece}?${query}`)));
  await define(name, found.flatMap((each) => namesIn(each.svg)));
  if (name !== game) return;
  byId("pieces").replaceChildren(
    ...found.map((each) => {
      const drawn = svg("svg", { viewBox: `0 0 ${each.width} ${each.height}`, role: "img", "aria-label": each.title });
      drawn.append(fragment(each.svg));
      return drawn;
    }),
  );
}

async function changeGame(event) {
  try {
    showGame(await get(`/api/options?game=${encodeURIComponent(event.target.value)}`));
    say(byId("new-problem"), "");
  } catch (error) {
    say(byId("new-problem"), error.message);
  }
}

/** Show the options of the game that are numbers, each as a slider. */
function showNumbers() {
  byId("numbers").replaceChildren(
    ...numbers.map(({ name, label, hint, low, high, default: value }) => {
      const shown = make("output", { id: `${name}-shown`, for: name }, String(value));
      const slider = make("input", { id: name, type: "range", min: low, max: high, value });
      slider.addEventListener("input", () => {
        shown.textContent = slider.value;
      });
      return make(
        "div",
        { class: "field", id: `${name}-field` },
        make("label", { for: name }, label),
        make("div", { class: "slider" }, slider, shown),
        make("p", { class: "hint" }, hint),
      );
    }),
  );
}

/** The chosen options that a game with so many players has. */
function chosenOptions(players) {
  const allowed = numbers.filter((each) => each.players.includes(players));
  return Object.fromEntries(allowed.map(({ name }) => [name, Number(byId(name).value)]));
}

function seatRow(seat, players, former) {
  const who = make("select", { id: `who-${seat}`, "aria-label": `Seat ${seat}` });
  who.append(make("option", { value: "you" }, "You"));
  if (players > 1) who.append(make("option", { value: "link" }, "A person by link"));
  for (const bot of bots.filter((each) => each.players.includes(players))) {
    who.append(make("option", { value: bot.name }, bot.title));
  }
  who.value = former?.who ?? (seat === 0 ? "you" : strongest(players));
  if (!who.value) who.value = strongest(players);
  const effort = make("select", { id: `effort-${seat}`, "aria-label": `Effort of seat ${seat}` });
  EFFORTS.forEach(([words], place) => effort.append(make("option", { value: place }, words)));
  effort.value = former?.effort ?? USUAL;
  who.addEventListener("change", () => {
    if (who.value === "you") leaveOthers(seat);
    showTimes();
  });
  return make("li", {}, markOf(seat), who, effort, make("p", { class: "hint" }));
}

/** What marks a seat on the board, or its number. */
function markOf(seat) {
  if (!marks[seat]) return make("span", { class: "mark", "aria-hidden": "true" }, String(seat));
  const drawn = new DOMParser().parseFromString(marks[seat], "image/svg+xml").documentElement;
  return make("span", { class: "drawn", "aria-hidden": "true" }, document.importNode(drawn, true));
}

function seats() {
  return [...byId("seats").children].map((each) => {
    const [who, effort] = each.querySelectorAll("select");
    return { who: who.value, effort: Number(effort.value) };
  });
}

function wantedSeats() {
  return seats().map(({ who, effort }) => ({ who, ...EFFORTS[effort][1] }));
}

/** The bot that is offered first for a player count. */
function strongest(players) {
  return bots.find((each) => each.players.includes(players)).name;
}

/** The user takes one seat at most. */
function leaveOthers(mine) {
  for (const [seat, each] of [...byId("seats").children].entries()) {
    const who = each.querySelector("select");
    if (seat !== mine && who.value === "you") who.value = strongest(chosenPlayers());
  }
}

function showTimes() {
  for (const each of byId("seats").children) {
    const [who, effort] = each.querySelectorAll("select");
    const bot = bots.find((one) => one.name === who.value);
    effort.hidden = !bot?.thinks;
    say(each.querySelector("p"), who.value === "link" ? capital(BY_LINK) : bot ? capital(bot.about) : "");
  }
  const whos = seats().map((each) => each.who);
  const watched = whos.every((who) => !["you", "link"].includes(who));
  say(byId("seats-hint"), watched ? "Only bots play; you watch them." : "");
  byId("begin").textContent = watched ? "Start watching" : "Begin";
}

function showSeats() {
  const players = chosenPlayers();
  const former = seats();
  byId("seats").replaceChildren(
    ...Array.from({ length: players }, (_, seat) => seatRow(seat, players, former[seat])),
  );
  for (const each of numbers) byId(`${each.name}-field`).hidden = !each.players.includes(players);
  showTimes();
}

/** Begin the tutorial, or a lesson after it. */
async function learn(lesson = {}) {
  try {
    const begun = await send(`/api/tutorials?${new URLSearchParams({ game, ...lesson })}`, {});
    location.assign(`/games/${begun.id}`);
  } catch (error) {
    if (!(error instanceof Rejected)) throw error;
    say(byId("new-problem"), error.message);
  }
}

async function begin(event) {
  event.preventDefault();
  const seed = byId("seed").value.trim();
  const wanted = {
    game,
    seats: wantedSeats(),
    options: chosenOptions(chosenPlayers()),
    seed: seed ? Number(seed) : null,
  };
  byId("begin").disabled = true;
  try {
    await goTo(await send("/api/games", wanted));
  } catch (error) {
    say(byId("new-problem"), error.message);
    byId("begin").disabled = false;
  }
}

async function takeIn(event) {
  const [file] = event.target.files;
  if (!file) return;
  try {
    const stored = await upload("/api/replays", file);
    location.assign(`/games/${stored.id}`);
  } catch (error) {
    say(byId("games-problem"), error.message);
    event.target.value = "";
  }
}

async function analyse(event) {
  event.preventDefault();
  try {
    const stored = await send("/api/positions", { position: byId("position").value.trim() });
    location.assign(`/games/${stored.id}/analysis`);
  } catch (error) {
    say(byId("games-problem"), error.message);
  }
}

async function drop(entry) {
  const sure = byId("sure");
  byId("sure-text").textContent = `${entry.title}. This cannot be undone.`;
  sure.returnValue = "";
  sure.showModal();
  await new Promise((done) => sure.addEventListener("close", done, { once: true }));
  if (sure.returnValue !== "yes") return;
  try {
    await remove(`/api/games/${encodeURIComponent(entry.id)}`, headersOf(entry.id));
    say(byId("games-problem"), "");
  } catch (error) {
    say(byId("games-problem"), error.message);
  }
  await showGames();
}

function item(entry) {
  const where = entry.status === "finished" || entry.status === "kept"
    ? `${entry.decisions} decisions`
    : [entry.progress, `${entry.decisions} decisions`].filter(Boolean).join(" · ");
  const of = titles.size > 1 ? titles.get(entry.game) : "";
  const about = [of, entry.result || where, ago(entry.changed)].filter(Boolean).join(" · ");
  return make(
    "li",
    { class: `entry ${entry.status}` },
    make("a", { href: `/games/${entry.id}` }, entry.title),
    make("span", { class: "pill" }, STATUS[entry.status]),
    make("p", {}, about),
    make("button", { class: "plain", "aria-label": `Delete ${entry.title}`, onclick: () => drop(entry) }, "Delete"),
  );
}

/** The entry of a game that cannot be read. */
function damagedItem({ id, detail }) {
  const title = `Game ${id}`;
  const dropIt = () => drop({ id, title });
  return make(
    "li",
    { class: "entry damaged" },
    make("span", {}, title),
    make("span", { class: "pill" }, STATUS.damaged),
    make("p", {}, capital(detail)),
    make("button", { class: "plain", "aria-label": `Delete ${title}`, onclick: dropIt }, "Delete"),
  );
}

let shown = "";

async function showGames() {
  const { games, damaged } = await get("/api/games");
  byId("none").hidden = games.length + damaged.length > 0;
  const now = JSON.stringify([games.map((entry) => [entry, ago(entry.changed)]), damaged]);
  if (now === shown) return;
  shown = now;
  byId("list").replaceChildren(...games.map(item), ...damaged.map(damagedItem));
}

async function watch() {
  if (!document.hidden && !byId("list").contains(document.activeElement)) {
    try {
      await showGames();
      if (byId("games-problem").dataset.away) say(byId("games-problem"), "");
      delete byId("games-problem").dataset.away;
    } catch (error) {
      say(byId("games-problem"), error.message);
      byId("games-problem").dataset.away = "yes";
    }
  }
  setTimeout(watch, PACE);
}

async function start() {
  for (const id of ["new-problem", "games-problem"]) say(byId(id), "");
  byId("new").addEventListener("submit", begin);
  byId("learn").addEventListener("click", () => learn());
  byId("replay").addEventListener("change", takeIn);
  byId("analyse").addEventListener("submit", analyse);
  byId("game").addEventListener("change", changeGame);
  byId("players").addEventListener("change", showSeats);
  try {
    const options = await get("/api/options");
    titles = new Map(options.games.map(({ name, title }) => [name, title]));
    showGame(options);
    showWhich(options.games);
  } catch (error) {
    say(byId("new-problem"), error.message);
  }
  watch();
}

start();

// The page of a replay: unpacks the game, and shows its positions, charts, tables and log.

(async () => {
  async function unpack(text) {
    const bytes = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return JSON.parse(await new Response(stream).text());
  }

  let contents;
  try {
    contents = await unpack($("#replay").textContent);
  } catch (error) {
    $("#loading").textContent = "This browser cannot unpack the game (" + error.message +
      "). Any browser from 2023 on can.";
    return;
  }
  const { nodes, steps, scores, explanations, review, seats, result } = contents;
  const last = steps.length;

  // A node is an opening tag and the distances back to its child nodes.
  function picture(number) {
    const [opening, ...inside] = nodes[number];
    if (!inside.length && (opening[0] !== "<" || opening.endsWith("/>"))) return opening;
    const name = opening.match(/^<([\w:-]+)/);
    const whole = inside.map((distance) => picture(number - distance)).join("");
    return name ? opening + whole + "</" + name[1] + ">" : whole;
  }

  const parsed = (number) => {
    const holder = document.createElement("div");
    holder.innerHTML = "<svg>" + picture(number) + "</svg>";
    return holder.firstChild.firstChild;
  };

  // Only elements that differ are replaced.
  function change(parent, at, before, after) {
    if (before === after) return;
    const [old, ...had] = nodes[before];
    const [opening, ...inside] = nodes[after];
    if (old === opening && had.length && had.length === inside.length) {
      const element = parent.childNodes[at];
      inside.forEach((distance, k) => change(element, k, before - had[k], after - distance));
    } else parent.replaceChild(parsed(after), parent.childNodes[at]);
  }

  let showing;
  function draw(number) {
    const stage = $("#stage");
    const [before, after] = [showing, number].map(
      (root) => (root === undefined ? undefined : root - nodes[root][1]));
    if (before === undefined || nodes[before][0] !== nodes[after][0]) {
      stage.innerHTML = picture(number);
    } else change(stage, 0, before, after);
    showing = number;
  }

  // A turn starts where its words change.
  const turns = [0];
  steps.forEach((step, k) => {
    const before = steps[k - 1];
    if (k && (step.turn !== before.turn || step.stage !== before.stage)) turns.push(k);
  });
  turns.push(last);
  const stages = turns.slice(1, -1)
    .filter((k) => steps[k].stage !== steps[k - 1].stage)
    .map((k) => [k, steps[k].stage]);

  let place = 0;
  let timer = 0;
  let layout = "wide";

  // ---- charts
  const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
  const short = (value) => value.toFixed(2).replace(/^0/, "");
  const cursors = [];
  const addChart = (selector, ...drawn) =>
    cursors.push(chart($(selector), ...drawn, { last, stages, go }));

  function scoreChart() {
    const lines = seats.map((seat, k) => ({
      name: seat.name, ink: seat.ink, dark: seat.dark, dashes: DASHES[k],
      points: scores.flatMap((row, at) => row[k] === null ? [] : [[at, row[k]]]),
      end: String(scores[last][k] ?? "?"), said: `${scores[last][k] ?? "?"} ${result.unit}`,
    })).filter((line) => line.points.length);
    addChart("#scores .chart", lines, ...scale(scores.flat().filter((points) => points !== null)));
  }

  function valueChart() {
    const lines = seats.map((seat, k) => ({
      name: seat.name, ink: seat.ink, dark: seat.dark, dashes: DASHES[k],
      points: steps.flatMap((step, at) => {
        const value = explanations[at] ? explanations[at].value : undefined;
        return step.seat === k && value !== undefined ? [[at, value]] : [];
      }),
    })).filter((line) => line.points.length > 1);
    if (!lines.length) return;
    for (const line of lines) {
      const value = line.points[line.points.length - 1][1];
      line.end = short(value);
      line.said = "at last " + line.end;
    }
    $("#values").hidden = false;
    addChart("#values .chart", lines, 0, 1, [0, 0.5, 1]);
  }

  // ---- review
  const percent = (value) => `${Math.round(100 * value)}%`;
  const chances = (found) => `${percent(found.value)} to ${percent(found.value - found.loss)}`;
  const reviewed = review ? Object.entries(review.decisions).map(([k, found]) => [Number(k), found]) : [];
  /** The decisions that the list of the worst has. */
  const WORST = 10;

  function reviewChart() {
    const lines = seats.map((seat, k) => {
      const own = reviewed.filter(([, found]) => found.seat === k);
      return {
        name: seat.name, ink: seat.ink, dark: seat.dark, dashes: DASHES[k],
        points: own.map(([at, found]) => [at, found.value]),
        marks: own.filter(([, found]) => found.mark).map(([at, found]) => [at, found.value, found.mark]),
      };
    }).filter((line) => line.points.length);
    for (const line of lines) {
      const value = line.points[line.points.length - 1][1];
      line.end = short(value);
      line.said = `at last ${percent(value)}`;
    }
    if (lines.length) addChart("#review .chart", lines, 0, 1, [0, 0.5, 1]);
  }

  /** Show what each seat was expected to end with, if a network said so. */
  function expectedChart() {
    const told = reviewed.filter(([, found]) => found.expected);
    if (!told.length) return;
    const lines = seats.map((seat, k) => {
      const points = told.map(([at, found]) => [at, found.expected[k]]);
      const final = points[points.length - 1][1].toFixed(0);
      return {
        name: seat.name, ink: seat.ink, dark: seat.dark, dashes: DASHES[k],
        points, end: final, said: `at last ${final} ${result.unit}`,
      };
    });
    $("#expected").hidden = false;
    const every = told.flatMap(([, found]) => found.expected);
    addChart("#expected .chart", lines, ...scale(every));
  }

  function showReview() {
    if (!review) return undefined;
    expectedChart();
    $("#log").before($("#review"), $("#expected")); // who asked for a review looks for it first
    $("#review").hidden = false;
    $("#review .hint").textContent = `chance of winning of the deciding seat, by ${searchInWords(review.search)}; rings mark inaccuracies, mistakes and blunders`;
    reviewChart();
    const head = make("tr", {}, make("td"));
    for (const { seat } of review.seats) {
      head.append(make("th", { scope: "col" }, key(seats[seat], seat), seats[seat].name));
    }
    $("#review thead").append(head);
    const signed = (value) => (value < 0 ? "−" : "+") + Math.abs(value).toFixed(2);
    const rows = {
      "Decisions": (each) => each.decisions, "Agreed": (each) => percent(each.agreed),
      "Loss": (each) => each.loss.toFixed(2), "Blunders": (each) => each.marks.blunder,
      "Mistakes": (each) => each.marks.mistake, "Inaccuracies": (each) => each.marks.inaccuracy,
      "Gifts": (each) => signed(each.gifts), "Luck": (each) => signed(each.luck), "of which drawn": (each) => signed(each.chance),
    };
    for (const [title, tell] of Object.entries(rows)) {
      const cells = review.seats.map((each) => make("td", {}, String(tell(each))));
      $("#review tbody").append(make("tr", {}, make("th", { scope: "row" }, title), ...cells));
    }
    const worst = reviewed.filter(([, found]) => found.mark).sort((a, b) => b[1].loss - a[1].loss);
    for (const [k, found] of worst.slice(0, WORST)) {
      const button = make("button", { type: "button" },
        make("b", { class: found.mark }, `${capital(found.mark)}, ${chances(found)}`), ` Missed: ${found.line[0]}`);
      button.style.setProperty("--ink", seats[found.seat].ink);
      button.addEventListener("click", () => {
        go(k);
        $("#verdict").scrollIntoView({ block: "nearest" }); // where it is explained
      });
      $("#review .worst").append(make("li", {}, button));
    }
    for (const [k, found] of worst) entries[k].prepend(make("b", { class: found.mark }, capital(found.mark)), " ");
    return worst[0];
  }

  function showVerdict(k) {
    const found = review ? review.decisions[k] : undefined;
    $("#verdict").hidden = !(found && found.mark);
    if (!found || !found.mark) return;
    const kind = make("b", { class: found.mark }, capital(found.mark));
    $("#verdict .kind").replaceChildren(kind, ` of ${seats[found.seat].name} here: chance of winning down from ${chances(found)}`);
    $("#verdict .played").textContent = `Played: ${found.played}`;
    $("#verdict .better").replaceChildren(...found.line.map((words) => make("li", {}, words)));
  }

  // ---- tables
  function key(seat, k) {
    const svg = drawn("svg", { viewBox: "0 0 22 8", width: 22, height: 8, "aria-hidden": "true" });
    svg.append(drawn("line", { x1: 0, x2: 22, y1: 4, y2: 4, stroke: seat.ink, "stroke-width": 3, "stroke-dasharray": DASHES[k] }));
    return svg;
  }

  function legend() {
    for (const k of result.ranking) {
      $("#scores .legend").append(make("li", {}, key(seats[k], k), seats[k].name));
    }
  }

  function resultTable() {
    $("#result h2").textContent = result.finished ? "Final scores" : "Scores, if the game ended here";
    const order = result.ranking;
    const head = make("tr", {}, make("td"));
    for (const k of order) {
      head.append(make("th", { scope: "col" }, key(seats[k], k), seats[k].name));
    }
    $("#result thead").append(head);
    for (const [title, vps] of result.rows) {
      const cells = order.map((k) => make("td", {}, String(vps[k])));
      $("#result tbody").append(make("tr", {}, make("th", { scope: "row" }, title), ...cells));
    }
    const totals = order.map((k) => make("td", {}, String(result.totals[k] ?? "?")));
    $("#result tfoot").append(make("tr", {}, make("th", { scope: "row" }, "Total"), ...totals));
  }

  function showExplanation(k) {
    const explanation = k < last ? explanations[k] : undefined;
    $("#explanation").hidden = !explanation;
    if (!explanation) return;
    $("#explanation h2").textContent = `${seats[steps[k].seat].name}'s evaluation of the next action`;
    $("#explanation .value").textContent = explanation.value === undefined ? "" :
      `It values the position at ${explanation.value.toFixed(2)}; 0 is lost, 1 is won.`;
    $("#explanation .text").textContent = explanation.text || "";
    const columns = ["visits", "probability", "value"].filter(
      (name) => explanation.options.some((option) => option[name] !== undefined));
    const head = make("tr", {}, make("th", { scope: "col" }, "action"));
    for (const name of columns) head.append(make("th", { scope: "col" }, name));
    $("#explanation thead").replaceChildren(head);
    const rows = explanation.options.map((option) => {
      const row = make("tr", {}, make("td", {}, option.text));
      if (option.action === steps[k].action) row.className = "played";
      for (const name of columns) {
        const number = option[name];
        const cell = make("td");
        if (number === undefined) cell.textContent = "–";
        else if (name === "visits") cell.textContent = number;
        else if (name === "value") cell.textContent = number.toFixed(2);
        else {
          const bar = make("i");
          bar.style.width = 100 * number + "%";
          cell.append(make("span", { class: "meter", "aria-hidden": "true" }, bar), number.toFixed(2));
        }
        row.append(cell);
      }
      return row;
    });
    $("#explanation tbody").replaceChildren(...rows);
  }

  // ---- log
  const entries = [];
  function writeLog() {
    const list = $("#log ol");
    let stage = "";
    steps.forEach((step, k) => {
      if (step.stage !== stage) {
        stage = step.stage;
        list.append(make("li", { class: "round" }, capital(stage)));
      }
      const button = make("button", { type: "button" }, step.events.join(" "));
      button.style.setProperty("--ink", seats[step.seat].ink);
      button.addEventListener("click", () => go(k + 1));
      entries.push(button);
      list.append(make("li", {}, button));
    });
  }

  // ---- position
  function show() {
    const step = place ? steps[place - 1] : undefined;
    draw(contents[layout][place]);
    $("#slider").value = place;
    $("#slider").setAttribute("aria-valuetext", `${place} of ${last}`);
    $("#place").textContent = `${place} / ${last}`;
    $("#now .when").textContent = step ? capital(step.turn) : "";
    const lines = step ? step.events : ["The game begins."];
    $("#now .events").replaceChildren(...lines.map((line) => make("p", {}, line)));
    $("#now").style.setProperty("--ink", step ? seats[step.seat].ink : "#c2b193");
    for (const id of ["first", "back", "turn-back"]) $("#" + id).disabled = place === 0;
    for (const id of ["last", "next", "turn-on"]) $("#" + id).disabled = place === last;
    const marked = $("#log button[aria-current]");
    if (marked) marked.removeAttribute("aria-current");
    const entry = entries[place - 1];
    const list = $("#log ol");
    if (entry) {
      entry.setAttribute("aria-current", "step");
      const item = entry.parentElement;
      list.scrollTop = item.offsetTop - list.clientHeight / 2;
    } else list.scrollTop = 0;
    showExplanation(place);
    showVerdict(place);
    cursors.forEach((move) => move(place));
    history.replaceState(null, "", "#" + place);
  }

  function go(to) {
    const next = Math.max(0, Math.min(last, to));
    if (next === place) return;
    place = next;
    show();
    if (place === last) stop();
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    $("#play span").textContent = "Play";
    $("#play path").setAttribute("d", "M6 3v18l15-9z");
    $("#play").setAttribute("aria-label", "Play");
    $("#play").setAttribute("aria-pressed", "false");
  }

  function start() {
    if (place === last) go(0);
    timer = setInterval(() => go(place + 1), Number($("#pace").value));
    $("#play span").textContent = "Stop";
    $("#play path").setAttribute("d", "M5 4h5v16H5zM14 4h5v16h-5z");
    $("#play").setAttribute("aria-label", "Stop");
    $("#play").setAttribute("aria-pressed", "true");
  }

  const toggle = () => (timer ? stop() : start());
  const turnOn = () => go(turns.find((k) => k > place) ?? last);
  const turnBack = () => go([...turns].reverse().find((k) => k < place) ?? 0);
  const moves = {
    ArrowRight: () => go(place + 1), ArrowLeft: () => go(place - 1),
    ArrowUp: () => go(place + 1), ArrowDown: () => go(place - 1),
    PageDown: turnOn, PageUp: turnBack, Home: () => go(0), End: () => go(last), " ": toggle,
  };
  const scrolls = ["ArrowUp", "ArrowDown", "PageUp", "PageDown"];

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !moves[event.key]) return;
    const at = event.target;
    if (at.tagName === "SELECT" || (event.key === " " && at.tagName === "BUTTON")) return;
    if (scrolls.slice(0, 2).includes(event.key) && at.id !== "slider") return;
    event.preventDefault();
    moves[event.key]();
  });

  $("#slider").max = last;
  $("#slider").addEventListener("input", (event) => go(Number(event.target.value)));
  const buttons = { first: "Home", back: "ArrowLeft", next: "ArrowRight", last: "End", "turn-on": "PageDown", "turn-back": "PageUp", play: " " };
  for (const [id, name] of Object.entries(buttons)) $("#" + id).addEventListener("click", moves[name]);
  $("#pace").addEventListener("change", () => { if (timer) { stop(); start(); } });

  /** The position that the address names, or else that of the worst decision. */
  const asked = () => {
    if (!location.hash) return worst ? worst[0] : 0;
    const named = Number(location.hash.slice(1));
    return Number.isInteger(named) ? Math.max(0, Math.min(last, named)) : 0;
  };

  const fit = () => {
    const now = $("#stage").clientWidth < 640 ? "narrow" : "wide";
    if (now !== layout) { layout = now; show(); }
  };
  new ResizeObserver(fit).observe($("#stage"));

  writeLog();
  scoreChart();
  valueChart();
  legend();
  const worst = showReview();
  resultTable();
  layout = $("#stage").clientWidth < 640 ? "narrow" : "wide";
  place = asked();
  show();
  addEventListener("hashchange", () => go(asked()));
})();

// Charts over the steps of a game, with a cursor at the step that is shown.

const DASHES = ["none", "7 3", "2 3", "9 3 2 3", "1 4", "12 3", "5 2 1 2", "3 6"];
const WIDTH = 376;
const HEIGHT = 150;
/** What the name of a stage takes. */
const ROOM = 46;
const EDGE = { left: 30, right: 34, top: 8, bottom: 18 };

/**
 * Draw a chart over the steps of a game.
 *
 * @param holder the element that it is put into
 * @param lines with points, [step, value], ink, dark, dashes, name, and what is said of the end
 * @param low, high the values at the bottom and at the top
 * @param ticks the values that have a line
 * @param game its last step, its stages, [first step, name], and what goes to a step
 * @returns what moves the cursor to a step
 */
function chart(holder, lines, low, high, ticks, { last, stages, go }) {
  const across = (k) => EDGE.left + (WIDTH - EDGE.left - EDGE.right) * (last ? k / last : 0);
  const up = (value) => HEIGHT - EDGE.bottom -
    (HEIGHT - EDGE.top - EDGE.bottom) * (value - low) / (high - low || 1);
  const svg = drawn("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" });
  const said = lines.map((line) => `${line.name}: ${line.said}`).join("; ");
  svg.append(drawn("title", {}, said));
  for (const tick of ticks) {
    svg.append(drawn("line", { x1: EDGE.left, x2: WIDTH - EDGE.right, y1: up(tick), y2: up(tick), stroke: "#e6dac4" }));
    svg.append(drawn("text", { x: EDGE.left - 5, y: up(tick) + 4, "font-size": 11, "text-anchor": "end", fill: "#6a5f52" }, String(tick)));
  }
  let named = EDGE.left;
  for (const [k, stage] of stages) {
    svg.append(drawn("line", { x1: across(k), x2: across(k), y1: EDGE.top, y2: HEIGHT - EDGE.bottom, stroke: "#c2b193", "stroke-dasharray": "2 3" }));
    if (across(k) - named < ROOM) continue;
    named = across(k);
    svg.append(drawn("text", { x: named, y: HEIGHT - 5, "font-size": 11, "text-anchor": "middle", fill: "#6a5f52" }, stage));
  }
  const ends = lines.map((line) => ({ line, y: up(line.points[line.points.length - 1][1]) }));
  ends.sort((a, b) => a.y - b.y);
  ends.forEach((end, k) => { if (k) end.y = Math.max(end.y, ends[k - 1].y + 12); });
  for (const { line, y } of ends) {
    const points = line.points.map(([k, value]) => `${across(k).toFixed(1)},${up(value).toFixed(1)}`);
    svg.append(drawn("polyline", { points: points.join(" "), fill: "none", stroke: line.ink, "stroke-width": 2.2, "stroke-dasharray": line.dashes, "stroke-linejoin": "round" }));
    for (const [k, value, mark] of line.marks || []) {
      svg.append(drawn("circle", { cx: across(k), cy: up(value), r: 4, class: mark }));
    }
    svg.append(drawn("text", { x: WIDTH - EDGE.right + 4, y: y + 4, "font-size": 12, "font-weight": 700, fill: line.dark }, line.end));
  }
  const cursor = drawn("line", { y1: EDGE.top, y2: HEIGHT - EDGE.bottom, stroke: "#b3400e", "stroke-width": 1.5 });
  svg.append(cursor);
  const pick = (event) => {
    const box = svg.getBoundingClientRect();
    const x = (event.clientX - box.left) / box.width * WIDTH;
    go(Math.round((x - EDGE.left) / (WIDTH - EDGE.left - EDGE.right) * last));
  };
  svg.addEventListener("pointerdown", (event) => { svg.setPointerCapture(event.pointerId); pick(event); });
  svg.addEventListener("pointermove", (event) => { if (event.buttons) pick(event); });
  holder.replaceChildren(svg);
  return (k) => { cursor.setAttribute("x1", across(k)); cursor.setAttribute("x2", across(k)); };
}

/** The lowest and highest of some points, and the ticks between them. */
function scale(every) {
  const low = Math.min(0, ...every);
  const high = Math.max(4, ...every);
  const span = high - low;
  const step = span > 100 ? 50 : span > 40 ? 20 : span > 12 ? 10 : span > 5 ? 2 : 1;
  const ticks = [];
  for (let tick = Math.ceil(low / step) * step; tick <= high; tick += step) ticks.push(tick);
  return [low, high, ticks];
}

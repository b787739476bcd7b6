// The lessons of a tutorial: what to read at a decision, and what to play there.

import { byId, make } from "./elements.js";
import { setLearned } from "./learned.js";

let shown = "";

/**
 * Show a lesson, none for null; its button plays what it asks for, or begins the next one.
 *
 * @param begin begins a lesson by its name
 */
export function showLesson(lesson, board, act, begin) {
  const box = byId("lesson");
  box.hidden = !lesson;
  board.light(lesson?.action ?? null, "taught");
  for (const button of byId("choices").querySelectorAll("[data-choice]")) {
    const taught = lesson?.action === Number(button.dataset.choice);
    button.classList.toggle("taught", taught);
    const folded = button.closest("details");
    if (taught && folded) folded.open = true;
  }
  const key = JSON.stringify(lesson);
  if (key === shown) return;
  shown = key;
  if (!lesson) return;
  if (lesson.next) setLearned();
  const focused = box.contains(document.activeElement);
  box.replaceChildren(
    make("h3", {}, lesson.title),
    ...lesson.text.split("\n").map((line) => make("p", {}, line)),
    ...(lesson.action === null ? [] : [now(lesson, act)]),
    ...(lesson.next ? [next(lesson.next, begin)] : []),
    ...(lesson.again === null ? [] : [again(lesson.again, begin)]),
  );
  if (focused) (box.querySelector("button") ?? byId("dock")).focus({ preventScroll: true });
}

/** On a phone the choice itself may be below the lesson, out of sight. */
function now({ action, choice }, act) {
  return make("button", { class: "now", onclick: () => act(action) }, `Now: ${choice}`);
}

function again(name, begin) {
  return make("button", { class: "plain", onclick: () => begin(name) }, "Start again");
}

function next({ name, title }, begin) {
  return make("button", { class: "now", onclick: () => begin(name) }, `Next lesson: ${title}`);
}

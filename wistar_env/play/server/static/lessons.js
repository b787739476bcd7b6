// The lessons of a tutorial: what to read at a decision, and what to play there.

import { byId, make } from "./elements.js";

let shown = "";

/** Show a lesson, none for null. */
export function showLesson(lesson, board) {
  const box = byId("lesson");
  box.hidden = !lesson;
  board.light(lesson?.action ?? null, "taught");
  for (const button of byId("choices").querySelectorAll("button")) {
    button.classList.toggle("taught", lesson?.action === Number(button.dataset.choice));
  }
  const key = JSON.stringify(lesson);
  if (key === shown) return;
  shown = key;
  if (!lesson) return;
  const count = lesson.action === null ? "The end of the tutorial" : `Lesson ${lesson.number} of ${lesson.of}`;
  box.replaceChildren(
    make("h3", {}, count),
    ...lesson.text.split("\n").map((line) => make("p", {}, line)),
    ...(lesson.action === null ? [] : [make("p", { class: "now" }, `Now: ${lesson.choice}.`)]),
  );
}

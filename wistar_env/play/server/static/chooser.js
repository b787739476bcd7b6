// Dialogs: for an element of the board with several actions, and before something is given up.

import { byId, capital, make } from "./elements.js";

/** Ask for one of the choices; return its action, or null. */
export async function choose(choices, element) {
  if (choices.length === 1) return choices[0].action;
  const dialog = byId("chooser");
  byId("chooser-list").replaceChildren(
    ...choices.map((choice) =>
      make("li", {}, make("button", { value: choice.action }, capital(choice.text))),
    ),
  );
  dialog.returnValue = "";
  dialog.showModal();
  const box = element.getBoundingClientRect();
  const room = dialog.getBoundingClientRect();
  const left = Math.min(box.left, innerWidth - room.width - 12);
  const top = box.bottom + room.height + 20 < innerHeight ? box.bottom + 8 : box.top - room.height - 8;
  dialog.style.setProperty("--left", `${Math.max(12, left)}px`);
  dialog.style.setProperty("--top", `${Math.max(12, Math.min(top, innerHeight - room.height - 12))}px`);
  await new Promise((done) => dialog.addEventListener("close", done, { once: true }));
  return dialog.returnValue ? Number(dialog.returnValue) : null;
}

/** Ask to confirm a choice if it gives something up; return whether to play it. */
export async function isMeant(choice) {
  return !choice.gives_up || isSure(choice, choice.gives_up);
}

/** Ask to confirm a choice, giving the reason. */
export async function isSure(choice, why) {
  const dialog = byId("sure");
  byId("sure-title").textContent = `${capital(choice.text)}?`;
  byId("sure-text").textContent = why;
  byId("sure-yes").textContent = capital(choice.text);
  dialog.returnValue = "";
  dialog.showModal();
  await new Promise((done) => dialog.addEventListener("close", done, { once: true }));
  return dialog.returnValue === "yes";
}

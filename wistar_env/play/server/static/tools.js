// The tools of the dock: which of them are shown, and their texts.

import { byId, make } from "./elements.js";

/**
 * Show the tools for a state of a game.
 *
 * @param now whether it is your turn, moves are played back, the player looks back, bots run, and
 *   something is being sent
 */
export function showTools(state, { yours, playing, looking, running, sending }) {
  const plays = state.kind === "play" && state.status !== "finished";
  byId("look").hidden = !plays || !state.number || playing;
  byId("look").setAttribute("aria-pressed", String(looking));
  byId("timeline").hidden = !state.number || (plays && !looking);
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
  byId("pace-box").hidden = state.kind === "replay" || state.status === "finished";
  byId("forced-box").hidden = !plays;
}

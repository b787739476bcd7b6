// What is going on in a game, in words.

import { capital } from "./elements.js";

/** Who is to decide what, as the heading of the dock. */
export function statusInWords({ status, decision, chairs }) {
  const decides = () => chairs[decision.seat].name;
  switch (status) {
    case "yours":
      return ["turn", ""].includes(decision.name) ? "Your turn" : capital(decision.name);
    case "thinking":
      return [decides(), decision.name].filter(Boolean).join(": ");
    case "step":
      return [`${decides()} decides`, decision.name].filter(Boolean).join(": ");
    case "stopped":
      return "A bot failed";
    case "finished":
      return "The game is over";
    default:
      return "A replay";
  }
}

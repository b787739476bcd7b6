// The status of a game, in words.

import { capital } from "./elements.js";

/** Who is to decide what, as the heading of the dock. */
export function statusInWords({ status, decision, seats }) {
  const decides = () => seats[decision.seat].name;
  switch (status) {
    case "yours":
      return capital(decision.question) || "Your turn";
    case "thinking":
      return [decides(), decision.name].filter(Boolean).join(": ");
    case "step":
      return [`${decides()} decides`, decision.name].filter(Boolean).join(": ");
    case "waiting":
      return [`Waiting for ${decides()}`, decision.name].filter(Boolean).join(": ");
    case "stopped":
      return "A bot failed";
    case "finished":
      return "The game is over";
    default:
      return "A replay";
  }
}

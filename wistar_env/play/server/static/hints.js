// Evaluations of actions by a search or a bot, in words.

const percent = (share) => `${Math.round(100 * share)}%`;

/** Points, to a tenth where there are few. */
const rounded = (points) => (points < 10 ? points.toFixed(1) : String(Math.round(points)));

/** A search's evaluation of an action: its chance of winning, and the points that it leads to. */
export function worth({ visits, value, points }, unit) {
  if (!visits) return "not tried";
  const parts = [
    value === null ? "" : `${percent(value)} to win`,
    points === null ? "" : `about ${rounded(points)} ${unit}`,
    `${visits} visits`,
  ];
  return parts.filter(Boolean).join(", ");
}

/** A hint: the best action, and the chance of winning. */
export function hintInWords(hint) {
  const parts = [
    `Best: ${hint.options[0].text}.`,
    hint.value === null ? "" : `Your chance of winning: ${percent(hint.value)}.`,
    hint.points === null ? "" : `Expected final points: ${rounded(hint.points)} ${hint.unit}.`,
    `The search ran ${hint.simulations} simulations.`,
  ];
  return parts.filter(Boolean).join(" ");
}

/** The best actions at a position as the bot that moved evaluated them; empty without evaluations. */
export function evaluations(position) {
  const lines = position?.explanation.slice(0, 3).map(evaluation) ?? [];
  return lines.length ? `The bot's evaluation: ${lines.join("; ")}` : "";
}

function evaluation(each) {
  const parts = [
    each.visits === null ? "" : `${each.visits} visits`,
    each.probability === null ? "" : `prior ${percent(each.probability)}`,
    each.value === null ? "" : `value ${percent(each.value)}`,
  ];
  return `${each.text}: ${parts.filter(Boolean).join(", ")}`;
}

// A payment of several items, chosen at once: how many of each good, and which cards.

import { capital, make } from "./elements.js";

/**
 * Fill the list of choices with a decision that takes several, such as a payment.
 *
 * @param list the list
 * @param act plays an action, and others behind it
 */
export function fillPayment(list, decision, act) {
  /** How often each action is chosen. */
  const chosen = new Map();
  const of = (action) => chosen.get(action) ?? 0;
  for (const action of decision.proposal) chosen.set(action, of(action) + 1);

  const pay = make("button", { id: "pay", class: "primary", "data-key": 1 });
  pay.addEventListener("click", () => {
    const all = [...chosen].flatMap(([action, times]) => Array(times).fill(action));
    act(all[0], all.slice(1));
  });
  const ranked = [...decision.choices].sort((one, other) => of(other.action) - of(one.action));
  const rows = ranked.map((choice, place) => row(choice, place + 2));
  list.replaceChildren(make("li", { "data-due": decision.due }, pay), ...rows.map((each) => each.item));
  update();

  function update() {
    const left = decision.due - [...chosen.values()].reduce((sum, each) => sum + each, 0);
    pay.disabled = left !== 0;
    const asked = decision.question;
    pay.textContent = left ? `Choose ${left} more to ${asked}` : capital(asked);
    for (const each of rows) each.update(left);
  }

  /** A choice with its number, and buttons for one less and one more. */
  function row({ action, text, effect, times }, key) {
    const step = (by, sign, words) =>
      make("button", {
        "aria-label": `${words}: ${text}`,
        "data-step": `${by}`,
        "data-key": by > 0 && key <= 9 ? key : null,
        onclick: (event) => {
          chosen.set(action, of(action) + by);
          update();
          if (event.target.disabled) (pay.disabled ? rows[0].item.querySelector("button:enabled") : pay)?.focus();
        },
      }, sign);
    const [less, more] = [step(-1, "−", "One less"), step(1, "+", "One more")];
    const number = make("output", {});
    const said = make("span", {}, capital(text), ...(effect ? [make("small", {}, effect)] : []));
    return {
      item: make("li", { class: "pays", "data-pays": action }, less, number, more, said),
      update: (left) => {
        number.textContent = String(of(action));
        less.disabled = of(action) === 0;
        more.disabled = left === 0 || of(action) === times;
      },
    };
  }
}

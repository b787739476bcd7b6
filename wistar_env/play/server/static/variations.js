// The tree of moves: those of the game, and alternatives from any of its positions.
//
// A place is a number of the game's first actions, and the alternative actions after them.

/** The name of a place, as in the address. */
export const keyOf = ({ number, then }) => [number, ...then].join("-");

/** The place with a name; the start if the name is invalid. */
export function placeOf(key) {
  if (!/^\d{1,6}(-\d{1,9})*$/.test(key)) return { number: 0, then: [] };
  const [number, ...then] = key.split("-").map(Number);
  return { number, then };
}

export class Variations {
  #actions;
  /** Alternatives at a place, by its key: their actions, words and seats. */
  #others = new Map();
  /** The alternative at a place that was seen last. */
  #seen = new Map();

  /** @param actions those of the game */
  constructor(actions) {
    this.#actions = actions;
  }

  get length() {
    return this.#actions.length;
  }

  /** Whether there are alternatives. */
  get any() {
    return this.#others.size > 0;
  }

  /** The same place with as many actions of the game as possible. */
  normal({ number, then }) {
    const from = Math.min(number, this.length);
    let same = 0;
    while (same < then.length && this.#actions[from + same] === then[same]) same += 1;
    return { number: from + same, then: then.slice(same) };
  }

  /** The place after an action. */
  after(place, action) {
    return this.normal({ number: place.number, then: [...place.then, action] });
  }

  /** The place before the last action; null at the start. */
  before({ number, then }) {
    if (then.length) return { number, then: then.slice(0, -1) };
    return number ? { number: number - 1, then } : null;
  }

  /** The place that follows: in the game, or in the alternative that was seen last; or null. */
  next(place) {
    const seen = this.#seen.get(keyOf(place));
    if (seen !== undefined) return this.after(place, seen);
    if (!place.then.length) {
      return place.number < this.length ? { number: place.number + 1, then: [] } : null;
    }
    const [first] = this.at(place);
    return first ? this.after(place, first.action) : null;
  }

  /** The alternatives at a place. */
  at(place) {
    return this.#others.get(keyOf(place)) ?? [];
  }

  /** Keep the actions that lead to a place; return whether any is new. */
  learn({ number, then, words, seats }) {
    let fresh = false;
    then.forEach((action, k) => {
      const key = keyOf({ number, then: then.slice(0, k) });
      const known = this.#others.get(key) ?? [];
      this.#seen.set(key, action);
      if (known.some((each) => each.action === action)) return;
      this.#others.set(key, [...known, { action, words: words[k], seat: seats[k] }]);
      fresh = true;
    });
    if (!then.length) this.#seen.delete(keyOf({ number: number - 1, then: [] }));
    return fresh;
  }

  /** Forget the last action of a place, and all alternatives after it. */
  remove(place) {
    const key = keyOf(place);
    const action = place.then.at(-1);
    const parent = keyOf(this.before(place));
    const left = (this.#others.get(parent) ?? []).filter((each) => each.action !== action);
    if (left.length) this.#others.set(parent, left);
    else this.#others.delete(parent);
    if (this.#seen.get(parent) === action) this.#seen.delete(parent);
    for (const kept of [this.#others, this.#seen]) {
      for (const each of [...kept.keys()]) {
        if (each === key || each.startsWith(`${key}-`)) kept.delete(each);
      }
    }
  }
}

"""Neutral names of cards, so that models cannot use memorized cards."""

import re
from collections.abc import Iterable

import numpy as np

from wistar_env.arguments import integer
from wistar_env.kit.game import MAX_SEED


class NeutralNames:
    """Replaces names of cards in texts by ``N001``, ``N002`` and so on, in random order.

    A number in parentheses after a name, which also identifies the card, is replaced with it.

    ``seed``: another seed, 0 to 2**63 - 1, gives another order.

    Examples
    --------
    >>> NeutralNames(["Hammer", "Jetpack"], seed=3)("play Hammer (63), then Jetpack (22)")
    'play N002, then N001'
    """

    def __init__(self, names: Iterable[str], seed: int) -> None:
        known = [name for name in dict.fromkeys(names) if name]
        order = np.random.default_rng(integer("obfuscate", seed, 0, MAX_SEED))
        places = order.permutation(len(known)).tolist()
        self._neutral = {
            name: f"N{place + 1:03}" for name, place in zip(known, places, strict=True)
        }
        # The longest first, as one name may begin with another.
        either = "|".join(re.escape(name) for name in sorted(known, key=len, reverse=True))
        self._name = re.compile(rf"(?<!\w)({either})(?!\w)(?: \(\d+\))?") if known else None

    def __call__(self, text: str) -> str:
        """Return a text with neutral names."""
        if self._name is None:
            return text
        return self._name.sub(lambda found: self._neutral[found[1]], text)

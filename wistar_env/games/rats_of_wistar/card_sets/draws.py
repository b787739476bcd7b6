"""Random numbers of card sets: the same on every machine and with all library versions."""

import hashlib
from collections.abc import Sequence
from typing import Final, TypeVar

T = TypeVar("T")

_BYTES: Final = 8
_PERSON: Final = b"card sets"


class Draws:
    """A stream of random numbers: BLAKE2b hashes of a purpose and a counter.

    Results depend only on integer arithmetic and the order of sequences, so they are the same
    in all versions of Python and NumPy.
    """

    def __init__(self, purpose: str) -> None:
        self._begun = hashlib.blake2b(purpose.encode(), digest_size=_BYTES, person=_PERSON)
        self._count = 0

    def below(self, n: int) -> int:
        """Draw an integer from 0 to ``n - 1``."""
        digest = self._begun.copy()
        digest.update(self._count.to_bytes(_BYTES, "little"))
        self._count += 1
        return int.from_bytes(digest.digest(), "little") * n >> 8 * _BYTES

    def chance(self, percent: int) -> bool:
        """Return True with a probability given in percent."""
        return self.below(100) < percent

    def between(self, low: int, high: int) -> int:
        """Draw an integer from ``low`` to ``high``, both included."""
        return low + self.below(high - low + 1)

    def pick(self, items: Sequence[T]) -> T:
        """Draw an item uniformly."""
        return items[self.below(len(items))]

    def weighted(self, items: Sequence[tuple[T, int]]) -> T:
        """Draw an item with a probability proportional to its weight."""
        left = self.below(sum(weight for _, weight in items))
        for item, weight in items:
            if left < weight:
                return item
            left -= weight
        raise AssertionError("the number drawn is not below the sum of all weights")

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Return a new list of the items in random order."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

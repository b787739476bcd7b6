"""A ``LearnerBatch`` that hands out its arrays and takes back those that nobody holds any more."""

from collections.abc import Sequence
from sys import getrefcount
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from wistar_env.vector.games import Buffers, Step
from wistar_env.vector.learner import LearnerBatch

#: References to an array that nobody else holds: the page's, and the argument that counts them.
_LONE: Final = 2
_MAX_PAGES: Final = 4


class RecyclingBatch(LearnerBatch):
    """A batch of float32 observations each of which is left alone as long as somebody holds it.

    What holds an array holds a reference to it, and so does every view of it. Only what differs
    from the last time is written into an array that is used again, so nobody may have written to
    it. Masks, rewards and the rest are the batch's own, as in ``LearnerBatch``.
    """

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        # The observations, and the counts that they show.
        self._pages = [(self._games.scaled, self._games.shown)]

    def reset(
        self,
        seed: int | Sequence[int] | npt.NDArray[Any] | None = None,
        which: npt.NDArray[np.bool_] | None = None,
        out: Buffers | None = None,
    ) -> Step:
        """Begin games; see ``LearnerBatch.reset``."""
        self._turn_page()
        return super().reset(seed, which, out)

    def step(self, actions: npt.ArrayLike, out: Buffers | None = None) -> Step:
        """Play the learner's action in each game; see ``LearnerBatch.step``."""
        self._turn_page()
        return super().step(actions, out)

    def _turn_page(self) -> None:
        games = self._games
        page = next((page for page in self._pages if getrefcount(page[0]) == _LONE), None)
        if page is None:
            page = np.zeros_like(games.scaled), np.zeros_like(games.shown)
            self._pages = [*self._pages[1 - _MAX_PAGES :], page]
        games.scaled, games.shown = page

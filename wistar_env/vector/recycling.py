"""A ``LearnerBatch`` that hands out its arrays and takes back those that nobody holds any more."""

from collections.abc import Sequence
from sys import getrefcount
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from wistar_env.errors import WrittenError
from wistar_env.vector.arrays import Buffers, Step
from wistar_env.vector.learner import LearnerBatch

#: Observations, and the counts that they show.
_Page: TypeAlias = tuple[npt.NDArray[np.float32], npt.NDArray[np.uint8]]

_MAX_PAGES: Final = 4


def _references(page: _Page) -> int:
    return getrefcount(page[0])


#: References to observations that nobody holds but their page.
_LONE: Final = _references((np.zeros(0, np.float32), np.zeros(0, np.uint8)))


class RecyclingBatch(LearnerBatch):
    """A batch of float32 observations each of which is left alone as long as somebody holds it.

    What holds an array holds a reference to it, and so does every view of it. Only what differs
    from the last time is written into an array that is used again, so nobody may have written to
    it; one row of it, another each time, is checked. Masks, rewards and the rest are the batch's
    own, as in ``LearnerBatch``.
    """

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._begin_pages()

    def _begin_pages(self) -> None:
        self._pages: list[_Page] = [(self._games.scaled, self._games.shown)]
        self._turns = 0

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Go on with what another batch showed last; nobody holds anything of this one yet."""
        super().__setstate__(state)
        self._begin_pages()

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
        page = next((page for page in self._pages if _references(page) == _LONE), None)
        if page is None:
            page = np.zeros_like(games.scaled), np.zeros_like(games.shown)
            self._pages = [*self._pages[1 - _MAX_PAGES :], page]
        games.own(*page)
        self._turns += 1
        # Two arrays take turns, so each row of both is checked.
        self._check(self._turns // 2 % len(self))

    def _check(self, row: int) -> None:
        games, layout = self._games, self._games.layout
        expected = games.shown[row, : layout.size] * layout.scale
        if not np.array_equal(games.scaled[row], expected):
            games.scaled[:], games.shown[:] = 0, 0
            raise WrittenError(
                f"somebody wrote to observation {row}, whose memory is used again as soon as "
                "nobody holds it; copy observations before you write to them, or pass copy=True"
            )

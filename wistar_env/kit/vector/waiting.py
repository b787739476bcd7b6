"""The current decisions in a batch of games, as input for a bot."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, overload

import numpy as np
import numpy.typing as npt

from wistar_env.kit.bots import Batch, View
from wistar_env.kit.game import GameData
from wistar_env.kit.vector.games import Games
from wistar_env.seeds import decision_seeds


class _Views(Sequence[View]):
    """The views of some games, each created on first use.

    ``games``: the batch. ``which``: the indices of the games.
    """

    def __init__(self, games: Games, which: npt.NDArray[np.int64]) -> None:
        self._games, self._which = games, which
        self._positions = games.records[which]
        self._made: dict[int, View] = {}

    def __len__(self) -> int:
        return len(self._which)

    @overload
    def __getitem__(self, place: int) -> View: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[View, ...]: ...
    def __getitem__(self, place: int | slice) -> View | tuple[View, ...]:
        rows = range(len(self))[place]
        return self._view(rows) if isinstance(rows, int) else tuple(map(self._view, rows))

    def _view(self, row: int) -> View:
        if row not in self._made:
            game, position = self._games.peek(int(self._which[row])), self._positions[row]
            seat = max(0, int(position["mover"]))
            self._made[row] = View(game, seat, position.tobytes())
        return self._made[row]

    def check_open(self) -> None:
        """Raise DecisionPastError if a game has changed since the views were made."""
        now = self._games.records[self._which]
        if now.tobytes() != self._positions.tobytes():
            for view in self:
                view.check_open()


class Waiting(Batch):
    """The decisions of a batch that wait for one bot, with values computed on first use.

    The games are private, as in a ``View``, since they contain hidden information.

    ``games``: the batch. ``which``: the indices of the games, int64[n].
    """

    def __init__(self, games: Games, which: npt.NDArray[np.int64]) -> None:
        seeds = games.rows["seed"][which], games.records["decisions"][which]
        self.__dict__.update(_games=games, _which=which, _seeds=seeds, views=_Views(games, which))

    views: _Views
    _games: Games
    _which: npt.NDArray[np.int64]
    _seeds: tuple[npt.NDArray[Any], npt.NDArray[Any]]

    def by_data(self) -> list[tuple[GameData, npt.NDArray[np.int64] | slice]]:
        """Return the data sets of the games, with the rows of each; see ``Batch``."""
        sets = self._games.data_sets
        if len(sets) == 1:
            return [(sets.single, slice(None))]
        self.views.check_open()  # the next game of a row may have other data
        numbers = self._games.set_of_game[self._which]
        return [(sets.sets[k], np.flatnonzero(numbers == k)) for k in np.unique(numbers).tolist()]

    @cached_property
    def seed(self) -> npt.NDArray[np.int64]:
        """One seed per row, int64[n]; see ``Batch``."""
        return decision_seeds(zip(*(each.tolist() for each in self._seeds), strict=True))

    @cached_property
    def _seen(self) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.int8]]:
        self.views.check_open()
        return self._games.observe(self._which, -1)

    @cached_property
    def observation(self) -> npt.NDArray[np.float32]:
        """The observations, float32[n, k]."""
        return self._seen[0]

    @cached_property
    def mask(self) -> npt.NDArray[np.int8]:
        """The action masks, int8[n, num_actions]."""
        return self._seen[1]

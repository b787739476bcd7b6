"""The interface of games with a story: ``StoryGame``."""

from collections.abc import Sequence
from typing import Any, Protocol, Self, SupportsIndex

import numpy.typing as npt

from wistar_env.games.rats_of_wistar.components import Components
from wistar_env.games.rats_of_wistar.scene.parts import Scene


class StoryScenes(Protocol):
    """The presentation of a game of Rats of Wistar, as stories know it."""

    def scene(self, seat: int | None, done: Sequence[str] = ()) -> Scene:
        """Return the position as plain data."""
        ...


class StoryGame(Protocol):
    """A game of Rats of Wistar, as stories know it."""

    @property
    def components(self) -> Components:
        """Tables and names of the data folder."""
        ...

    @property
    def record(self) -> npt.NDArray[Any]:
        """The state."""
        ...

    @property
    def presentation(self) -> StoryScenes:
        """The scenes of the game."""
        ...

    @property
    def seat(self) -> int:
        """The seat that decides."""
        ...

    def clone(self) -> Self:
        """Return a copy that continues identically."""
        ...

    def determinize(self, seat: int, seed: int) -> Self:
        """Return a copy with the information hidden from a seat resampled."""
        ...

    def step(self, action: SupportsIndex) -> int:
        """Carry out an action."""
        ...

    def describe(self, action: SupportsIndex) -> str:
        """Say in words what an action means."""
        ...

    def scores(self) -> list[dict[str, int]]:
        """Return the points of each seat by category."""
        ...

    def ranks(self) -> list[int]:
        """Return the place of each seat."""
        ...

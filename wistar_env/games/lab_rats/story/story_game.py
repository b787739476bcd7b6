"""The interface of games whose events are recorded: ``StoryGame``."""

from typing import Any, Protocol, Self, SupportsIndex

import numpy.typing as npt

from wistar_env.games.lab_rats.card_folder import Cards


class StoryGame(Protocol):
    """A game whose events can be recorded."""

    @property
    def record(self) -> npt.NDArray[Any]:
        """The state."""
        ...

    @property
    def cards(self) -> Cards:
        """The cards of the game."""
        ...

    def clone(self) -> Self:
        """Return a copy that continues identically."""
        ...

    def step(self, action: SupportsIndex) -> int:
        """Play an action."""
        ...

    def describe(self, action: SupportsIndex) -> str:
        """Say in words what an action means."""
        ...

    def ranks(self) -> list[int]:
        """Return the place of each seat."""
        ...

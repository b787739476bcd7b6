"""The interface of games whose events are recorded: ``StoryGame``."""

from typing import Any, Protocol, Self

import numpy.typing as npt

from wistar_env.games.lab_rats.card_folder import Cards
from wistar_env.kit.game.error_messages import DescribableGame


class StoryGame(DescribableGame, Protocol):
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

    def step(self, action: int) -> None:
        """Play an action."""
        ...

    def ranking(self) -> list[int]:
        """Return the seats, best first."""
        ...

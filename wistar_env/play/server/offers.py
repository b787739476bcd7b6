"""The games that a server plays."""

from functools import cached_property
from typing import Any

from wistar_env.kit.game import Game, GameData


class Offer:
    """A game that a server plays, with its data, which are opened when they are first needed.

    Parameters
    ----------
    game
        The class of the game.
    data
        The data of all its games: see ``Game.new``.
    """

    def __init__(self, game: type[Game], data: Any = None) -> None:
        self.game = game
        self._given = data

    @property
    def name(self) -> str:
        """What commands and files call the game."""
        return self.game.spec.name

    @cached_property
    def data(self) -> GameData:
        """The data, opened.

        Raises
        ------
        DataError
            If the data folder is not valid.
        """
        return self.game.spec.opened(self._given)

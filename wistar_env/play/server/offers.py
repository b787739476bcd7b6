"""The games that a server plays."""

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any

from wistar_env.kit.game import Game, GameData
from wistar_env.kit.game.registry import find_game


class Offer:
    """A game that a server plays, with its data, which are opened when they are first needed.

    Parameters
    ----------
    game
        The game: see ``kit.game.registry.find_game``.
    data
        The data of all its games: see ``Game.new``.
    options
        The options that the form of a new game begins with, by name.

    Raises
    ------
    TypeError, ValueError
        If an option is wrong, or not on the form.
    """

    def __init__(
        self,
        game: type[Game] | str,
        data: Any = None,
        options: Mapping[str, Any] = MappingProxyType({}),
    ) -> None:
        self.game = find_game(game)
        self.options = dict(options)
        self._given = data
        spec = self.game.spec
        spec.check_applicable_options(self.options)
        for option in spec.options:
            if option.name in self.options and option.default is None:
                raise ValueError(
                    f"{option.name} is not on the form of a new game of {spec.title}, so it has no "
                    "value to begin with"
                )

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

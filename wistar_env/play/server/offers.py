"""The games that a server plays."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any

from wistar_env.kit.bots.registry import load
from wistar_env.kit.game import Game, GameData
from wistar_env.kit.game.registry import find_game
from wistar_env.play.server.opponents import given_opponents, opponents_of


class Offer:
    """A game that a server plays, and its data, which are opened on first use.

    Raises BotError if a bot cannot be built. Raises TypeError, ValueError if an option is wrong, or
    not in the new-game form.
    """

    def __init__(
        self,
        game: type[Game] | str,
        data: Any = None,
        options: Mapping[str, Any] = MappingProxyType({}),
        bots: Iterable[str] = (),
    ) -> None:
        self.game = find_game(game)
        self.trusted = [*bots]  # the specs of the bots in ``bots``
        for each in self.trusted:
            load(each, self.game.spec.bots.classes)
        # All opponents by name.
        self.opponents = {**given_opponents(self.trusted), **opponents_of(self.game)}
        self.options = dict(options)
        self._given = data
        spec = self.game.spec
        spec.check_applicable_options(self.options)
        for option in spec.options:
            if option.name in self.options and option.default is None:
                raise ValueError(
                    f"{option.name} cannot be preset, as the new-game form of "
                    f"{spec.title} does not show it"
                )

    @property
    def name(self) -> str:
        """The name of the game in commands and files."""
        return self.game.spec.name

    @cached_property
    def data(self) -> GameData:
        """The opened data.

        Raises DataError if the data folder is not valid.
        """
        return self.game.spec.opened(self._given)

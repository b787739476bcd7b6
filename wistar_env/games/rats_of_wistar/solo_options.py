"""``SoloOptions``: the options of a game of Rats of Wistar, the difficulty of Rat-o-bot."""

from collections.abc import Mapping
from typing import Any, Final

from wistar_env.games.rats_of_wistar.rules.difficulty import (
    DEFAULT_LEVEL,
    HIGHEST_LEVEL,
    Tracks,
    resolve_tracks,
)
from wistar_env.kit.game import Game
from wistar_env.kit.game.presentation_parts import NumberOption

LEVEL: Final = NumberOption(
    name="level",
    label="Level of Rat-o-bot",
    hint="0 is gentle, 9 is hard to beat.",
    low=0,
    high=HIGHEST_LEVEL,
    default=DEFAULT_LEVEL,
    players=(1,),
)


class SoloOptions(Game):
    """The options of a game: in a solo game, the level or the Track cards of Rat-o-bot."""

    __slots__ = ()

    @classmethod
    def check_options(cls, num_players: int, options: Mapping[str, Any]) -> None:
        """Check the level or the tracks of one game.

        Raises
        ------
        TypeError, ValueError
            If they are invalid, do not agree, or are given in another game than a solo one.
        """
        super().check_options(num_players, options)
        resolve_tracks(num_players, options.get("level"), options.get("tracks"), seed=0)

    @property
    def tracks(self) -> Tracks | None:
        """Difficulty indices of Rat-o-bot's Track cards; None without Rat-o-bot."""
        if self.num_players > 1:
            return None
        structure, tool, automaton = (int(k) for k in self._games["bot"]["indices"][0])
        return (structure, tool, automaton)

    @property
    def level(self) -> int | None:
        """Difficulty of Rat-o-bot, 0 to 9; None without Rat-o-bot."""
        tracks = self.tracks
        return None if tracks is None else sum(tracks)

    @property
    def options(self) -> dict[str, Any]:
        """The options by which the same game begins, as JSON values: the tracks of a solo game."""
        return {} if self.tracks is None else {"tracks": list(self.tracks)}

    @classmethod
    def resolve_options(
        cls, num_players: int, seed: int, options: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Return the Track cards of a solo game, which the seed may choose among a level's."""
        cls.check_options(num_players, options)
        tracks = resolve_tracks(num_players, options.get("level"), options.get("tracks"), seed)
        return {} if tracks is None else {"tracks": list(tracks)}

"""``Game``: one game of Rats of Wistar as a Python object."""

from collections.abc import Mapping
from typing import Any, SupportsIndex, cast

from wistar_env.arguments import integer, mapping
from wistar_env.games.rats_of_wistar import word_offsets as at
from wistar_env.games.rats_of_wistar.components import Components, Folder
from wistar_env.games.rats_of_wistar.error_messages import fault_in_words
from wistar_env.games.rats_of_wistar.presentation import RatsOfWistarPresentation
from wistar_env.games.rats_of_wistar.rules.decisions import NAMES
from wistar_env.games.rats_of_wistar.rules.difficulty import (
    Tracks,
    resolve_tracks,
)
from wistar_env.games.rats_of_wistar.solo_options import SoloOptions
from wistar_env.games.rats_of_wistar.spec import RATS_OF_WISTAR
from wistar_env.games.rats_of_wistar.tables.limits import MAX_SEATS
from wistar_env.kit.game import MAX_SEED, Presented
from wistar_env.kit.game.breakdown import best_first


class Game(SoloOptions):
    """One game of Rats of Wistar, at one of its decisions.

    Make one with ``Game.new`` or ``Game.from_bytes``. The seat that decides picks one of
    ``legal_actions()``, and ``step`` plays it up to the next decision, until ``finished``. In a
    solo game seat 0 is the human player and seat 1 is Rat-o-bot, whose turns are part of ``step``.

    Two games are equal if they are at the same point of the same game, randomness to come
    included. ``copy.deepcopy``, ``pickle`` and ``clone`` give games that continue identically.
    """

    spec = RATS_OF_WISTAR
    presentation = Presented(RatsOfWistarPresentation)

    __slots__ = ()

    @classmethod
    def new(
        cls,
        num_players: int = 2,
        seed: int = 0,
        level: int | None = None,
        tracks: Tracks | None = None,
        data: Folder | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> "Game":
        """Start a game and run to its first decision.

        Parameters
        ----------
        num_players
            1 to 4; 1 is the solo game against Rat-o-bot.
        seed
            0 to 2**63 - 1. The same seed and actions give the same game everywhere.
        level
            Solo only: difficulty 0 to 9; the seed picks one of its Track card combinations. 3 if
            neither this nor tracks are given.
        tracks
            Solo only: difficulty indices 0 to 3 of the Structure, Tool and Automaton Track card;
            no two may differ by 2 or more (BOT-12).
        data
            A folder of data files to play with instead of the bundled ones, or the ``components``
            of a game. The folder is read now; later changes do not affect this game.
        options
            ``level`` or ``tracks`` by name, instead of these arguments.

        Raises
        ------
        TypeError
            If an argument has the wrong type.
        ValueError
            If an argument is out of range, or level or tracks are out of place or do not agree.
        DataError
            If the data folder is not valid.
        """
        num_players = integer("num_players", num_players, 1, MAX_SEATS)
        seed = integer("seed", seed, 0, MAX_SEED)
        given = {"level": level, "tracks": tracks, **mapping("options", options)}
        chosen = resolve_tracks(num_players, given["level"], given["tracks"], seed)
        if chosen is not None:
            given = {**given, "level": None, "tracks": chosen}
        return super().new(num_players, seed, data=data, options=given)

    @property
    def components(self) -> Components:
        """Tables and names of the data folder that the game is played with."""
        return cast(Components, self._data)

    @property
    def seat(self) -> int:
        """The seat that decides; 0 when the game is finished.

        Between two decisions, and where a bound was passed, it is whose turn it was.
        """
        depth = self._words[at.DEPTH]
        return self._words[at.SEAT_OF_TOP + depth * at.ENTRY_WORDS] if depth else 0

    @property
    def decision(self) -> str:
        """Name of the open decision, such as ``"dig rooms"``; empty when the game is finished."""
        depth = self._words[at.DEPTH]
        if self.finished or not depth:
            return ""
        return NAMES[self._words[at.KIND_OF_TOP + depth * at.ENTRY_WORDS]]

    @property
    def round(self) -> int:
        """The round, 1 to 5; 0 while starting hands are chosen."""
        return self._words[at.ROUND]

    @property
    def vp(self) -> list[int]:
        """Current VP on the track of each seat, without the final scoring."""
        end = at.VP + self.num_seats * at.PLAYER_WORDS
        return [self._words[word] for word in range(at.VP, end, at.PLAYER_WORDS)]

    def describe(self, action: SupportsIndex) -> str:
        """Say in words what an action means."""
        return self.components.actions.describe(action)

    def _fault_in_words(self) -> str:
        return fault_in_words(self.components, self._games, self.seat, self.decision)

    def winner(self) -> int:
        """Return the seat that wins, or would win if the game ended now."""
        return best_first(self.ranks())[0]

    @property
    def turn(self) -> tuple[int, ...]:
        """Seat, round and turn of the decision."""
        return self.seat, self.round, int(self._games["turn"][0])

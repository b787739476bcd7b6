"""``RatsOfWistar``: one game of Rats of Wistar as a Python object."""

from typing import Any, Final, SupportsIndex

import numpy as np

from wistar_env.compiled.records import offset
from wistar_env.games.rats_of_wistar.components import Components, components_of
from wistar_env.games.rats_of_wistar.error_messages import fault_in_words
from wistar_env.games.rats_of_wistar.presentation import RatsOfWistarPresentation
from wistar_env.games.rats_of_wistar.rules.decisions import NAMES
from wistar_env.games.rats_of_wistar.rules.difficulty import Tracks
from wistar_env.games.rats_of_wistar.rules.state import ENTRY, GAME
from wistar_env.games.rats_of_wistar.spec import RATS_OF_WISTAR
from wistar_env.kit.game import Game, Presented
from wistar_env.kit.game.breakdown import best_first

# The game's record is read as 16-bit words, ten times as fast in Python as fields of a record.
_BYTES: Final = np.dtype(np.int16).itemsize


def _word(dtype: np.dtype[Any], field: str) -> int:
    return offset(dtype, field) // _BYTES


_ROUND: Final = _word(GAME, "round")
_DEPTH: Final = _word(GAME, "depth")
#: Number of words in a stack entry.
_ENTRY_WORDS: Final = ENTRY.itemsize // _BYTES
#: Add ``_ENTRY_WORDS`` times the depth to get the word of the top entry's seat or kind.
_SEAT_OF_TOP: Final = _word(GAME, "stack") + _word(ENTRY, "seat") - _ENTRY_WORDS
_KIND_OF_TOP: Final = _word(GAME, "stack") + _word(ENTRY, "kind") - _ENTRY_WORDS


class RatsOfWistar(Game):
    """One game of Rats of Wistar, at one of its decisions.

    Make one with ``RatsOfWistar.new`` or ``RatsOfWistar.from_bytes``. The deciding seat picks one
    of ``legal_actions()``; ``step`` plays it and continues to the next decision, until the game is
    ``finished``. In a solo game seat 0 is the human player and seat 1 is Rat-o-bot, whose turns are
    part of ``step``.

    Two games are equal if they are at the same point of the same game, including all future
    randomness. ``copy.deepcopy``, ``pickle`` and ``clone`` return games that continue identically.
    """

    spec = RATS_OF_WISTAR
    presentation = Presented(RatsOfWistarPresentation)

    __slots__ = ()

    @property
    def tracks(self) -> Tracks | None:
        """Difficulty indices of Rat-o-bot's Track cards; None without Rat-o-bot."""
        found = self.options.get("tracks")
        return None if found is None else (found[0], found[1], found[2])

    @property
    def level(self) -> int | None:
        """Difficulty of Rat-o-bot, 0 to 9; None without Rat-o-bot."""
        return None if self.tracks is None else sum(self.tracks)

    @property
    def components(self) -> Components:
        """Tables and names of the data folder that the game is played with."""
        return components_of(self)

    @property
    def seat(self) -> int:
        """The seat that decides; 0 when the game is finished.

        Between two decisions, and after a fault of the rules, it is the seat of the top
        stack entry.
        """
        depth = self._words[_DEPTH]
        return self._words[_SEAT_OF_TOP + depth * _ENTRY_WORDS] if depth else 0

    @property
    def decision(self) -> str:
        """Name of the current decision, such as ``"dig rooms"``; empty when the game is over."""
        depth = self._words[_DEPTH]
        if self.finished or not depth:
            return ""
        return NAMES[self._words[_KIND_OF_TOP + depth * _ENTRY_WORDS]]

    @property
    def round(self) -> int:
        """The round, 1 to 5; 0 while starting hands are chosen."""
        return self._words[_ROUND]

    def describe(self, action: SupportsIndex) -> str:
        """Describe an action in words."""
        return self.components.actions.describe(action)

    def _fault_in_words(self) -> str:
        return fault_in_words(self.components, self._games, self.seat, self.decision)

    def winner(self) -> int:
        """Return the seat that wins, or would win if the game ended now."""
        return best_first(self.ranks())[0]

    @property
    def turn(self) -> tuple[int, ...]:
        """The deciding seat, the round, and the number of turns begun in the round by all seats."""
        return self.seat, self.round, int(self._games["turn"][0])

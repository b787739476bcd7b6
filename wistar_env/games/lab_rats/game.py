"""``Game``: one game of Lab Rats as a Python object."""

import operator
from typing import Final, SupportsIndex, cast

from wistar_env.games.lab_rats.actions import action_in_words
from wistar_env.games.lab_rats.card_folder import Cards
from wistar_env.games.lab_rats.kinds import COLOURS, DOOR_NAMES, POTION_NAMES
from wistar_env.games.lab_rats.spec import LAB_RATS
from wistar_env.kit import game

#: The open decision in words, by ``asked``.
_DECISIONS: Final = (
    "",
    "begin the turn",
    "go on",
    "obstacle",
    "pay the Exit",
    "hand limit",
    "Confusion",
    "lay Doors",
    "keep two Potions",
)
_AXES: Final = {
    "decision": _DECISIONS[1:],
    "colour": COLOURS,
    "door": DOOR_NAMES,
    "potion": POTION_NAMES,
    "condition": ("healthy", "injured", "dead"),
}


class Game(game.Game):
    """One game of Lab Rats, at one of its decisions, for three to five players.

    Make one with ``Game.new`` or ``Game.from_bytes``. The seat that decides picks one of
    ``legal_actions()``, ``step`` carries it out and goes on to the next decision, until
    ``finished``.
    """

    spec = LAB_RATS
    notice = (
        "Lab Rats belongs to its authors and publishers. This is an unaffiliated research "
        "implementation"
    )

    __slots__ = ()

    @property
    def cards(self) -> Cards:
        """The cards that the game is played with."""
        return cast(Cards, self._data)

    @property
    def decision(self) -> str:
        """Name of the open decision, such as ``"obstacle"``; empty when the game is finished."""
        return _DECISIONS[int(self._games["asked"][0])]

    @property
    def moment(self) -> str:
        """The round in words, such as ``"round 3"``."""
        return f"round {int(self._games['round_number'][0])}"

    def describe(self, action: SupportsIndex) -> str:
        """Say in words what an action means."""
        return action_in_words(operator.index(action), self.num_players)

    def axis_words(self, axis: str) -> list[str]:
        """Return the words along an axis of the observation."""
        return list(_AXES[axis]) if axis in _AXES else super().axis_words(axis)

"""Seeded players for whole games: random ones, eager ones, and inventors."""

import random
from typing import Final

from wistar_env.games.rats_of_wistar.rules.actions import (
    ACTION_BLOCKS,
    HUT,
    NUM_ACTIONS,
    PLACE,
    POTION,
)
from wistar_env.games.rats_of_wistar.tables.codes import POTION_PLAY
from wistar_env.games.rats_of_wistar.tables.limits import SECTORS, SPACES

#: The preferred actions of an eager player: blocks, with equal rank within a line.
_FIRST: Final = (
    ("CLAIM", "COMPLETE", "TENT", "DEPLOY"),
    ("PLAY", "HERO", "SKILL", "KEEP"),
    ("BUILD", "DIG", "CHEESE", "GUEST", "REVEAL"),
    ("CUBE", "USE", "ACCEPT", "OPEN", "MOVE", "TAKE"),
    ("MAIN", "BONUS"),
)
#: The actions that an eager player avoids; all other blocks rank between.
_LAST: Final = (
    ("END_TURN", "PASS"),
    ("BUY_WILD", "BUY_ELECTRICITY", "USE_MOVEMENT"),
)
_BETWEEN: Final = len(_FIRST)
#: Where most cards are played: the outermost space of each Sector, and the Hut.
_INVENTING: Final = (
    *(PLACE + sector * SPACES for sector in range(SECTORS)),
    HUT,
    POTION + POTION_PLAY,
)
#: One in this many decisions is random, even for an eager player.
_WHIM: Final = 30

STYLES: Final = 3
RANDOM, EAGER, INVENTOR = range(STYLES)


def _urgency() -> list[int]:
    ranks: dict[str, int] = {}
    for rank, names in enumerate(_FIRST):
        ranks |= dict.fromkeys(names, rank)
    for rank, names in enumerate(_LAST, _BETWEEN + 1):
        ranks |= dict.fromkeys(names, rank)
    assert ranks.keys() <= {block.name for block in ACTION_BLOCKS}
    return [ranks.get(block.name, _BETWEEN) for block in ACTION_BLOCKS for _ in range(block.size)]


def _inventing() -> list[int]:
    urgency = _urgency()
    for action in _INVENTING:
        urgency[action] = _BETWEEN - 1
    return urgency


#: The rank of each action in each style; the lowest is preferred.
_URGENCY: Final = {RANDOM: [0] * NUM_ACTIONS, EAGER: _urgency(), INVENTOR: _inventing()}


class Player:
    """A seeded player of all seats of people.

    ``seed``: seed of its choices. ``style``: ``RANDOM``, ``EAGER`` (prefers playing cards,
    completing, claiming, building and digging) or ``INVENTOR`` (eager, and goes where cards are
    played).
    """

    def __init__(self, seed: int, style: int) -> None:
        self._random = random.Random(seed)
        self._urgency = _URGENCY[style]

    def choose(self, legal: list[int]) -> int:
        """Return one of the legal actions."""
        if self._random.randrange(_WHIM):
            best = min(self._urgency[action] for action in legal)
            legal = [action for action in legal if self._urgency[action] == best]
        return legal[self._random.randrange(len(legal))]

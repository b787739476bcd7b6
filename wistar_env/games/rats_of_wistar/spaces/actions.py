"""Actions in words and back."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple, SupportsIndex

import numpy as np

from wistar_env.arguments import integer
from wistar_env.games.rats_of_wistar.rules.actions import ACTION_BLOCKS, NUM_ACTIONS
from wistar_env.games.rats_of_wistar.spaces.labels import Labels
from wistar_env.games.rats_of_wistar.tables.limits import (
    DISPLAY,
    MISSION_ROWS,
    MISSIONS,
    SECTORS,
    SPACES,
)

#: What the ids of a block run over, where it is not one thing.
SHAPES: Final[Mapping[str, tuple[int, ...]]] = MappingProxyType(
    {
        "PLACE": (SECTORS, SPACES),
        "TAKE": (2, DISPLAY + 1),
        "COMPLETE": (MISSIONS, MISSION_ROWS),
        "MOVE_WORKER": (3, 3),
    }
)


class Target(NamedTuple):
    """The target of an action: its block of ``ACTION_BLOCKS``, and the indices in it.

    ``numbers`` are indices along what the block runs over: Sector and space of ``PLACE``, tier and
    slot of ``TAKE`` (the last slot is the deck), place and row of ``COMPLETE``, both Areas of
    ``MOVE_WORKER``, one index of any other block, none of a block of one action.
    """

    block: str
    numbers: tuple[int, ...]


def _targets() -> tuple[Target, ...]:
    found = []
    for block in ACTION_BLOCKS:
        shape = SHAPES.get(block.name, (block.size,) if block.size > 1 else ())
        found += [Target(block.name, tuple(index)) for index in np.ndindex(*shape)]
    return tuple(found)


#: By action id: its object.
TARGETS: Final = _targets()


class ActionNames:
    """What each action id means, in the words of one data folder.

    ``texts[action]`` is a sentence such as ``"play Spy Center (140)"``; no two are the same.
    """

    def __init__(self, labels: Labels) -> None:
        self.texts = tuple(labels.actions())
        self._ids = {text.casefold(): action for action, text in enumerate(self.texts)}

    def describe(self, action: SupportsIndex) -> str:
        """Say in words what an action means.

        Raises TypeError if the action is not an integer. Raises ValueError if there is no such
        action.
        """
        return self.texts[integer("action", action, 0, NUM_ACTIONS - 1)]

    def action_from_text(self, text: str) -> int:
        """Return the action whose description or id is ``text``.

        Upper and lower case and extra spaces make no difference.

        Raises ValueError if there is no such action.
        """
        words = " ".join(text.split()).casefold()
        if words.isdecimal() and len(words) <= len(str(NUM_ACTIONS)):
            return integer("action", int(words), 0, NUM_ACTIONS - 1)
        if words not in self._ids:
            raise ValueError(
                f"there is no action {text!r}; give an action id or a text that describe returns"
            )
        return self._ids[words]

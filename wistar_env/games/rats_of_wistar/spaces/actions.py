"""The target and the description of each action id, and the look-up of ids by description."""

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

#: The shape of a block's ids, for each block whose ids have more than one index.
SHAPES: Final[Mapping[str, tuple[int, ...]]] = MappingProxyType(
    {
        "PLACE": (SECTORS, SPACES),
        "TAKE": (2, DISPLAY + 1),
        "COMPLETE": (MISSIONS, MISSION_ROWS),
        "MOVE_WORKER": (3, 3),
    }
)


class Target(NamedTuple):
    """The target of an action: its block of ``ACTION_BLOCKS``, and its indices.

    ``numbers`` are Sector and space for ``PLACE``; tier and slot for ``TAKE`` (the last slot is the
    deck); Mission place and row for ``COMPLETE``; both Areas for ``MOVE_WORKER``; one index for all
    other blocks; empty for a block of one action.
    """

    block: str
    numbers: tuple[int, ...]


def _targets() -> tuple[Target, ...]:
    found = []
    for block in ACTION_BLOCKS:
        shape = SHAPES.get(block.name, (block.size,) if block.size > 1 else ())
        found += [Target(block.name, tuple(index)) for index in np.ndindex(*shape)]
    return tuple(found)


#: For each action id, its target.
TARGETS: Final = _targets()


class ActionNames:
    """Descriptions of the action ids, in the words of one data folder.

    ``texts[action]`` is a sentence such as ``"play Spy Center (140)"``; no two are the same.
    """

    def __init__(self, labels: Labels) -> None:
        self.texts = tuple(labels.actions())
        self._ids = {text.casefold(): action for action, text in enumerate(self.texts)}

    def describe(self, action: SupportsIndex) -> str:
        """Describe an action in words.

        Raises TypeError if the action is not an integer. Raises ValueError if there is no
        such action.
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

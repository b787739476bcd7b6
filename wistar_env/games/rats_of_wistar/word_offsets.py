"""Where numbers of a game lie if it is read as 16-bit words.

Reading one word costs Python a tenth of reading a field of a structured array.
"""

from typing import Any, Final

import numpy as np

from wistar_env.compiled.records import offset
from wistar_env.games.rats_of_wistar.rules.state import ENTRY, GAME

_BYTES: Final = np.dtype(np.int16).itemsize


def _before(dtype: np.dtype[Any], field: str) -> int:
    return offset(dtype, field) // _BYTES


ROUND: Final = _before(GAME, "round")
DEPTH: Final = _before(GAME, "depth")
#: Words of an entry of the stack.
ENTRY_WORDS: Final = ENTRY.itemsize // _BYTES
#: Plus ``ENTRY_WORDS`` for each entry of the stack: who decides, and what.
SEAT_OF_TOP: Final = _before(GAME, "stack") + _before(ENTRY, "seat") - ENTRY_WORDS
KIND_OF_TOP: Final = _before(GAME, "stack") + _before(ENTRY, "kind") - ENTRY_WORDS

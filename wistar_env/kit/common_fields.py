"""The first fields of the record of every game, and the place of its options."""

from typing import Annotated, Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from wistar_env.compiled.jit import declare
from wistar_env.compiled.records import offset, record

#: No seat decides: the game is over.
NOBODY: Final = -1
#: ``fault`` of a valid game.
FINE: Final = 0

#: The fields, to be written at the beginning of a game's own.
COMMON_FIELDS: Final[tuple[tuple[str, Any], ...]] = (
    ("rng", np.uint64),  # state of the game's generator
    ("decisions", np.int32),  # taken so far
    ("fault", np.int16),  # FINE, or the game's code for why it cannot continue
    ("finished", np.int16),  # 1 = over
    ("seats", np.int16),
    ("automata", np.int16),  # how many of the last seats the rules play
    ("mover", np.int16),  # the seat that decides, or NOBODY
)
COMMON: Final = record(list(COMMON_FIELDS))
declare("common fields", COMMON, "A")
#: The field of the options of a game, if it has any: ``kit.game.options.option_record``.
OPTIONS_FIELD: Final = "options"
_WORD_BYTES: Final = 2

Game: TypeAlias = Annotated[Any, "common fields"]  # the common fields of one game's record
#: The common fields of games, shape (n,); each is the start of a whole record in memory.
GameArray: TypeAlias = Annotated[Any, "common fields array"]


def common_fields(games: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return the common fields of games as a view: shape (n,), dtype COMMON."""
    return np.ndarray((len(games),), COMMON, games, 0, games.strides)


def options_place(game: np.dtype[Any]) -> tuple[int, int]:
    """Return the 16-bit word at which the options begin, and the number of their words."""
    if OPTIONS_FIELD not in (game.names or ()):
        return 0, 0
    words = (offset(game, OPTIONS_FIELD), game[OPTIONS_FIELD].itemsize)
    return words[0] // _WORD_BYTES, words[1] // _WORD_BYTES


def check_common_fields(game: np.dtype[Any]) -> None:
    """Check that a record type begins with the common fields.

    Raises TypeError if a field is missing, or has another type or offset.
    """
    for name, kind in COMMON_FIELDS:
        found = game.fields[name] if game.fields and name in game.fields else None
        if found is None or found[0] != np.dtype(kind) or found[1] != offset(COMMON, name):
            there = "no such field" if found is None else f"{found[0]} at byte {found[1]}"
            raise TypeError(
                "the record of a game must begin with COMMON_FIELDS of wistar_env.kit.common_fields"
                f": its field {name!r} must be {np.dtype(kind)} at byte {offset(COMMON, name)}, "
                f"found {there}"
            )

"""The rules record of Lab Rats: the addresses of its compiled functions, and its sizes."""

from typing import Any, Final

import numpy.typing as npt

from wistar_env.games.lab_rats.actions import NUM_ACTIONS
from wistar_env.games.lab_rats.amounts import SCORE_COLUMNS
from wistar_env.games.lab_rats.blocks import layout
from wistar_env.games.lab_rats.cheese import rank_of, score_game, total_of
from wistar_env.games.lab_rats.heuristic import WEIGHTS, evaluate
from wistar_env.games.lab_rats.hidden import reshuffle_hidden
from wistar_env.games.lab_rats.observed import encode
from wistar_env.games.lab_rats.playing_on import begin, find_legal, play_on
from wistar_env.games.lab_rats.state import FRONT_BYTES, GAME, MAX_SEATS, SEAT
from wistar_env.kit.bind import bind

_FUNCTIONS: Final = {
    "begin": begin,
    "find_legal": find_legal,
    "play_on": play_on,
    "reshuffle_hidden": reshuffle_hidden,
    "score_game": score_game,
    "rank_of": rank_of,
    "total_of": total_of,
    "encode": encode,
    "evaluate": evaluate,
}
_WORD: Final = 2
_SIZES: Final = {
    "front_bytes": FRONT_BYTES,
    "seat_bytes": SEAT.itemsize,
    "first_word": FRONT_BYTES // _WORD,
    "seat_words": SEAT.itemsize // _WORD,
    "max_seats": MAX_SEATS,
    "columns": len(SCORE_COLUMNS),
    "num_actions": NUM_ACTIONS,
    "num_features": len(WEIGHTS),
    "max_observation": layout(MAX_SEATS).size,
}


def bind_tables(tables: npt.NDArray[Any], **instead: Any) -> npt.NDArray[Any]:
    """Return the record of this game's rules: shape (1,), dtype RULES.

    ``tables``: the tables of a card folder: shape (1,). The caller keeps them as long as the record
    is used. ``instead``: functions that replace those of the rules, by name.
    """
    return bind({**_FUNCTIONS, **instead}, game=GAME, tables=tables, sizes=_SIZES)

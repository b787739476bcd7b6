"""The compiled functions and the sizes of Rats of Wistar that the kit uses."""

from typing import Any, Final

import numpy.typing as npt

from wistar_env.games.rats_of_wistar.heuristics.evaluate import evaluate
from wistar_env.games.rats_of_wistar.heuristics.features import NUM_FEATURES
from wistar_env.games.rats_of_wistar.heuristics.lookahead import play_ahead, value_after
from wistar_env.games.rats_of_wistar.rules import interface
from wistar_env.games.rats_of_wistar.rules.actions import NUM_ACTIONS
from wistar_env.games.rats_of_wistar.rules.categories import COLUMNS, TOTAL
from wistar_env.games.rats_of_wistar.rules.hidden import reshuffle_hidden
from wistar_env.games.rats_of_wistar.rules.options import REPORT
from wistar_env.games.rats_of_wistar.rules.scoring import score_game
from wistar_env.games.rats_of_wistar.rules.state import BOARD_BYTES, GAME, SEAT_BYTES
from wistar_env.games.rats_of_wistar.spaces.blocks import LARGEST
from wistar_env.games.rats_of_wistar.spaces.encode import encode
from wistar_env.games.rats_of_wistar.spaces.features import FIRST_WORD, SEAT_WORDS
from wistar_env.games.rats_of_wistar.tables.limits import MAX_SEATS, SCORE_SCALE
from wistar_env.kit.bind import bind

_FUNCTIONS: Final = {
    "begin": interface.begin,
    "find_legal": interface.find_legal,
    "play_on": interface.play_on,
    "reshuffle_hidden": reshuffle_hidden,
    "score_game": score_game,
    "rank_of": interface.rank_of,
    "total_of": interface.total_of,
    "points_of": interface.points_of,
    "encode": encode,
    "seat_after": interface.seat_after,
    "evaluate": evaluate,
    "play_ahead": play_ahead,
    "value_after": value_after,
    "write_report": interface.write_report,
}
_SIZES: Final = {
    "front_bytes": BOARD_BYTES,
    "seat_bytes": SEAT_BYTES,
    "first_word": FIRST_WORD,
    "seat_words": SEAT_WORDS,
    "score_scale": SCORE_SCALE,
    "lead_limit": 100,  # VP
    "max_seats": MAX_SEATS,
    "columns": COLUMNS,
    "total_column": TOTAL,
    "num_actions": NUM_ACTIONS,
    "num_features": NUM_FEATURES,
    "max_observation": LARGEST,
}


def bind_tables(tables: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return the rules record that the kit needs for this game: shape (1,), dtype RULES.

    ``tables``: the tables of a data folder, shape (1,). The caller must keep them alive as long
    as the record is used.
    """
    return bind(_FUNCTIONS, game=GAME, tables=tables, report=REPORT, sizes=_SIZES)

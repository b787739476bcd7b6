"""What compiled code does with a game: the functions of the rules, and the types they take.

A record of a game has these fields for everybody: ``seats``, ``solo`` (1 = the last seat is played
by the rules), ``finished``, ``fault`` and ``decisions``. Everything else is the game's own.
"""

from wistar_env.heuristics.evaluate import evaluate
from wistar_env.heuristics.foresee import foresee
from wistar_env.rules.core import NOBODY, begin, deciding, find_legal, is_legal, over, play_on
from wistar_env.rules.faults import FINE
from wistar_env.rules.hidden import reshuffle_hidden
from wistar_env.rules.options import choose_options, write_report
from wistar_env.rules.order import seat_after
from wistar_env.rules.scoring import at, rank_of, score_game, total_of, vp_of
from wistar_env.rules.types import Game, GameArray, Legal, Tables, TablesArray
from wistar_env.spaces.blocks import LARGEST
from wistar_env.spaces.encode import encode, encode_mask

__all__ = [
    "FINE",
    "LARGEST",
    "NOBODY",
    "Game",
    "GameArray",
    "Legal",
    "Tables",
    "TablesArray",
    "at",
    "begin",
    "choose_options",
    "deciding",
    "encode",
    "encode_mask",
    "evaluate",
    "find_legal",
    "foresee",
    "is_legal",
    "over",
    "play_on",
    "rank_of",
    "reshuffle_hidden",
    "score_game",
    "seat_after",
    "total_of",
    "vp_of",
    "write_report",
]

"""What a batch knows of each of its games beside the game's record, and the codes it is told by."""

from enum import IntEnum
from types import MappingProxyType
from typing import Annotated, Any, Final, TypeAlias

import numpy as np

from wistar_env.compiled.jit import declare
from wistar_env.compiled.records import record
from wistar_env.gate import COLUMNS, MAX_SEATS, OPTIONS, REPORT


class Command(IntEnum):
    """What to do with a game instead of playing an action of 0 or more in it."""

    SHOW = -1  # only show it again
    START = -2  # begin a new game with ``row.seed``
    LEAVE = -3  # nothing at all


class Policy(IntEnum):
    """Who plays a seat; from ``OUTSIDE`` on, policies that are asked outside of compiled code."""

    CALLER = 0
    RANDOM = 1
    GREEDY = 2
    OUTSIDE = 3


#: The policies that play inside compiled code, by name.
COMPILED: Final = MappingProxyType({"random": Policy.RANDOM, "greedy": Policy.GREEDY})


#: Every seat belongs to the caller, there is no learner.
ALL_SEATS: Final = -1
#: The learner's seat is drawn for every game.
ANY_SEAT: Final = -2

GAME_ROW = record(
    [
        ("seed", np.uint64),  # of the running game
        ("chance", np.uint64),  # generator of the compiled policies of other seats
        ("choices", np.uint64),  # generator of ``choose``
        ("options", OPTIONS),
        ("chair", np.int16),  # the learner's seat, ALL_SEATS or ANY_SEAT
        ("learner", np.int16),  # the learner's seat in this game, or ALL_SEATS
        ("waits", np.int16),  # the outside policy that has to decide, 0 if none
        ("done", np.int16),  # 1 = a game ended in this step
        ("policies", np.int16, (MAX_SEATS,)),  # who plays each seat of this game
        ("paid", np.int16, (MAX_SEATS,)),  # VP that were paid as reward so far
        # About the game that ended last:
        ("last_seed", np.uint64),
        ("last_decisions", np.int32),
        ("last_report", REPORT),
        ("last_learner", np.int16),
        ("last_ranks", np.int16, (MAX_SEATS,)),
        ("last_scores", np.int16, (MAX_SEATS, COLUMNS)),
    ]
)
declare("row", GAME_ROW)

GameRows: TypeAlias = Annotated[Any, "row array"]  # shape (n,), dtype GAME_ROW
GameRow: TypeAlias = Any  # one GAME_ROW record

"""``GAME_ROW``, the batch's own record of each game, and the codes in it."""

from enum import IntEnum
from types import MappingProxyType
from typing import Any, Final, TypeAlias

import numpy as np

from wistar_env.compiled.jit import declare
from wistar_env.compiled.records import record
from wistar_env.kit.limits import MAX_SEATS


class Command(IntEnum):
    """Commands for a game; they are negative, unlike actions."""

    SHOW = -1  # write the observation again
    START = -2  # start a new game with ``row.seed``
    LEAVE = -3  # do nothing


class Policy(IntEnum):
    """Policies of seats; codes from ``OUTSIDE`` on are policies outside compiled code."""

    CALLER = 0
    RANDOM = 1
    GREEDY = 2
    OUTSIDE = 3


#: Compiled policies, by name.
COMPILED: Final = MappingProxyType({"random": Policy.RANDOM, "greedy": Policy.GREEDY})


#: A value of ``pending_policy``: the step continues with another game, which Python must start.
RESTART: Final = -1

#: The caller plays every seat.
ALL_SEATS: Final = -1
#: The learner's seat is drawn for every game.
ANY_SEAT: Final = -2

GAME_ROW = record(
    [
        ("seed", np.uint64),  # the seed of the running game
        ("opponent_rng", np.uint64),  # random stream of other seats' compiled policies
        ("choice_rng", np.uint64),  # random stream of ``choose``
        ("requested_seat", np.int16),  # the learner's seat, ALL_SEATS or ANY_SEAT
        ("learner", np.int16),  # the learner's seat in this game, or ALL_SEATS
        (
            "pending_policy",
            np.int16,
        ),  # code of the outside policy to decide, 0 if none, or RESTART
        ("done", np.int16),  # 1 = a game ended in this step
        ("cut", np.int16),  # 1 = cut off by the step limit, and awaiting a reset
        ("steps", np.int32),  # the caller's steps in this game
        ("skipped", np.int32),  # earlier games skipped, as they ended before a step of the caller
        ("policies", np.int16, (MAX_SEATS,)),  # the policy of each seat in this game
        ("rewarded_points", np.int16, (MAX_SEATS,)),  # points rewarded so far
        # The last game that ended:
        ("last_seed", np.uint64),
        ("last_decisions", np.int32),
        ("last_skipped", np.int32),
        ("last_learner", np.int16),
        ("last_ranks", np.int16, (MAX_SEATS,)),
    ]
)
declare("row", GAME_ROW)

GameRow: TypeAlias = Any  # one GAME_ROW record

"""What a batch owns, as one record that it hands to compiled code with every call.

The record is made once. It has the settings of the batch, the sizes of its arrays and their
addresses; each of the functions below gives one of the arrays.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, Final, TypeAlias

import numpy as np

from wistar_env.batch.rows import GAME_ROW
from wistar_env.compiled.jit import declare
from wistar_env.compiled.places import Sizes, placed
from wistar_env.compiled.records import record
from wistar_env.gate import GAME, LEGAL_SIZE, NUM_ACTIONS, TABLES
from wistar_env.rewards.contracts import ACCOUNT, CONTRACT

#: How a batch shows its games: not at all, as float32 of which the last ones are known or not, as
#: uint8, as entries of which the last ones are known or not.
NOTHING, CHANGES, FLOATS, BYTES, ENTRIES, NEW_ENTRIES = range(6)

NUMBERS: Final = (
    "num_games",
    "seats",  # of a game
    "payees",  # rewards of a game: of the learner, or of every seat
    "width",  # numbers of an observation; ``size`` is an attribute of every NumPy record
    "padded",  # counts of an observation, as many as are compared at once
    "entries",  # that a sparse observation has room for
    "policies",  # policies of other seats to draw from
    "features",  # weights of greedy
    "rooms",  # twice as many as threads
    "learns",  # whether the last observation of a learner is kept
    "shows",
    "dense",  # whether the reward is paid during a game, too
    "autoreset",
    "rows_at_once",  # games that a thread takes at once
    "backwards",  # whether the last games are stepped first
)
#: The arrays: what they hold, and their sizes.
ARRAYS: Final[Mapping[str, tuple[Any, Sizes]]] = MappingProxyType(
    {
        "tables": (TABLES, (1,)),
        "games": (GAME, ("num_games",)),
        "rows": (GAME_ROW, ("num_games",)),
        "legal": (np.int16, ("num_games", LEGAL_SIZE)),
        "commands": (np.int64, ("num_games",)),  # an action or a Command
        "illegal": (np.uint8, ("num_games",)),  # whose action was not legal
        "seat": (np.int64, ("num_games",)),  # who decides
        "done": (np.uint8, ("num_games",)),
        "reward": (np.float32, ("num_games", "payees")),
        "accounts": (ACCOUNT, ("num_games",)),  # what was paid for features
        "contract": (CONTRACT, (1,)),  # what is paid
        "pool": (np.int16, ("policies",)),  # of other seats
        "weights": (np.float64, ("features",)),
        "limit": (np.uint8, ("width",)),
        "scale": (np.float32, ("width",)),
        "counts": (np.uint8, ("rooms", "padded")),  # of each thread: an observation, and zeros
        "scratch": (GAME, ("rooms",)),  # of each thread: two games
        "final": (np.uint8, ("num_games", "padded")),  # what the learner saw of the game that ended
        "shown": (np.uint8, ("num_games", "padded")),  # counts that ``scaled`` shows
        "scaled": (np.float32, ("num_games", "width")),
        "raw": (np.uint8, ("num_games", "width")),
        "mask": (np.int8, ("num_games", NUM_ACTIONS)),
        "indices": (np.int16, ("num_games", "entries")),  # of what is not zero
        "values": (np.uint8, ("num_games", "entries")),
        "used": (np.int16, ("num_games",)),  # how many, or TOO_MANY
    }
)
CONTEXT: Final = record(
    [(name, np.int64) for name in NUMBERS] + [(f"{name}_at", np.int64) for name in ARRAYS]
)
declare("context", CONTEXT)

Contexts: TypeAlias = Annotated[Any, "context array"]  # shape (1,), dtype CONTEXT
Context: TypeAlias = Any  # one CONTEXT record


def _place(name: str) -> Any:
    return placed(CONTEXT, name, *ARRAYS[name])


tables_of = _place("tables")
games_of = _place("games")
rows_of = _place("rows")
legal_of_games = _place("legal")
commands_of = _place("commands")
illegal_of = _place("illegal")
seats_of = _place("seat")
done_of = _place("done")
reward_of = _place("reward")
accounts_of = _place("accounts")
contract_of = _place("contract")
pool_of = _place("pool")
weights_of = _place("weights")
limit_of = _place("limit")
scale_of = _place("scale")
counts_of = _place("counts")
scratch_of = _place("scratch")
final_of = _place("final")
shown_of = _place("shown")
scaled_of = _place("scaled")
raw_of = _place("raw")
mask_of = _place("mask")
indices_of = _place("indices")
values_of = _place("values")
used_of = _place("used")

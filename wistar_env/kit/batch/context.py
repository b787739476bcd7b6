"""The record of a batch, passed to compiled code in every call.

The record is made once. It holds the settings of the batch, and the sizes and addresses of its
arrays. Each function at the end of this module returns one of the arrays.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, Final, TypeAlias

import numpy as np

from wistar_env.compiled.field_pointers import Sizes, field_pointer
from wistar_env.compiled.jit import declare
from wistar_env.compiled.late_binding import strided_rows
from wistar_env.compiled.records import record
from wistar_env.kit.batch.rows import GAME_ROW
from wistar_env.kit.common_fields import COMMON
from wistar_env.kit.rewards.spec import REWARD_SPEC, REWARD_STATE
from wistar_env.kit.rules_interface import RULES

#: Modes of writing observations: none; float32, only changes or all values; uint8; sparse entries,
#: over the previous entries or over unknown contents.
NO_OUTPUT, FLOAT_CHANGES, FLOATS, BYTES, ENTRIES, NEW_ENTRIES = range(6)

#: The kinds of tasks that threads join by themselves (``wistar_env.compiled.work_sharing.Calls``).
STEP: Final = 1
CHOOSE: Final = 2
CHECK: Final = 3

INTEGER_FIELDS: Final = (
    "num_games",
    "game_bytes",  # bytes of a game's record
    "seats",  # the number of seats
    "option_words",  # numbers in a game's bounds of options
    "report_bytes",  # bytes of a finished game's report
    "score_size",  # numbers in a game's score table
    "legal_size",  # numbers in a row of ``legal``: the count of legal actions, then their ids
    "num_actions",
    "num_ids",  # the number of the caller's action ids
    "num_rewards",  # rewards per game: one for the learner, or one for each seat
    "width",  # size of an observation; ``size`` is an attribute of every NumPy record
    "padded_size",  # ``width`` rounded up to whole groups
    "max_entries",  # maximum entries of a sparse observation
    "token_words",  # numbers in the action tokens that a seat sees; 0 without history
    "log_words",  # numbers in all logs of a game: one log, or with sealed choices one per seat
    "num_policies",  # the number of policies in ``pool``
    "num_features",  # the number of weights of ``greedy``
    "num_sets",  # the number of data sets
    "scratch_slots",  # twice the number of threads
    "has_learner",  # whether the learner's final observation is stored
    "output",  # the mode of writing observations
    "dense",  # whether rewards are paid during a game
    "autoreset",
    "skips",  # whether games that end before the caller's first step are skipped
    "chunk_size",  # the number of games that a thread claims at once
    "reverse_order",  # whether the last games are stepped first
)
#: Element type and sizes of each array.
ARRAYS: Final[Mapping[str, tuple[Any, Sizes]]] = MappingProxyType(
    {
        "tables": (RULES, ("num_sets",)),  # one per data set
        "set_ends": (np.int64, ("num_sets",)),  # cumulative weights of the data sets
        "sets": (np.int16, ("num_games",)),  # each game's data set; absent if there is only one
        "games": (np.uint8, ("num_games", "game_bytes")),
        "rows": (GAME_ROW, ("num_games",)),
        "options": (np.int16, ("num_games", "option_words")),
        # Of the last game that ended:
        "reports": (np.uint8, ("num_games", "report_bytes")),
        "final_scores": (np.int16, ("num_games", "score_size")),
        "legal": (np.int16, ("num_games", "legal_size")),
        "commands": (np.int64, ("num_games",)),  # an action or a Command
        "actions": (np.int64, ("num_games",)),  # the caller's, during a call
        "illegal": (np.uint8, ("num_games",)),  # 1 = the action was not legal
        "seat": (np.int64, ("num_games",)),  # the deciding seat
        "done": (np.uint8, ("num_games",)),
        "reward": (np.float32, ("num_games", "num_rewards")),
        "reward_states": (REWARD_STATE, ("num_games",)),  # for feature rewards
        "reward_spec": (REWARD_SPEC, (1,)),
        "pool": (np.int16, ("num_policies",)),  # policies to draw for other seats
        "weights": (np.float64, ("num_features",)),
        "limit": (np.uint8, ("width",)),
        "scale": (np.float32, ("width",)),
        "counts": (
            np.uint8,
            ("scratch_slots", "padded_size"),
        ),  # per thread: one observation, and zeros
        "scratch": (np.uint8, ("scratch_slots", "game_bytes")),  # per thread: two games
        "final": (
            np.uint8,
            ("num_games", "padded_size"),
        ),  # the learner's observation at the end of the game
        "shown": (np.uint8, ("num_games", "padded_size")),  # the counts written to ``scaled``
        "scaled": (np.float32, ("num_games", "width")),
        "raw": (np.uint8, ("num_games", "width")),
        "mask": (np.int8, ("num_games", "num_ids")),
        "compact_ids": (np.int16, ("num_actions",)),  # the caller's id of each action
        "indices": (np.int16, ("num_games", "max_entries")),  # of the nonzero values
        "values": (np.uint8, ("num_games", "max_entries")),
        "used": (np.int16, ("num_games",)),  # number of entries, or TOO_MANY
        "logs": (np.int16, ("num_games", "log_words")),  # see ``kit.batch.history``
        "tokens": (np.int16, ("num_games", "token_words")),
        "final_tokens": (np.int16, ("num_games", "token_words")),  # the learner's, at the end
    }
)
CONTEXT: Final = record(
    [(name, np.int64) for name in INTEGER_FIELDS] + [(f"{name}_at", np.int64) for name in ARRAYS]
)
declare("context", CONTEXT)

Contexts: TypeAlias = Annotated[Any, "context array"]  # shape (1,), dtype CONTEXT
Context: TypeAlias = Annotated[Any, "context"]  # one CONTEXT record


def _pointer(name: str) -> Any:
    return field_pointer(CONTEXT, name, *ARRAYS[name])


tables_of = _pointer("tables")
set_ends_of = _pointer("set_ends")
sets_of = _pointer("sets")
games_of = strided_rows(CONTEXT, "games", COMMON, "num_games", "game_bytes")
rows_of = _pointer("rows")
options_of = _pointer("options")
reports_of = _pointer("reports")
final_scores_of = _pointer("final_scores")
legal_of_games = _pointer("legal")
commands_of = _pointer("commands")
actions_of = _pointer("actions")
illegal_of = _pointer("illegal")
seats_of = _pointer("seat")
done_of = _pointer("done")
reward_of = _pointer("reward")
reward_states_of = _pointer("reward_states")
reward_spec_of = _pointer("reward_spec")
pool_of = _pointer("pool")
weights_of = _pointer("weights")
limit_of = _pointer("limit")
scale_of = _pointer("scale")
counts_of = _pointer("counts")
scratch_of = strided_rows(CONTEXT, "scratch", COMMON, "scratch_slots", "game_bytes")
final_of = _pointer("final")
shown_of = _pointer("shown")
scaled_of = _pointer("scaled")
raw_of = _pointer("raw")
mask_of = _pointer("mask")
indices_of = _pointer("indices")
values_of = _pointer("values")
used_of = _pointer("used")
logs_of = _pointer("logs")
tokens_of = _pointer("tokens")
final_tokens_of = _pointer("final_tokens")
compact_ids_of = _pointer("compact_ids")

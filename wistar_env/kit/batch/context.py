"""The record of a batch, which every call passes to compiled code.

The record is made once. It has the settings of the batch, and the sizes and addresses of its
arrays; each function at the end returns one of the arrays.
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

#: Modes of writing observations: none; float32, changes only or all; uint8; sparse entries, over
#: the last ones or over unknown contents.
NO_OUTPUT, FLOAT_CHANGES, FLOATS, BYTES, ENTRIES, NEW_ENTRIES = range(6)

#: The kinds of tasks that threads begin by themselves (``wistar_env.compiled.work_sharing.Calls``).
STEP: Final = 1
CHOOSE: Final = 2
CHECK: Final = 3

INTEGER_FIELDS: Final = (
    "num_games",
    "game_bytes",  # size of a game's record
    "seats",  # seats of a game
    "option_words",  # numbers of the bounds of the options of a game
    "report_bytes",  # size of the report of a game that is over
    "score_size",  # numbers of a game's score table
    "legal_size",  # the number of legal actions, and their ids
    "num_actions",
    "num_ids",  # of actions for the caller
    "num_rewards",  # rewards of a game: of the learner, or of every seat
    "width",  # size of an observation; ``size`` is an attribute of every NumPy record
    "padded_size",  # the same, rounded up to whole groups
    "max_entries",  # entries of a sparse observation
    "token_words",  # numbers of the last actions that a seat sees; 0 without history
    "log_words",  # the same for all logs of a game: one, or with sealed choices one of each seat
    "num_policies",  # policies of other seats to draw from
    "num_features",  # weights of greedy
    "num_sets",  # data sets that games are played with
    "scratch_slots",  # twice the number of threads
    "has_learner",  # whether the last observation of a learner is stored
    "output",  # how observations are written
    "dense",  # whether rewards are paid during a game
    "autoreset",
    "skips",  # whether games that end before a step of the caller are skipped
    "chunk_size",  # games that a thread claims at once
    "reverse_order",  # whether the last games are stepped first
)
#: Element type and sizes of each array.
ARRAYS: Final[Mapping[str, tuple[Any, Sizes]]] = MappingProxyType(
    {
        "tables": (RULES, ("num_sets",)),  # of each data set
        "set_ends": (np.int64, ("num_sets",)),  # sums of the weights up to each data set
        "sets": (np.int16, ("num_games",)),  # of each game; absent if there is only one set
        "games": (np.uint8, ("num_games", "game_bytes")),
        "rows": (GAME_ROW, ("num_games",)),
        "options": (np.int16, ("num_games", "option_words")),
        # Of the last game that ended:
        "reports": (np.uint8, ("num_games", "report_bytes")),
        "final_scores": (np.int16, ("num_games", "score_size")),
        "legal": (np.int16, ("num_games", "legal_size")),
        "commands": (np.int64, ("num_games",)),  # an action or a Command
        "actions": (np.int64, ("num_games",)),  # of the caller, as long as a call lasts
        "illegal": (np.uint8, ("num_games",)),  # 1 = the action was not legal
        "seat": (np.int64, ("num_games",)),  # the deciding seat
        "done": (np.uint8, ("num_games",)),
        "reward": (np.float32, ("num_games", "num_rewards")),
        "reward_states": (REWARD_STATE, ("num_games",)),  # of feature rewards
        "reward_spec": (REWARD_SPEC, (1,)),
        "pool": (np.int16, ("num_policies",)),  # policies of other seats
        "weights": (np.float64, ("num_features",)),
        "limit": (np.uint8, ("width",)),
        "scale": (np.float32, ("width",)),
        "counts": (
            np.uint8,
            ("scratch_slots", "padded_size"),
        ),  # per thread: an observation, and zeros
        "scratch": (np.uint8, ("scratch_slots", "game_bytes")),  # per thread: two games
        "final": (
            np.uint8,
            ("num_games", "padded_size"),
        ),  # the learner's observation at the end of the game
        "shown": (np.uint8, ("num_games", "padded_size")),  # the counts that ``scaled`` has
        "scaled": (np.float32, ("num_games", "width")),
        "raw": (np.uint8, ("num_games", "width")),
        "mask": (np.int8, ("num_games", "num_ids")),
        "compact_ids": (np.int16, ("num_actions",)),  # the id of each action for the caller
        "indices": (np.int16, ("num_games", "max_entries")),  # of nonzero values
        "values": (np.uint8, ("num_games", "max_entries")),
        "used": (np.int16, ("num_games",)),  # number of entries, or TOO_MANY
        "logs": (np.int16, ("num_games", "log_words")),  # see ``kit.batch.history``
        "tokens": (np.int16, ("num_games", "token_words")),
        "final_tokens": (np.int16, ("num_games", "token_words")),  # of the learner, at the end
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

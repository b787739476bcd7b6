"""The one way to the rules for everything that stands on them.

Batches, policies, search, rewards, environments and benchmarks use a game through what this package
names, and name no part of it: no token, no Area, no card. What they may say about any game is that
it has seats, decisions, options, a score by categories and features; how it is played is the matter
of ``rules``, ``spaces`` and ``heuristics``, which nothing above imports (``tests/test_gate.py``).
Another game moves in by giving the same names.

The gate has the facts: records, sizes, layouts, options. Importing it compiles nothing. Compiled
code calls the game by the addresses of ``wistar_env.contract``; what Python code uses of a single
game is ``wistar_env.Game``, which is made of both.
"""

from wistar_env.compiled.code_cache import announce
from wistar_env.heuristics.features import WEIGHTS
from wistar_env.rules import RULES_VERSION
from wistar_env.rules.actions import ACTION_BLOCKS, LEGAL_SIZE, NUM_ACTIONS
from wistar_env.rules.categories import CATEGORIES, COLUMNS, TOTAL
from wistar_env.rules.difficulty import (
    HIGHEST_LEVEL,
    Tracks,
    check_terms,
    check_tracks,
    default_level,
    resolve_tracks,
)
from wistar_env.rules.options import (
    OPTION_RANGES,
    OPTIONS,
    REPORT,
    REPORT_RANGES,
    Level,
    levels_of,
    options_for,
    wrong_options,
)
from wistar_env.rules.state import GAME
from wistar_env.save_validation import check_games
from wistar_env.spaces.blocks import OBS_VERSION
from wistar_env.spaces.features import FEATURES
from wistar_env.spaces.observation import (
    Described,
    FloatVector,
    Layout,
    observation_layout,
    state_layout,
)
from wistar_env.spaces.width import sparse_width
from wistar_env.tables.limits import MAX_SEATS, MOST

# Whoever plays games binds this one sooner or later, so its functions count from the start.
announce("wistar_env.contract")

__all__ = [
    "ACTION_BLOCKS",
    "CATEGORIES",
    "COLUMNS",
    "FEATURES",
    "GAME",
    "HIGHEST_LEVEL",
    "LEGAL_SIZE",
    "MAX_SEATS",
    "MOST",
    "NUM_ACTIONS",
    "OBS_VERSION",
    "OPTIONS",
    "OPTION_RANGES",
    "REPORT",
    "REPORT_RANGES",
    "RULES_VERSION",
    "TOTAL",
    "WEIGHTS",
    "Described",
    "FloatVector",
    "Layout",
    "Level",
    "Tracks",
    "check_games",
    "check_terms",
    "check_tracks",
    "default_level",
    "levels_of",
    "observation_layout",
    "options_for",
    "resolve_tracks",
    "sparse_width",
    "state_layout",
    "wrong_options",
]

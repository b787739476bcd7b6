"""Facts of Rats of Wistar for what stands above it and does not play any game yet.

What plays any game asks its ``spec`` (``kit.game.GameSpec``); networks, training, benchmarks and
their commands still know this game by these names, and name no part of it: no token, no Area, no
card. How it is played is the matter of ``rules``, ``spaces`` and ``heuristics``, which
nothing above imports (``tests/test_gate.py``). Importing the gate compiles nothing.
"""

from wistar_env.compiled.code_cache import announce
from wistar_env.heuristics.features import WEIGHTS
from wistar_env.kit.layout import Described, FloatVector
from wistar_env.rules import RULES_VERSION
from wistar_env.rules.actions import ACTION_BLOCKS, LEGAL_SIZE, NUM_ACTIONS
from wistar_env.rules.categories import CATEGORIES, TOTAL
from wistar_env.rules.difficulty import (
    HIGHEST_LEVEL,
    Tracks,
    check_terms,
    resolve_tracks,
)
from wistar_env.rules.options import (
    Level,
    levels_of,
)
from wistar_env.rules.state import GAME
from wistar_env.spaces.blocks import OBS_VERSION
from wistar_env.spaces.observation import observation_layout
from wistar_env.spaces.width import sparse_width
from wistar_env.tables.limits import MAX_SEATS

# Whoever plays games binds this one sooner or later, so its functions count from the start.
announce("wistar_env.contract")

__all__ = [
    "ACTION_BLOCKS",
    "CATEGORIES",
    "GAME",
    "HIGHEST_LEVEL",
    "LEGAL_SIZE",
    "MAX_SEATS",
    "NUM_ACTIONS",
    "OBS_VERSION",
    "RULES_VERSION",
    "TOTAL",
    "WEIGHTS",
    "Described",
    "FloatVector",
    "Level",
    "Tracks",
    "check_terms",
    "levels_of",
    "observation_layout",
    "resolve_tracks",
    "sparse_width",
]

"""The one way to the rules for everything that stands on them.

Batches, policies, search, rewards, environments and benchmarks use a game through what this package
names, and name no part of it: no token, no Area, no card. What they may say about any game is that
it has seats, decisions, options, a score by categories and features; how it is played is the matter
of ``rules``, ``spaces`` and ``heuristics``, which nothing above imports (``tests/test_gate.py``).
Another game moves in by giving the same names.

- ``gate`` has the facts: records, sizes, layouts, options. Importing it compiles nothing.
- ``gate.play`` has the compiled functions: begin, find the legal actions, play on, score and rank,
  reshuffle what a seat cannot know, encode, evaluate. They are called by compiled code.

What Python code uses of a single game is ``wistar_env.Game``, which is made of both.
"""

from wistar_env.heuristics.features import NUM_FEATURES, WEIGHTS
from wistar_env.rules.actions import ACTION_BLOCKS, LEGAL_SIZE, NUM_ACTIONS
from wistar_env.rules.categories import CATEGORIES, COLUMNS, TOTAL
from wistar_env.rules.limits import MAX_SEATS, SCORE_SCALE
from wistar_env.rules.state import GAME
from wistar_env.spaces.blocks import OBS_VERSION
from wistar_env.spaces.observation import Layout, observation_layout, state_layout
from wistar_env.spaces.width import sparse_width
from wistar_env.tables.layout import TABLES

__all__ = [
    "ACTION_BLOCKS",
    "CATEGORIES",
    "COLUMNS",
    "GAME",
    "LEGAL_SIZE",
    "MAX_SEATS",
    "NUM_ACTIONS",
    "NUM_FEATURES",
    "OBS_VERSION",
    "SCORE_SCALE",
    "TABLES",
    "TOTAL",
    "WEIGHTS",
    "Layout",
    "observation_layout",
    "sparse_width",
    "state_layout",
]

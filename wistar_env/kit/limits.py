"""Limits of the kit; most are sizes of arrays on the stack of compiled code.

Arrays have the sizes of their game; ``kit.bind`` rejects too large games.
"""

from typing import Final

MAX_SEATS: Final = 6
#: Of a score table.
MAX_COLUMNS: Final = 16
#: The number of legal actions, and their ids.
MAX_LEGAL_SIZE: Final = 1024
#: Of a heuristic.
MAX_FEATURES: Final = 128
#: Numbers of which the features that rewards name are made.
MAX_FEATURE_PARTS: Final = 64
MAX_OBSERVATION: Final = 8000
#: Decisions of one game: a longer one is considered endless.
MAX_DECISIONS: Final = 100_000

"""Limits of the kit; most are sizes of arrays on the stack of compiled code.

Other arrays are only as large as their game needs; ``kit.bind`` rejects games beyond a limit.
"""

from typing import Final

MAX_SEATS: Final = 6
#: Columns of a score table.
MAX_COLUMNS: Final = 16
#: Size of an array with the number of legal actions and their ids.
MAX_LEGAL_SIZE: Final = 1024
#: Features of a heuristic.
MAX_FEATURES: Final = 128
#: Parts that the features of one reward have in total.
MAX_FEATURE_PARTS: Final = 64
MAX_OBSERVATION: Final = 8000
#: Decisions of one game: a longer one is considered endless.
MAX_DECISIONS: Final = 100_000

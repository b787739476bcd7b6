"""The largest games that the kit plays; most are sizes of what compiled code keeps on its stack.

Arrays have the sizes of their game; ``kit.bind`` refuses too large games.
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
#: Of one game, whoever plays it: a longer one is taken to have no end.
MAX_DECISIONS: Final = 100_000

"""Indices of the numbers of the head in a record that is read as 16-bit words.

In Python, reading a word takes a tenth of the time of reading a field of a structured array.
"""

from typing import Final

from wistar_env.compiled.records import offset
from wistar_env.kit.common_fields import COMMON

FAULT: Final = offset(COMMON, "fault") // 2
FINISHED: Final = offset(COMMON, "finished") // 2
SEATS: Final = offset(COMMON, "seats") // 2
AUTOMATA: Final = offset(COMMON, "automata") // 2
MOVER: Final = offset(COMMON, "mover") // 2

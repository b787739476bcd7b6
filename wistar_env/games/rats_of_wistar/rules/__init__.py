"""The rules core: compiled functions on game records. Imports only NumPy, Numba and tables."""

from typing import Final

#: Raise it with every change after which the same seed and actions give a different game.
RULES_VERSION: Final = 3

"""The rules core: compiled functions on game records. Imports only NumPy, Numba and tables."""

from typing import Final

#: Raise it whenever the same seed and actions give another game than before.
RULES_VERSION: Final = 3

"""The rules core: compiled functions that read and change game records."""

from typing import Final

#: Increase it with every change that makes the same seed and actions give a different game.
RULES_VERSION: Final = 3

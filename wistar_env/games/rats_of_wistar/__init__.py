"""Rats of Wistar as a Python object: ``Game``, its declaration and its messages."""

from wistar_env.games.rats_of_wistar.game import Game
from wistar_env.games.rats_of_wistar.spec import RATS_OF_WISTAR

__all__ = ["RATS_OF_WISTAR", "Game"]

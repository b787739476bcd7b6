"""Rats of Wistar as a Python object: ``RatsOfWistar``, its declaration and its messages."""

from wistar_env.games.rats_of_wistar.game import RatsOfWistar
from wistar_env.games.rats_of_wistar.spec import RATS_OF_WISTAR

__all__ = ["RATS_OF_WISTAR", "RatsOfWistar"]

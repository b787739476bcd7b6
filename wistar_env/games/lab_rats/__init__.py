"""Lab Rats as a Python object: ``Game`` and its declaration."""

from wistar_env.games.lab_rats.game import Game
from wistar_env.games.lab_rats.spec import LAB_RATS

__all__ = ["LAB_RATS", "Game"]

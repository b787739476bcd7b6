"""The game Lab Rats: the class ``LabRats`` and its specification."""

from wistar_env.games.lab_rats.game import LabRats
from wistar_env.games.lab_rats.spec import LAB_RATS

__all__ = ["LAB_RATS", "LabRats"]

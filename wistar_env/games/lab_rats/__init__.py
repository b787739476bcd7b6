"""Lab Rats as a Python object: ``LabRats`` and its declaration."""

from wistar_env.games.lab_rats.game import LabRats
from wistar_env.games.lab_rats.spec import LAB_RATS

__all__ = ["LAB_RATS", "LabRats"]

"""What things are worth to ``careful``, in cheese: ``WORTHS``, found by tournaments."""

from typing import Annotated, Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from wistar_env.compiled.jit import declare
from wistar_env.compiled.records import record

#: By name: its worth, and what it is.
MEANINGS: Final[dict[str, tuple[float, str]]] = {
    "win": (3.0, "the cheese that wins the game"),
    "life": (0.5, "to live when the turn ends and the round goes on"),
    "death": (0.5, "what is lost with the life"),
    "chance": (1.0, "that the hand pays any Exit, when the turn ends"),
    "kept": (0.4, "the same of the Potions that a dead player keeps"),
    "pollution": (0.02, "pollution, times its square"),
    "injury": (0.05, "what an injury costs when the turn ends"),
    "threat": (0.3, "how much less a long life is worth when another is about to win"),
    "distrust": (2.0, "how much likelier a Door that a player laid harms than one of the deck"),
    "cover": (0.2, "that the hand beats any obstacle"),
    "breadth": (0.01, "each colour that a Potion of the hand can have"),
    "kill": (1.0, "the death of another player"),
    "hurt": (0.4, "the injury of another player"),
    "chips": (0.2, "the pollution of another player"),
    "gift": (0.3, "a Potion for another player"),
    "revival": (0.6, "one's own Specimen, of another player's"),
}

WORTHS: Final = record([(name, np.float64) for name in MEANINGS])
Worths: TypeAlias = Annotated[Any, "lab rats worths"]
WorthsArray: TypeAlias = Annotated[Any, "lab rats worths array"]
declare("lab rats worths", WORTHS)


def worths(**others: float) -> npt.NDArray[Any]:
    """Return the worths, shape (1,): those of ``MEANINGS``, but for others by name."""
    found = np.zeros(1, WORTHS)
    for name, (worth, _) in MEANINGS.items():
        found[name] = others.get(name, worth)
    return found

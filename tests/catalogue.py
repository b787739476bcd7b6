"""The bundled data for tests: its tables, and short names for its components."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from wistar_env.games.rats_of_wistar.tables import load


@dataclass(frozen=True)
class Catalogue:
    """Tables, shape (1,), and lists of names by component, each in the order of its ids."""

    tables: np.ndarray[Any, Any]
    names: dict[str, list[str]]


@cache
def catalogue() -> Catalogue:
    """Return the bundled data. Guests are called ``G01`` to ``G25``, ``Cheese 6``, ``Cheese 3``."""
    known = load.catalogue()
    names = {
        "cards": list(known.cards),
        "guests": [label.partition(" (")[0] for label in known.guests],
        "missions": list(known.missions),
        "objectives": list(known.objectives),
        "abilities": list(known.abilities),
        "sectors": list(known.sectors),
        "heroes": list(known.heroes),
    }
    return Catalogue(load.load(), names)

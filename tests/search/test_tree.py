"""Choosing edges of a tree."""

from typing import Any

import numpy as np
import pytest

from wistar_env.compiled.jit import entry
from wistar_env.compiled.types import LongArray
from wistar_env.search.context import NONE, Searches, edges_of
from wistar_env.search.memory import Memory
from wistar_env.search.tree import pick, plant, sprout

SETTINGS = {"exploration": 0.3, "urgency": 0.0}


@entry
def pick_of_three(searches: Searches, found: LongArray, prior: float, worth: float) -> int:
    """Pick among three edges, of which the first is not legal now."""
    s = searches[0]
    plant(s)
    for k in range(3):
        found[k] = sprout(s, k, 0, prior, NONE)
        edges_of(s)[found[k]].worth = worth
        edges_of(s)[found[k]].visits = 1
    found[0] = NONE
    return pick(s, 3, found)


@pytest.mark.interpreted
@pytest.mark.parametrize("prior", [0.3, 0.0, np.inf, np.nan])
@pytest.mark.parametrize("worth", [0.5, np.nan])
def test_whatever_is_thought_of_them_one_of_the_legal_actions_is_picked(
    prior: float, worth: float
) -> None:
    """Shares can be too small for a number; NONE would lead out of the tree."""
    found: Any = np.zeros(3, np.int64)
    assert pick_of_three(Memory(8, None, **SETTINGS).record, found, prior, worth) in found[1:]


@pytest.mark.interpreted
def test_without_any_share_those_are_tried_that_were_not() -> None:
    memory, found = Memory(8, None, **SETTINGS), np.zeros(3, np.int64)
    pick_of_three(memory.record, found, 0.0, 0.5)
    edges = memory._kept["edges"]
    edges["visits"][found[1]], edges["worth"][found[1]] = 9, 4.5
    assert pick_again(memory.record, found) == found[2]


@entry
def pick_again(searches: Searches, found: LongArray) -> int:
    return pick(searches[0], 3, found)

"""Choosing edges of a tree."""

from typing import Any

import numpy as np
import pytest

from wistar_env.compiled.jit import entry
from wistar_env.compiled.types import LongArray
from wistar_env.games.rats_of_wistar import RATS_OF_WISTAR
from wistar_env.kit.search.buffers import SearchBuffers
from wistar_env.kit.search.context import NONE, Searches, edges_of
from wistar_env.kit.search.tree import add_child, add_root, select_child

SETTINGS = {"c_puct": 0.3, "fpu_reduction": 0.0}


@entry
def select_of_three(searches: Searches, found: LongArray, prior: float, value_sum: float) -> int:
    """Select among three edges, of which the first is not legal now."""
    s = searches[0]
    add_root(s)
    for k in range(3):
        found[k] = add_child(s, k, 0, prior, NONE)
        edges_of(s)[found[k]].value_sum = value_sum
        edges_of(s)[found[k]].visits = 1
    found[0] = NONE
    return select_child(s, 3, found)


@pytest.mark.interpreted
@pytest.mark.parametrize("prior", [0.3, 0.0, np.inf, np.nan])
@pytest.mark.parametrize("value_sum", [0.5, np.nan])
def test_a_legal_action_is_selected_for_any_evaluation(prior: float, value_sum: float) -> None:
    """Shares can be too small for a number; NONE would lead out of the tree."""
    found: Any = np.zeros(3, np.int64)
    buffers = SearchBuffers(8, None, RATS_OF_WISTAR, **SETTINGS)
    assert select_of_three(buffers.record, found, prior, value_sum) in found[1:]


@pytest.mark.interpreted
def test_without_any_share_those_are_tried_that_were_not() -> None:
    buffers, found = SearchBuffers(8, None, RATS_OF_WISTAR, **SETTINGS), np.zeros(3, np.int64)
    select_of_three(buffers.record, found, 0.0, 0.5)
    edges = buffers._arrays["edges"]
    edges["visits"][found[1]], edges["value_sum"][found[1]] = 9, 4.5
    assert select_again(buffers.record, found) == found[2]


@entry
def select_again(searches: Searches, found: LongArray) -> int:
    return select_child(searches[0], 3, found)

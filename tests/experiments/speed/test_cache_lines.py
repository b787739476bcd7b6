"""The exchange of a cache line by two threads."""

import numpy as np
import pytest

from experiments.speed import cache_lines


def test_two_threads_count_in_turns() -> None:
    assert cache_lines.exchanging(3) == 3


@pytest.mark.parametrize("first", [0, 1])
def test_a_thread_counts_when_it_is_its_turn(first: int) -> None:
    count = np.full(8, first)
    cache_lines.exchange(count, first, 1)
    assert count[0] == first + 1

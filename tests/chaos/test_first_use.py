"""The first use of a game by several threads; ``make chaos`` tests all kinds, often."""

import numba
import pytest

from tests.chaos.first_use import check


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")
def test_threads_of_a_new_process_each_begin_a_game() -> None:
    assert check("new-lab-rats", processes=1) == []

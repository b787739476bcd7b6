"""Sums of float32 rows: bitwise those of a loop over the rows, in their order."""

import numpy as np
import pytest

from wistar_env.compiled.floats import LANES, add_scaled_rows
from wistar_env.compiled.jit import entry
from wistar_env.compiled.types import FloatArray, FloatTable, ShortArray


@entry
def added(
    out: FloatArray, table: FloatTable, rows: ShortArray, factors: FloatArray, count: int
) -> None:
    add_scaled_rows(out, table, rows, factors, count, len(out))


@pytest.mark.parametrize("count", [0, 1, 30])
@pytest.mark.parametrize("size", [LANES, 3 * LANES, 4 * LANES, 5 * LANES, 8 * LANES])
def test_rows_are_added_in_their_order(size: int, count: int) -> None:
    draw = np.random.default_rng(size + count)
    table = draw.normal(size=(50, size)).astype(np.float32)
    rows = draw.integers(0, 50, 40).astype(np.int16)
    factors, out = draw.normal(size=40).astype(np.float32), np.ones(size, np.float32)
    expected = out.copy()
    for k in range(count):
        expected += factors[k] * table[rows[k]]
    added(out, table, rows, factors, count)
    assert out.tobytes() == expected.tobytes()

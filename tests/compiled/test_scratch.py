import numba
import numpy as np
import pytest

from wistar_env.compiled.scratch import empty, zeros

_COUNT = 5


def left_in_new_arrays() -> int:
    found = 0
    for _ in range(3):
        array = zeros(_COUNT, np.int16)
        found += array.sum()
        array[:] = 7
    return found


def squares() -> float:
    array = empty(_COUNT, np.float64)
    for k in range(len(array)):
        array[k] = k * k
    return array[-1] + array.sum()


@pytest.mark.interpreted
def test_an_array_of_zeros_is_clean_each_time_it_is_made() -> None:
    assert numba.njit(left_in_new_arrays)() == 0


@pytest.mark.interpreted
def test_a_scratch_array_takes_numbers_of_its_dtype() -> None:
    assert numba.njit(squares)() == 16 + (0 + 1 + 4 + 9 + 16)

"""The record that a batch passes to compiled code."""

import numpy as np
import pytest

from wistar_env.kit.batch import context
from wistar_env.kit.batch.context import ARRAYS, CONTEXT, INTEGER_FIELDS
from wistar_env.kit.vector.buffers import ContextRecord


def test_only_numbers_and_arrays_that_it_has_can_be_set() -> None:
    made = ContextRecord()
    with pytest.raises(KeyError, match=r"'sharing' .* num_games"):
        made.set(sharing=2)
    with pytest.raises(KeyError, match=r"'masks' .* tables"):
        made.set_arrays(masks=np.zeros(2))


def test_arrays_that_are_not_contiguous_are_rejected() -> None:
    with pytest.raises(ValueError, match="seat is not C-contiguous"):
        ContextRecord().set_arrays(seat=np.zeros(4, np.int64)[::2])


@pytest.mark.interpreted
def test_it_leads_to_its_arrays_and_keeps_them() -> None:
    made = ContextRecord()
    made.set(num_games=3, num_rewards=2)
    reward = np.arange(6, dtype=np.float32).reshape(3, 2)
    made.set_arrays(reward=reward, seat=np.array([5, 6, 7]))
    assert made.record[0]["reward_at"] == reward.ctypes.data
    if hasattr(context.reward_of, "_defn"):
        return  # compiled code alone can call it
    assert np.array_equal(context.reward_of(made.record[0]), reward)
    assert context.seats_of(made.record[0]).tolist() == [5, 6, 7]


def test_numbers_and_arrays_have_different_names() -> None:
    assert (
        len(CONTEXT.names or ())
        == len(INTEGER_FIELDS) + len(ARRAYS)
        == len({*INTEGER_FIELDS, *ARRAYS})
    )

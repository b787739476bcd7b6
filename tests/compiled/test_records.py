import pickle
from io import BytesIO
from typing import Annotated, Any, TypeAlias

import numpy as np
import pytest

from wistar_env import RatsOfWistar
from wistar_env.compiled.jit import declare, entry
from wistar_env.compiled.records import name_places, record
from wistar_env.games.rats_of_wistar.rules.state import GAME
from wistar_env.games.rats_of_wistar.tables.layout import TABLES, I
from wistar_env.kit.batch.context import CONTEXT
from wistar_env.kit.batch.rows import GAME_ROW
from wistar_env.kit.rewards.spec import REWARD_SPEC, REWARD_STATE

THING = record([("one", np.int8), ("several", I, (3,))])
name_places(THING, "several", {"first": 0, "last": 2, "also_last": 2})
WHOLE = record([("pad", np.int8), ("things", THING, (2,))])
declare("whole", WHOLE)
CALLED = record([("round", np.int8), ("sum", np.int8)])
declare("called", CALLED)

Wholes: TypeAlias = Annotated[Any, "whole array"]
Called: TypeAlias = Annotated[Any, "called array"]


@entry
def write(wholes: Wholes, first: int, last: int) -> int:
    """Write two of the numbers by their names and return what is read by another one."""
    thing = wholes[0].things[1]
    thing.first = first
    thing.last = last
    return int(thing.also_last) + int(thing.one)


@pytest.mark.interpreted
def test_names_stand_for_numbers_of_a_record() -> None:
    wholes = np.zeros(1, WHOLE)
    wholes["things"]["one"] = 1
    assert write(wholes, 7, 5) == 6
    assert wholes["things"]["several"].tolist() == [[[0, 0, 0], [7, 0, 5]]]
    assert wholes["things"]["one"].tolist() == [[1, 1]]


@entry
def count_on(called: Called) -> int:
    """Read and write fields that are called like methods of NumPy."""
    called[0].round += 1
    return int(called[0].round) + int(called[0].sum)


@pytest.mark.interpreted
def test_a_field_may_be_called_like_what_every_record_has() -> None:
    called = np.array([(1, 5)], CALLED)
    assert count_on(called) == 7
    assert called.tolist() == [(2, 5)]


@pytest.mark.interpreted
def test_records_are_pickled_with_their_type() -> None:
    wholes = np.zeros(1, WHOLE)
    wholes["things"]["one"] = 1
    again = pickle.loads(pickle.dumps(wholes))
    assert again.dtype == WHOLE
    assert write(again, 7, 5) == 6


@pytest.mark.interpreted
@pytest.mark.parametrize(
    "kind", [GAME, TABLES, GAME_ROW, CONTEXT, REWARD_SPEC, REWARD_STATE, WHOLE]
)
def test_copies_that_are_equal_are_equal_as_bytes(kind: np.dtype[Any]) -> None:
    """NumPy copies fields: bytes between them would keep what was in memory before."""
    clean = np.zeros(2, kind)
    copied = np.frombuffer(bytearray(b"\xff" * clean.nbytes), kind)
    copied[:] = clean
    assert copied.tobytes() == clean.tobytes()


def test_games_can_be_joined_copied_and_saved_by_numpy() -> None:
    """Fields that overlap would do for names, but NumPy joins records with such fields wrongly."""
    games = np.concatenate([RatsOfWistar.new(2, seed).record for seed in range(5)])
    one, two = np.concatenate([games, games]), np.stack([games, games]).reshape(-1)
    for joined in (one, two):
        assert joined.dtype == GAME
        np.testing.assert_array_equal(joined[:5], games)
        np.testing.assert_array_equal(joined[5:], games)
    np.testing.assert_array_equal(games.astype(GAME), games)
    file = BytesIO()
    np.save(file, games)
    file.seek(0)
    np.testing.assert_array_equal(np.load(file), games)

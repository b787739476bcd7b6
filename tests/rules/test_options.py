from typing import Any

import numpy as np
import pytest

from tests.vector.tapes import picks
from wistar_env import BatchGame, LearnerBatch, RatsOfWistar
from wistar_env.errors import WistarError
from wistar_env.games.rats_of_wistar.rules.difficulty import HIGHEST_LEVEL, choose_tracks
from wistar_env.games.rats_of_wistar.rules.options import LEVEL

MANY = 3000


def levels_played(batch: BatchGame | LearnerBatch, games: int) -> np.ndarray[Any, Any]:
    """Return the level of each row's running games, ``games`` of them one after the other."""
    batch.reset(seed=1)
    levels = [batch.report["level"]]
    for _ in range(games - 1):
        batch.reset()
        levels.append(batch.report["level"])
    return np.array(levels)


@pytest.mark.parametrize("kind", [BatchGame, LearnerBatch])
@pytest.mark.parametrize("level", [0, 5, np.int64(9), HIGHEST_LEVEL])
def test_one_level_holds_for_every_game(kind: Any, level: Any) -> None:
    assert (levels_played(kind("rats-of-wistar", 4, 1, level=level), 3) == level).all()


@pytest.mark.parametrize("kind", [BatchGame, LearnerBatch])
@pytest.mark.parametrize("level", [[0, 9, 4], (0, 9, 4), np.array([0, 9, 4])])
def test_a_list_gives_each_game_its_own_level(kind: Any, level: Any) -> None:
    if isinstance(level, tuple):
        with pytest.raises(ValueError, match=r"\(lowest, highest\)"):
            kind("rats-of-wistar", 3, 1, level=level)
        return
    assert levels_played(kind("rats-of-wistar", 3, 1, level=level), 3).tolist() == [[0, 9, 4]] * 3


@pytest.mark.parametrize("kind", [BatchGame, LearnerBatch])
@pytest.mark.parametrize("level", [range(3, 7), (3, 6)])
def test_a_range_draws_every_level_of_it_equally_often_and_no_other(kind: Any, level: Any) -> None:
    first, second = levels_played(kind("rats-of-wistar", MANY, 1, level=level, observation=None), 2)
    for levels in (first, second):
        counts = np.bincount(levels, minlength=10)
        assert counts.sum() == counts[3:7].sum() == MANY
        assert (abs(counts[3:7] - MANY / 4) < 5 * (MANY * 3 / 16) ** 0.5).all()
    assert 0.2 < (first == second).mean() < 0.3


def test_a_range_draws_again_when_a_game_ends() -> None:
    batch = BatchGame("rats-of-wistar", 8, 1, level=range(10))
    step = batch.reset(seed=3)
    drawn = set(batch.report["level"].tolist())
    for number in range(200):
        before = batch.report["level"]
        step = batch.step(picks(step, number))
        assert np.array_equal(batch.report["level"][~step.done], before[~step.done])
        for i in np.flatnonzero(step.done).tolist():
            seed, level = int(batch.seed[i]), int(batch.report["level"][i])
            assert batch.game(i) == RatsOfWistar.new(1, seed, level=level)
            drawn.add(level)
    assert len(drawn) > 6


@pytest.mark.parametrize("level", range(HIGHEST_LEVEL + 1))
def test_the_track_cards_are_those_that_a_single_game_of_the_seed_has(level: int) -> None:
    batch = BatchGame("rats-of-wistar", 60, 1, level=level, observation=None)
    for first in (0, 2**62, 2**63 - 100):
        batch.reset(seed=first)
        tracks = [tuple(batch.game(i).options["tracks"]) for i in range(60)]
        assert tracks == [choose_tracks(level, first + i) for i in range(60)]


def test_a_level_does_not_depend_on_the_number_of_games() -> None:
    few = levels_played(BatchGame("rats-of-wistar", 2, 1, level=range(10)), 4)
    many = levels_played(BatchGame("rats-of-wistar", 50, 1, level=range(10), num_threads=2), 4)
    assert np.array_equal(few, many[:, :2])


@pytest.mark.parametrize("kind", [BatchGame, LearnerBatch])
def test_tracks_hold_for_every_game(kind: Any) -> None:
    batch = kind("rats-of-wistar", 3, 1, tracks=(1, 2, 2))
    for _ in range(3):
        batch.reset(seed=4)
        assert [batch.game(i).tracks for i in range(3)] == [(1, 2, 2)] * 3
        assert batch.report["level"].tolist() == [5, 5, 5]
        batch.reset()
        assert batch.game(0).tracks == (1, 2, 2)


def test_another_level_holds_from_the_next_games_on() -> None:
    batch = LearnerBatch("rats-of-wistar", 6, 1, level=2)
    step = batch.reset(seed=1)
    batch.set_options(level=range(7, 10))
    assert (batch.report["level"] == 2).all()
    for number in range(150):
        before = batch.report["level"]
        step = batch.step(picks(step, number))
        assert np.array_equal(batch.report["level"][~step.done], before[~step.done])
        assert ((batch.report["level"] == 2) | (batch.report["level"] >= 7)).all()
        ended = np.flatnonzero(step.done)
        assert np.array_equal(batch.final_info(ended)["level"], before[ended])
    assert (batch.report["level"] >= 7).all()


@pytest.mark.parametrize("kind", [BatchGame, LearnerBatch])
@pytest.mark.parametrize(
    ("level", "error"),
    [
        (-1, ValueError),
        (10, ValueError),
        (3.0, TypeError),
        (True, TypeError),
        ("5", TypeError),
        (b"5", TypeError),
        (np.array(5.0), TypeError),
        ({5}, TypeError),
        (range(5, 5), ValueError),
        (range(0, 9, 2), ValueError),
        (range(8, 11), ValueError),
        (range(-1, 3), ValueError),
        ((6, 3), ValueError),
        ((0, 10), ValueError),
        ((0.0, 3.0), TypeError),
        ([1, 2], ValueError),
        ([1, 2, 11], ValueError),
        ([1.0, 2.0, 3.0], TypeError),
        (np.zeros((3, 2), np.int64), ValueError),
    ],
)
def test_a_wrong_level_is_an_error(kind: Any, level: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match="level must be") as caught:
        kind("rats-of-wistar", 3, 1, level=level)
    assert not isinstance(caught.value, WistarError)


@pytest.mark.parametrize("kind", [BatchGame, LearnerBatch])
def test_levels_are_for_the_solo_game_and_agree_with_its_tracks(kind: Any) -> None:
    for arguments in ({"level": 3}, {"tracks": (1, 1, 1)}):
        with pytest.raises(ValueError, match="num_players=1, found 2"):
            kind("rats-of-wistar", 3, 2, **arguments)
    for level in (4, (3, 4), [3, 3, 4]):
        with pytest.raises(
            ValueError, match=r"tracks \(1, 1, 1\) implies level 3, found level .*4"
        ):
            kind("rats-of-wistar", 3, 1, level=level, tracks=(1, 1, 1))
    assert levels_played(kind("rats-of-wistar", 3, 1, level=3, tracks=(1, 1, 1)), 1).tolist() == [
        [3, 3, 3]
    ]
    with pytest.raises(ValueError, match="no two indices may differ by 2"):
        kind("rats-of-wistar", 3, 1, tracks=(0, 2, 2))


def test_a_level_that_is_rejected_changes_nothing() -> None:
    batch = LearnerBatch("rats-of-wistar", 2, 1, level=4)
    batch.reset(seed=1)
    with pytest.raises(ValueError, match="level must be"):
        batch.set_options(level=12)
    batch.reset()
    assert batch.report["level"].tolist() == [4, 4]
    with pytest.raises(ValueError, match="for num_players=1"):
        LearnerBatch("rats-of-wistar", 2, 2).set_options(level=4)


def test_bounds_are_one_row_a_game() -> None:
    for given, low, high in [
        (7, [[7]], [[7]]),
        (range(2, 5), [[2]], [[4]]),
        ((2, 4), [[2]], [[4]]),
        ([3, 1], [[3], [1]], [[3], [1]]),
    ]:
        found = LEVEL.bounds(given, 2)
        assert [each.tolist() for each in found] == [low, high]
        assert found[0].dtype == np.int16

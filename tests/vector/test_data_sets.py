"""Batches whose games are played with several data sets."""

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.training.runs import other_data
from wistar_env.errors import NotStartedError, ReplayError
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.games.rats_of_wistar.components import open_components
from wistar_env.kit.vector.batch_game import BatchGame
from wistar_env.kit.vector.learner import LearnerBatch

#: Which of two sets of weights 3 and 1 the first seeds draw.
PINNED = [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    return other_data(tmp_path_factory.mktemp("sets") / "data")


def batch_of(data: Any, num_games: int = 40, **arguments: Any) -> BatchGame:
    batch = BatchGame(RatsOfWistar, num_games, 2, data=data, **arguments)
    batch.reset(seed=5)
    return batch


def test_each_game_is_played_with_the_set_that_its_seed_draws(folder: str) -> None:
    batch = batch_of([None, folder], observation=None)
    sets = batch.set_of_game
    assert {*sets.tolist()} == {0, 1}
    assert np.array_equal(sets, batch.sets_of(batch.seed))
    for number, data in enumerate((None, folder)):
        alone = batch_of(data, observation=None)
        for i in np.flatnonzero(sets == number).tolist():
            assert batch.game(i) == alone.game(i)
            assert batch.game(i).data is batch.data_sets[number]


def test_games_continue_as_with_their_data_set_alone(folder: str) -> None:
    batch = batch_of([None, folder], 8)
    games = [batch.game(i) for i in range(8)]
    ended = 0
    while ended < 8:
        actions = batch.choose("greedy")
        step: Any = batch.step(actions)
        for i, action in enumerate(actions.tolist()):
            games[i].step(action)
            if games[i].finished:
                ended += 1
                assert (
                    batch.final_scores[i, 0, RatsOfWistar.spec.scores.total_column]
                    == games[i].scores()[0]["total"]
                )
                games[i] = batch.game(i)
                assert games[i].data is batch.data_sets[batch.sets_of(batch.seed)[i]]
            observation, mask = games[i].observe_and_mask(games[i].seat)
            assert np.array_equal(step.observation[i], observation)
            assert np.array_equal(step.mask[i], mask)


@pytest.mark.interpreted
def test_sets_are_drawn_by_their_weights(folder: str) -> None:
    batch = BatchGame(RatsOfWistar, 1, 2, data={None: 3, folder: 1}, observation=None)
    shares = np.bincount(batch.sets_of(np.arange(4000, dtype=np.uint64))) / 4000
    assert abs(shares[1] - 0.25) < 0.03
    first = batch.sets_of(np.arange(12, dtype=np.uint64))
    assert first.tolist() == PINNED


def test_batches_of_several_sets_are_saved_pickled_and_rejected(folder: str) -> None:
    batch = batch_of([None, folder])
    saved = batch.save()
    again = pickle.loads(pickle.dumps(batch))
    loaded = BatchGame(RatsOfWistar, 40, 2, data=[None, folder])
    loaded.load(saved)
    for _ in range(20):
        actions = batch.choose("greedy")
        steps: list[Any] = [each.step(actions) for each in (batch, again, loaded)]
        assert all(np.array_equal(steps[0].observation, each.observation) for each in steps)
        assert np.array_equal(batch.set_of_game, loaded.set_of_game)
    twice = pickle.loads(pickle.dumps(batch_of([None, folder, None])))
    assert len(twice.data_sets) == 3
    assert np.array_equal(twice.set_of_game, batch_of([None, folder, None]).set_of_game)
    for data in (None, [folder, None], {None: 2, folder: 1}):
        with pytest.raises(ReplayError, match="saved with other data"):
            BatchGame(RatsOfWistar, 40, 2, data=data).load(saved)
    with pytest.raises(ValueError, match="saved games: 'data' must be"):
        loaded.load({name: array for name, array in saved.items() if name != "data"})


def test_learners_and_threads_play_with_several_sets(folder: str) -> None:
    one, two = (
        LearnerBatch(
            RatsOfWistar,
            30,
            2,
            data=[None, folder],
            opponents=["greedy", "random"],
            num_threads=threads,
        )
        for threads in (1, 2)
    )
    steps: list[Any] = [each.reset(seed=2) for each in (one, two)]
    for _ in range(50):
        actions = one.choose()
        assert np.array_equal(steps[0].observation, steps[1].observation)
        steps = [each.step(actions) for each in (one, two)]
    assert {*one.set_of_game.tolist()} == {0, 1}


def test_one_set_is_as_before(folder: str) -> None:
    batch = batch_of([folder])
    assert batch.data is batch.data_sets[0] is open_components(folder)
    assert not batch.set_of_game.any()
    assert batch.save()["data"] == batch_of(folder).save()["data"]
    with pytest.raises(ValueError, match="the games have 2 data sets"):
        batch_of([None, folder]).data  # noqa: B018


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        ([], "data must be 1 to 4096 data sets, found 0"),
        ({}, "found 0"),
        ({None: 0}, "the weight of None in data must be"),
        ({None: 0.5}, "the weight of None in data must be"),
    ],
)
def test_what_names_no_sets_is_rejected(data: Any, problem: str) -> None:
    with pytest.raises((TypeError, ValueError), match=problem):
        BatchGame(RatsOfWistar, 2, 2, data=data)


def test_sets_of_takes_seeds_only() -> None:
    batch: Any = BatchGame(RatsOfWistar, 2, 2, data=[None, None])
    assert batch.sets_of(np.arange(12, dtype=np.int32)).dtype == np.int16
    assert batch.sets_of(np.zeros(0)).shape == (0,)
    assert batch.sets_of(np.array([2**64 - 1], np.uint64)).shape == (1,)
    assert batch.sets_of([2**64 - 1, 1]).shape == (2,)
    for wrong in (np.zeros(2), np.array(["1"]), [True], [2**64 - 1, 1.0]):
        with pytest.raises(TypeError, match=r"seeds must be .*integer.*found"):
            batch.sets_of(wrong)
    for outside in ([2**64, 1], [3, -1]):
        with pytest.raises(ValueError, match=rf"seeds must be .*{2**64 - 1}, found"):
            batch.sets_of(outside)
    for wrong in (np.zeros((2, 2), np.int64), np.array(5), np.array([3, -1])):
        with pytest.raises(ValueError, match=r"seeds must be a list of integers from 0"):
            batch.sets_of(wrong)


def test_bots_get_the_decisions_of_games_with_the_set_of_each(folder: str) -> None:
    batch: Any = batch_of([None, folder], 12)
    which = np.array([7, 2, 5])
    decisions = batch.decisions(which)
    assert len(batch.decisions()) == 12
    for view, row, i in zip(decisions.views, decisions.observation, which.tolist(), strict=True):
        assert np.array_equal(row, batch.observe(view.seat, np.array([i]))[0][0])
        assert view.data is batch.game(i).data
        assert view.seat == batch.game(i).seat
        assert np.flatnonzero(view.mask).tolist() == batch.game(i).legal_actions().tolist()
    for wrong in (np.array([12]), np.array([-1]), np.zeros((1, 1), np.int64)):
        with pytest.raises(ValueError, match=r"which .* \(k,\) from 0"):
            batch.decisions(wrong)
    with pytest.raises(TypeError, match="which must be integers"):
        batch.decisions(np.zeros(2))
    with pytest.raises(NotStartedError):
        BatchGame(RatsOfWistar, 2, 2).decisions()


def test_a_missing_folder_among_sets_is_named(tmp_path: Path) -> None:
    with pytest.raises(Exception, match="nothing_here"):
        BatchGame(RatsOfWistar, 2, 2, data=[None, tmp_path / "nothing_here"])

"""Copies of batches and pickled ones go on identically, and share nothing."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from tests.rewards.custom import SHAPING
from wistar_env import BatchGame, LearnerBatch
from wistar_env.agents.random import RandomAgent
from wistar_env.kit.vector.arrays import Sparse, Step

BATCHES: dict[str, Callable[[], Any]] = {
    "all seats": lambda: BatchGame("rats-of-wistar", 5, 3, reward="vp"),
    "shaped": lambda: BatchGame("rats-of-wistar", 5, 3, reward=SHAPING),
    "counts": lambda: BatchGame("rats-of-wistar", 5, 2, observation="uint8", num_threads=2),
    "sparse": lambda: BatchGame("rats-of-wistar", 5, 2, observation="sparse", num_threads=2),
    "unseen": lambda: BatchGame(
        "rats-of-wistar",
        5,
        1,
        level=(0, 9),
        observation=None,
        autoreset_mode=AutoresetMode.DISABLED,
    ),
    "learner": lambda: LearnerBatch(
        "rats-of-wistar",
        5,
        3,
        opponents=["random", "greedy", RandomAgent()],
        learner_seat="any",
        reward="score",
    ),
}
COPIES: dict[str, Callable[[Any], Any]] = {
    "deepcopy": copy.deepcopy,
    "copy": copy.copy,
    "pickle": lambda batch: pickle.loads(pickle.dumps(batch)),
}


def told(step: Step) -> list[Any]:
    """Return all arrays of a step."""
    seen = step.observation
    return [*(seen if isinstance(seen, Sparse) else [seen]), *step[1:]]


def same(one: Step, other: Step) -> bool:
    """Compare all that two steps tell."""
    pairs: list[tuple[Any, Any]] = list(zip(told(one), told(other), strict=True))
    return all(mine is yours or np.array_equal(mine, yours) for mine, yours in pairs)


def record(batch: Any, steps: int) -> list[Any]:
    """Go on with a batch and return what it tells."""
    return [copy.deepcopy(batch.step(batch.choose("random"))) for _ in range(steps)]


@pytest.mark.parametrize("copied", COPIES)
@pytest.mark.parametrize("kind", BATCHES)
def test_a_copy_continues_identically_and_ends_games(kind: str, copied: str) -> None:
    batch = BATCHES[kind]()
    batch.reset(seed=3)
    record(batch, 40)
    other = COPIES[copied](batch)
    told, again = record(batch, 250), record(other, 250)
    assert all(map(same, told, again))
    assert any(step.done.any() for step in told)
    assert any(step.reward.any() for step in told)
    assert batch.seed.tolist() == other.seed.tolist()


@pytest.mark.parametrize("copied", COPIES)
def test_a_copy_shares_nothing_with_its_batch(copied: str) -> None:
    batch = BatchGame("rats-of-wistar", 4, num_players=2)
    step = batch.reset(seed=1)
    before, records = copy.deepcopy(step), batch.records.tobytes()
    other = COPIES[copied](batch)
    record(other, 30)
    assert same(step, before)
    assert batch.records.tobytes() == records
    assert other.records.tobytes() != records


@pytest.mark.parametrize("copied", COPIES)
def test_a_batch_that_has_not_begun_can_be_copied(copied: str) -> None:
    other = COPIES[copied](BatchGame("rats-of-wistar", 3, 2))
    assert not other.started
    assert same(other.reset(seed=2), BatchGame("rats-of-wistar", 3, 2).reset(seed=2))


@pytest.mark.parametrize("copied", ["deepcopy", "pickle"])
def test_a_copy_of_the_vector_environment_continues_identically(copied: str) -> None:
    envs: Any = gymnasium.make_vec(
        "wistar/RatOBot-v0", num_envs=3, vectorization_mode="vector_entry_point", level=2
    )
    envs.reset(seed=1)
    actions = envs.unwrapped.action_masks().argmax(axis=1)
    envs.step(actions)
    other = COPIES[copied](envs)
    for _ in range(150):
        actions = envs.unwrapped.action_masks().argmax(axis=1)
        one, two = envs.step(actions), other.step(actions)
        assert np.array_equal(one[0], two[0])
        assert np.array_equal(one[1], two[1])
        assert np.array_equal(one[2], two[2])

"""Ray's workers give the same results as one machine, for any number of workers.

Here the work is done in this process; ``tests/research`` tests Ray itself.
"""

import pickle
from collections.abc import Callable, Generator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.training import test_distil, test_ppo
from tests.training.runs import same
from wistar_env.system.ray_tasks import Cluster
from wistar_env.training import distil, ppo

pytestmark = pytest.mark.usefixtures("drawn_once")


class Here(Cluster):
    """A cluster that is this process; what it is sent and what it returns are copies."""

    def __init__(self, workers: int) -> None:
        self._workers = workers

    @property
    def num_workers(self) -> int:
        return self._workers

    def share(self, value: Any) -> Any:
        return pickle.dumps(value)

    def in_order(
        self, work: Callable[..., Any], items: Sequence[Any], *shared: Any
    ) -> Generator[Any]:
        for item in items:
            given = [pickle.loads(each) for each in (*shared, pickle.dumps(item))]
            yield pickle.loads(pickle.dumps(work(*given)))


@pytest.mark.parametrize("workers", [1, 3, 100])
@pytest.mark.parametrize(
    "settings",
    [
        {"shaping": "beds_built=4"},
        {"reward": "tests.training.test_rewards:SHAPED", "players": "2"},
        {"reward": "tests.training.test_rewards:wood", "players": "2"},
        {
            "players": "3",
            "self_play_share": 0.2,
            "opponents": "greedy,solitary_bots:FirstBot",
            "openings": "random,solitary_bots:FirstBot",
            "opening_share": 0.7,
        },
        {"code": 8, "data": "permuted:v1:{1..2}", "self_play_share": 0.2, "players": "2"},
        {
            "players": "2",
            "self_play_share": 0.6,
            "value_views": 0.5,
            "value_grad_norm": 0.1,
            "other_heads_coef": 0.0,
        },
        {"code": 8, "data": "permuted:v1:{1..2}", "players": "2", "value_views": 1.0},
    ],
)
def test_ppo_learns_the_same(settings: dict[str, Any], workers: int) -> None:
    config = replace(test_ppo.TINY, num_envs=5, num_steps=96, **settings)
    alone = ppo.Run(config)
    parts = ppo.Run(config, cluster=Here(workers), ray_gradients=not config.code)
    for _ in range(4):
        assert test_ppo.advance(parts) == test_ppo.advance(alone)
        assert same(parts, alone)
        alone.pretraining_games = parts.pretraining_games = config.pretraining_games
    assert alone.updates == 3
    assert len(alone.recent_games) > 0


def test_gradients_are_those_of_minibatches_that_are_not_divided_evenly() -> None:
    config = replace(test_ppo.TINY, minibatch_size=31, pretraining="none")
    alone, parts = ppo.Run(config), ppo.Run(config, cluster=Here(4), ray_gradients=True)
    assert parts.update() == alone.update()
    assert same(parts, alone)


@pytest.mark.parametrize(
    "settings", [{"players": "1"}, {"players": "3"}, {"code": 8, "data": "permuted:v1:{1..3}"}]
)
def test_search_plays_the_same_with_any_number_of_workers(settings: dict[str, Any]) -> None:
    config = replace(test_distil.TINY, games=9, iterations=2, **settings)
    alone = distil.Run(config)
    divided = [distil.Run(config, cluster=Here(workers)) for workers in (1, 2, 100)]
    for _ in range(2):
        expected = alone.update()
        for parts in divided:
            told: list[int] = []
            assert parts.update(told.append) == expected
            assert same(parts, alone)
            assert told == sorted(told)
            assert told[-1] == 9
    assert np.isfinite(alone.network.weights).all()


@pytest.mark.parametrize(("code", "cluster"), [(8, Here(1)), (0, None)])
def test_gradients_that_have_no_parts_are_rejected(code: int, cluster: Cluster | None) -> None:
    config = replace(test_ppo.TINY, code=code)
    with pytest.raises(ValueError, match=r"ray_gradients .*--ray"):
        ppo.Run(config, cluster=cluster, ray_gradients=True)

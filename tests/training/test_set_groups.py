"""Groups of data sets: each rollout is of the games of the next group."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.benchmark.bots import FirstBot
from tests.training.runs import same
from tests.training.test_ppo import TINY
from tests.training.test_ray_parts import Here
from wistar_env.benchmark import Batch
from wistar_env.training.collectors import open_games
from wistar_env.training.ppo import Config, Run, train
from wistar_env.training.rollout_games import SetGroup

pytestmark = pytest.mark.usefixtures("drawn_once")

#: Five data sets in two groups: the first, third and fifth, and the second and fourth.
GROUPED = replace(
    TINY,
    code=8,
    data="permuted:v1:{1..5}",
    set_groups=2,
    num_envs=16,
    minibatch_size=64,
    pretraining="none",
    steps=4 * 16 * 16,
)


def sets_of(group: SetGroup) -> list[bytes]:
    """Return the fingerprints of the data sets of a group."""
    return [data.fingerprint for data in group.envs.data_sets]


def opened(config: Config) -> list[bytes]:
    """Return the fingerprints of the data sets that settings name."""
    return [data.fingerprint for data in open_games(config, 1).data_sets]


@pytest.mark.parametrize("num_players", [1, 2])
def test_a_stopped_run_is_resumed_with_the_games_of_all_groups(
    tmp_path: Path, num_players: int
) -> None:
    config = replace(GROUPED, players=str(num_players), pretraining="greedy")
    whole = train(config, tmp_path / "whole")
    part = train(config, tmp_path / "part", callbacks=[lambda *_: True])
    while not part.finished:
        part = train(config, tmp_path / "part", callbacks=[lambda *_: True])
    assert same(whole, part)
    assert same(whole, train(config, tmp_path / "two", threads=2))


def test_groups_divide_the_data_sets_and_take_turns() -> None:
    run = Run(GROUPED)
    names = [f"permuted:v1:{k}" for k in (1, 3, 5, 2, 4)]
    assert [len(sets_of(group)) for group in run.groups] == [3, 2]
    divided = [each for group in run.groups for each in sets_of(group)]
    assert divided == opened(replace(TINY, data=",".join(names)))
    for expected in [{0, 1, 2}, {3, 4}, {0, 1, 2}]:
        run.update()
        decided = run.rollout_games[0].rollout.trainable_rows()
        assert set(run.rollout_games[0].rollout.sets[decided].tolist()) == expected


def test_games_of_a_group_go_on_where_they_were() -> None:
    run = Run(GROUPED)
    first = run.groups[0]
    run.update()
    loaded = open_games(GROUPED.by_set_group()[0], GROUPED.num_envs)
    then: Any = loaded.load(first.save()).observation
    run.update()
    run.update()
    indices, values, used = run.rollout_games[0].rollout.at(0)[0]
    assert np.array_equal(used, then.used)
    assert np.array_equal(indices, then.indices)
    assert np.array_equal(values, then.values)


def test_groups_begin_with_other_games() -> None:
    run = Run(GROUPED)
    seeds = np.concatenate([group.envs.seed for group in run.groups])
    assert len(set(seeds.tolist())) == 2 * GROUPED.num_envs


def test_each_minibatch_is_learned_with_the_network_of_its_data_set() -> None:
    run = Run(replace(GROUPED, learning_rate=1e-9, epochs=1))
    run.network.weights *= 4  # random ones hardly tell cards apart
    for _ in range(4):
        # The policy is that of the rollout only with the weights of the same cards.
        assert run.update()["approx_kl"] == pytest.approx(0, abs=1e-5)


def test_a_teacher_that_remembers_games_has_those_of_one_group(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: dict[int, int] = {}

    def act(bot: FirstBot, batch: Batch) -> list[int]:
        asked[id(bot)] = asked.get(id(bot), 0) + 1
        return [int(view.legal[0]) for view in batch.views]

    monkeypatch.setattr(FirstBot, "act", act)
    run = Run(
        replace(GROUPED, pretraining="tests.benchmark.bots:FirstBot", pretraining_games=10**6)
    )
    for _ in range(3):
        run.pretrain()
    assert sorted(asked.values()) == [GROUPED.num_steps, 2 * GROUPED.num_steps]


def test_all_groups_have_the_same_snapshots() -> None:
    run = Run(replace(GROUPED, players="2"))
    run.update()
    run.update()
    one, other = (group.players for group in run.groups)
    assert one.snapshots_taken == other.snapshots_taken == 2
    for mine, theirs in zip(one.snapshots, other.snapshots, strict=True):
        assert np.array_equal(mine.weights, theirs.weights)


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({"set_groups": 0}, "set_groups must be"),
        ({"set_groups": 6}, "set_groups must be at most the number of data folders, 5, found 6"),
        ({"data": ""}, "set_groups must be at most the number of data folders, 1, found 2"),
    ],
)
def test_groups_without_data_sets_are_rejected(settings: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        replace(GROUPED, **settings)


def test_groups_are_rejected_on_a_cluster() -> None:
    with pytest.raises(ValueError, match=r"set_groups must be 1 .* found 2"):
        Run(GROUPED, cluster=Here(2))

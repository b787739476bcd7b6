"""The measurements of training on Ray: what is measured, and the bytes of messages."""

from dataclasses import replace

import pytest

from experiments.ray_speed import MeasuredCluster, messages, speeds
from tests.training import test_distil, test_ppo
from wistar_env.speed import timing

CONFIG = replace(test_ppo.TINY, pretraining="none")


def test_the_cluster_is_compared_with_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timing, "SECONDS", 0.001)
    measured = speeds(CONFIG, [16, 32], MeasuredCluster(), repeats=1)
    assert [(each.name, each.column) for each in measured] == [
        ("one thread here", ""),
        ("Ray", ""),
        ("one thread here", ""),
        ("16", "one thread here"),
        ("16", "Ray"),
        ("32", "one thread here"),
        ("32", "Ray"),
    ]
    assert all(value > 0 for each in measured for value in each.values)


def test_messages_are_counted_by_whom_they_go_to() -> None:
    few, many = (
        {
            each.name: each.values[0]
            for each in messages(replace(CONFIG, num_steps=steps), test_distil.TINY)
        }
        for steps in (16, 32)
    )
    weights = 4 * 100_000  # for so small a network, and as many for each snapshot
    shared = "weights and settings of a rollout, once a machine"
    assert 3 * weights < few[shared] == pytest.approx(many[shared], rel=0.01)
    game, decision = "a game of a rollout, to its worker", "a decision of a rollout, to the learner"
    assert few[game] == pytest.approx(many[game], rel=0.05)
    assert 300 < many[decision] < 3000
    assert all(size > 0 for size in few.values())

"""The measurements of training: that they learn, and count what they learned from."""

import re
from collections.abc import Callable

import pytest
import typer
from typer.testing import CliRunner

from experiments import training_speed
from wistar_env.speed import timing
from wistar_env.speed.timing import Work
from wistar_env.training import ppo, sb3

FAST = ppo.Config(
    num_envs=2, num_steps=4, minibatch_size=4, hidden1=16, hidden2=16, pretraining="none"
)
READER = ppo.Config(
    num_envs=2,
    num_steps=4,
    minibatch_size=4,
    hidden1=16,
    hidden2=16,
    code=4,
    snapshots=0,
    pretraining="none",
)
SLOW = sb3.Config(num_envs=2, num_steps=4, minibatch_size=4, hidden1=16, hidden2=16)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timing, "SECONDS", 0.001)


@pytest.mark.parametrize("kind", [training_speed.sparse_policy, training_speed.dense_policy])
def test_rounds_of_stable_baselines3_count_the_decisions_of_their_updates(
    kind: Callable[[sb3.Config], Work],
) -> None:
    assert kind(SLOW)(3) == 2 * 4 * 3


def test_rounds_of_ppo_count_the_decisions_of_their_updates() -> None:
    assert training_speed.ppo_updates(FAST, 1)(3) == 2 * 4 * 3


def test_all_kinds_of_training_are_measured_and_threads_compared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(training_speed, "available_cores", lambda: 2)
    measured = training_speed.measure(FAST, SLOW, [READER], 2, lambda what: None)
    assert [each.name for each in measured] == [
        "training.ppo, 1 thread",
        "training.ppo, 2 threads",
        "training.ppo, 2 threads",
        "SparsePolicy, uint8 observations",
        "MlpPolicy, float32 observations",
        "gradients on cpu, 2 threads",
    ]
    one, two, times = (each.values for each in measured[:3])
    assert times == pytest.approx([b / a for a, b in zip(one, two, strict=True)])
    assert all(value > 0 for each in measured for value in each.values)


def test_one_kind_of_training_is_measured_by_itself() -> None:
    measured = training_speed.measure(FAST, SLOW, [READER], 1, lambda what: None, ["sb3"])
    assert {each.table for each in measured} == {
        "Training: Stable-Baselines3, one thread, hidden layers 128 and 64"
    }
    app = typer.Typer()
    app.command()(training_speed.main)
    result = CliRunner().invoke(app, ["--only", "jax"])
    assert result.exit_code == 2
    assert "must be one of ppo, sb3, readers" in result.output


def test_the_command_prints_the_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ppo, "Config", lambda **settings: READER if settings.get("code") else FAST)
    monkeypatch.setattr(sb3, "Config", lambda **settings: SLOW)
    app = typer.Typer()
    app.command()(training_speed.main)
    result = CliRunner().invoke(app, ["--repeats", "1"])
    assert result.exit_code == 0, result.output
    assert re.search(r"training\.ppo, 1 thread +│ +[\d,]+", result.output)
    assert "Stable-Baselines3, one thread" in result.output

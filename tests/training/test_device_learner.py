"""PyTorch gradients of card-feature networks, in groups of one card set, equal compiled ones."""

import math
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")

import torch

from tests.training.runs import other_data
from wistar_env import RatsOfWistar
from wistar_env.kit.limits import MAX_SEATS
from wistar_env.kit.networks.losses import METRICS
from wistar_env.kit.networks.shared import SharedNetwork
from wistar_env.kit.vector.batch_game import BatchGame
from wistar_env.training import device_data
from wistar_env.training.device_data import decisions_of
from wistar_env.training.device_learner import DeviceLearner
from wistar_env.training.games import Rollout, RolloutCollector
from wistar_env.training.learner import Loss
from wistar_env.training.players import PlayerPool
from wistar_env.training.ppo import train
from wistar_env.training.ppo_config import Config
from wistar_env.training.shared_learner import SharedLearner, minibatches

#: The tests use a GPU where there is one.
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
LOSS = Loss(clip_coef=0.01, entropy_coef=0.02, value_coef=0.7)


@pytest.fixture(autouse=True)
def _one_thread() -> None:
    torch.set_num_threads(1)


@pytest.fixture(
    scope="module", params=[(1, "relu"), (2, "leaky")], ids=["solo", "two-players, leaky"]
)
def played(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[SharedNetwork, BatchGame, Rollout]:
    """Return a reader, and games with two card sets that it played."""
    folder = other_data(tmp_path_factory.mktemp("other") / "data")
    num_players, encoder = request.param
    reader = SharedNetwork.random(
        RatsOfWistar, (num_players,), (32, 16), code=8, seed=3, encoder=encoder, ids=False
    )
    batch = BatchGame(RatsOfWistar, 16, num_players, data=[None, folder], observation="sparse")
    players = PlayerPool(reader, 16, seed=1, num_snapshots=0, sets=batch.data_sets)
    collector = RolloutCollector(batch, players, value_views=0.5)
    rollout = Rollout(batch, 40, has_views=num_players > 1)
    rollout.start_from(batch.reset(seed=3).observation)
    collector.collect(rollout, 1, 0)
    rollout.compute_advantages(1.0, 0.9, (1.0, -0.5, 2.0))
    return reader, batch, rollout


def both(
    played: tuple[SharedNetwork, BatchGame, Rollout], loss: Loss, epochs: int = 2
) -> list[tuple[Any, dict[str, float]]]:
    """Train copies of the reader in compiled code and in PyTorch; return learners and metrics."""
    reader, batch, rollout = played
    found = []
    for in_compiled_code in (True, False):
        ours, sets = reader.copy(), batch.data_sets
        learner = (
            SharedLearner(ours, [(ours.player_counts[0], data) for data in sets])
            if in_compiled_code
            else DeviceLearner(ours, sets, DEVICE)
        )
        for epoch in range(epochs):
            rng = np.random.default_rng(epoch)
            rows, views = rollout.trainable_rows(), rollout.view_rows()
            rng.shuffle(rows)
            # A minibatch is all rows of a set: fewer than a group.
            metrics = learner.train_epoch(rollout, rows, 512, 1e-3, loss, views=views)
        found.append((learner, metrics))
    return found


@pytest.mark.parametrize(
    "loss",
    [
        LOSS,
        LOSS._replace(imitate=True),
        LOSS._replace(value_grad_norm=0.05, other_heads_coef=0.3),
    ],
    ids=["ppo", "imitation", "own-bound"],
)
def test_gradients_are_those_of_compiled_code(
    played: tuple[SharedNetwork, BatchGame, Rollout],
    loss: Loss,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(device_data, "GROUP", 1024)
    (compiled, ours), (device, theirs) = both(played, loss)
    assert compiled.adam_steps == device.adam_steps == 4
    change = compiled.shared.weights - played[0].weights
    difference = device.shared.weights - compiled.shared.weights
    assert np.linalg.norm(difference) < 1e-2 * np.linalg.norm(change)
    for one, other in zip(compiled.moments, device.moments, strict=True):
        assert np.linalg.norm(other.weights - one.weights) < 1e-3 * np.linalg.norm(one.weights)
    assert ours.keys() == theirs.keys() == {*METRICS} - {"rows"}
    assert theirs == pytest.approx(ours, abs=1e-4, rel=1e-3)


def test_a_step_does_not_depend_on_how_rows_are_grouped(
    played: tuple[SharedNetwork, BatchGame, Rollout], monkeypatch: pytest.MonkeyPatch
) -> None:
    reader, batch, rollout = played
    found = []
    for group in (64, 200):
        monkeypatch.setattr(device_data, "GROUP", group)
        learner = DeviceLearner(reader.copy(), batch.data_sets, DEVICE)
        rows = rollout.trainable_rows()
        metrics = learner.train_epoch(rollout, rows, 4000, 1e-3, LOSS)
        assert learner.adam_steps == 1
        found.append((learner.moments[0].weights, metrics))
    (one, ours), (other, theirs) = found
    assert np.linalg.norm(one - other) < 1e-4 * np.linalg.norm(one)
    assert theirs == pytest.approx(ours, abs=1e-5, rel=1e-4)


def test_steps_have_as_many_groups_as_have_room(
    played: tuple[SharedNetwork, BatchGame, Rollout], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(device_data, "GROUP", 50)
    reader, batch, rollout = played
    learner = DeviceLearner(reader.copy(), batch.data_sets, DEVICE)
    rows = rollout.trainable_rows()
    parts = minibatches(rollout.sets[rows], rows, 50, math.ceil)
    assert max(len(part) for _, part in parts) <= 50
    learner.train_epoch(rollout, rows, 120, 1e-3)
    assert learner.adam_steps == -(-len(parts) // 2)
    learner.reset()
    assert learner.adam_steps == 0
    assert not any(moment.weights.any() for moment in learner.moments)


def test_targets_of_heads_are_those_seen_from_the_observing_seat(
    played: tuple[SharedNetwork, BatchGame, Rollout],
) -> None:
    reader, _, rollout = played
    num_heads = reader.shapes["heads"][0]
    found = decisions_of(rollout, num_heads, "cpu")
    for row in rollout.trainable_rows()[:20].tolist():
        decision, used = rollout.decisions[row], rollout.observations.used[row]
        for k in range(num_heads):
            seat = decision["seat_order"][k % (num_heads // 2)] + MAX_SEATS * (
                k // (num_heads // 2)
            )
            assert found.returns[row, k] == decision["returns"][seat]
        assert (found.legal[row] >= 0).sum() == decision["legal"][0]
        assert found.values[row, used:].sum() == 0


def test_a_run_resumes_on_a_device(tmp_path: Path) -> None:
    config = Config(
        device=f"{DEVICE}:0",
        code=8,
        num_envs=4,
        num_steps=16,
        minibatch_size=32,
        epochs=2,
        hidden1=32,
        hidden2=16,
        steps=3 * 64,
        pretraining="none",
        snapshots=0,
        evaluate_games=4,
    )
    once = train(config, tmp_path / "once")
    calls = iter([True])
    train(config, tmp_path / "twice", callbacks=[lambda *_: next(calls)])
    twice = train(config, tmp_path / "twice")
    assert np.allclose(once.network.weights, twice.network.weights, atol=1e-5)
    assert (tmp_path / "twice" / "network.npz").exists()


def test_devices_that_cannot_be_used_are_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match=r"device .* cpu .* 'cuda'"):
        Config(device="cuda")
    with pytest.raises(ValueError, match="device: 'abacus' cannot be used"):
        Config(device="abacus", code=8)
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(ValueError, match=r"needs.*train"):
        Config(device="cuda", code=8)

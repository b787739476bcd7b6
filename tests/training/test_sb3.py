"""Runs of ``training.sb3``: they are reproducible, however often they are interrupted."""

import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")

from sb3_contrib import MaskablePPO

from wistar_env import RatsOfWistar
from wistar_env.kit.networks.loading import load_network
from wistar_env.kit.networks.shared import SharedNetwork
from wistar_env.training.checkpoints import SettingsError
from wistar_env.training.sb3 import Config, Run, train
from wistar_env.training.sb3_policy import to_network

SIZE = 4 * 16
pytestmark = pytest.mark.usefixtures("drawn_once")

TINY = Config(
    num_envs=4,
    num_steps=16,
    minibatch_size=32,
    epochs=2,
    hidden1=32,
    hidden2=16,
    steps=4 * SIZE,
    evaluate_every=2,
    evaluate_games=4,
)


def test_a_run_leaves_a_network_and_a_model_that_say_how_they_were_made(tmp_path: Path) -> None:
    run = train(TINY, tmp_path)
    network = load_network(tmp_path / "network.npz")
    assert np.array_equal(network.weights, to_network(run.policy).weights)
    assert network.metadata["steps"] == 4 * SIZE
    assert network.metadata["settings"] == asdict(TINY)
    model: Any = MaskablePPO.load(tmp_path / "model.zip")
    assert np.array_equal(to_network(model.policy).weights, network.weights)
    rows = [json.loads(line) for line in (tmp_path / "curve.jsonl").read_text().splitlines()]
    assert [row["steps"] for row in rows] == [SIZE * k for k in range(1, 5)]
    assert ["eval_score" in row for row in rows] == [False, True, False, True]


def test_a_run_is_not_continued_with_other_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    train(TINY, tmp_path, callbacks=[lambda *_: True])
    monkeypatch.setattr(RatsOfWistar, "spec", replace(RatsOfWistar.spec, rules_version=10**6))
    with pytest.raises(SettingsError, match="1000000"):
        train(TINY, tmp_path)


def test_a_network_that_was_trained_can_be_trained_on(tmp_path: Path) -> None:
    first = train(TINY, tmp_path / "first")
    begin = str(tmp_path / "first" / "network.npz")
    config = replace(TINY, begin_with=begin, hidden1=512)  # the network's own sizes count
    begun = to_network(Run(config).policy)
    assert np.array_equal(begun.weights, to_network(first.policy).weights)


def test_a_reader_becomes_a_network_for_the_cards_of_the_games(tmp_path: Path) -> None:
    hidden = TINY.hidden1, TINY.hidden2
    reader = SharedNetwork.random(
        RatsOfWistar, (TINY.num_players,), hidden, code=8, seed=3, ids=False
    )
    reader.save(tmp_path / "network.npz")
    begin = str(tmp_path / "network.npz")
    begun = Run(replace(TINY, data="permuted:v1:3", begin_with=begin)).to_network()
    expected = reader.network_for(data="permuted:v1:3")
    assert np.array_equal(begun.parameters["first"], expected.parameters["first"])
    assert begun.data == expected.data


def test_without_masks_a_run_draws_illegal_actions_which_cost_1_and_change_nothing() -> None:
    run = Run(replace(TINY, masks=False))
    run.update()
    buffer = run.model.rollout_buffer
    rewards, flat = buffer.rewards, buffer.observations  # the latter by game, then by step
    observed = flat.reshape(TINY.num_envs, TINY.num_steps, -1).swapaxes(0, 1)
    fined = rewards[:-1] == -1
    assert fined.mean() > 0.9, "about 6 of 971 actions are legal"
    assert (observed[1:][fined] == observed[:-1][fined]).all()
    learned = [run.update()["entropy"] for _ in range(3)]
    assert learned[-1] > 3, "of all actions, not of the legal ones"
    venv = run.envs
    venv.reset()
    legal = venv.action_masks().argmax(1)
    venv.step_async(legal)
    assert (venv.step_wait()[1] > -1).all()


def test_a_divergence_beyond_the_target_ends_the_epochs_of_an_update() -> None:
    def epochs(target: float) -> int:
        run = Run(replace(TINY, epochs=5, learning_rate=0.01, target_kl=target))
        run.update()
        return int(run.model._n_updates)

    assert [epochs(each) for each in (0, 1e-9, 1e6)] == [5, 1, 5]


def test_learning_prefers_what_pays() -> None:
    """Entropy falls and the score rises within seconds."""
    config = replace(
        TINY,
        num_envs=32,
        num_steps=64,
        minibatch_size=256,
        steps=25 * 2048,
        options="level=3",
        learning_rate=2e-3,
        entropy_coef=0.0,
    )
    run = Run(config)
    metrics = [run.update() for _ in range(25)]
    assert np.mean([row["score"] for row in metrics[-3:]]) > metrics[3]["score"] + 3
    assert metrics[-1]["entropy"] < metrics[0]["entropy"]

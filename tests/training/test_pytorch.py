"""Runs of ``training.pytorch``: advantages by hand, sparse as dense, resumed as never stopped."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")

import torch

from wistar_env import RatsOfWistar
from wistar_env.games.lab_rats import LabRats
from wistar_env.kit.networks.network import Network
from wistar_env.kit.networks.shared import SharedNetwork
from wistar_env.kit.vector.batch_game import BatchGame
from wistar_env.training.pytorch import (
    OBSERVATIONS,
    Config,
    Rollout,
    Run,
    advantages_of,
    joined,
    positions_of,
)

SIZE = 4 * 16
pytestmark = pytest.mark.usefixtures("drawn_once")

TINY = Config(
    num_envs=4,
    num_steps=16,
    minibatch_size=32,
    epochs=2,
    hidden1=32,
    hidden2=16,
    steps=3 * SIZE,
    evaluate_every=2,
    evaluate_games=4,
)


@pytest.fixture(autouse=True)
def _one_thread() -> None:
    torch.set_num_threads(1)


def by_definition(rollout: Rollout, gae_lambda: float, game: int) -> list[float | None]:
    """Return the advantages of a game, each as a sum of errors; None where it is not known."""
    steps = len(rollout.seats)
    found: list[float | None] = []
    for first in range(steps):
        seat, t, weight, total = rollout.seats[first, game], first, 1.0, 0.0
        while True:
            reward, value = 0.0, float(rollout.values[t, game])
            ended = False
            while True:
                reward += float(rollout.rewards[t, game, seat])
                ended = bool(rollout.done[t, game])
                t += 1
                if ended or t == steps or rollout.seats[t, game] == seat:
                    break
            decides_next = t == steps and rollout.next_seats[game] == seat
            if not ended and t == steps and not decides_next:
                # What comes of this decision is not known: it is the last one, or left out.
                found.append(total if weight < 1 else None)
                break
            total += weight * (reward - value + (0.0 if ended else float(rollout.values[t, game])))
            weight *= gae_lambda
            if ended or t == steps:
                found.append(total)
                break
    return found


@pytest.mark.parametrize("num_seats", [1, 2, 4])
def test_advantages_are_those_of_the_definition(num_seats: int) -> None:
    rng = np.random.default_rng(num_seats)
    steps, games = 30, 20
    rollout = Rollout(
        rng.integers(num_seats, size=(steps, games)),
        rng.normal(size=(steps, games, num_seats)).astype(np.float32),
        rng.random((steps, games)) < 0.1,
        rng.normal(size=(steps + 1, games)).astype(np.float32),
        rng.integers(num_seats, size=games),
    )
    advantages, known = advantages_of(rollout, 0.9)
    for game in range(games):
        expected = by_definition(rollout, 0.9, game)
        assert [each is not None for each in expected] == known[:, game].tolist()
        for t in np.flatnonzero(known[:, game]):
            assert advantages[t, game] == pytest.approx(expected[t], abs=1e-4)
    assert known.all() == (num_seats == 1)


@pytest.mark.parametrize("observation", OBSERVATIONS)
def test_the_bot_thinks_what_the_policy_does(observation: str) -> None:
    run = Run(replace(TINY, players="2", observation=observation))
    run.update()
    network = run.to_network()
    logs, _ = run.network(positions_of(run.envs, run.step, "cpu"))
    for i in range(TINY.num_envs):
        actions, logits, _, _ = network.predict(run.envs.game(i))
        order = np.argsort(run.envs.legal_actions[i, : len(actions)])
        found = logs[i, : len(actions)].detach().numpy()[order]
        expected = logits - np.log(np.exp(logits).sum())
        assert found == pytest.approx(expected, abs=1e-4)


def test_sparse_and_dense_observations_teach_the_same() -> None:
    runs = [Run(replace(TINY, observation=each)) for each in OBSERVATIONS]
    one, other = ([run.update() for _ in range(3)] for run in runs)
    for here, there in zip(one, other, strict=True):
        assert here == pytest.approx(there, rel=1e-3, abs=1e-4)


def test_positions_of_several_steps_are_padded_to_the_longest() -> None:
    batch = BatchGame(RatsOfWistar, 3, 2, observation="sparse")
    step, parts = batch.reset(5), []
    for _ in range(12):
        parts.append(positions_of(batch, step, "cpu"))
        step = batch.step(batch.choose("random"))
    whole = joined(parts)
    assert len(whole.counts) == 36
    for k, part in enumerate(parts):
        for mine, theirs in zip(whole.take(torch.arange(3 * k, 3 * k + 3)), part, strict=True):
            width = theirs.shape[1]
            assert torch.equal(mine[:, :width], theirs)
            assert (mine[:, width:] <= 0).all()


def test_it_plays_any_game_by_self_play() -> None:
    run = Run(replace(TINY, game="lab-rats", players="4", num_envs=8, num_steps=64))
    run.update()
    network = run.to_network()
    assert network.game is LabRats
    assert network.num_players == 4


def test_learning_prefers_what_pays() -> None:
    """Entropy falls and the score rises within seconds."""
    config = replace(
        TINY,
        num_envs=32,
        num_steps=64,
        minibatch_size=256,
        steps=25 * 2048,
        options="level=3",
        reward="vp",
        reward_scale=0.1,
        learning_rate=2e-3,
        entropy_coef=0.0,
    )
    run = Run(config)
    metrics = [run.update() for _ in range(25)]
    assert np.mean([row["score"] for row in metrics[-3:]]) > metrics[3]["score"] + 3
    assert metrics[-1]["entropy"] < metrics[0]["entropy"]


def test_it_begins_with_a_reader_and_knows_its_cards_from_then_on(tmp_path: Path) -> None:
    reader = SharedNetwork.random(RatsOfWistar, (1,), (32, 16), code=8, seed=3, ids=False)
    reader.save(tmp_path / "network.npz")
    begin = str(tmp_path / "network.npz")
    begun = Run(replace(TINY, players="1", data="permuted:v1:3", begin_with=begin)).to_network()
    expected = reader.network_for(data="permuted:v1:3")
    assert np.array_equal(begun.parameters["first"], expected.parameters["first"])
    assert begun.data == expected.data


def test_it_begins_with_the_policy_of_a_network(tmp_path: Path) -> None:
    network = Network.random(RatsOfWistar, 1, (32, 16), seed=3)
    network.save(tmp_path / "network.npz")
    config = replace(TINY, players="1", begin_with=str(tmp_path / "network.npz"))
    begun = Run(config).to_network()
    for name in ("first", "second_bias", "policy"):
        assert np.array_equal(begun.parameters[name], network.parameters[name])
    with pytest.raises(ValueError, match=r"must be \(32, 16\), as in .*, found \(64, 16\)"):
        Run(replace(config, hidden1=64))


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({"observation": "float32"}, "observation must be"),
        ({"device": "abacus"}, "device: 'abacus' cannot be used"),
        ({"num_envs": 0}, "num_envs must be"),
    ],
)
def test_settings_that_make_no_sense_are_refused(settings: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        replace(TINY, **settings)

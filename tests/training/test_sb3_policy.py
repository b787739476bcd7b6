"""The policy of Stable-Baselines3: equal to a masked softmax, and to the network that plays."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")

import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.distributions import MaskableCategoricalDistribution

from wistar_env import RatsOfWistar, make_sb3
from wistar_env.errors import NetworkError
from wistar_env.kit.networks import files
from wistar_env.kit.networks.loading import load_network
from wistar_env.kit.networks.network import Network
from wistar_env.kit.vector.sb3 import LearnerVecEnv
from wistar_env.training.sb3_policy import (
    LegalActions,
    SparsePolicy,
    settings_for,
    take_over,
    to_network,
)

HIDDEN = (32, 16)


def begun(num_players: int = 1) -> LearnerVecEnv:
    """Return games that have gone on for some decisions."""
    venv = make_sb3("rats-of-wistar", 8, num_players, observation="uint8", seed=4)
    venv.reset()
    for _ in range(30):
        venv.step(venv.batch.choose("greedy"))
    return venv


def model_for(venv: LearnerVecEnv, num_players: int = 1) -> MaskablePPO:
    """Return a model whose policy prefers something."""
    model = MaskablePPO(
        SparsePolicy,
        venv,
        n_steps=4,
        batch_size=16,
        policy_kwargs=settings_for(RatsOfWistar, num_players, HIDDEN),
        device="cpu",
        seed=3,
    )
    network = Network.random(RatsOfWistar, num_players, HIDDEN, 5)
    network.parameters["policy"][:] *= 100
    take_over(sparse_policy(model), network)
    return model


def sparse_policy(model: MaskablePPO) -> SparsePolicy:
    policy: Any = model.policy
    assert isinstance(policy, SparsePolicy)
    return policy


def shown(venv: LearnerVecEnv) -> tuple[Any, Any]:
    observation, *_ = venv.step(venv.batch.choose("greedy"))
    return observation, venv.action_masks()


@pytest.mark.interpreted
def test_probabilities_are_those_of_the_masked_softmax() -> None:
    torch.manual_seed(1)
    mask = np.zeros((6, 40), np.int8)
    for row in range(6):
        mask[row, row : 3 * row + 1] = 1
    latent, layer = torch.randn(6, 16), torch.nn.Linear(16, 40)
    ours = LegalActions(40).proba_distribution(latent, layer)
    theirs = MaskableCategoricalDistribution(40).proba_distribution(layer(latent))
    for masks in (None, mask, torch.from_numpy(mask)):
        ours.apply_masking(masks)
        theirs.apply_masking(masks)
        assert torch.equal(ours.mode(), theirs.mode())
        assert torch.allclose(ours.entropy(), theirs.entropy(), atol=1e-5)
        actions = theirs.sample()
        assert torch.allclose(ours.log_prob(actions), theirs.log_prob(actions), atol=1e-5)
        ones = torch.ones(6, dtype=torch.long)
        assert masks is None or mask[np.arange(6), ours.sample()].all()
        assert ours.log_prob(ours.sample()).shape == ones.shape


def test_actions_are_sampled_by_their_probabilities() -> None:
    torch.manual_seed(2)
    latent, layer = torch.randn(1, 16).repeat(20_000, 1), torch.nn.Linear(16, 5)
    mask = np.tile([1, 0, 1, 1, 0], (20_000, 1))
    chances = LegalActions(5).proba_distribution(latent, layer)
    chances.apply_masking(mask)
    drawn = torch.bincount(chances.sample(), minlength=5) / 20_000
    expected = layer(latent[0]).masked_fill(torch.from_numpy(mask[0] == 0), -1e8).softmax(0)
    assert torch.allclose(drawn, expected, atol=0.02)


@pytest.mark.parametrize("num_players", [1, 3])
def test_a_policy_and_its_network_are_equal(tmp_path: Path, num_players: int) -> None:
    venv = begun(num_players)
    model = model_for(venv, num_players)
    model.learn(64)
    to_network(sparse_policy(model)).save(tmp_path / "network.npz")
    network = load_network(tmp_path / "network.npz")
    observation, masks = shown(venv)
    counts = torch.from_numpy(observation)
    latent = model.policy.extract_features(counts)
    logits = model.policy.action_net(latent).detach().numpy()
    values = model.policy.predict_values(counts).detach().numpy()
    taken, _ = model.predict(observation, action_masks=masks, deterministic=True)
    for i in range(len(observation)):
        prediction = network.predict(venv.batch.game(i))
        assert np.abs(prediction.logits - logits[i, prediction.actions]).max() < 1e-4
        assert prediction.actions[prediction.logits.argmax()] == taken[i]
        assert abs(prediction.points[venv.batch.learner_seat[i]] / 10 - values[i, 0]) < 1e-4
        others = np.arange(venv.batch.num_seats) != venv.batch.learner_seat[i]
        assert not prediction.points[others].any()
        assert prediction.win_probability.tolist() == pytest.approx(
            [1 / venv.batch.num_seats] * len(others)
        )


def test_a_policy_takes_over_a_network_and_gives_it_back() -> None:
    venv = begun()
    model, network = model_for(venv), Network.random(RatsOfWistar, 1, HIDDEN, 9)
    take_over(sparse_policy(model), network)
    back = to_network(sparse_policy(model))
    for name in ("first", "first_bias", "second", "second_bias", "policy", "policy_bias"):
        assert np.array_equal(back.parameters[name], network.parameters[name])
    assert np.array_equal(back.parameters["heads"][0], network.parameters["heads"][0])
    with pytest.raises(ValueError, match="hidden layers must have sizes"):
        take_over(sparse_policy(model), Network.random(RatsOfWistar, 1, (32, 32)))


def test_a_model_that_sb3_saved_plays_the_same(tmp_path: Path) -> None:
    venv = begun()
    model = model_for(venv)
    model.learn(64)
    model.save(tmp_path / "model.zip")
    loaded = MaskablePPO.load(tmp_path / "model.zip", env=venv)
    observation, masks = shown(venv)
    taken, again = (
        each.predict(observation, action_masks=masks, deterministic=True)[0]
        for each in (model, loaded)
    )
    assert np.array_equal(taken, again)
    assert masks[np.arange(len(masks)), taken].all()
    assert loaded.learn(64).num_timesteps == 64


def test_a_model_for_other_observations_is_rejected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model_for(begun()).save(tmp_path / "model.zip")
    now = dict(files.made_for(RatsOfWistar.spec, 1))
    monkeypatch.setattr(files, "made_for", lambda spec, num_players: now | {"observations": 10**6})
    with pytest.raises(NetworkError, match="in its observations: found"):
        MaskablePPO.load(tmp_path / "model.zip")

"""The example of a league with the AEC API."""

from pathlib import Path

import numpy as np
import pytest
import torch

from examples.league import GAME, LeagueBot, play, policy_for, share_of_wins, train
from wistar_env import make
from wistar_env.kit.bots import Batch, View
from wistar_env.kit.game.registry import find_game


def test_exploitability_on_leduc_falls_and_the_bot_of_the_file_plays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = np.mean(train(GAME, iterations=20, games=128, file=tmp_path / "league.pt"), axis=1)
    assert told[0] > 1.8, "random play has 2.37"
    assert told[-1] < 0.8 * told[0]
    assert "iteration 20: exploitability [" in capsys.readouterr().out
    game = find_game(GAME).new(2, seed=1)
    batch = Batch((View(game, game.seat),) * 2, np.array([5, 6]))
    for bot in (LeagueBot(str(tmp_path / "league.pt"), member) for member in (0, 1)):
        assert bot.probabilities(batch).sum(axis=1) == pytest.approx(1)
        assert set(bot.act(batch)) <= {*game.legal_actions()}


def test_a_policy_learns_from_its_own_decisions_with_the_reward_of_its_seat() -> None:
    torch.manual_seed(1)
    envs = [make("rats-of-wistar", 2, reward="score") for _ in range(4)]
    policies = [policy_for(each) for each in envs[:2]]
    seated = np.array([[0, 1], [1, 0], [0, 0], [1, 1]])
    decisions, rewards = play(envs, policies, seated, np.random.default_rng(1))
    for number, found in enumerate(decisions):
        assert {reward for _, reward in found} == {*rewards[seated == number].tolist()}
        observation, mask, action, log_prob, value = found[0][0]
        with torch.no_grad():
            policy, expected = policies[number](observation[None], mask[None])
        assert float(policy.log_prob(action[None])) == pytest.approx(float(log_prob), abs=1e-4)
        assert float(expected) == pytest.approx(float(value), abs=1e-4)


def test_a_population_that_folds_wins_nothing() -> None:
    envs = [make(GAME, 2, reward="score") for _ in range(16)]
    raising, folding = policy_for(envs[0]), policy_for(envs[0])
    for policy, action in ((raising, 2), (folding, 0)):
        torch.nn.init.zeros_(policy.actor.weight)
        policy.actor.bias.data = 50.0 * torch.eye(3)[action]
    assert share_of_wins(envs, [raising], [folding]) == 1
    assert share_of_wins(envs, [folding], [raising]) == 0

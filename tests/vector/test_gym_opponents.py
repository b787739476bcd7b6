"""Gymnasium's vector environment with opponents in the other seats."""

from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from tests.vector.gym_pairs import (
    ONCE,
    Pair,
    answers,
    make,
    played_on,
)
from wistar_env import LearnerBatch
from wistar_env.errors import BotError, NotStartedError
from wistar_env.games.rats_of_wistar.rules.categories import TOTAL
from wistar_env.kit.bots import Batch
from wistar_env.kit.rewards import Shaping, Weighted


class LastAction:
    """Plays the legal action with the highest number."""

    def reset(self, seed: int) -> None:
        self.seed = seed

    def act(self, batch: Batch) -> list[int]:
        return [int(view.legal[-1]) for view in batch.views]


@pytest.mark.parametrize("num_players", [2, 4])
def test_with_more_players_others_play_the_other_seats(num_players: int) -> None:
    arguments: dict[str, Any] = {"num_players": num_players, "reward": "rank"}
    envs = make(3, opponents=["greedy", LastAction()], **arguments)
    batch = LearnerBatch("rats-of-wistar", 3, opponents=["greedy", LastAction()], **arguments)
    observations, infos = envs.reset(seed=3)
    step = batch.reset(seed=3)
    ended = 0
    for number in range(130):
        assert np.array_equal(observations, step.observation)  # type: ignore[arg-type]
        assert envs.call("learner_seat") == tuple(batch.learner_seat)
        actions = answers(infos["action_mask"], number)
        observations, rewards, done, _, infos = envs.step(actions)
        step = batch.step(actions)
        assert np.array_equal(rewards, step.reward)
        for i in np.flatnonzero(done):
            final, told = infos["final_info"], batch.final_info(np.array([i]))
            for name in ("learner_seat", "rank"):
                assert final[name][i] == told[name][0]
                assert final[f"_{name}"].tolist() == done.tolist()
            totals = final["scores"][i, :, TOTAL]
            assert len(totals) == num_players
            assert rewards[i] == pytest.approx(1 - 2 * (final["rank"][i] - 1) / (num_players - 1))
            above = int((totals > totals[final["learner_seat"][i]]).sum())
            assert above < final["rank"][i] <= num_players
            assert np.array_equal(infos["final_obs"][i], batch.final_observation(np.array([i]))[0])
            ended += 1
    assert ended >= 3


def test_more_players_have_no_level() -> None:
    envs = make(2, num_players=2)
    envs.reset(seed=1)
    assert envs.call("level") == (0, 0)
    for wrong in ({"level": 3}, {"tracks": (1, 1, 1)}):
        with pytest.raises(ValueError, match="for num_players=1"):
            make(2, num_players=2, **wrong)
        with pytest.raises(ValueError, match="for num_players=1"):
            envs.reset(options=wrong)


def test_opponents_may_be_replaced() -> None:
    envs = make(1, num_players=2)
    envs.reset(seed=1)
    bot = LastAction()
    envs.set_opponents([bot])
    first = bot.seed
    envs.reset(seed=2)
    assert bot.seed != first
    with pytest.raises(ValueError, match="one or more bots"):
        envs.set_opponents([])


class Failing(LastAction):
    """Fails at its third call."""

    def reset(self, seed: int) -> None:
        self.calls = 0

    def act(self, batch: Batch) -> list[int]:
        self.calls += 1
        return super().act(batch) if self.calls < 3 else []


def test_after_an_opponent_fails_all_games_must_be_reset() -> None:
    envs = make(2, num_players=2, opponents=[Failing()], learner_seat=0)
    envs.reset(seed=1)
    with pytest.raises(BotError, match="Failing must return"):
        played_on(envs, ONCE)
    for ask in (envs.action_masks, lambda: envs.step([0, 0])):
        with pytest.raises(NotStartedError):
            ask()
    envs.set_opponents(["random"])
    envs.reset(seed=1)
    assert envs.action_masks().any(axis=1).all()


@pytest.mark.parametrize("mode", [AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP])
@pytest.mark.parametrize(
    ("num_players", "reward", "opponents"),
    [
        (2, "vp", ["greedy"]),
        (3, Shaping("rank", {"vp": 0.1}, discount=0.9), ["random", LastAction()]),
        (4, Weighted({"vp": 0.5}), ["greedy", "random", LastAction()]),
    ],
    ids=["two", "three", "four"],
)
def test_it_gives_what_single_environments_with_opponents_give(
    num_players: int, reward: Any, opponents: list[Any], mode: AutoresetMode
) -> None:
    pair = Pair(2, num_players=num_players, reward=reward, opponents=opponents, autoreset_mode=mode)
    pair.reset(seed=5)
    pair.on(2)

"""``max_episode_steps`` of batches: Gymnasium's ``TimeLimit`` around each game."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers import TimeAwareObservation

from tests.author.early import Coin
from tests.author.games import DeclaredNim
from tests.vector.gym_pairs import answers, check_same
from wistar_env import LearnerBatch
from wistar_env.kit.game import Game

pytest.importorskip("stable_baselines3")

from wistar_env import make_sb3

LIMIT = 3
ENV = "wistar/Game-v0"


def single(game: type[Game] | str, **settings: Any) -> gymnasium.Env[Any, Any]:
    return gymnasium.make(ENV, game=game, max_episode_steps=LIMIT, **settings)


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("game", [Coin, DeclaredNim])
def test_it_is_gymnasiums_own_vector_environment(mode: AutoresetMode, game: type[Game]) -> None:
    ours: Any = gymnasium.make_vec(
        ENV,
        num_envs=8,
        vectorization_mode="vector_entry_point",
        game=game,
        max_episode_steps=LIMIT,
        autoreset_mode=mode,
    )
    theirs: Any = SyncVectorEnv([lambda: single(game)] * 8, autoreset_mode=mode)
    shown, infos = ours.reset(seed=1)
    check_same((shown, infos), theirs.reset(seed=1))
    cut = ended = 0
    for number in range(40):
        actions = answers(infos["action_mask"], number)
        shown, *rest, infos = ours.step(actions)
        expected, *others, told = theirs.step(actions)
        check_same((shown, *rest, infos), (expected, *others, told))
        _, terminations, truncations = rest
        cut, ended = cut + int(truncations.sum()), ended + int(terminations.sum())
        over = terminations | truncations
        if mode is AutoresetMode.DISABLED and over.any():
            shown, infos = ours.reset(options={"reset_mask": over})
            expected, told = theirs.reset(options={"reset_mask": over})
            check_same(shown, expected)
            check_same(ours.call("skipped"), theirs.call("skipped"))
    assert cut > 0
    assert ended > 0 or game is not Coin


def test_without_autoreset_a_game_that_is_cut_off_cannot_be_stepped() -> None:
    batch = LearnerBatch(DeclaredNim, 4, autoreset_mode="Disabled", max_episode_steps=1)
    batch.reset(seed=1)
    step = batch.step(batch.choose("random"))
    cut = batch.truncated & ~batch.terminated
    assert cut.any()
    assert (step.seat[cut] == -1).all()
    before = batch.save()["records"]
    assert batch.choose("random")[cut].tolist() == [-1] * int(cut.sum())
    step = batch.step(batch.choose("random"))
    assert (batch.truncated & ~batch.terminated)[cut].all()
    assert np.array_equal(batch.save()["records"][cut], before[cut])
    other = LearnerBatch(DeclaredNim, 4, autoreset_mode="Disabled", max_episode_steps=1)
    assert (other.load(batch.save()).seat[cut] == -1).all()


def test_the_rewards_of_a_game_that_is_cut_off_are_those_of_its_last_step() -> None:
    plain, short = (
        LearnerBatch(Coin, 16, reward="points", max_episode_steps=limit) for limit in (None, LIMIT)
    )
    plain.reset(seed=1)
    short.reset(seed=1)
    for _ in range(LIMIT):
        actions = plain.choose("random")
        same = np.flatnonzero(plain.seed == short.seed)
        own, other = plain.step(actions), short.step(short.choose("random"))
        assert np.array_equal(own.reward[same], other.reward[same])
    cut = short.truncated & ~short.terminated
    assert own.reward[cut].any()


def test_stable_baselines3_is_told_which_games_were_cut_off() -> None:
    venv = make_sb3(Coin, 16, max_episode_steps=LIMIT, seed=1)
    venv.reset()
    cut = []
    for _ in range(30):
        _, _, dones, infos = venv.step(venv.action_masks().argmax(axis=1))
        for i in np.flatnonzero(dones):
            cut.append(infos[i]["TimeLimit.truncated"])
            assert infos[i]["terminal_observation"].shape == venv.observation_space.shape
            assert (infos[i]["decisions"] == 0) == cut[-1]
    assert {*cut} == {True, False}


def test_the_limit_is_in_the_spec_and_wrappers_find_it() -> None:
    envs = gymnasium.make_vec(
        ENV,
        num_envs=2,
        vectorization_mode="vector_entry_point",
        game=Coin,
        max_episode_steps=LIMIT,
    )
    assert envs.spec is not None
    assert envs.spec.max_episode_steps == LIMIT
    env = TimeAwareObservation(single(Coin))
    assert env.spec is not None
    assert env.spec.max_episode_steps == LIMIT
    env.reset(seed=1)


@pytest.mark.parametrize("limit", [0, -1, True, 1.5])
def test_a_limit_that_is_none_is_rejected(limit: Any) -> None:
    with pytest.raises((TypeError, ValueError), match="max_episode_steps must be"):
        LearnerBatch(Coin, 2, max_episode_steps=limit)


def test_an_illegal_action_that_is_penalized_counts() -> None:
    batch = LearnerBatch(Coin, 4, on_illegal="penalize", max_episode_steps=2)
    batch.reset(seed=1)
    for _ in range(2):
        step = batch.step([5] * 4)
    assert batch.truncated.all()
    assert step.done.all()
    assert (step.reward == -1).all()

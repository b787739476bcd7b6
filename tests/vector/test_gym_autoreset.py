"""When a game that ended is followed by the next one, in Gymnasium's three ways."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers import vector as wrappers

from tests.vector.gym_pairs import ENV, ONCE, Pair, answers, check_same, make, one_by_one, played_on
from tests.vector.test_gym_opponents import LastAction
from wistar_env import LearnerBatch, RatsOfWistar
from wistar_env.errors import BotError, GameOverError
from wistar_env.kit.bots import Batch
from wistar_env.kit.game import seed_after
from wistar_env.kit.vector.gym import LearnerVectorEnv

SAME, NEXT, DISABLED = AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP, AutoresetMode.DISABLED


@pytest.mark.parametrize(
    ("num_envs", "num_threads", "reward"),
    [(1, 1, "win"), (3, 1, "vp"), (3, 2, "score")],
)
def test_in_the_next_step_it_is_gymnasiums_own_vector_environment(
    num_envs: int, num_threads: int, reward: str
) -> None:
    pair = Pair(num_envs, num_threads, reward=reward, level=4, autoreset_mode=NEXT)
    pair.reset(seed=7)
    pair.on(games=3)
    pair.reset(None, {"reset_mask": np.arange(num_envs) == 0})
    pair.on(games=1)


def test_disabled_it_is_gymnasiums_own_vector_environment() -> None:
    pair = Pair(3, level=4, reward="vp", autoreset_mode=DISABLED)
    pair.reset(seed=7)
    for _ in range(6):
        pair.on_until_one_ends()
        over = pair.mask.sum(axis=1) == 0
        seeds, levels = pair.ours.call("seed"), pair.ours.call("level")
        assert levels == (4, 4, 4)
        pair.reset(None, {"reset_mask": over})
        expected = [seed_after(s) if o else s for s, o in zip(seeds, over, strict=True)]
        assert pair.ours.call("seed") == tuple(expected)


def test_disabled_a_game_that_is_over_cannot_be_stepped() -> None:
    pair = Pair(2, autoreset_mode=DISABLED)
    pair.reset(seed=1)
    pair.on_until_one_ends()
    over = np.flatnonzero(~pair.mask.any(axis=1)).tolist()
    games = pair.ours.call("game")
    with pytest.raises(GameOverError, match=rf"games \[{over[0]}.*\] are over; .*reset_mask"):
        pair.ours.step(answers(pair.mask, 0))
    assert pair.ours.call("game") == games


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_the_autoreset_mode_is_in_the_metadata(mode: AutoresetMode) -> None:
    for wanted in (mode, mode.value):
        envs = gymnasium.make_vec(ENV, 2, autoreset_mode=wanted)
        assert isinstance(envs, LearnerVectorEnv)
        assert envs.metadata["autoreset_mode"] is envs.autoreset_mode is mode
        assert envs.spec is not None
        assert gymnasium.make_vec(envs.spec).metadata["autoreset_mode"] is mode
    assert LearnerVectorEnv.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP


@pytest.mark.parametrize("wrong", ["same", None, 1, "NEXT_STEP"])
def test_another_mode_is_named(wrong: Any) -> None:
    with pytest.raises(ValueError, match=f"'NextStep', 'SameStep', .*, found {wrong!r}"):
        make(1, autoreset_mode=wrong)
    with pytest.raises(ValueError, match=r"autoreset_mode .*'NextStep'"):
        LearnerBatch("rats-of-wistar", 1, num_players=2, autoreset_mode="never")


def wrapped(mode: AutoresetMode, kind: Any, **arguments: Any) -> tuple[Any, Any]:
    """Return both environments in a wrapper of Gymnasium."""
    terms: dict[str, Any] = {"reward": "vp", "autoreset_mode": mode}
    return kind(make(2, **terms), **arguments), kind(one_by_one(2, **terms), **arguments)


def played_alike(ours: Any, theirs: Any) -> list[tuple[Any, Any]]:
    """Play both for two games or more, check that they give the same, and return the steps."""
    for envs in (ours, theirs):
        envs.reset(seed=3)
    steps = list(zip(played_on(ours, 3 * ONCE), played_on(theirs, 3 * ONCE), strict=True))
    for own, other in steps:
        for k in range(4):
            check_same(own[k], other[k])
    assert sum(own[2].sum() for own, _ in steps) >= 4
    return steps


@pytest.mark.parametrize("mode", [SAME, NEXT])
def test_gymnasiums_record_of_episodes_counts_them(mode: AutoresetMode) -> None:
    ours, theirs = wrapped(mode, wrappers.RecordEpisodeStatistics)
    for own, other in played_alike(ours, theirs):
        assert ("episode" in own[4]) == ("episode" in other[4])
        for name in ("r", "l") if "episode" in own[4] else ():
            check_same(own[4]["episode"][name], other[4]["episode"][name])
    assert ours.episode_count == theirs.episode_count >= 4
    assert list(ours.length_queue) == list(theirs.length_queue)
    ours.reset(options={"reset_mask": np.array([True, False])})
    assert (ours.episode_lengths > 0).tolist() == [False, True]


@pytest.mark.parametrize(
    ("mode", "kind", "arguments"),
    [
        (SAME, wrappers.NormalizeReward, {}),
        (SAME, wrappers.ClipReward, {"min_reward": 0, "max_reward": 2}),
        (NEXT, wrappers.NormalizeReward, {}),
        (NEXT, wrappers.ClipReward, {"min_reward": 0, "max_reward": 2}),
        (NEXT, wrappers.TransformReward, {"func": np.sign}),
        (NEXT, wrappers.NormalizeObservation, {}),
        (NEXT, wrappers.FlattenObservation, {}),
        (NEXT, wrappers.RescaleObservation, {"min_obs": np.float32(-1), "max_obs": np.float32(1)}),
        (NEXT, wrappers.ReshapeObservation, {"shape": (13, 226)}),
    ],
)
def test_gymnasiums_wrappers_give_the_same(
    mode: AutoresetMode, kind: Any, arguments: dict[str, Any]
) -> None:
    played_alike(*wrapped(mode, kind, **arguments))


@pytest.mark.parametrize("mode", [SAME, NEXT])
def test_gymnasiums_infos_as_a_list_are_the_same(mode: AutoresetMode) -> None:
    ours, theirs = wrapped(mode, wrappers.DictInfoToList)
    finals = 0
    for own, other in played_alike(ours, theirs):
        for info, expected in zip(own[4], other[4], strict=True):
            finals += "final_info" in info
            check_same(info, expected)
    assert (finals >= 4) == (mode is SAME)


TERMS: dict[str, Any] = {"num_players": 2, "learner_seat": 1}


def test_in_the_next_step_others_play_up_to_the_learners_first_decision() -> None:
    envs = make(3, autoreset_mode=NEXT, opponents=[LastAction()], **TERMS)
    alone = LearnerBatch("rats-of-wistar", 1, opponents=[LastAction()], **TERMS)
    _, infos = envs.reset(seed=3)
    over = np.zeros(3, np.bool_)
    begun = 0
    for number in range(2 * ONCE):
        seeds = envs.call("seed")
        observations, rewards, done, _, infos = envs.step(answers(infos["action_mask"], number))
        for i in np.flatnonzero(over):
            first = alone.reset(seed_after(seeds[i]))
            assert first.observation is not None
            assert np.array_equal(observations[i], first.observation[0])
            assert (rewards[i], done[i]) == (0, False)
            begun += 1
        over = done
    assert begun >= 3


class Spoiler(LastAction):
    """Plays legal actions until it is told otherwise."""

    honest = True

    def act(self, batch: Batch) -> list[int]:
        return super().act(batch) if self.honest else [-9 for _ in batch.views]


@pytest.mark.parametrize("mode", [NEXT, DISABLED])
def test_the_first_answer_of_an_opponent_in_a_later_game_is_checked_too(mode: Any) -> None:
    bot = Spoiler()
    envs = make(1, autoreset_mode=mode, opponents=[bot], **TERMS)
    _, infos = envs.reset(seed=3)
    while infos["action_mask"].any():
        *_, infos = envs.step(answers(infos["action_mask"], 0))
    assert RatsOfWistar.new(2, seed_after(envs.call("seed")[0])).seat == 0
    bot.honest = False
    with pytest.raises(BotError, match=r"opponent Spoiler: .* action -9"):
        _ = envs.step([0]) if mode is NEXT else envs.reset()

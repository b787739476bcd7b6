import subprocess
import sys
import threading
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
from gymnasium.vector.utils import batch_space
from gymnasium.wrappers import vector as wrappers

from tests.vector.faces import pick
from wistar_env import Game
from wistar_env.bots import Batch
from wistar_env.errors import BotError, IllegalActionError, NotStartedError
from wistar_env.game import MAX_SEED, seed_after
from wistar_env.rules.actions import NUM_ACTIONS
from wistar_env.rules.scoring import CATEGORIES
from wistar_env.spaces.observation import observation_layout
from wistar_env.vector import LearnerBatch
from wistar_env.vector.gym import LearnerVectorEnv

ENV = "wistar/RatOBot-v0"
#: What ``final_info`` has beyond the solo environment's info.
MORE = {"learner_seat", "level", "seed", "decisions"}
#: Steps in which every game of these tests ends at least once.
ONCE = 110


def make(num_envs: int, **arguments: Any) -> LearnerVectorEnv:
    return LearnerVectorEnv(num_envs, **arguments)


def one_by_one(num_envs: int, **arguments: Any) -> SyncVectorEnv[Any, Any]:
    """Return as many solo environments in Gymnasium's own vector environment."""
    return SyncVectorEnv(
        [lambda: gymnasium.make(ENV, **arguments)] * num_envs,
        autoreset_mode=AutoresetMode.SAME_STEP,
    )


def answers(mask: np.ndarray[Any, Any], number: int) -> np.ndarray[Any, Any]:
    return np.array([pick(row, number) for row in mask])


def check_same(ours: Any, theirs: Any, where: str = "") -> None:
    """Check that two values have the same structure, dtypes and contents."""
    assert type(ours) is type(theirs), where
    if isinstance(ours, dict):
        assert set(ours) == set(theirs), where
        for name in ours:
            check_same(ours[name], theirs[name], f"{where}.{name}")
    elif isinstance(ours, tuple):
        assert len(ours) == len(theirs), where
        for own, other in zip(ours, theirs, strict=True):
            check_same(own, other, where)
    elif isinstance(ours, np.ndarray) and ours.dtype == object:
        assert ours.shape == theirs.shape, where
        for own, other in zip(ours, theirs, strict=True):
            check_same(own, other, where)
    elif isinstance(ours, np.ndarray):
        assert (ours.dtype, ours.shape) == (theirs.dtype, theirs.shape), where
        assert np.array_equal(ours, theirs), where
    else:
        assert ours == theirs, where


def without_more(infos: dict[str, Any]) -> dict[str, Any]:
    """Return infos with what the solo environment tells alone."""
    if "final_info" not in infos:
        return infos
    more = MORE | {f"_{name}" for name in MORE}
    assert more < set(infos["final_info"])
    final = {name: value for name, value in infos["final_info"].items() if name not in more}
    return {**infos, "final_info": final}


class Pair:
    """The vector environment and Gymnasium's own, which are told the same."""

    def __init__(self, num_envs: int, num_threads: int = 1, **arguments: Any) -> None:
        self.ours = make(num_envs, num_threads=num_threads, **arguments)
        self.theirs = one_by_one(num_envs, **arguments)
        self.mask = np.zeros((num_envs, NUM_ACTIONS), np.int8)
        self.ended = np.zeros(num_envs, int)
        self.number = 0

    def reset(self, seed: Any = None, options: dict[str, Any] | None = None) -> None:
        """Reset both; what both tell must be the same for the games that this begins."""
        options = options or {}
        ours, infos = self.ours.reset(seed=seed, options=options)
        theirs, expected = self.theirs.reset(seed=seed, options=dict(options))
        check_same(ours, theirs)
        told = expected["_action_mask"]
        assert np.array_equal(infos["_action_mask"], told)
        assert np.array_equal(infos["action_mask"][told], expected["action_mask"][told])
        assert np.array_equal(infos["action_mask"], np.stack(self.theirs.call("action_masks")))
        self.mask = infos["action_mask"]

    def on(self, games: int) -> None:
        """Go on until this many games have ended in each row."""
        until = self.ended + games
        while (self.ended < until).any():
            actions = answers(self.mask, self.number)
            *ours, infos = self.ours.step(actions)
            *theirs, expected = self.theirs.step(actions)
            ours[1], theirs[1] = self._rounded(ours[1]), self._rounded(theirs[1])
            check_same(tuple(ours), tuple(theirs))
            check_same(without_more(infos), expected)
            self.mask = infos["action_mask"]
            self.ended += ours[2]
            self.number += 1

    @staticmethod
    def _rounded(rewards: Any) -> Any:
        assert rewards.dtype == np.float64
        return rewards.astype(np.float32)


@pytest.mark.parametrize(
    ("num_envs", "num_threads", "reward"),
    [(1, 1, "win"), (3, 1, "score"), (3, 2, "vp"), (2, 2, "rank")],
)
def test_it_gives_what_solo_environments_give_in_gymnasiums_own_vector_environment(
    num_envs: int, num_threads: int, reward: str
) -> None:
    pair = Pair(num_envs, num_threads, reward=reward, level=4)
    pair.reset(seed=7)
    pair.on(games=3)


def test_without_a_level_it_is_the_one_of_the_solo_environment() -> None:
    pair = Pair(1)
    pair.reset(seed=3)
    pair.on(games=1)
    assert pair.ours.call("level") == (3,)


def test_tracks_make_the_level_of_no_effect_as_in_the_solo_environment() -> None:
    pair = Pair(2, level=7, tracks=(0, 1, 1))
    pair.reset(seed=3)
    pair.on(games=2)
    assert pair.ours.call("level") == (2, 2)


def test_every_env_may_have_its_own_seed_and_those_without_one_go_on() -> None:
    pair = Pair(3)
    pair.reset(seed=[5, 900, 2])
    pair.on(games=1)
    pair.reset()
    pair.reset(seed=[None, 6, None])
    pair.on(games=1)
    pair.reset(seed=4)
    assert pair.ours.call("seed") == (4, 5, 6)
    assert pair.ours.np_random_seed == 4


def test_a_reset_with_seeds_of_numpy_is_one_with_the_same_numbers() -> None:
    envs = make(2)
    envs.reset(seed=np.array([MAX_SEED, 8], np.uint64))
    assert envs.call("seed") == (MAX_SEED, 8)
    envs.reset(seed=np.int64(3))  # type: ignore[arg-type]
    assert envs.call("seed") == (3, 4)


def test_a_first_reset_without_seeds_draws_them() -> None:
    drawn = set()
    for seed in (None, [None, None]):
        envs = make(2)
        envs.reset(seed=seed)
        drawn |= set(envs.call("seed"))
    assert len(drawn) == 4


def test_a_reset_of_some_games_leaves_the_others_alone() -> None:
    pair = Pair(3)
    pair.reset(seed=1)
    pair.on(games=1)
    for seed in (None, 50, [None, 8, 9]):
        mask = np.array([False, True, True])
        pair.reset(seed, {"reset_mask": mask})
        assert mask.tolist() == [False, True, True]
    pair.reset(None, {"reset_mask": np.array([True, False, False])})
    pair.on(games=1)


@pytest.mark.parametrize("options", [{"level": 8}, {"tracks": (1, 0, 0)}])
def test_options_are_for_the_games_that_a_reset_begins_alone(options: dict[str, Any]) -> None:
    pair = Pair(2, level=2)
    pair.reset(seed=5, options=options)
    level = options.get("level", 1)
    assert pair.ours.call("level") == (level, level)
    pair.on(games=2)
    assert pair.ours.call("level") == (2, 2)
    pair.reset(options=options)
    pair.reset()
    assert pair.ours.call("level") == (2, 2)


@pytest.mark.parametrize("terms", [{"level": 2}, {"tracks": (2, 2, 2)}])
@pytest.mark.parametrize("options", [{"level": 9}, {"tracks": (3, 3, 3)}])
def test_a_reset_of_some_games_may_give_these_another_level(
    terms: dict[str, Any], options: dict[str, Any]
) -> None:
    def tracks() -> list[Any]:
        return [game.tracks for game in pair.ours.call("game")]

    pair = Pair(2, **terms)
    pair.reset(seed=5)
    first, levels = tracks(), pair.ours.call("level")
    pair.reset(options={**options, "reset_mask": np.array([False, True])})
    assert tracks()[0] == first[0]
    assert tracks()[1] != first[1]
    pair.on(games=2)
    assert pair.ours.call("level") == levels


def test_a_level_of_options_may_be_whatever_the_constructor_takes() -> None:
    envs = make(40, level=1)
    envs.reset(seed=1, options={"level": range(5, 8)})
    assert set(envs.call("level")) == {5, 6, 7}
    envs.reset(options={"level": np.arange(40) % 10})
    assert envs.call("level") == tuple(range(10)) * 4


@pytest.mark.parametrize("level", [(2, 4), range(2, 5)])
def test_a_range_of_levels_is_drawn_from_anew_for_each_game(level: Any) -> None:
    envs = make(60, level=level)
    envs.reset(seed=1)
    first = envs.call("level")
    envs.reset()
    assert set(first) == set(envs.call("level")) == {2, 3, 4}
    assert first != envs.call("level")


def test_each_env_may_have_a_level_which_the_callers_array_no_longer_changes() -> None:
    levels = np.array([0, 9, 4])
    envs = make(3, level=levels)
    levels[:] = 1
    envs.reset(seed=1, options={"level": 5})
    envs.reset()
    assert envs.call("level") == (0, 9, 4)


def test_a_level_that_is_set_is_for_the_games_that_begin_from_then_on() -> None:
    envs = make(2, tracks=(0, 0, 1))
    envs.reset(seed=1)
    envs.set_level(6)
    assert envs.call("level") == (1, 1)
    envs.reset()
    assert envs.call("level") == (6, 6)
    envs.reset(options={"level": 2})
    assert envs.call("level") == (2, 2)
    envs.reset()
    assert envs.call("level") == (6, 6)


def test_attributes_are_set_as_in_gymnasiums_own_vector_environment() -> None:
    envs = make(3)
    for values, expected in [((1, 2, 3), (1, 2, 3)), ([7, 8, 9], (7, 8, 9)), (4, (4, 4, 4))]:
        envs.set_attr("level", values)
        envs.reset()
        assert envs.get_attr("level") == expected
    with pytest.raises(ValueError, match="3 games, found shape"):
        envs.set_attr("level", (1, 2))
    with pytest.raises(AttributeError, match="no attribute 'tracks' to set; there is level"):
        envs.set_attr("tracks", (1, 1, 1))


@pytest.mark.parametrize(
    ("seed", "options", "error", "message"),
    [
        (-1, {}, ValueError, "seed must be an integer from 0 to .*, found -1"),
        ("12", {}, TypeError, "seed must be an integer from 0 to .*, found '12'"),
        ([1, 2, 3], {}, ValueError, r"seed must be one integer or 2, found shape \(3,\)"),
        ([1, 0.5], {}, TypeError, "seed must be an integer from 0 to .*, found 0.5"),
        (0, {"level": 10}, ValueError, "level must be an integer from 0 to 9, found 10"),
        (0, {"tracks": (0, 2, 0)}, ValueError, r"differ by 2 or more, found \(0, 2, 0\)"),
        (0, {"level": 3, "tracks": (1, 1, 1)}, ValueError, "either a level or tracks, found"),
        (0, {"level": None}, ValueError, "needs a level or tracks"),
        (0, {"reset_mask": [True, False]}, TypeError, r"shape \(2,\) .* found list"),
        (0, {"reset_mask": np.array([0, 1])}, TypeError, r"bool array .* found int64"),
        (0, {"reset_mask": np.ones(3, bool)}, ValueError, r"found shape \(3,\) with 3 True"),
        (0, {"reset_mask": np.zeros(2, bool)}, ValueError, "with 0 True"),
        (-1, {"level": 9}, ValueError, "seed must"),
        (-1, {"tracks": (3, 3, 3)}, ValueError, "seed must"),
    ],
)
def test_a_reset_that_is_refused_changes_nothing(
    seed: Any, options: dict[str, Any], error: type[Exception], message: str
) -> None:
    envs = make(2, level=4)
    _, infos = envs.reset(seed=1)
    games = envs.call("game")
    with pytest.raises(error, match=message):
        envs.reset(seed=seed, options=options)
    assert envs.call("game") == games
    assert np.array_equal(envs.action_masks(), infos["action_mask"])
    *_, infos = envs.step(answers(infos["action_mask"], 0))
    envs.reset()
    assert envs.call("level") == (4, 4)


def test_the_first_reset_begins_all_games() -> None:
    with pytest.raises(ValueError, match="first reset must begin all"):
        make(2).reset(options={"reset_mask": np.array([True, False])})


def test_an_illegal_action_raises_and_no_game_changes() -> None:
    envs = make(3)
    _, infos = envs.reset(seed=1)
    games = envs.call("game")
    actions = answers(infos["action_mask"], 0)
    actions[1] = int(np.flatnonzero(infos["action_mask"][1] == 0)[0])
    with pytest.raises(IllegalActionError, match=f"game 1 of the batch: action {actions[1]}"):
        envs.step(actions)
    assert envs.call("game") == games
    assert np.array_equal(envs.action_masks(), infos["action_mask"])


def test_an_illegal_action_costs_a_point_if_that_is_wanted() -> None:
    pair = Pair(3, on_illegal="penalize", reward="vp")
    pair.reset(seed=1)
    actions = answers(pair.mask, 0)
    actions[1] = int(np.flatnonzero(pair.mask[1] == 0)[0])
    ours, theirs = pair.ours.step(actions), pair.theirs.step(actions)
    assert ours[1][1] == -1
    check_same(tuple(ours), tuple(theirs))
    assert np.array_equal(ours[4]["action_mask"][1], pair.mask[1])
    pair.mask = ours[4]["action_mask"]
    pair.on(games=1)


def test_uint8_observations_are_the_counts_of_the_others() -> None:
    counted, scaled = make(2, observation="uint8"), make(2)
    assert counted.single_observation_space.dtype == np.uint8
    limit = observation_layout(1).limit
    assert isinstance(counted.single_observation_space, gymnasium.spaces.Box)
    assert np.array_equal(counted.single_observation_space.high, limit)
    counts, infos = counted.reset(seed=1)
    values, _ = scaled.reset(seed=1)
    for number in range(ONCE):
        assert counts.dtype == np.uint8
        assert counts in counted.observation_space
        assert np.array_equal(np.rint(values * limit).astype(np.uint8), counts)
        actions = answers(infos["action_mask"], number)
        counts, _, done, _, infos = counted.step(actions)
        values, *_, others = scaled.step(actions)
        for i in np.flatnonzero(done):
            last = infos["final_obs"][i]
            assert last.dtype == np.uint8
            assert np.array_equal(np.rint(others["final_obs"][i] * limit).astype(np.uint8), last)


def test_the_spaces_are_those_of_the_solo_environments() -> None:
    ours, theirs = make(3), one_by_one(3)
    for name in ("observation_space", "action_space"):
        assert getattr(ours, name) == getattr(theirs, name)
        single = getattr(ours, f"single_{name}")
        assert single == getattr(theirs, f"single_{name}")
        assert batch_space(single, 3) == getattr(ours, name)
    observations, infos = ours.reset(seed=1)
    assert observations in ours.observation_space
    assert answers(infos["action_mask"], 0) in ours.action_space
    assert ours.metadata["autoreset_mode"] == theirs.metadata["autoreset_mode"]


@pytest.mark.parametrize("observation", ["float32", "uint8"])
def test_what_is_given_are_copies_unless_the_buffers_are_wanted(observation: str) -> None:
    for copy in (True, False):
        envs = make(2, copy=copy, observation=observation)
        first, infos = envs.reset(seed=1)
        mask, before = infos["action_mask"], first.copy()
        masks_before, asked = mask.copy(), envs.action_masks()
        second, rewards, *_, later = envs.step(answers(mask, 0))
        assert np.array_equal(first, before) is copy
        assert np.array_equal(mask, masks_before) is copy
        assert np.shares_memory(first, second) is not copy
        assert np.shares_memory(asked, envs.action_masks()) is not copy
        assert np.array_equal(envs.action_masks(), later["action_mask"])
        kept = rewards.copy()
        envs.step(answers(later["action_mask"], 1))
        assert np.array_equal(rewards, kept)


def test_what_was_told_of_games_that_ended_stays_as_it_was() -> None:
    envs = make(3, copy=False)
    _, infos = envs.reset(seed=1)
    told, copies = [], []
    for number in range(ONCE):
        _, rewards, terminations, truncations, infos = envs.step(
            answers(infos["action_mask"], number)
        )
        final = {name: infos[name] for name in infos if name.startswith(("final", "_final"))}
        told.append((rewards, terminations, truncations, final))
        copies.append(deepcopy(told[-1]))
    assert sum(step[1].sum() for step in told) >= 3
    check_same(tuple(told), tuple(copies))


def test_both_ways_to_give_observations_give_the_same() -> None:
    own, shared = make(2), make(2, copy=False)
    _, infos = own.reset(seed=4)
    shared.reset(seed=4)
    for number in range(ONCE):
        actions = answers(infos["action_mask"], number)
        ours, theirs = own.step(actions), shared.step(actions)
        check_same(ours, theirs)
        infos = ours[4]


def test_who_writes_into_what_a_step_gave_changes_no_later_step() -> None:
    pair = Pair(2)
    pair.reset(seed=1)
    observations, infos = pair.ours.reset(seed=1)
    pair.theirs.reset(seed=1)
    observations[:] = 9
    infos["action_mask"][:] = 9
    pair.on(games=1)


def test_gymnasium_makes_it_with_every_argument() -> None:
    envs = gymnasium.make_vec(ENV, num_envs=4, vectorization_mode="vector_entry_point", level=5)
    assert isinstance(envs, LearnerVectorEnv)
    assert repr(envs) == f"LearnerVectorEnv({ENV}, num_envs=4)"
    envs.reset(seed=1)
    assert envs.call("level") == (5,) * 4
    assert envs.spec is not None
    again = gymnasium.make_vec(envs.spec)
    assert isinstance(again, LearnerVectorEnv)
    assert again.num_envs == 4
    again.reset(seed=1)
    assert again.call("game") == envs.call("game")
    assert isinstance(gymnasium.make_vec(ENV), LearnerVectorEnv)
    many = gymnasium.make_vec(
        ENV, 2, tracks=(1, 1, 1), reward="vp", render_mode="ansi", on_illegal="penalize"
    )
    assert isinstance(many, LearnerVectorEnv)
    assert many.render_mode == "ansi"
    multi = gymnasium.make_vec(ENV, 2, num_players=3, opponents=["greedy"], observation="uint8")
    assert multi.reset(seed=1)[0].shape == (2, observation_layout(3).size)


def test_gymnasium_still_makes_single_environments_side_by_side() -> None:
    envs = gymnasium.make_vec(ENV, num_envs=2, vectorization_mode="sync", level=5)
    assert isinstance(envs, SyncVectorEnv)


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
    batch = LearnerBatch(3, opponents=["greedy", LastAction()], **arguments)
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
            for name in MORE | {"rank"}:
                assert final[name][i] == told[name][0]
                assert final[f"_{name}"].tolist() == done.tolist()
            assert len(final["scores"][i]) == num_players
            place = sorted((-seat["total"], k) for k, seat in enumerate(final["scores"][i]))
            assert rewards[i] == pytest.approx(1 - 2 * (final["rank"][i] - 1) / (num_players - 1))
            assert -place[0][0] >= final["scores"][i][final["learner_seat"][i]]["total"]
            assert np.array_equal(infos["final_obs"][i], batch.final_observation(np.array([i]))[0])
            ended += 1
    assert ended >= 3


def test_more_players_have_no_level() -> None:
    envs = make(2, num_players=2)
    envs.reset(seed=1)
    assert envs.call("level") == (0, 0)
    for wrong in ({"level": 3}, {"tracks": (1, 1, 1)}):
        with pytest.raises(ValueError, match="for the solo game"):
            make(2, num_players=2, **wrong)
        with pytest.raises(ValueError, match="for the solo game"):
            envs.reset(options=wrong)


def test_opponents_may_be_replaced() -> None:
    envs = make(1, num_players=2)
    envs.reset(seed=1)
    bot = LastAction()
    envs.set_opponents([bot])
    envs.reset(seed=2)
    assert bot.seed == 2
    with pytest.raises(ValueError, match="at least one policy"):
        envs.set_opponents([])


class Failing(LastAction):
    """Fails at its third call."""

    def reset(self, seed: int) -> None:
        self.calls = 0

    def act(self, batch: Batch) -> list[int]:
        self.calls += 1
        return super().act(batch) if self.calls < 3 else []


def test_after_an_opponent_fails_all_games_must_be_begun_anew() -> None:
    envs = make(2, num_players=2, opponents=[Failing()], learner_seat=0)
    envs.reset(seed=1)
    with pytest.raises(BotError, match="Failing must give"):
        played_on(envs, ONCE)
    for ask in (envs.action_masks, lambda: envs.step([0, 0])):
        with pytest.raises(NotStartedError):
            ask()
    envs.set_opponents(["random"])
    envs.reset(seed=1)
    assert envs.action_masks().any(axis=1).all()


def test_final_info_tells_what_the_game_was() -> None:
    envs = make(2, level=(1, 6))
    _, infos = envs.reset(seed=9)
    began = list(zip(envs.call("seed"), envs.call("level"), strict=True))
    steps, number = np.zeros(2, int), 0
    while number < ONCE and began:
        *_, done, _, infos = envs.step(answers(infos["action_mask"], number))
        steps += 1
        number += 1
        assert ("final_info" in infos) == done.any()
        for i in np.flatnonzero(done):
            final = infos["final_info"]
            assert (final["seed"][i], final["level"][i]) == began[i]
            assert final["decisions"][i] >= steps[i]
            assert [list(seat) for seat in final["scores"][i]] == [list(CATEGORIES)] * 2
            assert envs.call("seed")[i] == seed_after(began[i][0])
            began[i], steps[i] = (envs.call("seed")[i], envs.call("level")[i]), 0


def test_positions_are_rendered_as_in_the_solo_environment() -> None:
    pair = Pair(2, render_mode="ansi")
    with pytest.raises(NotStartedError):
        pair.ours.render()
    pair.reset(seed=1)
    assert pair.ours.render() == pair.theirs.render()
    envs = make(2, num_players=3, render_mode="ansi", learner_seat=2)
    envs.reset(seed=1)
    assert envs.render() == tuple(game.render(2) for game in envs.call("game"))


def test_rendering_needs_a_mode() -> None:
    envs = make(1)
    envs.reset(seed=1)
    with pytest.warns(UserWarning, match="needs a render_mode"):
        assert envs.render() is None


def test_games_answer_calls_as_in_gymnasiums_own_vector_environment() -> None:
    pair = Pair(3)
    pair.reset(seed=1)
    check_same(pair.ours.call("action_masks"), pair.theirs.call("action_masks"))
    assert np.array_equal(np.stack(pair.ours.get_attr("action_masks")), pair.ours.action_masks())
    action = pick(pair.mask[0], 0)
    assert pair.ours.call("describe", action) == pair.theirs.call("describe", action)
    observation = pair.ours.reset(seed=1)[0][0]
    assert pair.ours.call("describe_observation", observation=observation) == pair.theirs.call(
        "describe_observation", observation
    )
    assert pair.ours.call("game") == pair.theirs.get_attr("game")
    game = pair.ours.game(2)
    assert isinstance(game, Game)
    assert game == pair.ours.call("game")[2]
    with pytest.raises(AttributeError, match="no 'replay' to call; there are action_masks, game"):
        pair.ours.call("replay")
    with pytest.raises(ValueError, match="i must be an integer from 0 to 2, found 3"):
        pair.ours.game(3)


def test_before_the_first_reset_there_is_nothing_to_ask() -> None:
    envs = make(2)
    asked: list[Callable[[], Any]] = [
        envs.action_masks,
        lambda: envs.call("level"),
        lambda: envs.game(0),
        lambda: envs.step([0, 0]),
    ]
    for ask in asked:
        with pytest.raises(NotStartedError, match="call reset"):
            ask()


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"num_envs": 0}, ValueError, "num_envs must be an integer from 1 to 4194304, found 0"),
        ({"num_envs": 2.0}, TypeError, "num_envs must be an integer .* found 2.0"),
        ({"level": 10}, ValueError, "level must be an integer from 0 to 9, found 10"),
        ({"level": [1, 2, 3]}, ValueError, r"2 games, found shape \(3,\)"),
        ({"tracks": (0, 0, 3)}, ValueError, r"found \(0, 0, 3\)"),
        ({"reward": "points"}, ValueError, "one of 'win', 'rank', 'score', 'vp', found 'points'"),
        ({"render_mode": "human"}, ValueError, "one of None, 'ansi', found 'human'"),
        ({"on_illegal": "skip"}, ValueError, "'raise' or 'penalize', found 'skip'|one of 'raise'"),
        ({"num_players": 5}, ValueError, "num_players must be an integer from 1 to 4, found 5"),
        ({"opponents": ["best"], "num_players": 2}, ValueError, "'greedy'.* found 'best'"),
        ({"learner_seat": 2, "num_players": 2}, ValueError, "integer from 0 to 1, found 2"),
        ({"observation": None}, ValueError, "one of 'float32', 'uint8', found None"),
        ({"num_threads": -1}, ValueError, "num_threads must be an integer .*, found -1"),
    ],
)
def test_wrong_arguments_are_named_with_what_is_allowed(
    arguments: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        LearnerVectorEnv(**{"num_envs": 2, **arguments})


@pytest.mark.parametrize(
    ("actions", "error", "message"),
    [
        ([0.0, 1.0], TypeError, "actions must be integers, found float64"),
        ([0], ValueError, r"actions must have shape \(2,\), found \(1,\)"),
    ],
)
def test_wrong_actions_are_named(actions: Any, error: type[Exception], message: str) -> None:
    envs = make(2)
    envs.reset(seed=1)
    with pytest.raises(error, match=message):
        envs.step(actions)


def wrapped(kind: Any, **arguments: Any) -> tuple[VectorEnv[Any, Any, Any], ...]:
    return kind(make(2, reward="vp"), **arguments), kind(one_by_one(2, reward="vp"), **arguments)


def played(envs: VectorEnv[Any, Any, Any], steps: int = 2 * ONCE) -> list[Any]:
    """Play, and return all that the steps gave."""
    envs.reset(seed=3)
    return played_on(envs, steps)


def played_on(envs: VectorEnv[Any, Any, Any], steps: int) -> list[Any]:
    """Go on, and return all that the steps gave."""
    inner: Any = envs.unwrapped
    out = []
    for number in range(steps):
        masks = np.stack(inner.call("action_masks"))
        out.append(envs.step(answers(masks, number)))
    return out


def test_gymnasiums_record_of_episodes_counts_them() -> None:
    ours, theirs = wrapped(wrappers.RecordEpisodeStatistics)
    for own, other in zip(played(ours), played(theirs), strict=True):
        assert ("episode" in own[4]) == ("episode" in other[4])
        for name in ("r", "l") if "episode" in own[4] else ():
            check_same(own[4]["episode"][name], other[4]["episode"][name])
    assert ours.episode_count == theirs.episode_count >= 4  # type: ignore[attr-defined]
    ours.reset(options={"reset_mask": np.array([True, False])})
    assert (ours.episode_lengths > 0).tolist() == [False, True]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("kind", "arguments"),
    [(wrappers.NormalizeReward, {}), (wrappers.ClipReward, {"min_reward": 0, "max_reward": 2})],
)
def test_gymnasiums_reward_wrappers_give_the_same(kind: Any, arguments: dict[str, Any]) -> None:
    ours, theirs = wrapped(kind, **arguments)
    for own, other in zip(played(ours), played(theirs), strict=True):
        check_same(own[1], other[1])


def test_gymnasiums_infos_as_a_list_are_the_same() -> None:
    ours, theirs = wrapped(wrappers.DictInfoToList)
    finals = 0
    for own, other in zip(played(ours), played(theirs), strict=True):
        for info, expected in zip(own[4], other[4], strict=True):
            if "final_info" in info:
                finals += 1
                for name in MORE:
                    del info["final_info"][name]
            check_same(info, expected)
    assert finals >= 4


def test_gymnasiums_observation_wrappers_refuse_both_alike() -> None:
    for envs in (make(2), one_by_one(2)):
        with pytest.raises(ValueError, match="NEXT_STEP or DISABLED"):
            wrappers.DtypeObservation(envs, dtype=np.float16)


def test_closing_stops_the_threads_once() -> None:
    before = threading.active_count()
    envs = make(4, num_threads=2)
    envs.reset(seed=1)
    assert threading.active_count() == before + 1
    envs.close()
    envs.close()
    assert envs.closed
    assert threading.active_count() == before


def test_registering_it_imports_no_compiler() -> None:
    code = f"""
import sys, wistar_env, gymnasium
print(gymnasium.spec("{ENV}").vector_entry_point)
print("numba" in sys.modules, "wistar_env.vector" in sys.modules)
"""
    found = subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
    ).stdout
    assert found.split() == ["wistar_env.vector.gym:LearnerVectorEnv", "False", "False"]

"""The Gymnasium vector environment: games, levels, seeds, observations, other players."""

from copy import deepcopy
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import SyncVectorEnv
from gymnasium.vector.utils import batch_space

from tests.rewards.custom import SHAPING
from tests.vector.gym_pairs import (
    ENV,
    ONCE,
    Pair,
    answers,
    check_same,
    make,
    one_by_one,
)
from wistar_env.games.rats_of_wistar.spaces.observation import observation_layout
from wistar_env.kit.game import MAX_SEED
from wistar_env.kit.rewards import RewardLike
from wistar_env.kit.vector.gym import LearnerVectorEnv


@pytest.mark.parametrize(
    ("num_envs", "num_threads", "reward"),
    [(1, 1, "win"), (3, 1, "score"), (3, 2, "vp"), (2, 2, "rank"), (3, 2, SHAPING)],
)
def test_it_gives_what_solo_environments_give_in_gymnasiums_own_vector_environment(
    num_envs: int, num_threads: int, reward: RewardLike
) -> None:
    pair = Pair(num_envs, num_threads, reward=reward, level=4)
    pair.reset(seed=7)
    pair.on(games=3)


def test_without_a_level_it_is_the_one_of_the_solo_environment() -> None:
    pair = Pair(1)
    pair.reset(seed=3)
    pair.on(games=1)
    assert pair.ours.call("level") == (3,)


def test_tracks_may_stand_beside_the_level_that_they_make() -> None:
    pair = Pair(2, level=2, tracks=(0, 1, 1))
    pair.reset(seed=3)
    pair.on(games=2)
    assert pair.ours.call("level") == (2, 2)


def test_environments_without_a_new_seed_continue_their_sequence() -> None:
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
def test_each_game_draws_from_the_range_of_levels(level: Any) -> None:
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


@pytest.mark.parametrize(
    ("seed", "options", "error", "message"),
    [
        (-1, {}, ValueError, "seed must be an integer from 0 to .*, found -1"),
        ("12", {}, TypeError, "seed must be an integer from 0 to .*, found '12'"),
        ([1, 2, 3], {}, ValueError, r"seed must be one integer or a list of 2, found shape \(3,\)"),
        ([1, 0.5], {}, TypeError, "seed must be an integer from 0 to .*, found 0.5"),
        (0, {"level": 10}, ValueError, "level must be an integer from 0 to 9, found 10"),
        (0, {"tracks": (0, 2, 0)}, ValueError, r"differ by 2 or more, found \(0, 2, 0\)"),
        (0, {"level": 4, "tracks": (1, 1, 1)}, ValueError, "implies level 3, found level 4"),
        (0, ["level"], TypeError, "options must be a dict or None, found .'level'."),
        (0, {"reset_mask": [True, False]}, TypeError, r"shape \(2,\) .* found list"),
        (0, {"reset_mask": np.array([0, 1])}, TypeError, r"bool array .* found int64"),
        (0, {"reset_mask": np.ones(3, bool)}, ValueError, r"found shape \(3,\) with 3 True"),
        (0, {"reset_mask": np.zeros(2, bool)}, ValueError, "with 0 True"),
        (-1, {"level": 9}, ValueError, "seed must"),
        (-1, {"tracks": (3, 3, 3)}, ValueError, "seed must"),
    ],
)
def test_a_reset_that_is_rejected_changes_nothing(
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
    with pytest.raises(ValueError, match="must begin all games"):
        make(2).reset(options={"reset_mask": np.array([True, False])})


def test_an_illegal_action_costs_a_point_if_that_is_wanted() -> None:
    pair = Pair(3, on_illegal="penalize", reward="vp")
    pair.reset(seed=1)
    actions = answers(pair.mask, 0)
    actions[1] = int(np.flatnonzero(pair.mask[1] == 0)[0])
    ours, theirs = pair.ours.step(actions), pair.theirs.step(actions)
    assert ours[1][1] == -1
    check_same((*ours[:4], ours[4]), tuple(theirs))
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


def test_infos_of_finished_games_are_not_overwritten() -> None:
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


def test_writing_to_the_result_of_a_step_changes_no_later_step() -> None:
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


def test_sparse_observations_are_rejected_with_where_to_find_them() -> None:
    with pytest.raises(ValueError, match=r"observation='sparse'.*LearnerBatch"):
        make(2, observation="sparse")

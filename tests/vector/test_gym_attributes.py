"""What the Gymnasium vector environment answers: attributes, calls, pictures, wrappers, errors."""

import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import VectorEnv
from gymnasium.wrappers import vector as wrappers

from tests.vector.gym_pairs import (
    ENV,
    ONCE,
    Pair,
    answers,
    check_same,
    make,
    one_by_one,
)
from tests.vector.tapes import pick
from wistar_env import RatsOfWistar
from wistar_env.errors import BotError, NotStartedError
from wistar_env.games.rats_of_wistar.rules.categories import CATEGORIES, TOTAL
from wistar_env.kit.game import seed_after
from wistar_env.kit.vector.gym import LearnerVectorEnv


def test_a_level_that_is_set_is_for_the_games_that_begin_from_then_on() -> None:
    envs = make(2, tracks=(0, 0, 1))
    envs.reset(seed=1)
    envs.set_options(level=6)
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
    with pytest.raises(AttributeError, match=r"cannot set 'tracks'; .* level"):
        envs.set_attr("tracks", (1, 1, 1))


def test_the_class_of_gymnasium_is_among_its_own_bases() -> None:
    # skrl looks no further to find out what an environment is.
    assert VectorEnv in LearnerVectorEnv.__bases__


def test_render_may_be_called_as_of_single_environments() -> None:
    # So does skrl.
    envs = make(2, render_mode="ansi")
    envs.reset(seed=1)
    assert envs.call("render") == envs.render()
    silent = make(2)
    silent.reset(seed=1)
    with pytest.warns(UserWarning, match="needs a render_mode"):
        assert silent.call("render") == (None, None)


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
            assert final["scores"][i].shape == (2, len(CATEGORIES))
            assert final["scores"][i, :, TOTAL].all()
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
    assert envs.render() == tuple(game.presentation.render(2) for game in envs.call("game"))


def test_positions_are_rendered_as_pixels_as_in_the_solo_environment() -> None:
    pair = Pair(2, render_mode="rgb_array")
    pair.reset(seed=1)
    ours: Any = pair.ours.render()
    theirs: Any = pair.theirs.render()
    assert all(np.array_equal(*each) for each in zip(ours, theirs, strict=True))


def test_frames_have_the_size_that_one_asks_for() -> None:
    envs = make(2, render_mode="rgb_array", size=(320, 180))
    envs.reset(seed=1)
    shown: Any = envs.render()
    assert [each.shape for each in shown] == [(180, 320, 3)] * 2
    with pytest.raises(ValueError, match=r"width .* 16 to 8192"):
        make(2, size=(0, 180))


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
    assert isinstance(game, RatsOfWistar)
    assert game == pair.ours.call("game")[2]
    with pytest.raises(AttributeError, match=r"cannot call 'replay'; .* action_masks, game"):
        pair.ours.call("replay")
    with pytest.raises(ValueError, match=r"i .* 0 to 2, found 3"):
        pair.ours.game(3)


def test_calls_before_the_first_reset_are_rejected() -> None:
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
        ({"reward": "points"}, ValueError, "one of 'win', 'rank', 'score', 'vp', .*'points'"),
        ({"render_mode": "human"}, ValueError, "one of None, 'rgb_array', 'ansi', found 'human'"),
        ({"on_illegal": "skip"}, ValueError, "'raise' or 'penalize', found 'skip'|one of 'raise'"),
        ({"num_players": 5}, ValueError, "num_players must be an integer from 1 to 4, found 5"),
        (
            {"opponents": ["best"], "num_players": 2},
            BotError,
            "there is no bot 'best'; choose from flat, greedy",
        ),
        ({"learner_seat": 2, "num_players": 2}, ValueError, "integer from 0 to 1, found 2"),
        ({"observation": None}, ValueError, "one of 'float32', 'uint8', found None"),
        ({"num_threads": -1}, ValueError, "num_threads must be an integer .*, found -1"),
    ],
)
def test_wrong_arguments_are_named_with_what_is_allowed(
    arguments: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        LearnerVectorEnv("rats-of-wistar", **{"num_envs": 2, **arguments})


@pytest.mark.parametrize(
    ("actions", "error", "message"),
    [
        ([0.0, 1.0], TypeError, "game 0 of the batch: an action must be an integer from 0 to"),
        ([0], ValueError, r"of shape \(2,\), .*, found shape \(1,\)"),
    ],
)
def test_wrong_actions_are_named(actions: Any, error: type[Exception], message: str) -> None:
    envs = make(2)
    envs.reset(seed=1)
    with pytest.raises(error, match=message):
        envs.step(actions)


def test_gymnasiums_observation_wrappers_reject_both_alike() -> None:
    for envs in (make(2), one_by_one(2)):
        # Gymnasium 1.2 and 1.3 only assert it.
        with pytest.raises((ValueError, AssertionError), match=r"NEXT_STEP or DISABLED|^$"):
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
print("numba" in sys.modules, "wistar_env.kit" in sys.modules)
"""
    found = subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
    ).stdout
    assert found.split() == ["wistar_env.kit.vector.gym:LearnerVectorEnv", "False", "False"]

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from tests.vector.sb3_plays import begun, played, stepped
from tests.vector.tapes import LEVEL
from wistar_env import RatsOfWistar
from wistar_env.errors import RenderModeError
from wistar_env.games.rats_of_wistar.rules.actions import NUM_ACTIONS
from wistar_env.kit.game import MAX_SEED, seed_after

pytest.importorskip("sb3_contrib")

from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import VecMonitor

from wistar_env import make_sb3

#: Steps in which every solo game ends at least once.
STEPS = 110


# Seeds and options


def test_seeds_count_up_from_the_given_one_and_are_used_once() -> None:
    venv = make_sb3("rats-of-wistar", 3, level=LEVEL, seed=20)
    venv.reset()
    assert venv.get_attr("seed") == [20, 21, 22]
    venv.seed(4)
    assert venv.get_attr("seed") == [20, 21, 22]
    first = begun(venv)
    assert venv.get_attr("seed") == [4, 5, 6]
    assert np.array_equal(first[2], RatsOfWistar.new(1, 6, level=LEVEL).observe(0))
    venv.reset()
    assert venv.get_attr("seed") == [seed_after(seed) for seed in (4, 5, 6)]


def test_games_differ_if_nobody_gives_a_seed() -> None:
    one, other = make_sb3("rats-of-wistar", 2), make_sb3("rats-of-wistar", 2)
    one.reset()
    other.reset()
    assert one.get_attr("seed") != other.get_attr("seed")


def test_options_set_the_level_of_the_next_games_only() -> None:
    venv = make_sb3("rats-of-wistar", 4, level=(2, 3), seed=9)
    venv.set_options([{"level": 7}, {}, {"level": 0}, {"level": 7}])
    observation = begun(venv)
    levels = venv.get_attr("level")
    assert (levels[0], levels[2], levels[3]) == (7, 0, 7)
    assert levels[1] in (2, 3)
    assert venv.get_attr("seed") == [9, 10, 11, 12]
    for i in range(4):
        game = RatsOfWistar.new(1, 9 + i, level=levels[i])
        assert np.array_equal(observation[i], game.observe(0))
        assert np.array_equal(venv.env_method("action_masks")[i], game.action_mask())
    for number in range(STEPS):
        stepped(venv, number)
    assert set(venv.get_attr("level")) <= {2, 3}
    venv.set_options({"level": 5})
    venv.reset()
    assert venv.get_attr("level") == [5] * 4
    venv.reset()
    assert set(venv.get_attr("level")) <= {2, 3}


@pytest.mark.parametrize(
    ("arguments", "options", "error", "words"),
    [
        ({}, {"level": 10}, ValueError, "level must be an integer from 0 to 9, found 10"),
        ({}, {"level": 2.0}, TypeError, "level must be an integer"),
        ({}, [{}, {"tracks": (0, 2, 0)}], ValueError, "no two indices may differ"),
        ({}, [{"level": 2}], ValueError, "options must be one dict, or a list of 2 "),
        ({}, [{"level": 2}, 5], TypeError, "options must be a dict or None, found 5"),
        ({"num_players": 2}, {"level": 2}, ValueError, "level is an option for num_players=1"),
    ],
)
def test_wrong_options_are_rejected(
    arguments: Any, options: Any, error: type[Exception], words: str
) -> None:
    venv = make_sb3("rats-of-wistar", 2, **arguments)
    with pytest.raises(error, match=words):
        venv.set_options(options)
    venv.reset()


def test_options_set_the_level_or_tracks_of_environments_made_with_the_other() -> None:
    venv = make_sb3("rats-of-wistar", 3, tracks=(1, 1, 1), seed=2)
    venv.set_options([{"level": 8}, {"tracks": [2, 2, 3]}, {"level": None, "colour": "red"}])
    for tracks in ([8, (2, 2, 3), (1, 1, 1)], [(1, 1, 1)] * 3):
        venv.reset()
        games = venv.get_attr("game")
        assert [game.tracks for game in games][1:] == tracks[1:]
        assert tracks[0] in (games[0].level, games[0].tracks)


@pytest.mark.parametrize("seed", [True, 1.5, "1", -1, MAX_SEED])
def test_a_wrong_seed_is_rejected_at_once(seed: Any) -> None:
    venv = make_sb3("rats-of-wistar", 2, seed=4)
    with pytest.raises((TypeError, ValueError), match=r"seed .* 0 to"):
        venv.seed(seed)
    venv.reset()
    assert venv.get_attr("seed") == [4, 5]


# Arguments


def test_a_solo_game_is_of_level_3_where_nothing_else_is_said() -> None:
    venv = make_sb3("rats-of-wistar", 2)
    venv.reset()
    assert venv.get_attr("level") == [3, 3]
    tracks = make_sb3("rats-of-wistar", 2, tracks=(2, 2, 1))
    tracks.reset()
    assert [game.tracks for game in tracks.get_attr("game")] == [(2, 2, 1)] * 2


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"num_envs": 0}, ValueError, "num_envs must be an integer from 1"),
        ({"num_players": 5}, ValueError, "num_players must be an integer from 1 to 4, found 5"),
        ({"num_players": 2, "level": 3}, ValueError, "level is an option for num_players=1"),
        ({"level": 3, "tracks": (0, 0, 0)}, ValueError, "implies level 0, found level 3"),
        ({"observation": None}, ValueError, "observation must be one of 'float32', 'uint8'"),
        ({"on_illegal": "ignore"}, ValueError, "on_illegal must be"),
        ({"seed": -1}, ValueError, "seed must be an integer from 0"),
        ({"seed": 1.5}, TypeError, "seed must be an integer"),
        ({"seed": MAX_SEED}, ValueError, "seed must be an integer"),
        ({"num_players": 3, "opponents": []}, ValueError, "opponents must be a list"),
        ({"num_players": 3, "learner_seat": 3}, ValueError, "learner_seat"),
    ],
)
def test_wrong_arguments_are_rejected(
    arguments: dict[str, Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        make_sb3("rats-of-wistar", **{"num_envs": 2, **arguments})


def test_every_argument_reaches_the_games() -> None:
    venv = make_sb3(
        "rats-of-wistar", 2, 4, learner_seat=2, opponents=["greedy"], num_threads=2, seed=1
    )
    venv.reset()
    assert venv.get_attr("learner_seat") == [2, 2]
    assert venv.get_attr("num_players") == [4, 4]
    assert venv.batch.num_threads == 2
    assert sorted(venv.batch._games.rows["policies"][0, :4].tolist()) == [0, 2, 2, 2]


# What single environments are asked


def test_masks_are_found_also_through_wrappers() -> None:
    venv = make_sb3("rats-of-wistar", 3, level=LEVEL)
    played(venv, 30)
    expected = [game.action_mask() for game in venv.get_attr("game")]
    assert len({mask.tobytes() for mask in expected}) == 3
    for env in (venv, VecMonitor(venv)):
        assert is_masking_supported(env)
        assert np.array_equal(get_action_masks(env), expected)
    masks = venv.env_method("action_masks")
    assert (masks.dtype, masks.shape) == (np.int8, (3, NUM_ACTIONS))
    assert np.array_equal(venv.env_method("action_masks", indices=[2, 0]), [expected[2], masks[0]])
    assert np.array_equal(venv.env_method("action_masks", indices=1), [expected[1]])
    assert np.array_equal(venv.get_attr("action_masks")[2](), expected[2])
    played(venv, 31)
    assert np.array_equal(masks, expected)


def test_attributes_are_those_of_the_running_games() -> None:
    venv = make_sb3("rats-of-wistar", 3, level=[1, 5, 9], seed=2)
    venv.reset()
    assert venv.get_attr("level") == [1, 5, 9]
    assert venv.get_attr("seed", indices=[2, 0]) == [4, 2]
    assert venv.get_attr("learner_seat", indices=1) == [0]
    assert venv.get_attr("render_mode") == [None] * 3
    assert venv.get_attr("action_space")[0] is venv.action_space
    assert venv.get_attr("observation_space", -1) == [venv.observation_space]
    assert venv.get_attr("game", np.array([1])) == [RatsOfWistar.new(1, 3, level=5)]
    assert all(venv.has_attr(name) for name in ("level", "game", "action_masks", "set_options"))
    assert not venv.has_attr("action_mask")
    with pytest.raises(IndexError):
        venv.get_attr("level", indices=3)


def test_actions_are_described_for_each_game() -> None:
    venv = make_sb3("rats-of-wistar", 2, level=LEVEL, seed=2)
    venv.reset()
    words = [game.describe(5) for game in venv.get_attr("game")]
    assert venv.env_method("describe", 5) == words
    assert venv.env_method("describe", action=5, indices=1) == words[1:]
    assert venv.get_attr("describe")[0](5) == words[0]


def test_the_level_of_further_games_can_be_set_in_three_ways() -> None:
    venv = make_sb3("rats-of-wistar", 2, level=1, seed=2)
    venv.reset()
    for level, change in (
        (4, lambda: venv.env_method("set_options", level=4)),
        (5, lambda: venv.set_attr("level", 5)),
        (6, lambda: VecMonitor(venv).get_attr("set_options")[0](level=6)),
    ):
        change()
        assert level not in venv.get_attr("level")
        venv.reset()
        assert venv.get_attr("level") == [level] * 2
    venv.set_options({"level": 2})
    venv.reset()
    venv.reset()
    assert venv.get_attr("level") == [6, 6]


def test_the_opponents_of_further_games_can_be_set() -> None:
    venv = make_sb3("rats-of-wistar", 2, 2, learner_seat=0, seed=2)
    venv.env_method("set_opponents", ["greedy"], indices=range(2))
    venv.reset()
    assert venv.batch._games.rows["policies"][:, 1].tolist() == [2, 2]


def test_what_is_unknown_or_not_for_single_environments_is_rejected() -> None:
    venv = make_sb3("rats-of-wistar", 2)
    with pytest.raises(AttributeError, match=r"'game_state'; .* level, seed"):
        venv.get_attr("game_state")
    with pytest.raises(AttributeError, match=r"'render'; .* action_masks"):
        venv.env_method("render")
    with pytest.raises(AttributeError, match=r"'seed'; .* level"):
        venv.set_attr("seed", 3)
    with pytest.raises(ValueError, match=r"set_options .* all environments"):
        venv.env_method("set_options", level=4, indices=0)
    with pytest.raises(ValueError, match=r"level'. .* all environments"):
        venv.set_attr("level", 4, indices=[1])
    with pytest.raises(ValueError, match="num_players=1"):
        make_sb3("rats-of-wistar", 2, 2).env_method("set_options", level=4)


def test_it_has_no_wrappers_and_no_images() -> None:
    venv = make_sb3("rats-of-wistar", 2)
    assert venv.env_is_wrapped(Monitor) == [False, False]
    assert venv.env_is_wrapped(Monitor, indices=0) == [False]
    assert venv.get_images() == [None, None]
    with pytest.warns(UserWarning, match="no `render_mode`"):
        assert venv.render() is None


def test_a_render_mode_gives_an_image_of_each_game() -> None:
    venv = make_sb3(
        "rats-of-wistar", 2, num_players=2, learner_seat=1, render_mode="rgb_array", seed=1
    )
    venv.reset()
    games = venv.get_attr("game")
    for image, game in zip(venv.get_images(), games, strict=True):
        assert image is not None
        assert np.array_equal(image, game.presentation.frame(1))
    shown = venv.render()
    assert shown is not None
    assert shown.shape[2] == 3
    small = make_sb3("rats-of-wistar", 2, render_mode="rgb_array", seed=1, size=(320, 180))
    small.reset()
    assert [image is not None and image.shape for image in small.get_images()] == [
        (180, 320, 3)
    ] * 2
    with pytest.raises(TypeError, match="size must be two integers"):
        make_sb3("rats-of-wistar", 2, size=320)
    with pytest.raises(RenderModeError, match="None, 'rgb_array', found 'human'"):
        make_sb3("rats-of-wistar", 2, render_mode="human")


def test_it_can_be_closed_twice_and_neither_copied_nor_pickled() -> None:
    venv = make_sb3("rats-of-wistar", 2, num_threads=2)
    for duplicate in (copy.deepcopy, copy.copy, pickle.dumps):
        with pytest.raises(TypeError, match="cannot be copied or pickled"):
            duplicate(venv)
    venv.close()
    venv.close()

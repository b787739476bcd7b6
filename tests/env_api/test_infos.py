"""Infos have the same keys, types and shapes from the first observation to the end."""

from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest

from wistar_env import wistar_v0
from wistar_env.games.rats_of_wistar.rules.categories import CATEGORIES
from wistar_env.kit.vector.gym import LearnerVectorEnv

SOLO = "wistar/RatOBot-v0"
MODES = ("SameStep", "NextStep", "Disabled")
#: Keys that Gymnasium's vector environments add only in steps that end a game.
OF_AN_END = {"final_obs", "_final_obs", "final_info", "_final_info"}


def form(value: Any) -> Any:
    """Return the properties that must not change: the type and, for arrays, dtype and shape."""
    if isinstance(value, dict):
        return {name: form(each) for name, each in value.items() if name not in OF_AN_END}
    if isinstance(value, np.ndarray):
        return value.dtype, value.shape
    return type(value)


def solo(**arguments: Any) -> Iterator[tuple[dict[str, Any], bool]]:
    """Play a solo game, and yield its infos, and whether it is over."""
    env = gymnasium.make(SOLO, **arguments)
    _, info = env.reset(seed=5)
    over = False
    yield info, over
    while not over:
        *_, over, _, info = env.step(info["action_mask"].argmax())
        yield info, over


def seats(num_players: int) -> Iterator[tuple[dict[str, Any], bool]]:
    """Play a game of PettingZoo, and yield the infos of all agents."""
    env = wistar_v0.env(num_players=num_players)
    env.reset(seed=5)
    while not (over := any(env.terminations.values())):
        yield env.infos, over
        observation, *_ = env.last()
        assert observation is not None
        env.step(observation["action_mask"].argmax())
    yield env.infos, over


def batch(mode: str) -> Iterator[tuple[dict[str, Any], bool]]:
    """Play a few games at once, and yield the infos of all."""
    envs = LearnerVectorEnv("rats-of-wistar", 3, autoreset_mode=mode, num_players=2)
    _, infos = envs.reset(seed=5)
    yield infos, False
    ended = 0
    while ended < 3:
        *_, done, _, infos = envs.step(infos["action_mask"].argmax(axis=1))
        yield infos, bool(done.any())
        ended += int(done.sum())
        if mode == "Disabled" and done.any():
            _, infos = envs.reset(options={"reset_mask": done})
            yield infos, False


GAMES: dict[str, Any] = {
    "solo": solo,
    "solo with tracks": lambda: solo(tracks=(1, 1, 1)),
    **{f"{n} players": lambda n=n: seats(n) for n in (1, 2, 3, 4)},
    **{f"vector {mode}": lambda mode=mode: batch(mode) for mode in MODES},
}


@pytest.mark.parametrize("game", GAMES)
def test_all_environments_return_infos_of_the_same_form(game: str) -> None:
    first, ends = None, 0
    for info, over in GAMES[game]():
        first = first or form(info)
        assert form(info) == first
        ends += over
    assert ends > 0


@pytest.mark.parametrize("game", ["solo", "3 players"])
def test_hidden_information_is_in_the_final_info_only(game: str) -> None:
    for info, over in GAMES[game]():
        for each in [info] if "rank" in info else info.values():
            told = [np.any(each[name]) for name in ("scores", "rank", "seed", "decisions")]
            assert told == [over] * 4
            assert each["scores"].shape[-1] == len(CATEGORIES)


def test_the_level_is_in_the_first_info() -> None:
    assert {info["level"] for info, _ in solo(level=7)} == {7}
    assert {info["level"] for info, _ in solo(tracks=(2, 1, 2))} == {5}

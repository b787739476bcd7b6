"""All interfaces accept the same values of an argument, and reject others with the same error."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pytest

from wistar_env import BatchGame, LearnerBatch, RatsOfWistar, make, wistar_v0
from wistar_env.arguments import integer, whole
from wistar_env.kit.game import MAX_SEED
from wistar_env.kit.vector.gym import LearnerVectorEnv
from wistar_env.kit.vector.single_env import SingleAgentEnv

try:
    from wistar_env import make_sb3
except ImportError:  # without Stable-Baselines3, the others must still agree
    make_sb3 = None  # type: ignore[assignment]


def with_sb3(seed: Any = None, options: Any = None, **arguments: Any) -> Any:
    """Return the environment of Stable-Baselines3 after a reset."""
    venv = make_sb3("rats-of-wistar", 1, **arguments)
    if seed is not None:
        venv.seed(seed)
    venv.set_options(options)
    venv.reset()
    return venv


@dataclass(frozen=True)
class Interface:
    """One way to play: how to get to its first decision, and its game there."""

    begin: Callable[..., Any]
    game: Callable[[Any], RatsOfWistar]
    takes: tuple[str, ...]


def _interface(
    make: Callable[..., Any], takes: str, game: Callable[[Any], RatsOfWistar], **fixed: Any
) -> Interface:
    """Return an interface that is made and reset; ``seed`` and ``options`` go to the reset."""

    def begin(seed: Any = None, options: Any = None, **arguments: Any) -> Any:
        asked = {"seed": seed} | ({} if options is None else {"options": options})
        env = make(**fixed, **arguments)
        env.reset(**asked)
        return env

    return Interface(begin, game, tuple(takes.split()))


ENV = "level tracks reward render_mode on_illegal options"
#: The game of doors to any.
WISTAR = "rats-of-wistar"
INTERFACES = {
    "Game.new": Interface(
        lambda seed=0, **rest: RatsOfWistar.new(seed=seed, **rest),
        lambda game: game,
        ("num_players", "seed", "level", "tracks"),
    ),
    "wistar_v0": _interface(wistar_v0.env, f"num_players seed {ENV}", lambda env: env.game),
    "make": _interface(partial(make, WISTAR), f"num_players seed {ENV}", lambda env: env.game),
    "one seat": _interface(
        partial(SingleAgentEnv, WISTAR), f"num_players seed {ENV}", lambda env: env.game
    ),
    "gymnasium": _interface(
        lambda **rest: gymnasium.make("wistar/RatOBot-v0", **rest).unwrapped,
        f"seed {ENV}".replace("render_mode ", ""),  # which Gymnasium checks itself
        lambda env: env.game,
    ),
    "vector": _interface(
        partial(LearnerVectorEnv, WISTAR),
        f"num_players seed {ENV}",
        lambda envs: envs.game(0),
        num_envs=1,
    ),
    "LearnerBatch": _interface(
        partial(LearnerBatch, WISTAR),
        "num_players seed level tracks reward on_illegal",
        lambda batch: batch.game(0),
        num_games=1,
    ),
    "BatchGame": _interface(
        partial(BatchGame, WISTAR),
        "num_players seed level tracks reward",
        lambda batch: batch.game(0),
        num_games=1,
    ),
}
if make_sb3 is not None:
    INTERFACES["sb3"] = Interface(
        with_sb3,
        lambda venv: venv.batch.game(0),
        ("num_players", "seed", "level", "tracks", "reward", "on_illegal", "options"),
    )


def arguments_of(interface: str, argument: str, value: Any) -> dict[str, Any]:
    """Return an argument, in the solo game where an interface has others as well."""
    takes = INTERFACES[interface].takes
    solo = {"num_players": 1} if "num_players" in takes and argument != "num_players" else {}
    return {**solo, argument: value}


def pairs(values: dict[str, list[Any]]) -> list[Any]:
    """Return every interface with each value of each argument that it takes."""
    return [
        pytest.param(interface, argument, value, id=f"{interface}-{argument}-{value[0]!r}")
        for interface, each in INTERFACES.items()
        for argument in each.takes
        for value in values[argument]
    ]


class Index:
    """An integer that is not one of Python's, as those of NumPy and torch."""

    def __index__(self) -> int:
        return 2

    def __repr__(self) -> str:
        return "Index"


def pays(before: RatsOfWistar, action: int, after: RatsOfWistar) -> list[float]:
    """Pay nothing."""
    return [0.0] * after.num_seats


SEEDS = f"seed must be an integer from 0 to {MAX_SEED}, found "
LEVELS = "level must be an integer from 0 to 9, found "
PLAYERS = "num_players must be an integer from 1 to 4, found "
TRACKS = "tracks must be 3 integers (Structure, Tool, Automaton), found "
NO_NUMBERS = [2.0, 2.5, float("nan"), True, np.True_, np.float64(2), "2", b"2", {2}, {"a": 2}, 2j]

#: What nobody takes, with the class and the words of the error: ``...`` stands for the value.
BAD: dict[str, list[tuple[Any, type[Exception], str]]] = {
    "num_players": [
        *((value, TypeError, PLAYERS) for value in [*NO_NUMBERS, [2], np.array([2, 2])]),
        *((value, ValueError, PLAYERS) for value in [0, 5, -1, 2**70, np.int8(7)]),
    ],
    "seed": [
        *((value, TypeError, SEEDS) for value in NO_NUMBERS),
        *((value, ValueError, SEEDS) for value in [-1, MAX_SEED + 1, 2**70, np.uint64(2**63)]),
    ],
    "level": [
        *((value, TypeError, LEVELS) for value in NO_NUMBERS),
        *((value, ValueError, LEVELS) for value in [-1, 10, 2**70, np.int64(11)]),
    ],
    "tracks": [
        *((value, TypeError, TRACKS) for value in [5, (1, 1), [1, 1, 1, 1], {1, 2, 3}, 0.5]),
        ("111", TypeError, "tracks: Structure must be an integer"),
        ((1, 1.0, 1), TypeError, "tracks: Tool must be an integer from 0 to 3, found"),
        ((1, 1, 4), ValueError, "tracks: Automaton must be an integer from 0 to 3,"),
        ((0, 2, 1), ValueError, "tracks: no two indices may differ by 2 or more, found (0, 2, 1)"),
    ],
    "reward": [
        (value, ValueError, "reward must be one of 'win', 'rank', 'score', 'vp', or a Shaping or ")
        for value in ["WIN", "", None, 1, ["win"], np.array(["win", "vp"])]
    ],
    "render_mode": [
        (value, ValueError, "render_mode must be one of None, ")
        for value in ["film", "", 1, True, ["ansi"], np.array(["ansi", "human"])]
    ],
    "on_illegal": [
        (value, ValueError, "on_illegal must be one of 'raise', 'penalize', found ")
        for value in ["ignore", None, 0, ["raise"], np.array(["raise", "penalize"])]
    ],
    "options": [
        *((value, TypeError, "options must be a dict or None, found ") for value in [5, "level"]),
        *(({"level": value}, TypeError, LEVELS) for value in NO_NUMBERS),
        ({"level": 10}, ValueError, LEVELS),
        ({"tracks": 5}, TypeError, TRACKS),
        ({"level": 4, "tracks": (1, 1, 1)}, ValueError, "tracks (1, 1, 1) implies level 3, found "),
    ],
}

#: What everybody takes, and what the same argument is in a plainer form.
GOOD: dict[str, list[tuple[Any, Any]]] = {
    "num_players": [(np.int64(1), 1), (np.uint8(1), 1), (np.array(1), 1), (Index(), 2)],
    "seed": [(np.uint64(MAX_SEED), MAX_SEED), (np.int16(3), 3), (np.array(3), 3), (Index(), 2)],
    "level": [(np.int64(5), 5), (np.array(5), 5), (Index(), 2), (None, 3)],
    "tracks": [([2, 1, 1], (2, 1, 1)), ((np.int8(2), np.int64(1), 1), (2, 1, 1)), (None, None)],
    "reward": [(np.str_("vp"), "vp")],
    "render_mode": [(None, None), (np.str_("ansi"), "ansi")],
    "on_illegal": [(np.str_("penalize"), "penalize")],
    "options": [
        (None, {}),
        ({"level": None, "tracks": None}, {}),
        ({"colour": "red"}, {}),
        ({"level": np.int64(7)}, {"level": 7}),
        ({"tracks": [0, 1, 0], "level": None}, {"tracks": (0, 1, 0)}),
        ({"tracks": (1, 1, 1), "level": 3}, {"tracks": (1, 1, 1)}),
    ],
}


@pytest.mark.parametrize(("interface", "argument", "case"), pairs(BAD))
def test_invalid_arguments_raise_the_same_error_everywhere(
    interface: str, argument: str, case: tuple[Any, type[Exception], str]
) -> None:
    value, error, words = case
    with pytest.raises(error) as caught:
        INTERFACES[interface].begin(**arguments_of(interface, argument, value))
    found = str(caught.value)
    assert found.startswith(words)
    # With one game, and where all have the same choice, the errors are the same to the letter.
    other = next(name for name in INTERFACES if argument in INTERFACES[name].takes)
    with pytest.raises(error) as expected:
        INTERFACES[other].begin(**arguments_of(other, argument, value))
    assert type(caught.value) is type(expected.value)
    if argument != "render_mode":
        assert found.partition(" was raised from the environment")[0] == str(expected.value)


@pytest.mark.parametrize(("interface", "argument", "case"), pairs(GOOD))
def test_valid_arguments_begin_the_same_game_everywhere(
    interface: str, argument: str, case: tuple[Any, Any]
) -> None:
    played = INTERFACES[interface]
    value, plain = case
    others = {} if argument == "seed" else {"seed": 6}
    begun, wanted = (
        played.begin(**arguments_of(interface, argument, each), **others) for each in (value, plain)
    )
    assert played.game(begun) == played.game(wanted)
    solo = argument != "num_players"
    if argument in ("seed", "level", "num_players") and (solo or plain == 1):
        expected = {"seed": 6, "level": 3, argument: plain, "num_players": 1}
        assert played.game(begun) == RatsOfWistar.new(**expected)


@pytest.mark.parametrize("interface", INTERFACES)
def test_level_and_tracks_agree_and_are_for_the_solo_game_everywhere(interface: str) -> None:
    begin, takes = INTERFACES[interface].begin, INTERFACES[interface].takes
    with pytest.raises(ValueError, match=r"^tracks \(1, 1, 1\) implies level 3, found level 4$"):
        begin(**arguments_of(interface, "tracks", (1, 1, 1)), level=4)
    begun = begin(**arguments_of(interface, "tracks", (1, 1, 1)), level=3)
    assert INTERFACES[interface].game(begun).tracks == (1, 1, 1)
    others: list[dict[str, Any]] = [{"level": 3}, {"tracks": (1, 1, 1)}]
    if "options" in takes:
        others += [{"options": each} for each in others]
    for arguments in others if "num_players" in takes else []:
        with pytest.raises(ValueError, match="num_players=1, found 2"):
            begin(num_players=2, **arguments)


@pytest.mark.parametrize("interface", INTERFACES)
def test_a_solo_game_without_options_has_level_3_everywhere(interface: str) -> None:
    begin, takes = INTERFACES[interface].begin, INTERFACES[interface].takes
    begun = begin(seed=4, **({"num_players": 1} if "num_players" in takes else {}))
    assert INTERFACES[interface].game(begun) == RatsOfWistar.new(1, 4, level=3)


@pytest.mark.parametrize("interface", ["vector", "LearnerBatch", "BatchGame", "sb3"])
def test_functions_as_rewards_are_for_single_environments(interface: str) -> None:
    if interface in INTERFACES:
        with pytest.raises(ValueError, match=r"reward .*'win', .* found <function"):
            INTERFACES[interface].begin(reward=pays)
    assert SingleAgentEnv("rats-of-wistar", 1, reward=pays).reset(seed=1)


def test_tracks_are_copied_from_the_caller() -> None:
    for interface in ("wistar_v0", "one seat", "vector", "sb3"):
        if interface in INTERFACES:
            tracks = [1, 1, 1]
            made = INTERFACES[interface].begin(**arguments_of(interface, "tracks", tracks))
            tracks[:] = [3, 3, 3]
            made.reset()
            assert INTERFACES[interface].game(made).tracks == (1, 1, 1)


@pytest.mark.parametrize(
    ("text", "meant"),
    [("300", 300), ("5e6", 5_000_000), ("5_000_000", 5_000_000), ("1.5e3", 1500), ("-2", -2)],
)
def test_whole_numbers_may_be_written_with_an_exponent(text: str, meant: int) -> None:
    assert whole(text) == meant


@pytest.mark.parametrize("text", ["1.5", "", "many", "nan", "inf", "1e999999999", "1e18", "sNaN"])
def test_values_that_are_not_integers_are_rejected_with_their_type(text: str) -> None:
    with pytest.raises(ValueError, match=f"{text!r} .* 300"):
        whole(text)


def test_a_range_of_one_number_is_shown_as_this_number() -> None:
    with pytest.raises(ValueError, match=r"players must be 2, found 3"):
        integer("players", 3, 2, 2)
    with pytest.raises(ValueError, match=r"players must be an integer from 2 to 4, found 5"):
        integer("players", 5, 2, 4)

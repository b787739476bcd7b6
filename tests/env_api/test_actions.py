"""All environments accept and reject the same actions, with the same errors."""

from collections.abc import Callable
from copy import copy
from functools import partial
from typing import Any, NamedTuple, cast

import gymnasium
import numpy as np
import pytest

from wistar_env import BatchGame, LearnerBatch, RatsOfWistar, make, wistar_v0
from wistar_env.errors import IllegalActionError
from wistar_env.kit.game import Game

SEED = 1


class Door(NamedTuple):
    """An environment at a decision: how to act, the rewards, and the game."""

    step: Callable[[Any], Any]
    reward: Callable[[Any], float]
    game: Callable[[], Game]


def _game() -> Door:
    game = RatsOfWistar.new(1, SEED)
    return Door(game.step, lambda _: 0.0, game.clone)


def _aec(env: Any) -> Door:
    env.reset(seed=SEED)
    return Door(env.step, lambda _: env.rewards["player_0"], lambda: env.game)


def _one_seat(env: Any) -> Door:
    env.reset(seed=SEED)
    return Door(env.step, lambda result: result[1], lambda: env.unwrapped.game)


def _several(envs: Any) -> Door:
    """Return the second of two games; the first gets a legal action."""
    envs.reset(seed=[SEED + 1, SEED])
    own = getattr(envs, "game", None) or envs.unwrapped.game
    legal = int(own(0).legal_actions()[0])
    return Door(lambda action: envs.step([legal, action]), _second, lambda: own(1))


def _second(result: Any) -> float:
    reward = result.reward if hasattr(result, "reward") else result[1]
    return float(np.ravel(reward)[-1])


def _sb3(**settings: Any) -> Door:
    pytest.importorskip("stable_baselines3")
    from wistar_env import make_sb3

    venv = make_sb3("rats-of-wistar", 1, seed=SEED, **settings)
    venv.reset()
    return Door(
        lambda action: venv.step(cast(Any, [action])),
        lambda result: result[1][0],
        lambda: venv.batch.game(0),
    )


def _gym(name: str, **settings: Any) -> Any:
    return gymnasium.make(name, **settings)


def _vec(**settings: Any) -> Any:
    return gymnasium.make_vec(
        "wistar/RatOBot-v0", num_envs=2, vectorization_mode="vector_entry_point", **settings
    )


STRICT: dict[str, Callable[..., Door]] = {
    "Game": _game,
    "BatchGame": lambda: _several(BatchGame("rats-of-wistar", 2, 1)),
}
#: Environments that may penalize illegal actions.
LENIENT: dict[str, Callable[..., Door]] = {
    "wistar_v0": lambda **s: _aec(wistar_v0.env(1, **s)),
    "make": lambda **s: _aec(make("rats-of-wistar", **s)),
    "wistar/RatOBot-v0": lambda **s: _one_seat(_gym("wistar/RatOBot-v0", **s)),
    "wistar/RatsOfWistar-v0": lambda **s: _one_seat(_gym("wistar/RatsOfWistar-v0", **s)),
    "make_vec": lambda **s: _several(_vec(**s)),
    "LearnerBatch": lambda **s: _several(LearnerBatch("rats-of-wistar", 2, 1, **s)),
    "make_sb3": _sb3,
}
DOORS = {**STRICT, **LENIENT}
EVERY_DOOR = pytest.mark.parametrize("door", DOORS)


def _legal() -> int:
    return int(RatsOfWistar.new(1, SEED).legal_actions()[1])


def _tensor(value: Any) -> Any:
    return pytest.importorskip("torch").tensor(value)


ONE: dict[str, Callable[[int], Any]] = {
    "int": int,
    "int16": np.int16,
    "uint64": np.uint64,
    "array": np.array,
    "array of one": lambda action: np.array([action]),
    "tensor": _tensor,
    "tensor of one": lambda action: _tensor([action]),
}


@pytest.mark.parametrize("kind", ONE)
@EVERY_DOOR
def test_integers_of_every_kind_are_taken(door: str, kind: str) -> None:
    played, expected = DOORS[door](), RatsOfWistar.new(1, SEED)
    played.step(ONE[kind](_legal()))
    expected.step(_legal())
    assert played.game() == expected


def _error(door: Door, action: Any) -> tuple[type[Exception], str]:
    """Return the error of an action, without the number of the game in a batch."""
    before = door.game()
    with pytest.raises((TypeError, IllegalActionError)) as caught:
        door.step(action)
    assert door.game() == before
    return caught.type, str(caught.value).rpartition(" of the batch: ")[2]


PLAIN: list[Any] = ["a", "7", 1.0, True, False, None, [1], (), {}, b"x", 2j, float("nan")]
NO_INTEGERS: dict[str, Callable[[], Any]] = {
    **{repr(value): partial(copy, value) for value in PLAIN},
    "np.float32(1)": lambda: np.float32(1),
    "np.True_": lambda: np.True_,
    "np.array(True)": lambda: np.array(True),
    "np.zeros(2)": lambda: np.zeros(2),
    "np.array([3, 4])": lambda: np.array([3, 4]),
    "tensor(True)": lambda: _tensor(True),
    "tensor([True])": lambda: _tensor([True]),
    "tensor(1.0)": lambda: _tensor(1.0),
    "tensor([3, 4])": lambda: _tensor([3, 4]),
}
OUT_OF_RANGE = [-1, -2, -(2**63), 971, 2**31, 2**63 - 1, 2**63, 2**64, 2**200]


@pytest.mark.parametrize("value", NO_INTEGERS)
@EVERY_DOOR
def test_what_is_no_integer_is_rejected_in_the_same_words(door: str, value: str) -> None:
    kind, text = _error(DOORS[door](), NO_INTEGERS[value]())
    assert (kind, text) == _error(_game(), NO_INTEGERS[value]())
    assert kind is TypeError
    assert text.startswith("an action must be an integer from 0 to 970, found ")
    assert "; legal actions: " in text
    assert "\n" not in text


@pytest.mark.parametrize("action", OUT_OF_RANGE)
@EVERY_DOOR
def test_an_action_out_of_range_is_illegal_in_the_same_words(door: str, action: int) -> None:
    kind, text = _error(DOORS[door](), action)
    assert (kind, text) == _error(_game(), action)
    assert kind is IllegalActionError
    assert text.startswith(f"action {action} is not legal: ")


@pytest.mark.parametrize("kind", [np.uint64, np.int64])
@EVERY_DOOR
def test_an_integer_of_numpy_out_of_range_is_shown_as_it_is(door: str, kind: Any) -> None:
    action = np.iinfo(kind).max
    assert _error(DOORS[door](), kind(action))[1].startswith(f"action {action} is not legal: ")


@pytest.mark.parametrize("action", [*OUT_OF_RANGE, np.uint64(2**63), np.array(971)])
@pytest.mark.parametrize("door", LENIENT)
def test_an_illegal_integer_is_penalized(door: str, action: Any) -> None:
    played = LENIENT[door](on_illegal="penalize")
    before = played.game()
    assert played.reward(played.step(action)) == -1.0
    assert played.game() == before


@pytest.mark.parametrize("value", NO_INTEGERS)
@pytest.mark.parametrize("door", LENIENT)
def test_what_is_no_integer_is_an_error_where_illegal_actions_are_penalized(
    door: str, value: str
) -> None:
    played = LENIENT[door](on_illegal="penalize")
    assert _error(played, NO_INTEGERS[value]()) == _error(_game(), NO_INTEGERS[value]())

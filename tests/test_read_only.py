"""What all games share can be looked at by everybody and be changed by nobody."""

import importlib
import pkgutil
import types
from collections.abc import Callable, Iterator, MutableMapping
from typing import Any

import gymnasium
import numpy as np
import pytest

import wistar_env
from wistar_env import BatchGame, RatsOfWistar, wistar_v0
from wistar_env.games.rats_of_wistar.heuristics.features import WEIGHTS
from wistar_env.games.rats_of_wistar.rules.difficulty import tracks_by_level
from wistar_env.games.rats_of_wistar.spaces.observation import observation_layout, state_layout
from wistar_env.games.rats_of_wistar.tables.language import code_words
from wistar_env.kit.read_only import read_only
from wistar_env.kit.vector.gym import LearnerVectorEnv
from wistar_env.kit.vector.single_env import SingleAgentEnv

#: Libraries that not everybody has.
OPTIONAL = ("mcp", "pyspiel", "stable_baselines3", "sb3_contrib", "cma", "torch")
LAYOUTS = [look(n) for look in (observation_layout, state_layout) for n in (1, 2, 3, 4)]


def modules() -> Iterator[types.ModuleType]:
    """Yield every module of the package that can be imported here."""
    for found in pkgutil.walk_packages(wistar_env.__path__, "wistar_env."):
        if not found.name.endswith("__main__"):
            try:
                yield importlib.import_module(found.name)
            except ModuleNotFoundError as error:
                if error.name not in OPTIONAL:
                    raise


def shared_objects() -> list[Any]:
    """Return objects that more than one game, or more than one caller, gets."""
    game = RatsOfWistar.new()
    return [
        *modules(),
        *LAYOUTS,
        *(block for layout in LAYOUTS for block in layout.blocks),
        game.components,
        game.components.data,
        game.components.names,
        game.components.labels,
        game.components.actions,
    ]


def can_be_changed(value: object) -> bool:
    """Return whether a value is a dict, or an array that can be written to."""
    if isinstance(value, np.ndarray):
        return value.flags.writeable
    return isinstance(value, MutableMapping)


def public(thing: Any) -> Iterator[tuple[str, Any]]:
    """Yield the public attributes of a thing; a space has others that are Gymnasium's."""
    names = ("low", "high") if isinstance(thing, gymnasium.spaces.Box) else vars(thing)
    for name in names:
        if not name.startswith("_"):
            yield name, getattr(thing, name)


def test_shared_public_objects_are_read_only() -> None:
    found = {
        f"{getattr(thing, '__name__', type(thing).__name__)}.{name}"
        for thing in shared_objects()
        for name, value in public(thing)
        if can_be_changed(value)
    }
    assert found == set()


def test_shared_results_of_functions_are_read_only() -> None:
    assert not can_be_changed(tracks_by_level())
    assert not can_be_changed(code_words("ICON"))


@pytest.mark.parametrize("array", [WEIGHTS, LAYOUTS[0].limit, LAYOUTS[0].scale, tracks_by_level()])
def test_writing_to_a_shared_array_raises_an_error(array: np.ndarray[Any, Any]) -> None:
    before = array.copy()
    with pytest.raises(ValueError, match="read-only"):
        array[0] = 7
    assert np.array_equal(array, before)


def test_a_layout_that_is_made_writable_by_force_changes_no_observation() -> None:
    game, layout = RatsOfWistar.new(seed=3), observation_layout(2)
    seen = game.observe(0)
    for name in ("limit", "scale"):
        copied = getattr(layout, name).copy()
        getattr(layout, name).setflags(write=True)
        getattr(layout, name)[:] = 1
        try:
            assert np.array_equal(game.observe(0), seen)
        finally:
            getattr(layout, name)[:] = copied
            read_only(getattr(layout, name))


def test_the_tables_of_a_game_are_returned_as_copies() -> None:
    game = RatsOfWistar.new(seed=3)
    game.components.tables["start_wood"] += 5
    assert game.components.tables["start_wood"] == 2
    batch = BatchGame("rats-of-wistar", 1, num_players=2)
    batch.reset(seed=3)
    assert batch.game(0) == game


def test_greedy_can_be_tried_with_other_weights() -> None:
    pytest.importorskip("cma")
    from experiments.tune_greedy import fitness, mean_score

    before = WEIGHTS.copy()
    usual = mean_score(WEIGHTS, 1, seed=2)
    assert usual == fitness(np.zeros(len(WEIGHTS)), 1, seed=2)
    assert mean_score(np.zeros(len(WEIGHTS)), 1, seed=2) != usual
    assert np.array_equal(WEIGHTS, before)


def test_the_bounds_of_spaces_belong_to_one_environment() -> None:
    """They are not read-only, since torch warns of such arrays wherever it meets them."""
    makers: tuple[Callable[[], Any], ...] = (
        lambda: SingleAgentEnv("rats-of-wistar", 1).observation_space,
        lambda: LearnerVectorEnv("rats-of-wistar", 2, observation="uint8").single_observation_space,
        lambda: wistar_v0.env().observation_space("player_0")["observation"],
    )
    for make in makers:
        one, other = make(), make()
        assert one.high.flags.writeable
        assert not np.shares_memory(one.high, other.high)
        assert not np.shares_memory(one.high, observation_layout(1)._limit)

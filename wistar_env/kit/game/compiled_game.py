"""The compiled functions that Python calls, imported on first use; the import may compile them."""

from collections.abc import Callable
from functools import cache
from types import ModuleType

from wistar_env.compiled.jit import unchecked
from wistar_env.kit.common_fields import GameArray
from wistar_env.kit.rules_interface import Legal, TablesArray


@cache
def compiled_game() -> ModuleType:
    """Return ``wistar_env.kit.single_game``."""
    from wistar_env.kit import single_game

    return single_game


@cache
def compiled_views() -> ModuleType:
    """Return ``wistar_env.kit.single_game_views``."""
    from wistar_env.kit import single_game_views

    return single_game_views


@cache
def compiled_step() -> Callable[[TablesArray, GameArray, int, int, Legal], bool]:
    """Return ``single_game.step`` without type checks of its arguments."""
    from wistar_env.kit.single_game import step

    return unchecked(step)


@cache
def compiled_observe_and_mask() -> Callable[..., None]:
    """Return ``single_game_views.observe_and_mask`` without type checks of its arguments."""
    from wistar_env.kit.single_game_views import observe_and_mask

    return unchecked(observe_and_mask)

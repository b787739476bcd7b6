"""The compiled functions that Python calls; imported on first use, which may compile them."""

from collections.abc import Callable
from functools import cache
from typing import Protocol

from wistar_env.compiled.jit import unchecked
from wistar_env.compiled.types import ByteArray, FloatArray, MaskArray, Seed, ShortArray
from wistar_env.kit.head import GameArray
from wistar_env.kit.protocol import Legal, TablesArray


class CompiledGame(Protocol):
    """The functions of ``kit.single_game``, where each is documented."""

    def new_game(
        self,
        rules: TablesArray,
        games: GameArray,
        i: int,
        seats: int,
        automata: int,
        options: ByteArray,
        seed: Seed,
        legal: Legal,
    ) -> None:
        """Write a fresh game."""

    def legal_actions(self, rules: TablesArray, games: GameArray, i: int, legal: Legal) -> None:
        """Write the legal actions."""

    def step(self, rules: TablesArray, games: GameArray, i: int, action: int, legal: Legal) -> bool:
        """Play an action."""

    def write_mask(self, legal: Legal, mask: MaskArray) -> None:
        """Write a mask."""

    def next_seed(self, seed: Seed) -> Seed:
        """Return the seed that follows."""


class CompiledViews(Protocol):
    """The functions of ``kit.single_game_views``, where each is documented."""

    def score(self, rules: TablesArray, games: GameArray, i: int, out: ShortArray) -> None:
        """Write the score table."""

    def rank(self, rules: TablesArray, games: GameArray, i: int, out: ShortArray) -> None:
        """Write the places."""

    def points(self, rules: TablesArray, games: GameArray, i: int, out: ShortArray) -> None:
        """Write the points."""

    def write_report(self, rules: TablesArray, games: GameArray, i: int, report: ByteArray) -> None:
        """Write the report."""

    def determinize(
        self, rules: TablesArray, games: GameArray, i: int, seat: int, seed: Seed, legal: Legal
    ) -> None:
        """Resample the information hidden from a seat."""

    def observe(
        self,
        rules: TablesArray,
        games: GameArray,
        i: int,
        viewer: int,
        limit: ByteArray,
        scale: FloatArray,
        out: FloatArray,
    ) -> None:
        """Write an observation, or the state."""

    def observe_and_mask(
        self,
        rules: TablesArray,
        games: GameArray,
        i: int,
        seat: int,
        legal: Legal,
        limit: ByteArray,
        scale: FloatArray,
        out: FloatArray,
        mask: MaskArray,
    ) -> None:
        """Write an observation and a mask."""


@cache
def compiled_game() -> CompiledGame:
    """Return ``wistar_env.kit.single_game``."""
    from wistar_env.kit import single_game

    return single_game


@cache
def compiled_views() -> CompiledViews:
    """Return ``wistar_env.kit.single_game_views``."""
    from wistar_env.kit import single_game_views

    return single_game_views


@cache
def compiled_step() -> Callable[[TablesArray, GameArray, int, int, Legal], bool]:
    """Return ``compiled_game().step`` without a check of the types of its arguments."""
    return unchecked(compiled_game().step)


@cache
def compiled_observe_and_mask() -> Callable[..., None]:
    """Return ``compiled_views().observe_and_mask`` without a check of the types of arguments."""
    return unchecked(compiled_views().observe_and_mask)

"""Batches for tests, and their state after some moves."""

from typing import Any

from tests.vector.tapes import level_of
from wistar_env import BatchGame
from wistar_env.kit.vector.arrays import Step

PLAYERS = [1, 2, 3, 4]


def begin(num_games: int = 3, num_players: int = 2, **arguments: Any) -> tuple[BatchGame, Step]:
    batch = BatchGame(
        "rats-of-wistar", num_games, num_players, level=level_of(num_players), **arguments
    )
    return batch, batch.reset(seed=11)


def moved(batch: BatchGame, decisions: int) -> Step:
    for _ in range(decisions):
        step = batch.step(batch.choose())
    return step


def snapshot(batch: BatchGame, step: Step) -> list[bytes]:
    """Return everything that a rejected call must leave unchanged."""
    arrays = [array for array in step if array is not None]
    return [array.tobytes() for array in (batch.records, batch._games.rows, *arrays)]

"""Speed of two games side by side: ``python -m experiments.game_speed ONE OTHER``.

Both games are played with random moves in batches, in turns. The ratio is a geometric mean with its
standard error. For example, compare a game written by hand with its declared version:
``tests.kit.kuhn:Kuhn examples.kuhn:Kuhn``.
"""

import time
from collections.abc import Mapping
from statistics import median
from typing import Annotated, Final

import numpy as np
import typer

from wistar_env import BatchGame
from wistar_env.kit.game.registry import find_game
from wistar_env.speed.timing import Work, race, ratios

_GAMES: Final = 1024


def stepping(game: str, players: int, observation: str | None) -> Work:
    """Return work that plays random moves in a batch of a game."""
    batch = BatchGame(find_game(game), _GAMES, players, observation=observation)
    batch.reset(seed=1)

    def work(count: int) -> int:
        for _ in range(count):
            batch.step(batch.choose("random"))
        return count * _GAMES

    return work


def print_ratio(works: Mapping[str, Work], turns: int, observation: str | None) -> None:
    """Print the rates of two workloads, and the ratio of the second to the first."""
    first, second = race(works, turns, time.process_time).values()
    logs = np.log(ratios(second, first))
    ratio = float(np.exp(logs.mean()))
    error = ratio * float(logs.std(ddof=1)) / len(logs) ** 0.5
    print(
        f"observation {observation}: {median(first):,.0f} and {median(second):,.0f} decisions/s, "
        f"ratio {ratio:.3f} +- {error:.3f}",
        flush=True,
    )


def main(
    one: Annotated[str, typer.Argument(help="A game, or module:Class.")],
    other: Annotated[str, typer.Argument(help="The game to compare with it.")],
    players: Annotated[int, typer.Option(help="Number of players.")] = 2,
    turns: Annotated[
        int, typer.Option(help="Measurements per game; the games alternate.", min=2)
    ] = 24,
) -> None:
    """Print the rates of two games, and the ratio of the second to the first."""
    for observation in ("float32", None):
        works = {name: stepping(name, players, observation) for name in (one, other)}
        print_ratio(works, turns, observation)


if __name__ == "__main__":
    typer.run(main)

"""Speed of two games side by side: ``python -m experiments.game_speed ONE OTHER``.

Both play in batches with random moves, in turns of a tenth of a second, and each turn begins with
the other one. Of interest is the ratio: a game by hand and the same game declared, such as
``tests.kit.kuhn:Kuhn examples.kuhn:Kuhn``.
"""

import time
from collections.abc import Sequence
from statistics import fmean, median, stdev
from typing import Annotated, Final, NamedTuple

import numpy as np
import typer

from wistar_env import BatchGame
from wistar_env.kit.game.registry import find_game

_GAMES: Final = 1024
_STEPS: Final = 5  # between two looks at the clock


class Ratio(NamedTuple):
    """Rates of two games, and how the second compares with the first.

    Attributes
    ----------
    one, other
        Decisions per second, medians.
    ratio
        The geometric mean of the ratios of all turns.
    error
        Its standard error.
    """

    one: float
    other: float
    ratio: float
    error: float


def rate(batch: BatchGame, seconds: float) -> float:
    """Return the decisions per second of random moves."""
    played, start = 0, time.process_time()
    while (used := time.process_time() - start) < seconds:
        for _ in range(_STEPS):
            batch.step(batch.choose("random"))
            played += _GAMES
    return played / used


def compare(batches: Sequence[BatchGame], turns: int, seconds: float) -> Ratio:
    """Measure two batches in turns."""
    for batch in batches:
        batch.reset(seed=1)
        rate(batch, seconds)
    rates: list[list[float]] = [[], []]
    for turn in range(turns):
        for k in (turn % 2, 1 - turn % 2):
            rates[k].append(rate(batches[k], seconds))
    logs = [float(np.log(b / a)) for a, b in zip(*rates, strict=True)]
    ratio = float(np.exp(fmean(logs)))
    error = ratio * stdev(logs) / len(logs) ** 0.5 if len(logs) > 1 else 0.0
    return Ratio(median(rates[0]), median(rates[1]), ratio, error)


def main(
    one: Annotated[str, typer.Argument(help="A game, or module:Class.")],
    other: Annotated[str, typer.Argument(help="The game to compare with it.")],
    players: Annotated[int, typer.Option(help="Number of players.")] = 2,
    turns: Annotated[int, typer.Option(help="Turns of each game.", min=1)] = 24,
    seconds: Annotated[float, typer.Option(help="Seconds of a turn.")] = 0.1,
) -> None:
    """Print the rates of two games, and the ratio of the second to the first."""
    for observation in ("float32", None):
        found = [
            BatchGame(find_game(name), _GAMES, players, observation=observation)
            for name in (one, other)
        ]
        result = compare(found, turns, seconds)
        print(
            f"observation {observation}: {result.one:,.0f} and {result.other:,.0f} decisions/s, "
            f"ratio {result.ratio:.3f} +- {result.error:.3f}",
            flush=True,
        )


if __name__ == "__main__":
    typer.run(main)

"""The workloads that ``experiments.compare_versions`` times, in a process per version.

The version's folder is first on Python's path, so this file uses only names that both versions
have. It reads lines of JSON, ``[name, rounds]``, and answers each with the rate.
"""

import json
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any, Final

import numpy as np

import wistar_env
from wistar_env import BatchGame, RatsOfWistar
from wistar_env.speed.timing import rounds_of

_GAMES: Final = 1024
#: Steps before timing begins, so that all games have been replaced by new ones at least once.
_SPREAD: Final = 500
_PLAYERS: Final = (1, 2, 3, 4)
_OUTPUTS: Final = (None, "float32")


def _stepping(num_players: int, observation: str | None) -> Callable[[int], int]:
    """Return work that steps a batch of random games, and returns the number of decisions."""
    batch = BatchGame(RatsOfWistar, _GAMES, num_players, observation=observation)
    batch.reset(seed=0)
    actions = np.empty(_GAMES, np.int64)

    def work(rounds: int) -> int:
        for _ in range(rounds):
            batch.step(batch.choose("random", actions))
        return rounds * _GAMES

    work(_SPREAD)
    return work


def _works() -> Iterator[tuple[str, Callable[[int], int]]]:
    for num_players in _PLAYERS:
        for observation in _OUTPUTS:
            seats = "solo" if num_players == 1 else f"{num_players} players"
            name = f"{seats}, {observation or 'no observation'}"
            yield name, _stepping(num_players, observation)


def _say(answer: Any) -> None:
    print(json.dumps(answer), flush=True)


def main() -> None:
    """Print the path of ``wistar_env`` and the rounds per slice, then time slices until EOF."""
    works = dict(_works())
    rounds_of_slices = {name: rounds_of(work, time.process_time) for name, work in works.items()}
    _say([wistar_env.__file__, rounds_of_slices])
    for line in sys.stdin:
        name, rounds = json.loads(line)
        started = time.process_time()
        decisions = works[name](rounds)
        _say(decisions / (time.process_time() - started))


if __name__ == "__main__":
    main()

"""What ``experiments.compare_versions`` times, in a process for each version.

The folder of the version is the first on the path of Python, so this file uses nothing that only
the newest version has. It reads lines of JSON, ``[name, rounds]``, and answers each with the rate.
"""

import json
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any, Final

import numpy as np

import wistar_env
from wistar_env import BatchGame, RatsOfWistar

_GAMES: Final = 1024
#: Steps before the first that is timed: games that ended were followed by others by then.
_SPREAD: Final = 500
_SECONDS: Final = 0.2
_PLAYERS: Final = (1, 2, 3, 4)
_OUTPUTS: Final = (None, "float32")


def _stepping(num_players: int, observation: str | None) -> Callable[[int], int]:
    """Return work whose rounds are steps of a batch of random games; it returns the decisions."""
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
            name = f"{num_players} players, {observation or 'no observation'}"
            yield name, _stepping(num_players, observation)


def _timed(work: Callable[[int], int], rounds: int) -> tuple[int, float]:
    """Return the decisions of so many rounds, and the seconds of processor time."""
    started = time.process_time()
    decisions = work(rounds)
    return decisions, time.process_time() - started


def _rounds_of(work: Callable[[int], int]) -> int:
    """Return the number of rounds of one slice."""
    rounds, seconds = 1, 0.0
    while seconds < _SECONDS / 4:
        rounds *= 2
        seconds = _timed(work, rounds)[1]
    return max(1, round(rounds * _SECONDS / seconds))


def _say(answer: Any) -> None:
    print(json.dumps(answer), flush=True)


def main() -> None:
    """Say where the version is and the rounds of each work, and time slices until input ends."""
    works = dict(_works())
    _say([wistar_env.__file__, {name: _rounds_of(work) for name, work in works.items()}])
    for line in sys.stdin:
        name, rounds = json.loads(line)
        decisions, seconds = _timed(works[name], rounds)
        _say(decisions / seconds)


if __name__ == "__main__":
    main()

"""Speed of batches of games: by size and threads, relative to a plain copy, and by part.

All compared batches start from the same positions of random games, spread evenly from the first
decision to the last. Each step plays ``choose("random")``, whose time counts, and checks that the
actions are legal.
"""

import time
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from experiments.speed.cache_lines import exchanging
from experiments.speed.separate_processes import processes
from wistar_env import BatchGame
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.games.rats_of_wistar.rules.actions import NUM_ACTIONS
from wistar_env.kit import random_games
from wistar_env.kit.common_fields import common_fields
from wistar_env.kit.game.option_text import players_text
from wistar_env.kit.vector.arrays import Dense, OutArrays
from wistar_env.kit.vector.games import Games
from wistar_env.speed.timing import (
    Measurement,
    Part,
    Values,
    Work,
    fractions,
    nanoseconds,
    race,
    ratios,
    rounds_of,
)
from wistar_env.system.cpu import available_cores

PLAYERS: Final = (1, 2, 3, 4)
LEVEL: Final = 5
#: Batch sizes, in games.
SIZES: Final = (1, 64, 1024, 8192)
#: Games per batch, where the size is not varied.
GAMES: Final = 1024
#: Batch sizes of the benchmark with several threads.
THREADED: Final = (1024, 8192)
#: Separate processes, with ``GAMES`` games in all, for comparison with as many threads.
SEPARATE: Final = 2
#: Bytes of the copied arrays: more than a processor's cache holds.
_COPIED_BYTES: Final = 2**28
#: Games from which the mean length of all is estimated.
_SAMPLE: Final = 200

#: Multiples of the golden ratio (mod 1) are spread evenly, for any number of them.
_SPREAD: Final = 0.618033988749895

#: The stages of a step, in the order of ``time_parts``.
STAGES: Final = ("choose", "check", "apply", "legal", "observe")

_RATES: Final = "Batch: choose and step, by number of games"
_COSTS: Final = "Batch: cost of choose and step, by number of games"
_THREADS: Final = "Batch: by number of games and threads"
_TIMES: Final = "Batch: speed-up over one thread, by number of games and threads"
_EXCHANGES: Final = "Batch: two threads exchange a cache line, there and back"
_SHARES: Final = "Batch: where the time of choose and step goes"
_BYTES: Final = "Batch: memory of a game"

#: Kinds of batch output, by name: the observation, and whether it uses the caller's arrays.
_OUTPUTS: Final[dict[str, tuple[str | None, bool]]] = {
    "no observation": (None, False),
    "float32": ("float32", False),
    "float32, out=": ("float32", True),
    "uint8": ("uint8", False),
    "sparse": ("sparse", False),
}
#: The key of the measurement of two threads that exchange a cache line.
_EXCHANGE: Final = ("exchange", 0, "")
#: The kinds of output measured with several threads.
_THREADED_OUTPUTS: Final = ("no observation", "float32")


def level_of(num_players: int) -> int | None:
    """Return the level to play at; None without Rat-o-bot."""
    return LEVEL if num_players == 1 else None


def mean_length(num_players: int) -> int:
    """Return the mean number of decisions of random games."""
    game = RatsOfWistar.new(num_players=num_players, level=level_of(num_players))
    return (
        int(random_games.playouts(game.data.rules, common_fields(game.record), 0, _SAMPLE, 1))
        // _SAMPLE
    )


def new_batch(
    num_games: int, num_players: int, observation: str | None, num_threads: int = 1
) -> BatchGame:
    """Return a batch that has not been reset."""
    return BatchGame(
        "rats-of-wistar",
        num_games,
        num_players,
        level=level_of(num_players),
        observation=observation,
        num_threads=num_threads,
    )


@lru_cache(maxsize=1)
def positions(num_players: int, num_games: int) -> dict[str, npt.NDArray[Any]]:
    """Return random games as ``BatchGame.save`` does, spread evenly over their length."""
    batch = new_batch(num_games, num_players, None)
    batch.reset(seed=0)
    length = mean_length(num_players)
    begins = (np.arange(num_games) * _SPREAD % 1 * length).astype(np.int64)
    actions = np.empty(num_games, np.int64)
    for tick in range(length):
        if (begins == tick).any():
            batch.reset(seed=(tick + 1) * num_games, which=begins == tick)
        batch.step(batch.choose("random", actions))
    return batch.save()


def _positions(num_players: int, num_games: int) -> dict[str, npt.NDArray[Any]]:
    saved = positions(num_players, max(GAMES, *SIZES, *THREADED))
    return {name: array[:num_games] for name, array in saved.items()}


def own_arrays(num_games: int, num_players: int, dtype: str) -> Dense:
    """Return arrays for ``out=``, each page of which has been written to."""
    size = RatsOfWistar.new(num_players=num_players, level=level_of(num_players)).layout.size
    return np.ones((num_games, size), dtype), np.ones((num_games, NUM_ACTIONS), np.int8)


def stepping(batch: BatchGame, out: OutArrays | None = None) -> Work:
    """Return work that steps a batch: choose, check and step."""
    actions = np.empty(len(batch), np.int64)

    def work(count: int) -> int:
        for _ in range(count):
            batch.step(batch.choose("random", actions), out)
        return count * len(batch)

    return work


def _loaded(num_games: int, num_players: int, output: str, num_threads: int = 1) -> Work:
    observation, outside = _OUTPUTS[output]
    batch = new_batch(num_games, num_players, observation, num_threads)
    batch.load(_positions(num_players, num_games))
    out = own_arrays(num_games, num_players, observation) if outside and observation else None
    return stepping(batch, out)


def sizes(num_players: int, repeats: int) -> list[Measurement]:
    """Measure step rates, and the cost of a decision, by number of games and output."""
    rates = race(
        {
            (output, games): _loaded(games, num_players, output)
            for games in SIZES
            for output in _OUTPUTS
        },
        repeats,
    )
    measured = []
    for (output, games), values in rates.items():
        row, column = f"{players_text(num_players)}, {output}", f"{games:,}"
        measured += [
            Measurement(_RATES, row, values, "decisions/s", column),
            Measurement(_COSTS, row, nanoseconds(values), "ns/decision", column),
        ]
    return measured


def thread_counts(cores: int) -> list[int]:
    """Return 1, 2, 4 and so on, and all cores."""
    return sorted({*(2**k for k in range(cores.bit_length())), cores})


def _threaded(num_players: int, num_games: int) -> dict[str, Work]:
    return {output: _loaded(num_games, num_players, output) for output in _THREADED_OUTPUTS}


def _thread_rates(num_players: int, repeats: int) -> dict[tuple[str, int, str], Values]:
    """Return the rates by output, games and column: threads, then processes, and exchanges."""
    cores = available_cores()
    works = {
        (output, games, "1 thread" if count == 1 else f"{count} threads"): _loaded(
            games, num_players, output, count
        )
        for output in _THREADED_OUTPUTS
        for games in THREADED
        for count in thread_counts(cores)
    }
    if cores < SEPARATE:
        return race(works, repeats)
    make = partial(_threaded, num_players, GAMES // SEPARATE)
    with processes(SEPARATE, make, _THREADED_OUTPUTS) as separate:
        column = f"{SEPARATE} processes"
        others = {(output, GAMES, column): work for output, work in separate.items()}
        return race({**works, **others, _EXCHANGE: exchanging}, repeats)


def threads(num_players: int, repeats: int) -> list[Measurement]:
    """Measure step rates by number of threads, and the speed-up over one thread.

    Separate processes, each with a part of the games, show the limit of the machine. The time to
    exchange a cache line between two cores shows the limit of threads that share games.
    """
    rates = _thread_rates(num_players, repeats)
    exchanges = rates.pop(_EXCHANGE, ())
    measured = []
    for (output, games, column), values in rates.items():
        row = f"{players_text(num_players)}, {output}, {games:,}"
        measured.append(Measurement(_THREADS, row, values, "decisions/s", column))
        if column != "1 thread":
            times = ratios(values, rates[output, games, "1 thread"])
            measured.append(Measurement(_TIMES, row, times, "times", column))
    if exchanges:
        row = f"beside {players_text(num_players)}"
        measured.append(Measurement(_EXCHANGES, row, nanoseconds(exchanges), "ns"))
    return measured


def copying(num_games: int, num_players: int) -> Work:
    """Return work that copies as many bytes as a step returns.

    Sources and destinations rotate through more arrays than the cache holds, so this is the minimum
    cost of handing over new data.
    """
    one = own_arrays(num_games, num_players, "float32")
    pairs = max(2, _COPIED_BYTES // (2 * sum(array.nbytes for array in one)))
    arrays = [one, *(own_arrays(num_games, num_players, "float32") for _ in range(2 * pairs - 1))]

    def work(count: int) -> int:
        for k in range(count):
            into, source = arrays[2 * (k % pairs)], arrays[2 * (k % pairs) + 1]
            np.copyto(into[0], source[0])
            np.copyto(into[1], source[1])
        return count * num_games

    return work


def floor(num_players: int, repeats: int) -> list[Measurement]:
    """Measure a plain copy of the float32 observations and masks, and steps relative to it."""
    table = f"Batch: {GAMES:,} games compared with a copy of the returned bytes"
    copied, row = "np.copyto", players_text(num_players)
    rates = race(
        {
            copied: copying(GAMES, num_players),
            "step": _loaded(GAMES, num_players, "float32"),
            "step, out=": _loaded(GAMES, num_players, "float32, out="),
        },
        repeats,
    )
    measured = [
        Measurement(table, row, nanoseconds(values), "ns/decision", name)
        for name, values in rates.items()
    ]
    return measured + [
        Measurement(
            f"Batch: {GAMES:,} games, choose and step relative to the copy",
            row,
            ratios(rates[copied], values),
            "times",
            name,
        )
        for name, values in rates.items()
        if name != copied
    ]


def _games(num_players: int, observation: str | None) -> Games:
    return new_batch(GAMES, num_players, observation)._games


def _seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def time_parts(blind: Games, seeing: Games, count: int) -> npt.NDArray[np.float64]:
    """Play ``count`` steps and return the seconds of each of ``STAGES``.

    Two batches have the same positions and get the same actions; one returns no observations. Its
    step time is apply plus legal, and the difference between the two is observe. Legal is timed by
    finding all legal actions once more after a step, when records must be read again, so it is
    slightly overestimated, and apply (with starts and scores of games) underestimated by as much.
    Each stage includes its overhead in Python.
    """
    actions = np.empty(blind.num_games, np.int64)
    total = np.zeros(len(STAGES))
    for games in (blind, seeing):
        games.set_output(None)
    for _ in range(count):
        choose = _seconds(lambda: seeing.choose("random", actions))
        check = _seconds(lambda: seeing.accept(actions))
        blind.accept(actions)
        bare = _seconds(lambda: blind.run())
        legal = _seconds(lambda: blind.find_decisions())
        whole = _seconds(lambda: seeing.run())
        total += choose, check, bare - legal, legal, whole - bare
    return total


def stages(num_players: int, repeats: int) -> list[Measurement]:
    """Measure the share of the time of a step with float32 observations; see ``time_parts``."""
    blind, seeing = _games(num_players, None), _games(num_players, "float32")
    for games in (blind, seeing):
        games.load(_positions(num_players, GAMES))
        games.set_output(None)
        games.run()
    count = rounds_of(lambda rounds: len(time_parts(blind, seeing, rounds)))
    found = fractions(np.array([time_parts(blind, seeing, count) for _ in range(repeats)]))
    return [
        Measurement(_SHARES, players_text(num_players), tuple(found[:, k].tolist()), "share", stage)
        for k, stage in enumerate(STAGES)
    ]


def memory(num_players: int) -> list[Measurement]:
    """Return the bytes per game of the arrays of a batch."""
    seen, counts = _games(num_players, "float32"), _games(num_players, "uint8")
    arrays = {
        "record": [seen.records],
        "row": [seen.rows],
        "legal": [seen.legal],
        "mask": [seen.mask],
        "float32": [seen.scaled],
        "shown": [seen.shown],
        "uint8": [counts.raw],
        "sparse": _games(num_players, "sparse").sparse,
    }
    return [
        Measurement(
            _BYTES,
            players_text(num_players),
            (sum(part.nbytes for part in array) / GAMES,),
            "bytes",
            column,
        )
        for column, array in arrays.items()
    ]


def parts() -> list[Part]:
    """Return the measurements of batches."""

    def part(what: str, num_players: int, measure: Callable[[int, int], list[Measurement]]) -> Part:
        label = f"batch, {players_text(num_players)}: {what}"
        return Part("batch", label, lambda repeats: measure(num_players, repeats))

    return [
        each
        for num_players in PLAYERS
        for each in (
            part("memory", num_players, lambda n, _: memory(n)),
            part("sizes", num_players, sizes),
            part("threads", num_players, threads),
            part("floor", num_players, floor),
            part("stages", num_players, stages),
        )
    ]

"""Blocks of games, played by worker processes and saved in order.

A block is a fixed set of games: which games play together never depends on the workers or on an
interruption. Bots are built and reset anew for every block, so a block's rows are always the same.
"""

import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from dataclasses import dataclass
from importlib import import_module
from multiprocessing import active_children, get_context
from typing import Final, TypeAlias

from wistar_env.benchmark.players import load
from wistar_env.benchmark.results import Header, Results, Row
from wistar_env.bots import Player
from wistar_env.errors import BotError
from wistar_env.rules.streams import FOR_BOT_RESET, number_of

#: Games of one run at most; each ``--seed`` has as many game seeds of its own.
SEEDS_OF_A_RUN: Final = 1_000_000
HIGHEST_SEED: Final = 10**12

_COMPILED: Final = ("wistar_env.rules.core", "wistar_env.spaces.encode")

#: What identifies a row.
Key: TypeAlias = tuple[object, ...]

#: Called with the number of games that are saved.
OnProgress: TypeAlias = Callable[[int], None]


@dataclass(frozen=True)
class Block:
    """Games that are played together.

    Attributes
    ----------
    bots
        The specs of the bots that play.
    seeds
        The seeds of the games.
    level
        Rat-o-bot's level, None in games without it.
    data
        The data folder, None for the package's own.
    """

    bots: tuple[str, ...]
    seeds: tuple[int, ...]
    level: int | None = None
    data: str | None = None

    def players(self) -> list[Player]:
        """Build the bots of this block, each reset with a seed of its own."""
        players = [load(bot) for bot in self.bots]
        for place, player in enumerate(players):
            player.reset(number_of(self.seeds[0], FOR_BOT_RESET, place) >> 1)
        return players


@dataclass(frozen=True)
class Plan:
    """Everything that one run plays.

    Attributes
    ----------
    header
        What the results file says about the run.
    blocks
        All games, in the order of their rows.
    play
        Plays one block; a function of a module, since worker processes have to find it.
    key
        What identifies a row.
    keys
        The keys of a block's rows.
    """

    header: Header
    blocks: tuple[Block, ...]
    play: Callable[[Block], list[Row]]
    key: Callable[[Row], Key]
    keys: Callable[[Block], list[Key]]

    def __len__(self) -> int:
        return sum(len(self.keys(block)) for block in self.blocks)


def game_seeds(seed: int, games: int, batch: int) -> list[tuple[int, ...]]:
    """Return the game seeds of a run in blocks of ``batch``: ``seed * 1_000_000`` and counting."""
    first = seed * SEEDS_OF_A_RUN
    return [
        tuple(range(first + start, first + min(start + batch, games)))
        for start in range(0, games, batch)
    ]


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _in_processes(
    play: Callable[[Block], list[Row]], blocks: Sequence[Block], workers: int
) -> Generator[list[Row]]:
    # What is not compiled yet is compiled here, once, and not by all workers at the same time.
    for module in _COMPILED:
        import_module(module)
    others = {*active_children()}
    # Forking a process that has run compiled code with threads is not safe.
    executor = ProcessPoolExecutor(workers, mp_context=get_context("spawn"))
    try:
        # Ctrl-C reaches the workers too, which inherit that it is ignored: this process ends them.
        with _interrupts_ignored():
            asked = deque(executor.submit(play, block) for block in blocks)
        while asked:
            yield asked.popleft().result()
    except BrokenProcessPool as error:
        raise BotError("a worker process died: out of memory, or a crash in a bot") from error
    except BaseException:
        # Whatever is still open ends with its worker. It is not cancelled as well, since the
        # thread of the executor fails at telling a cancelled block that its worker died.
        for worker in {*active_children()} - others:
            worker.terminate()
        raise
    finally:
        executor.shutdown(wait=True)


def run(plan: Plan, results: Results, *, workers: int, on_progress: OnProgress) -> None:
    """Play all blocks of a plan that are not completely saved yet, and save their rows.

    Parameters
    ----------
    plan
        What to play.
    results
        The file that holds the rows so far; it is continued.
    workers
        The number of processes; with 1 everything runs in this one.
    on_progress
        Called at the start and after each block.
    """
    known = {plan.key(row) for row in results.rows}
    pending = [block for block in plan.blocks if not known.issuperset(plan.keys(block))]
    on_progress(len(known))
    played = (
        _in_processes(plan.play, pending, min(workers, len(pending)))
        if workers > 1 and len(pending) > 1
        else (plan.play(block) for block in pending)
    )
    with closing(played):
        for rows in played:
            # Of a block that was cut off while it was being saved, the first rows are known.
            new = [row for row in rows if plan.key(row) not in known]
            results.add(new)
            known.update(plan.key(row) for row in new)
            on_progress(len(known))

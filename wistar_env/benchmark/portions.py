"""Blocks of games, played by worker processes and saved in order.

A portion is a fixed set of games: which games play together never depends on the workers or on an
interruption. Bots are built and reset anew for every portion, so its rows are always the same. Only
the last portion depends on the number of games. So a run that goes on with more games ends with the
rows of one that ran through, unless a bot lets its answers depend on what else is in its batch.
"""

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Container, Generator, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from multiprocessing import active_children, get_context, parent_process
from pathlib import Path
from typing import TypeAlias

from wistar_env.benchmark.deadline import asking
from wistar_env.benchmark.fingerprints import Identity
from wistar_env.benchmark.matches import Match, play
from wistar_env.benchmark.replays import Keeping, unseal
from wistar_env.benchmark.results import Header, Key, KeyOf, ResultRow, Results
from wistar_env.bots import Player
from wistar_env.components import Components, open_components
from wistar_env.errors import BotError
from wistar_env.gate.entries import core, encoder
from wistar_env.registry import load
from wistar_env.seeds import FOR_RESET, game_seed, one_way

__all__ = ["OnProgress", "Plan", "Portion", "compile_first", "game_seed", "in_portions", "run"]

#: Called with the number of games that are saved.
OnProgress: TypeAlias = Callable[[int], None]


@dataclass(frozen=True)
class Portion:
    """Games that are played together.

    Attributes
    ----------
    bots
        The specs of the bots that play.
    seed
        The seed of the run.
    games
        The numbers of the games in the run, counted from 0.
    level
        Rat-o-bot's level, None in games without it.
    data
        The data folder, None for the package's own.
    data_version
        Its fingerprint when the run began, as the results file has it; see ``components``.
    bot_timeout
        Seconds that a bot may take to be built, to be reset and for each answer; None for any time.
    identities
        What the bots were when the run began, by bot; none if that does not matter.
    places
        Which bots of the run these are, where not all play together.
    table
        The number of the table where they meet, when several tables play the same games.
    keeping
        Which games are kept as replays, and where; None for none.
    """

    bots: tuple[str, ...]
    seed: int
    games: range
    level: int | None = None
    data: str | None = None
    data_version: str = ""
    bot_timeout: float | None = None
    identities: tuple[Identity, ...] = ()
    places: tuple[int, ...] = ()
    table: int = 0
    keeping: Keeping | None = None

    def keeps(self, number: int) -> bool:
        """Return whether a game is kept."""
        return self.keeping is not None and number < self.keeping.games

    def components(self) -> Components:
        """Return the data that the games of this portion are played with.

        Every portion of a run is played with the same data, whichever process plays it.

        Raises
        ------
        DataError
            If the folder is not valid any more, or has changed since the run began.
        """
        components = open_components(self.data)
        if self.data is not None:
            components.check_unchanged(bytes.fromhex(self.data_version))
        return components

    def players(self) -> list[Player]:
        """Build the bots of this portion, each reset with a seed of its own."""
        players = [self._player(place, bot) for place, bot in enumerate(self.bots)]
        self._check_unchanged(players)
        return players

    def _check_unchanged(self, players: Sequence[Player]) -> None:
        for bot, player, identity in zip(self.bots, players, self.identities, strict=False):
            identity.check_unchanged(bot, player, self.bot_timeout)

    def _player(self, place: int, bot: str) -> Player:
        with asking(f"bot {bot!r} cannot be built", self.bot_timeout):
            player = load(bot)
        with asking(f"bot {bot!r} cannot be reset", self.bot_timeout):
            chair = self.table * len(self.bots) + place
            player.reset(one_way(FOR_RESET, self.seed, self.games[0], chair))
        return player

    def play(self, matches: Sequence[Match]) -> None:
        """Let the bots of this portion play games to their ends; write those that are kept.

        Raises
        ------
        BotError
            If a bot fails, or is not the one any more that the run began with.
        """
        players = self.players()
        play(matches, players, self.bots, self.bot_timeout)
        self._check_unchanged(players)  # a bot may read its files when it plays
        for match in matches:
            if self.keeping is not None and match.kept:
                self.keeping.write(match, self.bots, self.data)


@dataclass(frozen=True)
class Plan:
    """Everything that one run plays.

    Attributes
    ----------
    header
        What the results file says about the run.
    portions
        All games, in the order of their rows.
    play
        Plays one portion; a function of a module, since worker processes have to find it.
    key_of
        Gives what identifies a row, or says why it is none of this run.
    keys
        The keys of a portion's rows.
    kept
        The files of those games of a portion that are kept.
    """

    header: Header
    portions: tuple[Portion, ...]
    play: Callable[[Portion], list[ResultRow]]
    key_of: KeyOf
    keys: Callable[[Portion], list[Key]]
    kept: Callable[[Portion], list[Path]]

    def keeping(self, folder: Path, games: int) -> "Plan":
        """Return the same plan that keeps the first games as replays in a folder."""
        keeping = Keeping(str(folder.absolute()), games) if games else None
        portions = (replace(portion, keeping=keeping) for portion in self.portions)
        return replace(self, portions=tuple(portions))

    def is_played(self, portion: Portion, known: Container[Key]) -> bool:
        """Return whether all rows of a portion are known, and all its replays written."""
        rows = all(key in known for key in self.keys(portion))
        return rows and all(file.exists() for file in self.kept(portion))

    def __len__(self) -> int:
        return sum(len(self.keys(portion)) for portion in self.portions)

    def rows(self, results: Results) -> list[ResultRow]:
        """Return the rows of this plan that are saved, in its order; a file may hold more."""
        keys = [key for portion in self.portions for key in self.keys(portion)]
        return [results.rows[key] for key in keys if key in results.rows]


def in_portions(games: int, batch: int) -> list[range]:
    """Return the numbers of the games of a run in portions of ``batch``."""
    return [range(start, min(start + batch, games)) for start in range(0, games, batch)]


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


def _end_with_parent() -> None:
    """Let this worker end when the process that it works for does, in whatever way.

    A worker that waits for its next portion, or whose bot computes, would not notice.
    """
    parent = parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, name="parent", daemon=True).start()


def compile_first() -> None:
    """Compile what games need and is not compiled yet.

    It is done here, once, and not by all workers at the same time, and before a bar of progress is
    shown, which would count it as time of the games.
    """
    core()
    encoder()
    _ = open_components()._rules


def _in_processes(
    play: Callable[[Portion], list[ResultRow]], portions: Sequence[Portion], workers: int
) -> Generator[list[ResultRow]]:
    compile_first()
    others = {*active_children()}
    # Forking a process that has run compiled code with threads is not safe.
    executor = ProcessPoolExecutor(
        workers, mp_context=get_context("spawn"), initializer=_end_with_parent
    )
    try:
        # Ctrl-C reaches the workers too, which inherit that it is ignored: this process ends them.
        with _interrupts_ignored():
            asked = deque(executor.submit(play, portion) for portion in portions)
        while asked:
            yield asked.popleft().result()
    except BrokenProcessPool as error:
        raise BotError("a worker process died: out of memory, or a crash in a bot") from error
    except BaseException:
        # Whatever is still open ends with its worker. It is not cancelled as well, since the
        # thread of the executor fails at telling a cancelled portion that its worker died.
        for worker in {*active_children()} - others:
            worker.terminate()
        raise
    finally:
        executor.shutdown(wait=True)


def run(plan: Plan, results: Results, *, workers: int, on_progress: OnProgress) -> None:
    """Play all portions of a plan that are not completely saved yet, and save their rows.

    As long as bots play, neither the results file nor a replay of this run tells a seed; a run that
    is interrupted leaves them so.

    Parameters
    ----------
    plan
        What to play.
    results
        The file that holds the rows so far; it is continued.
    workers
        The number of processes; with 1 everything runs in this one.
    on_progress
        Called at the start and after each portion, with the number of games that are saved.
    """
    known = results.rows
    pending = [portion for portion in plan.portions if not plan.is_played(portion, known)]
    saved = len(plan.rows(results))
    on_progress(saved)
    if pending:
        results.seal()
    played = (
        _in_processes(plan.play, pending, min(workers, len(pending)))
        if workers > 1 and len(pending) > 1
        else (plan.play(portion) for portion in pending)
    )
    with closing(played):
        for rows in played:
            # Of a portion that was cut off while it was being saved, or that a run of fewer games
            # ended with, the first rows are known; all are, if only replays were missing.
            new = [row for row in rows if plan.key_of(row) not in known]
            results.add(new)
            saved += len(new)
            on_progress(saved)
    for file in (file for portion in plan.portions for file in plan.kept(portion)):
        unseal(file, plan.header.seed)
    results.unseal()

"""Work units of a run: blocks of games, played by worker processes and saved in order.

A unit is a fixed set of games, independent of workers and interruptions. Bots are built and reset
for every unit, so its rows are reproducible. Only the last unit depends on the number of games, so
an extended run has the same rows as a longer run, unless a bot's actions depend on the rest of its
batch.
"""

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Container, Generator, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from multiprocessing import active_children, get_context, parent_process
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from wistar_env.benchmark.deadline import asking
from wistar_env.benchmark.fingerprints import Identity
from wistar_env.benchmark.matches import Match, play
from wistar_env.benchmark.replays import ReplayWriter, unseal
from wistar_env.benchmark.result_rows import with_replies
from wistar_env.benchmark.results import Header, Key, KeyOf, ResultRow, Results, open_data
from wistar_env.errors import BotError, DataError
from wistar_env.kit.bots import Player
from wistar_env.kit.bots.registry import load
from wistar_env.kit.game import Game, GameData
from wistar_env.kit.game.compiled_game import compiled_game, compiled_views
from wistar_env.seeds import FOR_RESET, game_seed, one_way
from wistar_env.system.ray_tasks import in_order

__all__ = ["OnProgress", "Plan", "WorkUnit", "batches_of", "compile_first", "game_seed", "run"]

#: Called with the number of saved games.
OnProgress: TypeAlias = Callable[[int], None]


#: Returns the row of a game that is over.
RowOf: TypeAlias = "Callable[[WorkUnit, Match], ResultRow]"
Made = TypeVar("Made", bound=Match)


@dataclass(frozen=True)
class WorkUnit:
    """A block of games that are played together."""

    game: type[Game]
    bots: tuple[str, ...]  # the specs of the bots
    seed: int  # the seed of the run
    games: range  # the numbers of the games in the run, counted from 0
    options: Mapping[str, Any] = field(default_factory=dict)  # the options of the games, by name
    data: str | None = None  # the data folder, None for the bundled one
    # The data's fingerprint at the start of the run, from the results file; see ``open_data``.
    data_version: str = ""
    # The limit in seconds for building, resetting and each call of a bot; None for no limit.
    bot_timeout: float | None = None
    # The identities of the bots at the start of the run; empty for no checks.
    identities: tuple[Identity, ...] = ()
    num_players: int = 1
    # For each time that a game is played, the bot in each seat, as an index into ``bots``; automata
    # come last and have the next index.
    seatings: tuple[tuple[int, ...], ...] = ((0, 1),)
    # The number of the first seating, if several units play the same games.
    first_replay: int = 0
    places: tuple[int, ...] = ()  # the indices of these bots in the run, if not all play together
    replay_writer: ReplayWriter | None = None  # writes the replays; None for no replays

    def saves_replay(self, number: int) -> bool:
        """Return whether the replay of a game is saved."""
        return self.replay_writer is not None and number < self.replay_writer.games

    def open_data(self) -> GameData:
        """Return the data of the games.

        All units of a run use the same data, in all processes.

        Raises DataError if the folder is not valid, or has changed since the run started.
        """
        data = open_data(self.game, self.data)
        now = data.fingerprint.hex()
        if self.data is not None and now != self.data_version:
            raise DataError(
                f"{data.name} changed during the run: its fingerprint was {self.data_version} "
                f"and is now {now}; restore the files, or start over"
            )
        return data

    def players(self) -> list[Player]:
        """Build the bots of this unit, and reset each with its seed.

        Raises BotError if a bot fails, or has changed since the run started.
        """
        players = [self.player(place) for place in range(len(self.bots))]
        self._check_unchanged(players)
        return players

    def _check_unchanged(self, players: Sequence[Player]) -> None:
        for bot, player, identity in zip(self.bots, players, self.identities, strict=False):
            identity.check_unchanged(bot, player, self.game.spec, self.bot_timeout)

    def player(self, place: int) -> Player:
        """Build one of the bots of this unit, and reset it with its seed."""
        bot = self.bots[place]
        with asking(f"bot {bot!r} cannot be built", self.bot_timeout):
            player = load(bot, self.game.spec.bots.classes)
        with asking(f"bot {bot!r} cannot be reset", self.bot_timeout):
            number = self.first_replay + place
            player.reset(one_way(FOR_RESET, self.seed, self.games[0], number))
        return player

    def matches(self, make: Callable[..., Made]) -> list[Made]:
        """Return the games of this unit at their start, in the order of their rows.

        ``make`` is ``Match`` or a subclass.
        """
        data, found = self.open_data(), []
        for number in self.games:
            seed = game_seed(self.seed, number)
            for replay, seating in enumerate(self.seatings, self.first_replay):
                game = self.game.new(
                    num_players=self.num_players, seed=seed, data=data, options=self.options
                )
                recorded = self.saves_replay(number)
                found.append(
                    make(game, seed, seating, self.seed, number, replay, recorded=recorded)
                )
        return found

    @property
    def replay_files(self) -> list[Path]:
        """The replay files of this unit."""
        writer = self.replay_writer
        if writer is None:
            return []
        return [
            writer.named(self.bots, seating, self.options, number, replay)
            for number in self.games
            if self.saves_replay(number)
            for replay, seating in enumerate(self.seatings, self.first_replay)
        ]

    def play(self, matches: Sequence[Match]) -> dict[str, list[int]]:
        """Play the games of this unit to their ends, and write their replays.

        Return by bot how many replies a language model gave, and how many could not be read.

        Raises BotError if a bot fails, or has changed since the run started.
        """
        players = self.players()
        play(matches, players, self.bots, self.bot_timeout)
        self._check_unchanged(players)  # a bot may read its files during play
        for match in matches:
            if self.replay_writer is not None and match.recorded:
                self.replay_writer.write(match, self.bots, self.options, self.data)
        return self._replies(players)

    def _replies(self, players: Sequence[Player]) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for bot, player in zip(self.bots, players, strict=True):
            usage = getattr(player, "usage", None)
            prompts, unread = (getattr(usage, name, None) for name in ("prompts", "unread"))
            if isinstance(prompts, int) and isinstance(unread, int):
                before = found.get(bot, [0, 0])
                found[bot] = [before[0] + prompts, before[1] + unread]
        return found


def play_rows(row_of: RowOf, unit: WorkUnit) -> list[ResultRow]:
    """Play one unit, and return a row for each of its games."""
    matches = unit.matches(Match)
    replies = unit.play(matches)
    return with_replies([row_of(unit, match) for match in matches], replies)


@dataclass(frozen=True)
class Plan:
    """The games of a run as work units, and how to play them and identify their rows."""

    header: Header  # the header of the results file
    units: tuple[WorkUnit, ...]  # the work units, in the order of their rows
    # Plays one unit; a function of a module, so that worker processes can import it.
    play: Callable[[WorkUnit], list[ResultRow]]
    key_of: KeyOf  # returns the key of a row, or raises if the row is not of this run
    keys: Callable[[WorkUnit], list[Key]]  # returns the keys of a unit's rows

    @property
    def game(self) -> type[Game]:
        """The game of the run."""
        return self.units[0].game

    def with_replays(self, folder: Path, games: int) -> "Plan":
        """Return a copy of the plan that also saves the replays of the first games in a folder."""
        writer = ReplayWriter(str(folder.absolute()), games) if games else None
        units = (replace(unit, replay_writer=writer) for unit in self.units)
        return replace(self, units=tuple(units))

    def is_played(self, unit: WorkUnit, known: Container[Key]) -> bool:
        """Return whether all rows of a unit are known and all its replays written."""
        rows = all(key in known for key in self.keys(unit))
        return rows and all(file.exists() for file in unit.replay_files)

    def __len__(self) -> int:
        return sum(len(self.keys(unit)) for unit in self.units)

    def rows(self, results: Results) -> list[ResultRow]:
        """Return the saved rows of this plan, in its order; the file may contain more."""
        keys = [key for unit in self.units for key in self.keys(unit)]
        return [results.rows[key] for key in keys if key in results.rows]


def batches_of(games: int, batch: int) -> list[range]:
    """Split the game numbers of a run into ranges of ``batch``; the last may be shorter."""
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
    """Exit this worker when its parent process ends, even if it is waiting or computing.

    It ignores SIGTERM, which a whole job may get, since the parent would report the worker as dead.
    """
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    parent = parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, name="parent", daemon=True).start()


def compile_first(game: type[Game]) -> None:
    """Compile first, so that workers do not compile in parallel and progress is visible."""
    game.spec.opened(None)
    compiled_game()
    compiled_views()


def _in_processes(
    play: Callable[[WorkUnit], list[ResultRow]], units: Sequence[WorkUnit], workers: int
) -> Generator[list[ResultRow]]:
    compile_first(units[0].game)
    others = {*active_children()}
    # Forking a process that has run compiled code with threads is not safe.
    executor = ProcessPoolExecutor(
        workers, mp_context=get_context("spawn"), initializer=_end_with_parent
    )
    try:
        # Workers inherit the ignored Ctrl-C, and this process kills them.
        with _interrupts_ignored():
            futures = deque(executor.submit(play, unit) for unit in units)
        while futures:
            yield futures.popleft().result()
    except BrokenProcessPool as error:
        raise BotError("a worker process died: it ran out of memory, or a bot crashed") from error
    except BaseException:
        # Pending units end with their workers. They are not cancelled: the thread of the executor
        # fails on a cancelled future whose worker died.
        for worker in {*active_children()} - others:
            worker.kill()
        raise
    finally:
        executor.shutdown(wait=True)


def _on_ray(
    play: Callable[[WorkUnit], list[ResultRow]],
    units: Sequence[WorkUnit],
    address: str,
    workers: int,
) -> Generator[list[ResultRow]]:
    try:
        yield from in_order(play, units, address, workers)
    except ChildProcessError as error:
        raise BotError(str(error)) from error


def run(
    plan: Plan,
    results: Results,
    *,
    workers: int,
    ray: str | None = None,
    on_progress: OnProgress,
) -> None:
    """Play all units of a plan that are not saved completely, and save their rows.

    While bots play, and after an interruption, the results file and replays contain no seeds.

    ``workers``: the number of processes; with 1 everything runs in this process. ``ray``: the
    address of a Ray cluster that plays the units, see ``ray_tasks``; None for this machine without
    Ray. ``on_progress``: called at the start and after each unit, with the number of saved games.
    """
    known = results.rows
    pending = [unit for unit in plan.units if not plan.is_played(unit, known)]
    saved = len(plan.rows(results))
    on_progress(saved)
    if pending:
        results.seal()
    if ray is not None:
        played = _on_ray(plan.play, pending, ray, workers)
    elif workers > 1 and len(pending) > 1:
        played = _in_processes(plan.play, pending, min(workers, len(pending)))
    else:
        played = (plan.play(unit) for unit in pending)
    with closing(played):
        for rows in played:
            # Some rows are known if saving was interrupted, if a run of fewer games ended with
            # this unit, or if only replays were missing.
            new = [row for row in rows if plan.key_of(row) not in known]
            results.add(new)
            saved += len(new)
            on_progress(saved)
    for file in (file for unit in plan.units for file in unit.replay_files):
        unseal(file, plan.header.seed)
    results.unseal()

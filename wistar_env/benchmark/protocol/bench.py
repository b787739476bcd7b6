"""Benchmarking a bot: its games in a task, and the published entry."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from wistar_env.benchmark.fingerprints import portable_fingerprint
from wistar_env.benchmark.protocol import games as task_games
from wistar_env.benchmark.protocol.claims import (
    check_claims,
    check_name,
    check_track,
    check_trained,
    is_registered,
    simulations_of,
)
from wistar_env.benchmark.protocol.entries import (
    BotEntry,
    Entry,
    Measured,
    check_different,
    data_of,
    file_hash,
    games_of,
    status_of,
)
from wistar_env.benchmark.protocol.opponents import check_installed, opponents_of
from wistar_env.benchmark.protocol.task_numbers import ms_per_decision, numbers_of
from wistar_env.benchmark.protocol.tasks import PROTOCOL, SEED, TASKS, TRACKS, Task
from wistar_env.benchmark.result_rows import unread_share
from wistar_env.benchmark.results import Header, ResultRow, Results, versions
from wistar_env.benchmark.run_shards import (
    ShardNumber,
    merge_as,
    shard_of,
    shards_in,
    write,
)
from wistar_env.benchmark.work_units import OnProgress, Plan, compile_first, run
from wistar_env.errors import BotError, ResultsError
from wistar_env.kit.bots.registry import GameBots, load
from wistar_env.system.cpu import machine


@dataclass(frozen=True)
class Entrant:
    """An entrant of the benchmark: one bot, or the networks of a track."""

    # The spec of the bot; in a track, the specs of the networks of all training runs.
    bots: tuple[str, ...]
    name: str
    track: str = ""  # the learning or transfer track; empty for a single bot
    # ``training_decisions``, ``training_core_hours``: the training of one run; None if unknown.
    training_decisions: int | None = None
    training_core_hours: float | None = None

    def __post_init__(self) -> None:
        """Check the name and the number of bots; fill in the training decisions of a track."""
        check_name(self.name)
        check_track(self.track, len(self.bots))
        if self.track:
            object.__setattr__(self, "training_decisions", TRACKS[self.track].decisions)


def budget_of(task: Task, bots: Sequence[str]) -> int | None:
    """Return the simulations per decision, which must be the same for all bots.

    Raises BotError if they differ, or a bot is limited by time.
    """
    found = {_budget_of(bot, task.game_class.spec.bots.classes) for bot in bots}
    if len(found) > 1:
        raise BotError(
            "all bots of an entry must use the same number of simulations, found "
            + ", ".join(map(str, found))
        )
    return found.pop()


def _budget_of(spec: str, bots: GameBots) -> int | None:
    """Return the simulations of a bot, from its spec or, if not there, from the built bot."""
    found = simulations_of(spec, bots)
    if found is not None or is_registered(spec, bots):
        return found
    player = load(spec, bots)
    if getattr(player, "seconds", None) is not None:
        raise BotError(
            f"bot {spec!r} has a time limit, so its games are not reproducible: set "
            "simulations instead of seconds"
        )
    found = getattr(player, "simulations", None)
    return found if isinstance(found, int) else None


def _checked_budget(task: Task, entrant: Entrant) -> int | None:
    """Return the simulations of the bots; reject an invalid entry before any game is played."""
    simulations = budget_of(task, entrant.bots)
    check_installed(task)
    check_claims(
        task,
        entrant.name,
        entrant.bots,
        track=entrant.track,
        simulations=simulations,
        training_decisions=entrant.training_decisions,
    )
    check_trained(task, entrant.bots, entrant.track)
    return simulations


def bench(
    task: Task,
    entrant: Entrant,
    folder: Path,
    *,
    seed: int = SEED,
    games: int | None = None,
    workers: int = 1,
    ray: str | None = None,
    bot_timeout: float | None = None,
    on_plan: Callable[[Plan], OnProgress] = lambda plan: lambda games: None,
) -> Entry:
    """Play or resume a task, and write its entry and its games to a folder.

    Parameters
    ----------
    task, entrant
        The task, and the bot or bots that play it.
    folder
        The folder. ``TASK.jsonl`` collects the games during play, ``TASK.json`` is the entry, and
        ``TASK.npz`` its games. Shards that ``play_shard`` wrote are merged.
    seed
        The seed of the games; by default the seed of the protocol.
    games
        About this many games of each bot, for a trial; None for all of the task.
    workers
        The number of processes.
    ray
        The address of a Ray cluster that plays the games; None for this machine without Ray.
    bot_timeout
        The limit in seconds for building, resetting and each call of a bot; None for no limit.
    on_plan
        Called with the plan; returns a progress callback, which receives the number of saved games.

    Raises
    ------
    BotError
        If a bot cannot be found, fails, or is limited by time.
    ResultsError
        If the folder has games of other bots, shards are missing, or an opponent was changed.
    """
    simulations = _checked_budget(task, entrant)
    bots = [_entry(task, bot, bot_timeout) for bot in entrant.bots]
    check_different(bots)
    deals = task.deals_of(simulations, games)
    plan = task_games.plan(task, entrant.bots, seed=seed, deals=deals, bot_timeout=bot_timeout)
    path = folder / f"{task.name}.jsonl"
    _merge_shards(plan, path)
    rows = _play(plan, path, workers, ray, on_plan(plan))
    shard = task_games.shard_of(task, entrant.bots, rows)
    games_file = games_of(path)
    shard.save(games_file)
    count = len(entrant.bots)
    on_machine = machine()
    entry = Entry(
        status=status_of(TASKS[task.name], len(shard), count, simulations, seed),
        protocol=PROTOCOL,
        task=task.name,
        name=entrant.name,
        bots=bots,
        opponents=opponents_of(task),
        simulations=simulations,
        training_decisions=entrant.training_decisions,
        training_core_hours=entrant.training_core_hours,
        track=entrant.track,
        seed=seed,
        rules_version=task.game_class.spec.rules_version,
        rules=plan.header.rules,
        data=data_of(task),
        versions=versions(),
        games=len(shard),
        games_hash=file_hash(games_file),
        numbers=numbers_of(task, count, shard),
        measured=Measured(
            ms_per_decision=ms_per_decision(task, entrant.bots[0], seed),
            processor=str(on_machine["processor"]),
            cores=int(on_machine["cores"]),
            unread_replies=unread_share(rows, entrant.bots[0]),
        ),
    )
    entry.save(folder)
    return entry


def _entry(task: Task, spec: str, bot_timeout: float | None) -> BotEntry:
    found = portable_fingerprint(spec, task.game_class.spec, bot_timeout)
    return BotEntry(spec=spec, fingerprint=found)


def play_shard(
    task: Task,
    entrant: Entrant,
    folder: Path,
    shard: ShardNumber,
    *,
    seed: int = SEED,
    games: int | None = None,
    workers: int = 1,
    ray: str | None = None,
    bot_timeout: float | None = None,
    on_plan: Callable[[Plan], OnProgress] = lambda plan: lambda games: None,
) -> Path:
    """Play one shard of a task, and return its file; ``bench`` merges all shards into an entry.

    Raises BotError if a bot cannot be found, fails, or is limited by time. Raises ResultsError if
    the file has games of other bots, or more shards than work units.
    """
    deals = task.deals_of(_checked_budget(task, entrant), games)
    whole = task_games.plan(task, entrant.bots, seed=seed, deals=deals, bot_timeout=bot_timeout)
    plan = shard_of(whole, shard, len(whole))
    path = shard.file_of(folder / f"{task.name}.jsonl")
    _play(plan, path, workers, ray, on_plan(plan))
    return path


def _play(
    plan: Plan, path: Path, workers: int, ray: str | None, on_progress: OnProgress
) -> list[ResultRow]:
    """Play the missing games of a results file, and return its rows."""
    with Results.open(path, plan.header, plan.key_of) as results:
        compile_first(plan.game)
        run(plan, results, workers=workers, ray=ray, on_progress=on_progress)
        return plan.rows(results)


def _merge_shards(plan: Plan, path: Path) -> None:
    """Write the results file of a run from the files of its shards, if only these exist."""
    files = [] if path.exists() else shards_in(path.parent, path.stem, path.suffix)
    if not files:
        return

    def planned(header: Header, games: int) -> Plan:
        if games != len(plan):
            raise ResultsError(
                f"{files[0]} is a shard of a run of {games} games, but this command plays "
                f"{len(plan)}; repeat the options of that run"
            )
        return plan

    merged, rows, _ = merge_as(files, planned)
    write(merged, rows, path)

"""The published results of a task: a row of JSON and a file of games."""

import hashlib
import json
import math
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final, Self

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from wistar_env.arguments import shown
from wistar_env.benchmark.aggregates import interquartile_mean, stratified_bootstrap
from wistar_env.benchmark.protocol.tasks import (
    LEARNING_TRACKS,
    PROTOCOL,
    SEED,
    TASKS,
    TRAINING_RUNS,
    Task,
)
from wistar_env.benchmark.report import Estimate, mean, proportion
from wistar_env.benchmark.results import data_version, write_whole
from wistar_env.errors import BotError, ResultsError
from wistar_env.kit.bots import Batch, View
from wistar_env.kit.bots.registry import GameBots, load, parse
from wistar_env.kit.replays.shards import Shard
from wistar_env.seeds import decision_seeds, game_seed

#: How long games are played to time a bot's decisions one at a time, in seconds.
TIMED: Final = 3.0
#: The longest name of an entrant.
MOST_NAME: Final = 80
#: Characters that mean something else in a cell of a table.
_MARKS: Final = frozenset("|<>[]`\\")
_Share = Annotated[float, Field(allow_inf_nan=False)]


class _Part(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Interval(_Part):
    """A number and its interval at 95 %; without an interval, its ends are None."""

    value: _Share
    low: _Share | None
    high: _Share | None

    @classmethod
    def of(cls, estimate: Estimate) -> Self:
        """Return an estimate."""
        ends = (None if math.isnan(end) else end for end in (estimate.low, estimate.high))
        low, high = ends
        return cls(value=estimate.value, low=low, high=high)


class BotEntry(_Part):
    """A bot: its spec and its fingerprint (``benchmark.fingerprints``)."""

    spec: str
    fingerprint: str


class Numbers(_Part):
    """The numbers of a task; see ``numbers_of``."""

    win_rate: Interval
    score: Interval
    margin: Interval


class Measured(_Part):
    """What is another number on another machine."""

    ms_per_decision: Annotated[float, Field(ge=0, allow_inf_nan=False)]
    processor: str
    cores: int


class TaskRow(_Part):
    """The row of a task.

    Attributes
    ----------
    protocol
        The version of the protocol.
    task, name
        The task, and the name of the bot.
    bots
        The bot; in a learning track, the networks of all training runs.
    opponent
        The bot on the other chairs; None for an automaton.
    simulations
        Simulations for each decision, None for a bot that does not search.
    training_decisions, training_core_hours
        The training of one run; None for a bot without training, or if unknown.
    track
        The learning track, such as ``"10M"``; empty for a single bot.
    seed
        The seed of the games.
    rules_version, data
        The rules, and the fingerprint of each data set.
    rules
        The version of the rules with a hash of the sources that played the games, or replayed
        them (``verify``); empty in rows made before there was one. Other sources of
        the same version play the same games, which verification shows.
    versions
        Of the package and its dependencies.
    games, games_file, games_hash
        The number of games, their file, and its SHA-256.
    numbers
        The results.
    measured
        Speed and machine.
    """

    protocol: int
    task: str
    name: str
    bots: Annotated[list[BotEntry], Field(min_length=1)]
    opponent: BotEntry | None
    simulations: int | None
    training_decisions: int | None
    training_core_hours: Annotated[float, Field(ge=0, allow_inf_nan=False)] | None
    track: str
    seed: int
    rules_version: int
    rules: str = ""
    data: dict[str, str]
    versions: dict[str, str]
    games: int
    games_file: str
    games_hash: str
    numbers: Numbers
    measured: Measured

    @property
    def is_complete(self) -> bool:
        """Whether all games of the task were played with the seed of the protocol."""
        task = TASKS[self.task]
        all_games = task.deals * len(task.data) * len(task.seatings) * len(self.bots)
        return self.games == all_games and self.seed == SEED

    def save(self, folder: Path) -> Path:
        """Write the row to a folder, and return its file."""
        return self.write(folder / f"{self.task}.json")

    def write(self, file: Path) -> Path:
        """Write the row to a file, and return it."""
        write_whole(file, f"{json.dumps(self.model_dump(), indent=2, allow_nan=False)}\n")
        return file


def read_row(file: Path) -> TaskRow:
    """Return the row in a file.

    Raises
    ------
    ResultsError
        If it is no row, or one of another version of the protocol, of an unknown task or track.
    """
    try:
        text = file.read_text("utf-8")
        found = json.loads(text)
    except (OSError, ValueError, RecursionError) as error:
        raise ResultsError(f"{file} is not a row of the benchmark: {error}") from error
    version = found.get("protocol") if isinstance(found, dict) else None
    if version != PROTOCOL:
        raise ResultsError(
            f"{file} must be a row of version {PROTOCOL} of the protocol, found {shown(version)}"
        )
    try:
        row = TaskRow.model_validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise ResultsError(
            f"{file}: {place}: {first['msg']}, found {shown(first['input'])}"
        ) from None
    if row.task not in TASKS:
        raise ResultsError(f"{file}: task must be one of {', '.join(TASKS)}, found {row.task!r}")
    check_name(row.name)
    check_track(row.track, len(row.bots))
    return row


def check_name(name: str) -> None:
    """Check the name of an entrant, which stands in a table of Markdown.

    Raises
    ------
    ResultsError
        If it is too long, or has characters that break the table.
    """
    if not (1 <= len(name) <= MOST_NAME and name.isprintable() and not set(name) & _MARKS):
        raise ResultsError(
            f"name must be 1 to {MOST_NAME} printable characters, none of "
            f"{' '.join(sorted(_MARKS))}, found {shown(name)}"
        )


def check_track(track: str, bots: int) -> None:
    """Check the number of bots of a track.

    Raises
    ------
    ResultsError
        If there is no such track, or it needs another number of bots.
    """
    if track not in ("", *LEARNING_TRACKS):
        raise ResultsError(f"track must be one of {', '.join(LEARNING_TRACKS)}, found {track!r}")
    if bots != (TRAINING_RUNS if track else 1):
        wanted = f"{TRAINING_RUNS} networks of a learning track" if track else "one bot"
        raise ResultsError(f"a row has {wanted}, found {bots}")


def simulations_of(spec: str, bots: GameBots) -> int | None:
    """Return the budget of a bot: its simulations for each decision, None without search.

    Raises
    ------
    BotError
        If it is limited by time, so that its games depend on the machine.
    """
    player = load(spec, bots)
    if getattr(player, "seconds", None) is not None or "seconds" in parse(spec, bots).named:
        raise BotError(
            f"bot {spec!r} has a time limit, so its games are not reproducible: give it "
            "simulations instead of seconds"
        )
    found = getattr(player, "simulations", None)
    return found if isinstance(found, int) else None


def numbers_of(task: Task, bots: int, shard: Shard) -> Numbers:
    """Return the results of a task.

    Of one bot, they are means over its games. Where the same deal is played from every chair, or
    several games have the same cards, these are taken together first: Student's interval is over
    deals, or over card sets. A share of won games of which none are taken together has Wilson's.
    Of several training runs, they are the interquartile means over the runs, with intervals by a
    stratified bootstrap (arXiv:2108.13264).
    """
    per_bot = [_of_bot(task, shard, place) for place in range(bots)]
    columns = {name: [each[name] for each in per_bot] for name in Numbers.model_fields}
    if bots > 1:
        found = {
            name: stratified_bootstrap(
                np.array([[np.mean(values)] for values in of_runs]), interquartile_mean, 1
            )
            for name, of_runs in columns.items()
        }
    else:
        found = {name: mean(of_runs[0]) for name, of_runs in columns.items()}
        wins = columns["win_rate"][0]
        found["win_rate"] = _share(found["win_rate"])
        if len(task.data) == len(task.seatings) == 1:
            found["win_rate"] = proportion(sum(wins), len(wins))
    return Numbers(**{name: Interval.of(estimate) for name, estimate in found.items()})


def _share(estimate: Estimate) -> Estimate:
    """Return an estimate of a share, whose interval ends at 0 and 1."""
    return Estimate(estimate.value, max(0.0, estimate.low), min(1.0, estimate.high))


def _of_bot(task: Task, shard: Shard, place: int) -> dict[str, list[float]]:
    """Return the numbers of a bot's games, means of those that are taken together."""
    rows, chairs = np.nonzero(shard.players == place)
    shared = np.maximum(1, (shard.ranks == 1).sum(axis=1))
    wins = (shard.ranks[rows, chairs] == 1) / shared[rows]
    own = shard.scores[rows, chairs]
    others = shard.scores.astype(np.float64)
    others[rows, chairs] = -np.inf
    margin = own - others[rows].max(axis=1)
    together = len(task.seatings) if len(task.data) == 1 else len(rows) // len(task.data)
    values = {"win_rate": wins, "score": own, "margin": margin}
    return {
        name: np.asarray(each, np.float64).reshape(-1, together).mean(axis=1).tolist()
        for name, each in values.items()
    }


def ms_per_decision(task: Task, spec: str, seed: int) -> float:
    """Return how long a bot takes for a decision, alone and one at a time, in milliseconds."""
    game_class = task.game_class
    bots = [load(each, game_class.spec.bots) for each in (spec, task.opponent) if each]
    for bot in bots:
        bot.reset(seed)
    taken, decisions, number = 0.0, 0, 0
    end = time.perf_counter() + TIMED
    while decisions == 0 or (time.perf_counter() < end and number < task.deals):
        game = game_class.new(
            num_players=task.players,
            seed=game_seed(seed, number),
            data=task.data[0],
            options=task.options,
        )
        while not game.finished and (decisions == 0 or time.perf_counter() < end):
            place = task.seatings[0][game.seat]
            seeds = decision_seeds([(seed, number, 0, decisions)])
            batch = Batch((View(game, game.seat),), seeds)
            began = time.perf_counter()
            action = int(bots[place].act(batch)[0])
            if place == 0:
                taken += time.perf_counter() - began
                decisions += 1
            game.step(action)
        number += 1
    return 1000 * taken / decisions


def file_hash(file: Path) -> str:
    """Return the SHA-256 of a file."""
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def data_of(task: Task) -> dict[str, str]:
    """Return the fingerprint of each data set of a task, by its name."""
    return {data or "bundled": data_version(task.game_class, data) for data in task.data}


def entries(specs: Sequence[str], fingerprints: Sequence[str]) -> list[BotEntry]:
    """Return bots with their fingerprints."""
    return [
        BotEntry(spec=spec, fingerprint=fingerprint)
        for spec, fingerprint in zip(specs, fingerprints, strict=True)
    ]

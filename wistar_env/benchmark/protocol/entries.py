"""The published results of a task: an entry as JSON, and its games in a file beside it.

The fields of a valid entry agree with each other, with the task, and with the specs of the bots.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final, Self

from pydantic import AfterValidator, Field, model_validator

from wistar_env.benchmark.protocol.claims import check_claims
from wistar_env.benchmark.protocol.opponents import Opponent, check_opponents
from wistar_env.benchmark.protocol.schema import (
    Count,
    Digest,
    Finite,
    Part,
    Text,
    read_part,
)
from wistar_env.benchmark.protocol.task_numbers import Numbers
from wistar_env.benchmark.protocol.tasks import PROTOCOL, SEED, TASKS, Task
from wistar_env.benchmark.results import data_version, write_whole
from wistar_env.errors import ResultsError, WistarError

_GAMES: Final = ".npz"


class BotEntry(Part):
    """A bot: its spec and its fingerprint (``fingerprints.portable_fingerprint``)."""

    spec: str
    fingerprint: Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]


class Measured(Part):
    """Measurements that the games do not contain: speed, and the share of unreadable replies."""

    ms_per_decision: Annotated[Finite, Field(ge=0, le=86_400_000)]
    processor: Text
    cores: Annotated[int, Field(ge=1, le=65_536)]
    unread_replies: Annotated[Finite, Field(ge=0, le=1)] | None = None


def _known_task(name: str) -> str:
    if name not in TASKS:
        raise ValueError(f"the protocol has only the tasks {', '.join(TASKS)}")
    return name


class Entry(Part):
    """The published results of a task: of one bot, or of the networks of a track."""

    # Whether all games of the task were played: see ``status_of``. It is the first line of the
    # file.
    status: str
    protocol: Annotated[int, Field(ge=PROTOCOL, le=PROTOCOL)]  # the version of the protocol
    # ``task``, ``name``: the task, and the name of the entrant: its spec, if the bot comes with
    # this package.
    task: Annotated[str, AfterValidator(_known_task)]
    name: str
    # The bot; in a track, the networks of all training runs.
    bots: Annotated[list[BotEntry], Field(min_length=1, max_length=100)]
    # The different bots on the other seats; empty for an automaton.
    opponents: Annotated[list[Opponent], Field(max_length=100)]
    # Simulations for each decision, None for a bot that does not search.
    simulations: Annotated[int, Field(ge=1, le=10**9)] | None
    # ``training_decisions``, ``training_core_hours``: the training of one run; None for a bot
    # without training, or if unknown.
    training_decisions: Annotated[int, Field(ge=0, le=2**60)] | None
    training_core_hours: Annotated[Finite, Field(ge=0, le=10**9)] | None
    track: str  # the track, such as ``"10M"``; empty for a single bot
    seed: Count  # the seed of the games: the seed of the protocol or of a contest
    rules_version: Annotated[int, Field(ge=1, le=10**6)]  # the version of the rules
    # The version of the rules with a hash of the sources that played the games, or replayed them
    # (``verify``). Other sources of the same version play the same games, as verification checks.
    rules: Annotated[str, Field(pattern=r"^[0-9]{1,7} \([0-9a-f]{16}\)$")]
    data: dict[Text, Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]]  # fingerprints, by name
    # Versions of the package and its dependencies.
    versions: Annotated[dict[Text, Text], Field(max_length=20)]
    # ``games``, ``games_hash``: the number of games, and the SHA-256 of their file, which is named
    # like the entry.
    games: Annotated[int, Field(ge=1, le=10**6)]
    games_hash: Digest
    numbers: Numbers  # the results
    # Speed and machine; for language models, also the share of replies that could not be read.
    measured: Measured

    @model_validator(mode="after")
    def _agrees(self) -> Self:
        """Check that the fields agree with each other."""
        task = TASKS[self.task]
        try:
            check_claims(
                task,
                self.name,
                [bot.spec for bot in self.bots],
                track=self.track,
                simulations=self.simulations,
                training_decisions=self.training_decisions,
            )
            check_different(self.bots)
            check_opponents(self.opponents, task)
        except WistarError as error:
            raise ValueError(str(error)) from error
        self._check_games(task)
        if self.rules.split()[0] != str(self.rules_version):
            raise ValueError(
                f"rules must begin with the value of rules_version, {self.rules_version}, found "
                f"{self.rules!r}"
            )
        named = [data or "bundled" for data in task.data]
        if sorted(self.data) != sorted(named):
            raise ValueError(
                f"data must list the data sets {', '.join(named)}, found {[*self.data]}"
            )
        return self

    def _check_games(self, task: Task) -> None:
        together = len(task.seatings) * len(task.data) * len(self.bots)
        most = _games_of(task, len(self.bots), self.simulations)
        if self.games % together or self.games > most:
            raise ValueError(
                f"games must be a multiple of {together} up to {most:,}, found {self.games:,}"
            )
        wanted = status_of(task, self.games, len(self.bots), self.simulations, self.seed)
        if self.status != wanted:
            raise ValueError(f"status must be {wanted!r}, found {self.status!r}")

    @property
    def is_whole(self) -> bool:
        """Whether all games of the task were played, with any seed."""
        return self.games == _games_of(TASKS[self.task], len(self.bots), self.simulations)

    @property
    def is_complete(self) -> bool:
        """Whether all games of the task were played with the seed of the protocol."""
        return self.is_whole and self.seed == SEED

    def save(self, folder: Path) -> Path:
        """Write the entry to a folder, and return its file."""
        return self.write(folder / f"{self.task}.json")

    def write(self, file: Path) -> Path:
        """Write the entry to a file, and return it; the first line has the status."""
        text = json.dumps(self.model_dump(), indent=2, allow_nan=False)
        write_whole(file, "{" + text.removeprefix("{\n ") + "\n")
        return file


def check_different(bots: Sequence[BotEntry]) -> None:
    """Check that the bots of a track are different networks.

    Raises ResultsError if two have the same fingerprint.
    """
    count = Counter(bot.fingerprint for bot in bots)
    twice, times = count.most_common(1)[0]
    if times > 1:
        raise ResultsError(
            f"the bots of a track must be different networks, found {times} with the fingerprint "
            f"{twice}"
        )


def status_of(task: Task, games: int, bots: int, simulations: int | None, seed: int) -> str:
    """Return in words whether an entry has all games of its task and the seed of the protocol."""
    wanted = _games_of(task, bots, simulations)
    found = "complete" if games == wanted else f"incomplete: {games:,} of {wanted:,} games"
    return found if seed == SEED else f"{found}, with the seed of a contest"


def _games_of(task: Task, bots: int, simulations: int | None) -> int:
    return task.deals_of(simulations) * len(task.data) * len(task.seatings) * bots


def read_entry(file: Path) -> Entry:
    """Return the entry in a file.

    Raises ResultsError if it is not an entry of this version of the protocol, or its fields
    contradict each other.
    """
    return read_part(file, Entry, "an entry of the benchmark")


def games_of(file: Path) -> Path:
    """Return the file of the games of an entry."""
    return file.with_suffix(_GAMES)


def file_hash(file: Path) -> str:
    """Return the SHA-256 of a file."""
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def data_of(task: Task) -> dict[str, str]:
    """Return the fingerprint of each data set of a task, by its name."""
    return {data or "bundled": data_version(task.game_class, data) for data in task.data}

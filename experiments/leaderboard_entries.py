"""The entries of this project's bots: ``python -m experiments.leaderboard --make`` plays them.

To resume, repeat the command. An entry of an earlier version of a network is replaced. To replace
any other entry, delete it.
"""

import shutil
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final

from wistar_env.benchmark.fingerprints import portable_fingerprint
from wistar_env.benchmark.protocol.bench import Entrant, bench
from wistar_env.benchmark.protocol.entries import games_of, read_entry
from wistar_env.benchmark.protocol.tasks import ONE, TASKS, ZERO, Task
from wistar_env.system.cpu import available_cores

#: Where entries are played.
PLAYED: Final = Path("results/leaderboard")
#: The bots of this package by game, all of which play the same tasks.
BOTS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "rats-of-wistar": (
            ZERO,
            ONE["rats-of-wistar"],
            "greedy",
            "network",
            "mcts:simulations=100",
        ),
        "lab-rats": (ZERO, ONE["lab-rats"], "careful", "network", "mcts:simulations=100"),
    }
)


@dataclass(frozen=True)
class Wanted:
    """An entry to make."""

    task: Task
    bot: str  # the spec of a bundled bot

    @property
    def folder(self) -> str:
        """The name of the folder for all entries of the bot."""
        return "".join(letter if letter.isalnum() else "-" for letter in self.bot)


def wanted(game: str = "") -> Iterator[Wanted]:
    """Yield all entries, or the entries of a game, the quickest bots first."""
    for place in range(max(map(len, BOTS.values()))):
        for task in TASKS.values():
            bots = BOTS[task.game]
            if place < len(bots) and game in ("", task.game):
                yield Wanted(task, bots[place])


def _is_current(file: Path, entry: Wanted) -> bool:
    """Return whether there is an entry of the bot with its current networks."""
    if not file.exists():
        return False
    found = portable_fingerprint(entry.bot, entry.task.game_class.spec)
    return read_entry(file).bots[0].fingerprint == found


def make(entries: Iterable[Wanted], published: Path, games: int | None = None) -> None:
    """Play the missing entries, and publish complete ones."""
    for entry in entries:
        folder = published / entry.folder
        if _is_current(folder / f"{entry.task.name}.json", entry):
            continue
        print(f"{entry.task.name}: {entry.bot}", flush=True)
        entrant = Entrant((entry.bot,), entry.bot)
        played = bench(
            entry.task, entrant, PLAYED / entry.folder, games=games, workers=available_cores()
        )
        print(f"  {played.status}, margin {played.numbers.margin.value:.1f}", flush=True)
        if played.is_complete:
            folder.mkdir(parents=True, exist_ok=True)
            file = PLAYED / entry.folder / f"{entry.task.name}.json"
            # Games come first, as an entry without games is rejected.
            for each in (games_of(file), file):
                shutil.copy(each, folder)

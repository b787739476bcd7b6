"""The rows of this project's bots: ``python -m experiments.leaderboard --make`` plays them.

To resume, repeat the command. A row of another network is made anew. To make any other row anew,
delete it.
"""

import shutil
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final

from wistar_env.benchmark.fingerprints import portable_fingerprint
from wistar_env.benchmark.protocol.bench import Entrant, bench
from wistar_env.benchmark.protocol.task_rows import games_of, read_row
from wistar_env.benchmark.protocol.tasks import ONE, TASKS, ZERO, Task
from wistar_env.system.cpu import available_cores

#: Where rows are played.
PLAYED: Final = Path("results/leaderboard")
#: The bots of this package, for each game by its name: all play the same tasks of it.
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
    """A row to make.

    Attributes
    ----------
    task
        The task.
    bot
        The spec of a bundled bot.
    """

    task: Task
    bot: str

    @property
    def folder(self) -> str:
        """The name of the folder of all rows of the bot."""
        return "".join(letter if letter.isalnum() else "-" for letter in self.bot)


def wanted(game: str = "") -> Iterator[Wanted]:
    """Yield all rows, or those of a game, the ones of the quickest bots first."""
    for place in range(max(map(len, BOTS.values()))):
        for task in TASKS.values():
            bots = BOTS[task.game]
            if place < len(bots) and game in ("", task.game):
                yield Wanted(task, bots[place])


def _is_current(file: Path, row: Wanted) -> bool:
    """Return whether a row is there, of the bot with its present networks."""
    if not file.exists():
        return False
    found = portable_fingerprint(row.bot, row.task.game_class.spec)
    return read_row(file).bots[0].fingerprint == found


def make(rows: Iterable[Wanted], published: Path, games: int | None = None) -> None:
    """Play the rows that are missing, and publish those that are complete."""
    for row in rows:
        folder = published / row.folder
        if _is_current(folder / f"{row.task.name}.json", row):
            continue
        print(f"{row.task.name}: {row.bot}", flush=True)
        entrant = Entrant((row.bot,), row.bot)
        played = bench(
            row.task, entrant, PLAYED / row.folder, games=games, workers=available_cores()
        )
        print(f"  {played.status}, margin {played.numbers.margin.value:.1f}", flush=True)
        if played.is_complete:
            folder.mkdir(parents=True, exist_ok=True)
            file = PLAYED / row.folder / f"{row.task.name}.json"
            # The games first: a row without them is rejected.
            for each in (games_of(file), file):
                shutil.copy(each, folder)

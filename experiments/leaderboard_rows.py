"""The rows of this project's bots: ``python -m experiments.leaderboard --make`` plays them.

To resume, repeat the command. To make a row anew, delete it.
"""

import shutil
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final

from wistar_env.benchmark.protocol.bench import Entrant, bench
from wistar_env.benchmark.protocol.task_rows import games_of
from wistar_env.benchmark.protocol.tasks import TASKS, Task
from wistar_env.system.cpu import available_cores
from wistar_env.system.processes import run_module

#: Where rows are played, and networks of Stable-Baselines3 trained.
PLAYED: Final = Path("results/leaderboard")
#: Not ``sb3``, which is the bot that plays files of that library.
_SB3: Final = "stable-baselines3"
_SB3_STEPS: Final = 500_000
#: The bots of this package, for each game by its name: all play the same tasks of it.
BOTS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "rats-of-wistar": (
            *("random", "greedy", "flat:rollouts=10", _SB3),
            *("network", "mcts:simulations=100", "mcts:simulations=400"),
        ),
        "lab-rats": (
            *("random", "careful", "flat:rollouts=10"),
            *("network", "mcts:simulations=100", "mcts:simulations=400"),
        ),
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
        The spec of a bundled bot, or ``stable-baselines3``.
    """

    task: Task
    bot: str

    @property
    def folder(self) -> str:
        """The name of the folder of all rows of the bot."""
        return "".join(letter if letter.isalnum() else "-" for letter in self.bot)

    @property
    def training(self) -> tuple[str, ...]:
        """The command that trains the network first; empty for a bundled bot."""
        if self.bot != _SB3:
            return ()
        options = {1: ("--options", "level=5-9")}.get(self.task.players, ())
        return (
            *("train", "sb3", "--folder", str(self._trained), "--seed", "1"),
            *("--players", str(self.task.players), "--steps", str(_SB3_STEPS), *options),
        )

    @property
    def _trained(self) -> Path:
        return PLAYED / f"sb3-{self.task.players}"

    @property
    def entrant(self) -> Entrant:
        """The bot as an entrant."""
        if self.bot != _SB3:
            return Entrant((self.bot,), self.bot)
        spec = f"network:{self._trained.as_posix()}/network.npz"
        return Entrant((spec,), _SB3, training_decisions=_SB3_STEPS)


def wanted() -> Iterator[Wanted]:
    """Yield all rows, those of the quickest bots first."""
    for place in range(max(map(len, BOTS.values()))):
        for task in TASKS.values():
            bots = BOTS[task.game]
            if place < len(bots):
                yield Wanted(task, bots[place])


def make(rows: Iterable[Wanted], published: Path, games: int | None = None) -> None:
    """Play the rows that are missing, and publish those that are complete.

    Parameters
    ----------
    rows
        Which rows.
    published
        The folder of published rows.
    games
        About this many games of each row, to try it: nothing is published then.
    """
    for row in rows:
        folder = published / row.folder
        if (folder / f"{row.task.name}.json").exists():
            continue
        print(f"{row.task.name}: {row.bot}", flush=True)
        if row.training and (status := run_module("wistar_env", *row.training)):
            raise SystemExit(status)
        played = bench(
            row.task, row.entrant, PLAYED / row.folder, games=games, workers=available_cores()
        )
        print(f"  {played.status}, margin {played.numbers.margin.value:.1f}", flush=True)
        if played.is_complete:
            folder.mkdir(parents=True, exist_ok=True)
            file = PLAYED / row.folder / f"{row.task.name}.json"
            # The games first: a row without them is refused.
            for each in (games_of(file), file):
                shutil.copy(each, folder)

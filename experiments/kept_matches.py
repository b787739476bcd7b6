"""Runs of ``wistar ladder`` and ``wistar arena`` whose finished games are stored."""

import shlex
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from wistar_env.benchmark.fingerprints import identify
from wistar_env.benchmark.results import ResultRow, read, rules_version
from wistar_env.kit.game.registry import find_game
from wistar_env.system.cache import digest
from wistar_env.system.processes import run_module

SEED: Final = 990117
LAB_RATS: Final = "lab-rats"


@cache
def rules_of(game: str) -> str:
    """Return the version of a game's rules, with a hash of their sources."""
    return rules_version(find_game(game), "wistar_env.benchmark.arena")


@cache
def code_of(bot: str, game: str) -> str:
    """Return the fingerprint of a bot's sources and networks."""
    return identify(bot, find_game(game).spec).fingerprint


@dataclass(frozen=True)
class Match:
    """One call of ``wistar ladder`` or ``wistar arena``."""

    table: str  # the table of the page
    # ``"ladder"``; or ``"arena"``, in which the second bot has all other seats.
    kind: str
    bots: tuple[str, ...]  # specs of the bots
    options: str  # other options of the command
    games: int  # the number of deals per bot at each level, or in each seat
    times: int  # rows of results per deal

    @property
    def command(self) -> list[str]:
        """The arguments of ``wistar``."""
        rest = f"{self.options} --games {self.games} --seed {SEED}"
        return [self.kind, *self.bots, *rest.split()]

    def rows(self, folder: Path) -> list[ResultRow]:
        """Return the finished games."""
        file = self.file(folder)
        return read(file)[1] if file.exists() else []

    def is_played(self, folder: Path) -> bool:
        """Return whether all games are finished."""
        return len(self.rows(folder)) == self.games * self.times

    def play(self, folder: Path, workers: int | None) -> int:
        """Play the missing games; return the exit status."""
        print(f"wistar {shlex.join(self.command)}", flush=True)
        folder.mkdir(parents=True, exist_ok=True)
        more = [] if workers is None else ["--workers", str(workers)]
        file = str(self.file(folder))
        return run_module("wistar_env", *self.command, *more, "--out", file)

    def file(self, folder: Path) -> Path:
        """Return the file of its games; the name depends on the command, the rules and the bots."""
        game = LAB_RATS if LAB_RATS in self.options.split() else "rats-of-wistar"
        key = (shlex.join(self.command), rules_of(game), *(code_of(bot, game) for bot in self.bots))
        return folder / f"{self.table}-{digest(repr(key).encode())[:12]}.jsonl"

"""Milliseconds per decision of the bots in ``docs/results.md``.

For each player count, all bots decide in the same positions, from the middle of greedy's games, one
at a time on one core. Times are processor time, since the machine may be busy.
"""

import json
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from experiments.speed.searches import middle_positions
from wistar_env.errors import WistarError
from wistar_env.kit.bots import Batch, View
from wistar_env.kit.bots.registry import load
from wistar_env.kit.game import Game
from wistar_env.kit.game.registry import find_game
from wistar_env.speed.timing import Work, milliseconds, race
from wistar_env.system.atomic_files import replacing
from wistar_env.system.cpu import machine
from wistar_env.system.untrusted_files import read_json, reading_file

REPEATS: Final = 5
_SEED: Final = 1


class Timed(NamedTuple):
    """Bots that are measured in turn, at the same positions."""

    game: str  # the name of the game
    players: int  # the player count; solo games are against Rat-o-bot at level 9
    bots: tuple[str, ...]  # their specs

    @property
    def name(self) -> str:
        """The name of this group in the file."""
        return f"{self.game}, {self.players}"


class DecisionTimes:
    """The contents of a file: milliseconds by table and bot, and the machine."""

    def __init__(self, file: Path) -> None:
        self.file = file
        with reading_file(file, "a file of decision times"):
            saved = read_json(file) if file.exists() else {}
            self.processor: str = saved.get("processor", "")
            self.ms: dict[str, dict[str, float]] = saved.get("ms", {})

    def text(self, table: Timed, bot: str) -> str:
        """Return the milliseconds of a bot for a cell; empty if they were not measured."""
        return text_of(self.ms.get(table.name, {}).get(bot))

    def save(self) -> None:
        """Write the file."""
        content: dict[str, Any] = {"processor": self.processor, "ms": self.ms}
        self.file.parent.mkdir(parents=True, exist_ok=True)
        with replacing(self.file) as unfinished:
            unfinished.write_text(f"{json.dumps(content, indent=1)}\n", "utf-8")


def text_of(ms: float | None) -> str:
    """Return milliseconds with two significant digits, without an exponent; empty for None."""
    if ms is None:
        return ""
    return f"{ms:#.2g}" if ms < 9.95 else f"{ms:.0f}"


def deciding(bot: Any, games: Sequence[Game]) -> Work:
    """Return work that lets a bot decide once per game in each round, and counts decisions."""

    def work(count: int) -> int:
        for _ in range(count):
            for number, game in enumerate(games):
                # Views cache observations, so each decision gets a new view.
                bot.act(Batch((View(game, game.seat),), np.array([number])))
        return count * len(games)

    return work


def measured(table: Timed, repeats: int) -> dict[str, float]:
    """Return milliseconds per decision of each loadable bot of a table."""
    game_class, works = find_game(table.game), dict[str, Work]()
    games = middle_positions(game_class, table.players)
    for spec in table.bots:
        try:
            bot = load(spec, game_class.spec.bots.classes)
        except WistarError as error:
            print(f"not measured: {error}", file=sys.stderr)
            continue
        bot.reset(_SEED)
        works[spec] = deciding(bot, games)
    rates = race(works, repeats, time.process_time)
    return {spec: float(np.median(milliseconds(values))) for spec, values in rates.items()}


def measure(tables: Iterable[Timed], file: Path, repeats: int = REPEATS) -> None:
    """Measure all tables, and store the results in a file."""
    times = DecisionTimes(file)
    for table in tables:
        found = {spec: float(f"{ms:.3g}") for spec, ms in measured(table, repeats).items()}
        known = times.ms.get(table.name, {})
        both = {spec: found.get(spec, known.get(spec)) for spec in table.bots}
        times.ms[table.name] = {spec: ms for spec, ms in both.items() if ms is not None}
        times.processor = str(machine()["processor"])
        times.save()
        print(f"{table.name}: {len(found)} bots", flush=True)

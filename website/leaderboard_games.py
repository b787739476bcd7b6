"""Replay pages of leaderboard games on the site, linked from each entry.

Each entry shows up to three different games by its bot's margin: the (lower) median, the best and
the worst; of games with equal margins, the first. A page is drawn from the seed and actions in the
entry's games file, and cached next to Sphinx's cache until the games or the package change.
"""

import os
import shutil
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from html import escape
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from wistar_env.benchmark.protocol.entries import Entry, games_of, read_entry
from wistar_env.benchmark.protocol.tasks import TASKS, Task
from wistar_env.benchmark.report import margin
from wistar_env.compiled.sources import PACKAGE
from wistar_env.kit.replays import Replay
from wistar_env.kit.replays.shards import Shard
from wistar_env.replay_page.page import OnSite, page, write_shared
from wistar_env.system.cache import fingerprint
from wistar_env.system.cpu import available_cores

if TYPE_CHECKING:
    from sphinx.application import Sphinx

ENTRIES: Final = Path(__file__).resolve().parents[1] / "docs" / "leaderboard"
#: The folder of the pages on the site, and the page that links to them.
FOLDER: Final = "_games"
LEADERBOARD: Final = "results.html#leaderboard"
#: The folder of cached pages, next to Sphinx's own files.
_DRAWN: Final = "games"


@dataclass(frozen=True)
class EntryGames:
    """The games of an entry, some of which have pages."""

    file: Path  # the entry's file, next to its games file

    @cached_property
    def entry(self) -> Entry:
        """The entry."""
        return read_entry(self.file)

    @cached_property
    def shard(self) -> Shard:
        """All games of the entry."""
        return Shard.load(games_of(self.file))

    @cached_property
    def chosen(self) -> dict[str, int]:
        """The numbers of the shown games, by label such as ``"best"``, without duplicates."""
        margins = [self.margin_of(number) for number in range(len(self.shard))]
        ordered = np.argsort(margins, kind="stable").tolist()
        best = margins.index(max(margins))
        found = {"median": ordered[(len(ordered) - 1) // 2], "best": best, "worst": ordered[0]}
        first = {number: words for words, number in reversed(found.items())}
        return {words: number for words, number in found.items() if first[number] == words}

    def margin_of(self, number: int) -> int:
        """Return the margin of the bot in a game."""
        return margin(self.shard.scores[number].tolist(), self._seat(number))

    def _seat(self, number: int) -> int:
        of_bots = self.shard.players[number] < len(self.entry.bots)
        return int(np.argmax(of_bots & (self.shard.players[number] >= 0)))

    def replay(self, number: int) -> Replay[Any]:
        """Return a game as a replay."""
        task, shard = TASKS[self.entry.task], self.shard
        data = data_of_game(task, len(self.entry.bots), self.entry.games, number)
        specs = [*(bot.spec for bot in self.entry.bots), *task.different_opponents]
        players = shard.players[number, : task.players].tolist()
        return Replay(
            task.game_class,
            task.players,
            int(shard.seeds[number]),
            options=task.options,
            data=None if data is None else task.game_class.spec.open_data(data),
            actions=shard.actions_of(number).tolist(),
            players=tuple(specs[player] for player in players),
        )

    def place(self, words: str) -> str:
        """Return the path in ``FOLDER`` of the page with a label such as ``"best"``."""
        return f"{self.file.parent.name}/{self.file.stem}-{words}.html"

    def links(self) -> str:
        """Return HTML links to the pages, for the leaderboard."""
        return ", ".join(
            f'<a href="{FOLDER}/{escape(self.place(words))}">{words}</a>' for words in self.chosen
        )

    def drawn(self, words: str) -> str:
        """Return the HTML page of the game with a label such as ``"best"``."""
        number = self.chosen[words]
        links = {"Leaderboard": f"../../{LEADERBOARD}"}
        links |= {
            f"{other} game ({self.margin_of(k):+})": Path(self.place(other)).name
            for other, k in self.chosen.items()
            if other != words
        }
        title = (
            f"{self.entry.name}, {TASKS[self.entry.task].what}: {words} of {self.entry.games} games"
        )
        titled = f"{title} ({self.margin_of(number):+})"
        return page(self.replay(number), title=titled, on_site=OnSite("..", links))


def data_of_game(task: Task, bots: int, games: int, number: int) -> str | None:
    """Return the data that a game was played with; games are ordered by bot, then by data set."""
    return task.data[number // (games // (bots * len(task.data))) % len(task.data)]


def games_of_entries(folder: Path = ENTRIES) -> dict[Path, EntryGames]:
    """Return all entries with games in a folder and its subfolders, by file."""
    return {
        file: EntryGames(file) for file in sorted(folder.rglob("*.json")) if games_of(file).exists()
    }


def draw(entries: Mapping[Path, EntryGames], folder: Path, kept: Path) -> None:
    """Write the pages of entries to a folder, using cached pages if they are current."""
    write_shared(folder)
    kept.mkdir(parents=True, exist_ok=True)
    package = fingerprint(_sources())
    names = {
        file: fingerprint((), package, games.place(""), games.file.read_text("utf-8"))
        for file, games in entries.items()
    }
    for each in kept.iterdir():
        if each.name not in names.values():
            shutil.rmtree(each)
    missing = [(file, kept / name) for file, name in names.items() if not (kept / name).exists()]
    workers = min(available_cores(), len(missing))
    if workers > 1:
        with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as executor:
            list(executor.map(_draw_entry, *zip(*missing, strict=True)))
    else:
        for file, unfinished in missing:
            _draw_entry(file, unfinished)
    for file, name in names.items():
        shutil.copytree(kept / name, folder / file.parent.name, dirs_exist_ok=True)


def _sources() -> Iterator[Path]:
    for place, _, files in os.walk(PACKAGE, followlinks=True):
        for file in files:
            if file.endswith((".py", ".toml", ".js", ".css", ".html")):
                yield Path(place, file)


def _draw_entry(file: Path, folder: Path) -> None:
    """Draw the pages of an entry into a folder, atomically."""
    games, unfinished = EntryGames(file), folder.with_suffix(".unfinished")
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir()
    for words in games.chosen:
        (unfinished / Path(games.place(words)).name).write_text(games.drawn(words), "utf-8")
    unfinished.rename(folder)


def setup(app: "Sphinx") -> dict[str, bool]:
    """Draw the pages after the site is built."""
    # Tests disable the pages, so that building the site takes seconds.
    app.add_config_value("leaderboard_games", True, "env", bool)

    def finished(app: "Sphinx", exception: Exception | None) -> None:
        if exception is None and app.config.leaderboard_games and app.builder.format == "html":
            draw(games_of_entries(), Path(app.outdir) / FOLDER, Path(app.doctreedir) / _DRAWN)

    app.connect("build-finished", finished)
    return {"parallel_read_safe": True}

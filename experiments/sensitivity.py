"""Measures how far conclusions depend on the values that we reconstructed.

``python -m experiments.sensitivity`` plays with a hundred ``reconstructions``, and writes
``docs/sensitivity.md`` from the measurements in ``docs/results/sensitivity``. To resume, repeat the
command. The same games are also played with the bundled data.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import chain, pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Final, NamedTuple, TypeAlias

import numpy as np
import typer

from experiments.reconstructions import DRAWN, written
from website.doc_tables import rewrite, table
from wistar_env import RatsOfWistar
from wistar_env.benchmark.fingerprints import portable_fingerprint
from wistar_env.benchmark.matches import Match, play
from wistar_env.benchmark.report import mean
from wistar_env.errors import ResultsError
from wistar_env.kit.bots.registry import load
from wistar_env.kit.game import GameData
from wistar_env.seeds import game_seed

PAGE: Final = Path("docs/sensitivity.md")
MEASURED: Final = Path("docs/results/sensitivity")
#: The data folders of the reconstructions.
FOLDERS: Final = Path("results/sensitivity")
COUNT: Final = 100
#: The number that stands for the bundled data.
BUNDLED: Final = -1
_SEED: Final = 5500
_NETWORK: Final = "network:wistar-reader"
_SEARCH: Final = "mcts:simulations=50,network=wistar-reader"
#: The bots of each part; the last bot is the measured one.
BOTS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "greedy": ("random", "greedy"),
        "network": ("greedy", _NETWORK),
        "search": (_NETWORK, _SEARCH),
    }
)
_LEVELS: Final = (1, 5, 9)
_CATEGORIES: Final = (
    *("track", "abilities", "beds", "rooms", "guests", "inventions", "endgame", "electricity"),
)
#: Differences per game, in VP, by name of the measurement.
Differences: TypeAlias = dict[str, list[float]]
#: Means of differences with their intervals.
Measures: TypeAlias = Mapping[str, Sequence[float]]


class Games(NamedTuple):
    """Games of a part per data set: solo per level, deals, and of a bot against itself."""

    solo: int
    deals: int
    alike: int


GAMES: Final[Mapping[str, Games]] = MappingProxyType(
    {"greedy": Games(60, 20, 100), "network": Games(40, 20, 60), "search": Games(15, 10, 0)}
)


class World(NamedTuple):
    """The data and the seed of games; each reconstruction has another seed."""

    data: GameData | None
    seed: int


def _played(
    bots: Sequence[str],
    world: World,
    seatings: Sequence[tuple[int, ...]],
    count: int,
    **options: int,
) -> list[Match]:
    """Return finished games, each seed with each seating."""
    players = [load(bot) for bot in bots]
    for player in players:
        player.reset(world.seed)
    num_players = 1 if options else 2
    matches = [
        Match(
            RatsOfWistar.new(num_players, seed, data=world.data, options=options),
            seed,
            seating,
            world.seed,
            number,
            replay,
        )
        for number in range(count)
        for seed in [game_seed(world.seed, number)]
        for replay, seating in enumerate(seatings)
    ]
    play(matches, players, bots)
    return matches


def _totals(match: Match) -> list[int]:
    return [score["total"] for score in match.game.scores()]


def _minus(values: Sequence[float], others: Sequence[float]) -> list[float]:
    return [value - other for value, other in zip(values, others, strict=True)]


def _solo(bot: str, world: World, count: int, level: int) -> list[float]:
    """Return the margins over Rat-o-bot."""
    return [
        float(own - other)
        for own, other in map(_totals, _played((bot,), world, [(0, 1)], count, level=level))
    ]


def _duel(bots: Sequence[str], world: World, deals: int) -> list[float]:
    """Return the lead of the last bot over the first per deal, averaged over both seats."""
    matches = _played(bots, world, [(0, 1), (1, 0)], deals)
    ahead = [
        total[match.seating.index(1)] - total[match.seating.index(0)]
        for match in matches
        for total in [_totals(match)]
    ]
    return [(one + other) / 2 for one, other in zip(ahead[::2], ahead[1::2], strict=True)]


def _alike(bot: str, world: World, count: int) -> Differences:
    """Return score differences in games of a bot against itself, by first player and by winner."""
    found: Differences = {"first player": [], **{name: [] for name in _CATEGORIES}}
    if not count:
        return {}
    for match in _played((bot,), world, [(0, 0)], count):
        first = RatsOfWistar.new(2, match.seed, data=world.data).seat
        scores, winner = match.game.scores(), match.game.ranks().index(1)
        found["first player"].append(scores[first]["total"] - scores[1 - first]["total"])
        for name in _CATEGORIES:
            found[name].append(scores[winner][name] - scores[1 - winner][name])
    return found


def differences(part: str, world: World) -> Differences:
    """Play the games of a part in a world."""
    weaker, bot = BOTS[part]
    count = GAMES[part]
    found = {"ahead": _duel((weaker, bot), world, count.deals), **_alike(bot, world, count.alike)}
    if part == "greedy":
        levels = [_solo(bot, world, count.solo, level) for level in _LEVELS]
        for (low, easy), (high, hard) in pairwise(zip(_LEVELS, levels, strict=True)):
            found[f"level {high} after {low}"] = _minus(easy, hard)
    else:
        both = [_solo(each, world, count.solo, 9) for each in (bot, weaker)]
        found["ahead alone"] = _minus(*both)
        found["margin alone"] = both[0]
    return found


def measure(part: str, number: int) -> dict[str, Any]:
    """Return the row of measurements of a part with a reconstruction."""
    folder = None if number == BUNDLED else written(number, FOLDERS)
    world = World(RatsOfWistar.spec.opened(folder), _SEED + number)
    found = {
        name: [round(each, 3) for each in (estimate.value, estimate.low, estimate.high)]
        for name, values in differences(part, world).items()
        for estimate in [mean(values)]
    }
    return {"number": number, "bots": fingerprints(part), "found": found}


def fingerprints(part: str) -> list[str]:
    """Return the bots and numbers of games for which a part's measurements are valid."""
    return [
        *(portable_fingerprint(bot, RatsOfWistar.spec) for bot in BOTS[part]),
        "-".join(map(str, GAMES[part])),
    ]


def rows_in(file: Path) -> list[dict[str, Any]]:
    """Return the rows of measurements in a file; an incomplete last line is left out."""
    lines = file.read_text("utf-8").splitlines(keepends=True) if file.exists() else []
    return [json.loads(line) for line in lines if line.endswith("\n")]


def run(part: str, count: int, folder: Path) -> None:
    """Measure a part with the bundled data and this many reconstructions, if not yet measured."""
    file, wanted = folder / f"{part}.jsonl", fingerprints(part)
    known = rows_in(file)
    if others := [row["bots"] for row in known if row["bots"] != wanted]:
        raise ResultsError(
            f"{file} has results of other bots or games than {wanted}, such as {others[0]}: move "
            "the file away"
        )
    folder.mkdir(parents=True, exist_ok=True)
    file.write_text("".join(json.dumps(row) + "\n" for row in known), "utf-8")
    left = [*{BUNDLED, *range(count)} - {row["number"] for row in known}]
    for number in sorted(left):
        with file.open("a", encoding="utf-8") as stream:
            stream.write(json.dumps(measure(part, number)) + "\n")
        print(f"{part}: reconstruction {number + 1} of {count}", flush=True)


class Statement(NamedTuple):
    """A statement that a difference is above 0."""

    text: str  # the statement in words
    part: str  # the part of the measurements, by the measured bot
    names: tuple[str, ...]  # the measurements that support it if all are above 0


def _winners(part: str, bot: str) -> list[Statement]:
    return [
        Statement(f"{bot}: winners score more by {each}", part, (each,)) for each in _CATEGORIES
    ]


RANKINGS: Final = (
    Statement("`greedy` is ahead of `random`", "greedy", ("ahead",)),
    Statement("the network is ahead of `greedy`", "network", ("ahead",)),
    Statement("solo at level 9, the network is ahead of `greedy`", "network", ("ahead alone",)),
    Statement("search is ahead of the network", "search", ("ahead",)),
    Statement("solo at level 9, search is ahead of the network", "search", ("ahead alone",)),
    Statement("the network beats level 9", "network", ("margin alone",)),
    Statement(
        "Rat-o-bot's levels 1, 5 and 9 are in order",
        "greedy",
        ("level 5 after 1", "level 9 after 5"),
    ),
    Statement("`greedy`: the first player is ahead", "greedy", ("first player",)),
    Statement("the network: the first player is ahead", "network", ("first player",)),
)
#: Categories in which winners have more, per bot.
WINNERS: Final = (_winners("greedy", "`greedy`"), _winners("network", "the network"))
STATEMENTS: Final = (*RANKINGS, *chain.from_iterable(WINNERS))


def statement_row(statement: Statement, rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the table row of a statement, from the measurements of its part."""
    measured = {row["number"]: _weakest(statement, row["found"]) for row in rows}
    bundled = measured.pop(BUNDLED, None)
    found = np.array([*measured.values()]).reshape(-1, 3)
    if not len(found):
        return [statement.text, "not measured yet", "", "", "", ""]
    value, low, high = found.T
    ends = np.percentile(value, [5, 95])
    return [
        statement.text,
        "" if bundled is None else f"{bundled[0]:+.1f}",
        f"{value.mean():+z.1f} ({ends[0]:+z.1f} to {ends[1]:+z.1f})",
        f"{(value > 0).mean():.0%}",
        f"{(low > 0).mean():.0%}",
        f"{(high < 0).mean():.0%}",
    ]


def _weakest(statement: Statement, found: Measures) -> Sequence[float]:
    return min((found[name] for name in statement.names), key=lambda each: each[0])


def tables_of(folder: Path) -> Mapping[str, Callable[[], str]]:
    """Return a function that writes each table of the page, by the table's name."""
    rows = {part: rows_in(folder / f"{part}.jsonl") for part in BOTS}
    return {
        "drawn": _drawn,
        "statements": partial(_statements, rows),
        "winners": partial(_by_category, rows),
    }


def _drawn() -> str:
    return "\n".join(f"- {each.values}: {each.drawn}" for each in DRAWN)


def _statements(rows: Mapping[str, Sequence[Mapping[str, Any]]]) -> str:
    head = ("statement", "bundled, VP", "mean, VP", "holds", "clearly", "clearly not")
    return table(head, (statement_row(each, rows[each.part]) for each in RANKINGS))


def _by_category(rows: Mapping[str, Sequence[Mapping[str, Any]]]) -> str:
    """Return the table of statements about winners, with both bots in one row."""
    lines = []
    for category, *both in zip(_CATEGORIES, *WINNERS, strict=True):
        line = [category]
        for each in both:
            _, bundled, average, *shares = statement_row(each, rows[each.part])
            line += [bundled, average, "/".join(shares)]
        lines.append(line)
    cells = ("bundled", "mean", "shares")
    head = [f"{bot}: {each}" for bot in ("`greedy`", "network") for each in cells]
    return table(["category", *head], lines)


def main(
    parts: Annotated[
        str, typer.Option(help="Bots to measure, separated by commas; none only writes the tables.")
    ] = ",".join(BOTS),
    count: Annotated[
        int,
        typer.Option(min=1, help="Number of data folders with redrawn values; fewer for a trial."),
    ] = COUNT,
    folder: Annotated[Path, typer.Option(help="Folder of the measurements.")] = MEASURED,
) -> None:
    """Measure how results depend on reconstructed values, and write docs/sensitivity.md."""
    asked = parts.split(",") if parts != "none" else []
    if unknown := [part for part in asked if part not in BOTS]:
        raise typer.BadParameter(f"{unknown[0]!r} is not one of {', '.join(BOTS)}, none")
    for part in asked:
        run(part, count, folder)
    if folder == MEASURED:
        rewrite(PAGE, tables_of(folder))
    else:
        print(tables_of(folder)["statements"]())
        print(tables_of(folder)["winners"]())


if __name__ == "__main__":
    typer.run(main)

"""Calibration: how the reconstructed values play, and the targets of reconstruction R17.

``python -m experiments.calibration`` prints a report in Markdown: the scores of random, greedy and
Rat-o-bot, and the cards that greedy, and bots of one's own, use. ``--data`` takes another data
folder or card set.
"""

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Final, TypeAlias

import numpy as np
import typer
from rich.console import Console
from rich.progress import track

from experiments.bot_games import BATCH, collected, play, work_units
from experiments.bot_report import bot_section
from experiments.report import (
    Flag,
    Scores,
    categories_table,
    per_game,
    per_game_table,
    score_all,
    table,
    with_interval,
)
from experiments.usage import (
    SEATS,
    Usage,
    fresh_games,
    notes_section,
    record_usage,
    together,
    usage_section,
)
from wistar_env.benchmark.fingerprints import fingerprint
from wistar_env.benchmark.report import Estimate, mean, proportion
from wistar_env.benchmark.results import versions
from wistar_env.benchmark.work_units import batches_of
from wistar_env.errors import WistarError
from wistar_env.games.rats_of_wistar.components import Components, Folder, open_components
from wistar_env.games.rats_of_wistar.heuristics.features import WEIGHTS
from wistar_env.games.rats_of_wistar.rules.categories import COLUMNS, TOTAL
from wistar_env.games.rats_of_wistar.rules.difficulty import HIGHEST_LEVEL, Tracks, combinations
from wistar_env.games.rats_of_wistar.rules.state import GAME
from wistar_env.games.rats_of_wistar.tables.limits import MAX_SEATS
from wistar_env.kit import random_games
from wistar_env.kit.common_fields import common_fields
from wistar_env.kit.policies import greedy

Play: TypeAlias = Callable[[int, int, Tracks, int, Components], Scores]
Band: TypeAlias = tuple[float, float]
Means: TypeAlias = dict[str, float]  # by name: the names of TARGETS and others

HUMAN, RAT_O_BOT = range(2)
NO_TRACKS: Final = (0, 0, 0)

#: The levels of Rat-o-bot that R17 covers.
LEVELS: Final = (0, 6, 9)

#: Targets of the values (R17): mean final VP, and statistics of a player. The lowest and highest
#: allowed mean, after rounding, and both in words.
TARGETS: Final[Mapping[str, tuple[Band, str]]] = MappingProxyType(
    {
        "random, 2 players": ((15, 40), "15 to 40"),
        "random, 3 players": ((15, 40), "15 to 40"),
        "random, 4 players": ((15, 40), "15 to 40"),
        "greedy, 2 players": ((55, np.inf), "at least 55"),
        "Rat-o-bot, level 0": ((42, 58), "50 ± 8"),
        "Rat-o-bot, level 6": ((67, 83), "75 ± 8"),
        "Rat-o-bot, level 9": ((87, 103), "95 ± 8"),
        "missions completed": ((4, 6), "4 to 6"),
        "beds built": ((3, np.inf), "3, good player"),
        "rooms dug": ((5, np.inf), "5, good player"),
        "Inventions played": ((6, 9), "6 to 9"),
    }
)

#: Each card is rarely in a hand, so measuring its use needs more games than a mean.
USAGE_PARTS: Final = 10


@dataclass(frozen=True)
class Level:
    """Scores at one level of Rat-o-bot, which has seat 1."""

    greedy: Scores
    random: Scores


def _greedy(count: int, num_players: int, tracks: Tracks, seed: int, data: Components) -> Scores:
    games = fresh_games(count, num_players, tracks)
    greedy.play_games(
        data.rules, common_fields(games), seed, WEIGHTS.copy(), common_fields(np.zeros(2, GAME))
    )
    return score_all(games, data)


def _random(count: int, num_players: int, tracks: Tracks, seed: int, data: Components) -> Scores:
    games = fresh_games(count, num_players, tracks)
    for i in range(count):
        random_games.playouts(data.rules, common_fields(games), i, 1, seed * 1_000_000 + i)
    return score_all(games, data)


#: The bots; each plays against itself and against Rat-o-bot.
PLAYERS: Final[Mapping[str, Play]] = MappingProxyType({"random": _random, "greedy": _greedy})


def _at_level(play: Play, level: int, count: int, seed: int, data: Components) -> Scores:
    """Play a level's games, spread evenly over its Track cards."""
    tracks = combinations(level)
    parts = [
        play(games, 1, each, seed + 100 * level + k, data)
        for k, each in enumerate(tracks)
        if (games := len(range(k, count, len(tracks))))
    ]
    return np.concatenate(parts)


def _met(yes: bool) -> str:
    return "yes" if yes else "no"


def _within(value: float, band: Band) -> bool:
    return bool(band[0] <= value <= band[1])


def versions_section(data: Components) -> list[str]:
    """Report the versions of the numbers."""
    used = ", ".join(f"{name} {version}" for name, version in versions().items())
    told = f"Played with {data.name}, fingerprint {data.fingerprint.hex()}."
    return [f"Versions: {used}.", "", *([told, ""] if data.folder else [])]


def players_row(
    name: str, num_players: int, count: int, seed: int, data: Components, means: Means
) -> list[str]:
    """Measure random or greedy against itself."""
    totals = PLAYERS[name](count, num_players, NO_TRACKS, seed, data)[:, :, TOTAL]
    average = mean(totals.ravel().tolist())
    means[f"{name}, {num_players} players"] = average.value
    return [name, str(num_players), with_interval(average)]


def players_section(rows: list[list[str]]) -> list[str]:
    """Report random and greedy against themselves."""
    head = ["bot", "players", "mean final VP (95% interval)"]
    return ["## Bots against themselves", "", *table(head, rows)]


def measure_level(level: int, count: int, seed: int, data: Folder | None = None) -> Level:
    """Play greedy and random against a level of Rat-o-bot."""
    components = open_components(data)
    return Level(*(_at_level(play, level, count, seed, components) for play in (_greedy, _random)))


def won(played: Level) -> Estimate:
    """Estimate greedy's win rate; Rat-o-bot wins ties."""
    totals = played.greedy[:, :, TOTAL]
    return proportion(int((totals[:, HUMAN] > totals[:, RAT_O_BOT]).sum()), len(totals))


def _level_row(level: int, played: Level, means: Means) -> list[str]:
    bot = mean(played.greedy[:, RAT_O_BOT, TOTAL].tolist())
    means[f"Rat-o-bot, level {level}"] = bot.value
    return [
        str(level),
        with_interval(bot),
        with_interval(mean(played.greedy[:, HUMAN, TOTAL].tolist())),
        with_interval(won(played), ".1%"),
        f"{played.random[:, HUMAN, TOTAL].mean():.1f}",
        f"{played.random[:, RAT_O_BOT, TOTAL].mean():.1f}",
    ]


def levels_section(levels: list[Level], means: Means) -> list[str]:
    """Report greedy and random by Rat-o-bot's level, and add its mean at each to ``means``."""
    rows = [_level_row(level, played, means) for level, played in enumerate(levels)]
    rising = all(
        lower.greedy[:, RAT_O_BOT, TOTAL].mean() < higher.greedy[:, RAT_O_BOT, TOTAL].mean()
        for lower, higher in pairwise(levels)
    )
    falling = all(won(lower).value > won(higher).value for lower, higher in pairwise(levels))
    head = ["level", "Rat-o-bot's VP", "greedy's VP", "greedy wins"]
    return [
        "## Against Rat-o-bot",
        "",
        *table([*head, "random's VP", "Rat-o-bot's VP against random"], rows),
        f"Rat-o-bot's mean score rises strictly with the level: {_met(rising)}.",
        f"Greedy's win rate falls with every level: {_met(falling)}.",
        "",
    ]


def breakdown_section(usage: Usage, levels: list[Level], data: Components) -> list[str]:
    """Report mean VP by category of the final scoring."""
    columns = {"greedy, two players": score_all(usage.games, data).reshape(-1, COLUMNS)}
    for seat, name in ((HUMAN, "greedy"), (RAT_O_BOT, "Rat-o-bot")):
        for level in LEVELS:
            columns[f"{name}, level {level}"] = levels[level].greedy[:, seat]
    return ["## VP by category", "", *categories_table(columns)]


def games_section(usage: Usage, means: Means) -> list[str]:
    """Report greedy's decisions per game."""
    averages = per_game(usage.games["players"][:, :SEATS])
    means.update(averages)
    title = "## Greedy, per player and game, two players"
    return [title, "", *per_game_table(averages)]


def targets_section(means: Means, flags: list[Flag]) -> list[str]:
    """Compare means with their targets; add the means that miss them to ``flags``."""
    rows = []
    for name, (band, target) in TARGETS.items():
        met = _within(round(means[name], 1), band)
        if not met:
            flags.append((name, f"target {target}"))
        rows.append([name, f"{means[name]:.1f}", target, _met(met)])
    return ["## Targets", "", *table(["statistic", "mean", "target", "met"], rows)]


def calibrate(
    count: int,
    seed: int,
    *,
    targets: bool = False,
    bots: Sequence[str] = (),
    bot_games: int = 200,
    data: Folder | None = None,
) -> Iterator[list[str]]:
    """Measure everything; yield lines of the report after each step, empty after measurements."""
    components = open_components(data)
    fingerprints = {bot: fingerprint(bot) for bot in bots}
    yield versions_section(components)
    rows, flags, means = [], list[Flag](), Means()
    for num_players in range(SEATS, MAX_SEATS + 1):
        rows += [players_row(name, num_players, count, seed, components, means) for name in PLAYERS]
        yield []
    yield players_section(rows)
    levels = []
    for level in range(HIGHEST_LEVEL + 1):
        levels.append(measure_level(level, count, seed, components))
        yield []
    yield levels_section(levels, means)
    parts = []
    for part in range(USAGE_PARTS):
        parts.append(record_usage(count, seed * USAGE_PARTS + part, components))
        yield []
    usage = together(parts)
    yield breakdown_section(usage, levels, components)
    yield games_section(usage, means)
    yield targets_section(means, flags) if targets else []
    yield usage_section(usage, components.names, flags)
    yield [] if components.folder else notes_section(flags)
    for bot in fingerprints:
        matches = []
        for unit in work_units(bot, bot_games, seed, components):
            matches += play(unit)
            yield []
        yield bot_section(bot, fingerprints[bot], collected(matches), components)


#: How often ``calibrate`` yields without extra bots: sections and measuring steps.
SECTIONS: Final = 8 + (MAX_SEATS - SEATS + 1) + (HIGHEST_LEVEL + 1) + USAGE_PARTS


def steps(bots: int, bot_games: int) -> int:
    """Return how often ``calibrate`` yields with this many extra bots."""
    return SECTIONS + bots * (len(batches_of(bot_games, BATCH)) + 1)


def main(
    games: Annotated[int, typer.Option(min=2, help="Games per table row.")] = 400,
    seed: Annotated[int, typer.Option(min=0, max=10**6, help="The seed of all games.")] = 1,
    out: Annotated[Path | None, typer.Option(help="Write the report to this file.")] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(help="Add this bot, against Rat-o-bot at level 9; may be repeated."),
    ] = None,
    bot_games: Annotated[int, typer.Option(min=2, help="Games of each --bot.")] = 200,
    data: Annotated[
        Path | None, typer.Option(help="Play with this data folder or card set.")
    ] = None,
    targets: Annotated[
        bool, typer.Option("--targets", help="Add the tuning targets of the reconstructed values.")
    ] = False,
) -> None:
    """Report the scores of random, greedy and Rat-o-bot, and the cards that greedy plays."""
    bots = list(dict.fromkeys(bot or ()))
    words = ["--games", str(games), "--seed", str(seed)]
    words += [word for each in bots for word in ("--bot", each)]
    words += ["--bot-games", str(bot_games)] if bots else []
    words += ["--data", str(data)] if data else []
    words += ["--targets"] if targets else []
    command = shlex.join(["python", "-m", "experiments.calibration", *words])
    lines = ["# Calibration", "", f"`{command}` wrote this page.", ""]
    measured = calibrate(games, seed, targets=targets, bots=bots, bot_games=bot_games, data=data)
    total = steps(len(bots), bot_games)
    try:
        for section in track(measured, "calibration", total, console=Console(stderr=True)):
            lines += section
    except WistarError as error:
        raise typer.BadParameter(str(error)) from None
    text = "\n".join(lines)
    if out is not None:
        out.write_text(text, "utf-8")
    else:
        print(text)


if __name__ == "__main__":
    typer.run(main)

"""Paired differences of bots that played the same games, computed game by game.

All bots of a run play the same deals, so luck cancels out in paired differences. They can therefore
distinguish bots whose results have overlapping intervals.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final, TypeAlias

import numpy as np

from wistar_env.benchmark.report import (
    CONFIDENCE,
    Estimate,
    interval,
    margin,
    mean,
    names_of,
    step_name,
    step_of,
    win_share,
)
from wistar_env.benchmark.results import ResultRow
from wistar_env.text.text_table import TextTable

#: The result of a bot in a game: the share of rotations that it won, and its mean margin (in an
#: arena, its mean score).
Reached: TypeAlias = tuple[float, float]

_WON: Final = 0
_POINTS: Final = 1


@dataclass(frozen=True)
class Difference:
    """The paired difference of a bot from the first bot of its run."""

    # ``bot``, ``level``: as in ``report.Line``.
    bot: str
    level: int | str | None
    games: int  # the number of games that both played
    win_rate: Estimate  # the mean difference of games won, -1 to 1; see ``report.win_share``
    points: Estimate  # the mean difference of the margin, or in an arena of the final score


def _mean(differences: Sequence[float]) -> Estimate:
    """Estimate a mean; differences that are all equal have no interval."""
    if len({*differences}) > 1:
        return mean(differences)
    return Estimate(differences[0], math.nan, math.nan)


def _within(estimate: Estimate, low: float, high: float) -> Estimate:
    """Return an estimate with its interval clipped to the range of the quantity."""
    low, high = (float(end) for end in np.clip([estimate.low, estimate.high], low, high))
    return Estimate(estimate.value, low, high)


def _difference(
    bot: str, level: int | str | None, own: Mapping[int, Reached], first: Mapping[int, Reached]
) -> Difference:
    games = [game for game in own if game in first]
    won, points = (
        _mean([own[game][what] - first[game][what] for game in games]) for what in (_WON, _POINTS)
    )
    # Student's interval is unbounded, but win rates differ by at most 1.
    return Difference(bot, level, len(games), _within(won, -1, 1), points)


def compare_ladder(rows: Iterable[ResultRow]) -> list[Difference]:
    """Return each bot's difference from the first bot at each level or against each opponent.

    Differences are in the order of the rows. The value of a game is the mean over its rotations,
    which are not independent.
    """
    replays: dict[tuple[str, int | str], dict[int, list[Reached]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for row in rows:
        step, (game, seat) = step_of(row)
        reached = win_share(game["ranks"], seat), margin(game["scores"], seat)
        replays[row["bot"], step][row["game"]].append(reached)
    means = {step: _means(games) for step, games in replays.items()}
    first = next(iter(means))[0]
    return [
        _difference(bot, step, own, means[first, step])
        for (bot, step), own in means.items()
        if bot != first
    ]


def compare_arena(rows: Sequence[ResultRow], bots: Sequence[str]) -> list[Difference]:
    """Return each arena bot's difference from the first bot, over the tables with both.

    The value of a game is the mean over its rotations, which are not independent.
    """
    differences = []
    for place, name in list(enumerate(names_of(bots)))[1:]:
        both = [row for row in rows if {0, place} <= {*row["seats"]}]
        own, first = (_reached_in_arena(both, each) for each in (place, 0))
        differences.append(_difference(name, None, own, first))
    return differences


def _reached_in_arena(rows: Iterable[ResultRow], place: int) -> dict[int, Reached]:
    replays: dict[int, list[Reached]] = defaultdict(list)
    for row in rows:
        seat = row["seats"].index(place)
        replays[row["game"]].append((win_share(row["ranks"], seat), row["scores"][seat]))
    return _means(replays)


def _means(replays: Mapping[int, Sequence[Reached]]) -> dict[int, Reached]:
    """Return the means over the rotations of each game."""
    return {
        game: (fmean(won for won, _ in each), fmean(points for _, points in each))
        for game, each in replays.items()
    }


def paired_tables(differences: Sequence[Difference], first: str) -> list[TextTable]:
    """Return the table of all differences from the first bot; none if it is the only one."""
    if not differences:
        return []
    step = step_name(differences[0].level)
    between = f"{CONFIDENCE:.0%} interval"
    table = TextTable(
        f"Differences from {first} on the same games",
        keys=["bot", step] if step else ["bot"],
        groups=[["games"], ["win rate", between], ["margin" if step else "score", between]],
        rows=[
            [
                line.bot,
                *([str(line.level)] if step else []),
                str(line.games),
                f"{line.win_rate.value:+.1%}",
                interval(line.win_rate, "+.1%"),
                f"{line.points.value:+.1f}",
                interval(line.points, "+.1f"),
            ]
            for line in differences
        ],
        names=list(dict.fromkeys([first, *(line.bot for line in differences)])),
    )
    return [table]

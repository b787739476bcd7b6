"""Ratings of the bots of an arena on the Elo scale, with intervals.

By the model of Plackett and Luce every bot has a strength, and the bots of a game are placed by
drawing the first, then the second and so on, each with odds by strength. So of any two bots at a
table the one ends before the other with the odds of their strengths, whoever plays besides. That
is the model of Bradley and Terry for the pairs that each final ranking is broken into, and that is
what ``choix`` fits here.

- The rankings are those of the game, which breaks ties in VP by its turn order (GEN-08). So no two
  bots share a place, and a win by the turn order counts as the win that it is.
- Every bot is counted half a win and half a loss more, shared out evenly over all others. That
  keeps ratings finite where a bot won all or nothing; it weighs as much as one game.
- A deal gives one observation: all rotations and tables that played it. The bootstrap draws deals
  with replacement, so games that share their cards do not make an interval narrower than it is.
- Bots can be so far apart that no game went the other way. Then their distance is that half win
  and no measurement: they are in different ``groups``, and have no interval.
"""

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Final, TypeAlias

import choix
import numpy as np
from numpy.typing import NDArray
from rich.console import Group
from rich.text import Text
from scipy.sparse.csgraph import connected_components

from wistar_env.benchmark.report import CONFIDENCE, Estimate, interval, names_of
from wistar_env.benchmark.results import ResultRow, ratings_file
from wistar_env.errors import BotError
from wistar_env.seeds import FOR_RATINGS, one_way
from wistar_env.text.text_table import TextTable

#: Points for odds of ten to one.
POINTS: Final = 400
RESAMPLES: Final = 1000
FIRST_CHOICE: Final = "greedy"

#: How often each bot ended before each other one.
Wins: TypeAlias = NDArray[np.float64]

#: One number for each bot.
Points: TypeAlias = NDArray[np.float64]

_PRIOR: Final = 0.5
_STEPS: Final = 10_000


@dataclass(frozen=True)
class Rating:
    """The rating of a bot.

    Attributes
    ----------
    bot
        What the bot is called.
    games
        The number of games that it played in.
    elo
        Its points above the anchor. The anchor itself has no interval, nor has a bot of another
        group than the anchor's, nor any bot after a single deal.
    """

    bot: str
    games: int
    elo: Estimate


@dataclass(frozen=True)
class Ratings:
    """The ratings of the bots of an arena.

    Attributes
    ----------
    anchor
        The bot that has 0 points.
    deals
        The number of different games, each of them played by all tables and rotations.
    ratings
        The bots, in the order of the command line.
    groups
        Who can be compared by the games, the strongest group first. More than one group means
        that no bot of a later one ever ended before a bot of an earlier one.
    """

    anchor: str
    deals: int
    ratings: list[Rating]
    groups: list[list[str]]


def anchor_place(bots: Sequence[str], anchor: str | None) -> int:
    """Return the place of the bot that has 0 points.

    Parameters
    ----------
    bots
        The specs of the bots.
    anchor
        A spec of these, or the name of one that plays several times, such as ``greedy (2)``. None
        for ``greedy`` if it plays, else the first bot.

    Raises
    ------
    BotError
        If no such bot plays.
    """
    names = names_of(bots)
    if anchor is None:
        return bots.index(FIRST_CHOICE) if FIRST_CHOICE in bots else 0
    for known in (bots, names):
        if anchor in known:
            return known.index(anchor)
    raise BotError(f"--anchor {anchor!r} does not play; those who do are {', '.join(names)}")


def wins_by_deal(rows: Sequence[ResultRow], bots: int) -> Wins:
    """Count how often each bot ranked before each other one in each deal, ``[deal, bot, other]``.

    Parameters
    ----------
    rows
        The games.
    bots
        The number of bots.
    """
    deals = {game: deal for deal, game in enumerate(dict.fromkeys(row["game"] for row in rows))}
    wins = np.zeros((len(deals), bots, bots))
    for row in rows:
        placed = [bot for _, bot in sorted(zip(row["ranks"], row["seats"], strict=True))]
        for bot, other in combinations(placed, 2):
            wins[deals[row["game"]], bot, other] += 1
    return wins


def points_of(wins: Wins, anchor: int, guess: Points | None = None) -> Points:
    """Return the points of each bot above the anchor.

    Parameters
    ----------
    wins
        How often each bot ended before each other one.
    anchor
        The place of the bot that has 0 points.
    guess
        Points from which the fit begins.
    """
    bots = len(wins)
    prior = _PRIOR / (bots - 1) * (1 - np.eye(bots))
    scale = POINTS / math.log(10)
    start = None if guess is None else guess / scale
    strengths = choix.ilsr_pairwise_dense(wins + prior, initial_params=start, max_iter=_STEPS)
    points: Points = (strengths - strengths[anchor]) * scale
    return points


def _groups(wins: Wins) -> list[list[int]]:
    """Return the groups of bots with comparable ratings, the strongest group first."""
    count, labels = connected_components(wins, connection="strong")
    groups = [np.flatnonzero(labels == label).tolist() for label in range(count)]
    # Every pair meets, so between two groups all games went one way.
    return sorted(groups, key=lambda group: -np.count_nonzero(np.delete(wins[group[0]], group)))


def _ends(deals: Wins, anchor: int, points: Points, seed: int) -> Points:
    """Return the ends of all bots' intervals by the bootstrap over deals, ``[2, bot]``."""
    rng = np.random.default_rng(one_way(FOR_RATINGS, seed))
    count = len(deals)
    drawn = (
        np.bincount(rng.integers(count, size=count), minlength=count) for _ in range(RESAMPLES)
    )
    flat = deals.reshape(count, -1)
    samples = [
        points_of((times @ flat).reshape(deals.shape[1:]), anchor, points) for times in drawn
    ]
    ends: Points = np.quantile(samples, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2], axis=0)
    return ends


def rate(rows: Sequence[ResultRow], bots: Sequence[str], anchor: int, seed: int) -> Ratings:
    """Rate the bots of an arena by the final rankings of its games.

    Parameters
    ----------
    rows
        The games; every deal was played by all tables.
    bots
        The specs of the bots.
    anchor
        The place of the bot that has 0 points.
    seed
        The seed of the run; the bootstrap draws from a stream of its own that follows from it.
    """
    names = names_of(bots)
    deals = wins_by_deal(rows, len(bots))
    wins = deals.sum(axis=0)
    points, groups = points_of(wins, anchor), _groups(wins)
    ends = np.full((2, len(bots)), math.nan)
    (comparable,) = ([bot for bot in group if bot != anchor] for group in groups if anchor in group)
    if len(deals) > 1 and comparable:
        ends[:, comparable] = _ends(deals, anchor, points, seed)[:, comparable]
    games = [sum(place in row["seats"] for row in rows) for place in range(len(bots))]
    return Ratings(
        anchor=names[anchor],
        deals=len(deals),
        ratings=[
            Rating(name, played, Estimate(*(float(number) for number in estimate)))
            for name, played, estimate in zip(
                names, games, zip(points, *ends, strict=True), strict=True
            )
        ],
        groups=[[names[bot] for bot in group] for group in groups],
    )


def ratings_table(ratings: Ratings) -> Group:
    """Return the table of all ratings, the strongest first, with notes."""
    title = f"Ratings, {ratings.anchor} = 0, {POINTS} points for odds of 10 to 1"
    best_first = sorted(ratings.ratings, key=lambda line: -line.elo.value)
    table = TextTable(
        title,
        keys=["bot"],
        groups=[["games"], ["rating", f"{CONFIDENCE:.0%} interval"]],
        rows=[
            [line.bot, str(line.games), f"{line.elo.value:+.0f}", interval(line.elo, "+.0f")]
            for line in best_first
        ],
        names=[line.bot for line in ratings.ratings],
    )
    return Group(table, *(Text(note) for note in _notes(ratings)))


def _notes(ratings: Ratings) -> list[str]:
    if len(ratings.groups) == 1:
        return []
    return [
        "No game went against this order: "
        + " before ".join(", ".join(group) for group in ratings.groups)
        + ". How far these groups are apart is not measured: it is what the half win that every "
        f"bot is given makes of it. So only the group of {ratings.anchor} has intervals; --anchor "
        "takes another one."
    ]


def _plain(points: float) -> float | None:
    """Return points as JSON can hold them, to a hundredth, so that no rounding error is kept."""
    return None if math.isnan(points) else round(points, 2)


def save_ratings(ratings: Ratings, run: str, seed: int, path: Path) -> Path:
    """Save the ratings beside the results file, as JSON.

    Parameters
    ----------
    ratings
        What to save.
    run
        The digest of the run's header.
    seed
        The seed of the run.
    path
        The results file.
    """
    document = {
        "kind": "ratings",
        "run": run,
        "games": path.name,
        "model": "Bradley-Terry on all pairs of the final rankings",
        "points_for_ten_to_one": POINTS,
        "anchor": ratings.anchor,
        "deals": ratings.deals,
        "confidence": CONFIDENCE,
        "bootstrap": {"over": "deals", "resamples": RESAMPLES, "seed": seed},
        "ratings": [
            {
                "bot": line.bot,
                "games": line.games,
                "rating": _plain(line.elo.value),
                "low": _plain(line.elo.low),
                "high": _plain(line.elo.high),
            }
            for line in ratings.ratings
        ],
        "groups": ratings.groups,
    }
    file = ratings_file(path)
    file.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")
    return file

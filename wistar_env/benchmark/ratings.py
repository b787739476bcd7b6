"""Ratings of the bots of an arena on the Elo scale, with intervals.

In the Plackett-Luce model every bot has a strength, and a ranking is drawn place by place with
probabilities proportional to strength. Each pair of bots then follows the Bradley-Terry model,
whoever else plays, and ``choix`` fits this model to the pairs of each ranking.

- Two bots that tie each get half a win and half a loss, as in chess (Elo 1978, Glickman 1999).
  This is the average of breaking the tie by lot, so ratings give the odds of ranking before
  another bot with ties broken by lot. In the model of Davidson (1970), which models ties
  explicitly, strengths also depend on wins plus half of the ties.
- As a prior, every bot gets an additional half win and half loss, spread evenly over all others.
  It weighs as much as one game and keeps ratings finite if a bot won all games or none.
- An observation is a deal, with all its rotations and tables. The bootstrap draws deals with
  replacement, so that games with the same cards do not narrow the intervals.
- Two bots are in the same of the ``groups`` if chains of results lead from each to the other, in
  which every bot ranked before the next or level with it at least once. Only the prior determines
  the difference between bots of different groups, which has no interval.

References
----------
- A. E. Elo, *The Rating of Chessplayers, Past and Present* (1978).
- R. R. Davidson, "On extending the Bradley-Terry model to accommodate ties in paired comparison
  experiments", *Journal of the American Statistical Association* 65 (1970), 317-328.
- M. E. Glickman, "Parameter estimation in large dynamic paired comparison experiments", *Journal of
  the Royal Statistical Society C* 48 (1999), 377-394.
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

#: The difference in points that means odds of ten to one.
POINTS: Final = 400
RESAMPLES: Final = 1000
FIRST_CHOICE: Final = "greedy"

#: How often each bot ranked before each other bot; a tie counts one half.
Wins: TypeAlias = NDArray[np.float64]

#: One number for each bot.
Points: TypeAlias = NDArray[np.float64]

_PRIOR: Final = 0.5
_SHARED: Final = 0.5
_STEPS: Final = 10_000


@dataclass(frozen=True)
class Rating:
    """The rating of a bot."""

    bot: str  # the name of the bot
    games: int  # the number of its games
    # Its points above the anchor. There is no interval for the anchor, for bots of other groups, or
    # after a single deal.
    elo: Estimate


@dataclass(frozen=True)
class Ratings:
    """The ratings of the bots of an arena."""

    anchor: str  # the bot with 0 points
    deals: int  # the number of different games, each played by all tables and rotations
    ratings: list[Rating]  # the bots, in the order of the command line
    # Bots with comparable ratings, the strongest group first. No bot of a later group ever ranked
    # before, or level with, a bot of an earlier group.
    groups: list[list[str]]


def anchor_place(bots: Sequence[str], anchor: str | None) -> int:
    """Return the index of the anchor.

    ``anchor``: a spec, or for a bot that plays several times a name such as ``greedy (2)``; None
    for ``greedy`` if it plays, otherwise the first bot. Raises BotError if the bot does not play.
    """
    names = names_of(bots)
    if anchor is None:
        return bots.index(FIRST_CHOICE) if FIRST_CHOICE in bots else 0
    for known in (bots, names):
        if anchor in known:
            return known.index(anchor)
    raise BotError(f"--anchor {anchor!r} is not one of the bots of this run: {', '.join(names)}")


def wins_by_deal(rows: Sequence[ResultRow], bots: int) -> Wins:
    """Count how often each bot ranked before each other bot, ``[deal, bot, other]``.

    A tie counts one half for both.
    """
    deals = {game: deal for deal, game in enumerate(dict.fromkeys(row["game"] for row in rows))}
    wins = np.zeros((len(deals), bots, bots))
    for row in rows:
        placed = sorted(zip(row["ranks"], row["seats"], strict=True))
        for (rank, bot), (next_rank, other) in combinations(placed, 2):
            share = _SHARED if rank == next_rank else 1
            wins[deals[row["game"]], bot, other] += share
            wins[deals[row["game"]], other, bot] += 1 - share
    return wins


def points_of(wins: Wins, anchor: int, guess: Points | None = None) -> Points:
    """Return the points of each bot above the anchor.

    ``anchor``: the index of the bot with 0 points. ``guess``: points to start the fit from.
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
    # Every pair meets, so each group won all games against the later groups.
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

    ``anchor``: the index of the bot with 0 points.
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
        + ". Only the prior (half a win per bot) determines the differences between these groups, "
        f"so only the group of {ratings.anchor} has intervals; --anchor selects another group."
    ]


def _plain(points: float) -> float | None:
    """Return points for JSON, rounded to a hundredth so that no rounding errors are stored."""
    return None if math.isnan(points) else round(points, 2)


def save_ratings(ratings: Ratings, run: str, seed: int, path: Path) -> Path:
    """Save the ratings as JSON next to the results file, and return the file."""
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

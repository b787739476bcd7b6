"""Summaries of a run: rates and means with their intervals, by bot and step, as tables.

The steps of a ladder are levels of Rat-o-bot or opponents.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, TypeAlias

import numpy as np
from scipy import special

from wistar_env.benchmark.result_rows import unread_share
from wistar_env.benchmark.results import ResultRow
from wistar_env.text.text_table import TextTable

# Quantiles come from ``scipy.special``, since ``scipy.stats`` takes half a second to import.
CONFIDENCE: Final = 0.95
#: A game and a seat in it.
SeatOfGame: TypeAlias = tuple[ResultRow, int]
#: Up to this number of bots, each has a column; with more, each has a row.
_SIDE_BY_SIDE: Final = 4


@dataclass(frozen=True)
class Estimate:
    """A number with its interval at ``CONFIDENCE``; the ends are NaN without an interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Line:
    """The results of one bot on one step of a ladder, or in one arena."""

    bot: str  # the name of the bot
    level: int | str | None  # Rat-o-bot's level, or the spec of the opponent; None in an arena
    games: int
    win_rate: Estimate  # the share of games won; see ``win_share``
    score: float  # its mean final score
    opponent: float  # the mean final score of Rat-o-bot, or of the best other bot of each game
    margin: Estimate  # the mean difference of these scores
    # ``breakdown``, ``opponent_breakdown``: mean final points by scoring category; the second only
    # for Rat-o-bot.
    breakdown: dict[str, float]
    opponent_breakdown: dict[str, float] = field(default_factory=dict)
    even: float = 0.5  # the win rate of a bot that is as strong as its opponents
    points: str = "points"  # the game's word for points: ``GameSpec.scores.points_text``
    # The share of its replies that could not be read; None for bots that are not language models.
    unread: float | None = None

    @property
    def step(self) -> str:
        """The name of a step: ``"level"`` or ``"opponent"``; empty in an arena."""
        return step_name(self.level)


def step_name(level: int | str | None) -> str:
    """Return the name of a step of a ladder; empty in an arena."""
    if level is None:
        return ""
    return "opponent" if isinstance(level, str) else "level"


def step_in_words(level: int | str | None) -> str:
    """Return a step of a ladder as a heading; opponents by their spec."""
    return level if isinstance(level, str) else f"level {level}"


def proportion(successes: float, trials: int) -> Estimate:
    """Estimate a probability, with Wilson's interval.

    Successes may be fractional, for shared wins. The interval is then conservative, as values
    between 0 and 1 vary less than values of 0 or 1.

    ``successes``: their number, 0 to ``trials``.
    """
    share = successes / trials
    z = float(special.ndtri((1 + CONFIDENCE) / 2))
    centre = (2 * successes + z**2) / (2 * (trials + z**2))
    half = z * math.sqrt(4 * trials * share * (1 - share) + z**2) / (2 * (trials + z**2))
    low = centre - half if successes > 0 else 0.0
    high = centre + half if successes < trials else 1.0
    return Estimate(share, low, high)


def win_share(ranks: Sequence[int], seat: int) -> float:
    """Return a seat's share of the win: ``1 / k`` if it is one of ``k`` winners, else 0."""
    return 1 / ranks.count(1) if ranks[seat] == 1 else 0.0


def mean(values: Sequence[float]) -> Estimate:
    """Estimate a mean with Student's interval; a single value has no interval."""
    average = float(np.mean(values))
    if len(values) < 2:
        return Estimate(average, math.nan, math.nan)
    error = float(np.std(values, ddof=1)) / math.sqrt(len(values))
    half = error * float(special.stdtrit(len(values) - 1, (1 + CONFIDENCE) / 2))
    return Estimate(average, average - half, average + half)


def _breakdown(parts: Sequence[dict[str, float]]) -> dict[str, float]:
    return {name: float(np.mean([part[name] for part in parts])) for name in parts[0]}


def step_of(row: ResultRow) -> tuple[int | str, SeatOfGame]:
    """Return the step of a ladder's row, and the bot's seat in the game.

    Against Rat-o-bot it is seat 0 of two, as the rows of that ladder have no seats.
    """
    if "level" not in row:
        return row["opponent"], (row, row["rotation"])
    game = {
        "seed": row["seed"],
        "scores": [row["score"], row["opponent"]],
        "ranks": [1, 2] if row["won"] else [2, 1],
        "breakdowns": [row["breakdown"], row["opponent_breakdown"]],
    }
    return row["level"], (game, 0)


def summarise_ladder(rows: Iterable[ResultRow], points: str = "points") -> list[Line]:
    """Return a line per bot and step, in the order of their first rows; see ``_line``."""
    groups: dict[tuple[str, int | str], list[SeatOfGame]] = defaultdict(list)
    played: dict[tuple[str, int | str], list[ResultRow]] = defaultdict(list)
    for row in rows:
        step, seat = step_of(row)
        groups[row["bot"], step].append(seat)
        played[row["bot"], step].append(row)
    return [
        _line(bot, step, seats, points, unread_share(played[bot, step], bot))
        for (bot, step), seats in groups.items()
    ]


def names_of(bots: Sequence[str]) -> list[str]:
    """Return a name for each bot: its spec, numbered if the spec occurs several times."""
    return [
        f"{bot} ({bots[: place + 1].count(bot)})" if bots.count(bot) > 1 else bot
        for place, bot in enumerate(bots)
    ]


def margin(scores: Sequence[int], seat: int) -> int:
    """Return the lead of a seat over the best other seat, in points."""
    return scores[seat] - max(score for other, score in enumerate(scores) if other != seat)


def summarise_arena(
    rows: Sequence[ResultRow], bots: Sequence[str], points: str = "points"
) -> list[Line]:
    """Return a line for each bot of an arena, over its games; see ``_line``."""
    return [
        _line(
            name,
            None,
            [(row, row["seats"].index(place)) for row in rows if place in row["seats"]],
            points,
            unread_share(rows, bots[place]),
        )
        for place, name in enumerate(names_of(bots))
    ]


def _line(
    bot: str, step: int | str | None, seats: Sequence[SeatOfGame], points: str, unread: float | None
) -> Line:
    """Return the results of a bot in these seats.

    The interval of the margin uses the means over each game's rotations, which are not independent;
    Wilson's interval of the win rate treats all games as independent.
    """
    margins: dict[int, list[int]] = defaultdict(list)
    for row, seat in seats:
        margins[row["seed"]].append(margin(row["scores"], seat))
    scores = [row["scores"][seat] for row, seat in seats]
    differences = [margin(row["scores"], seat) for row, seat in seats]
    return Line(
        bot=bot,
        level=step,
        games=len(seats),
        win_rate=proportion(sum(win_share(row["ranks"], seat) for row, seat in seats), len(seats)),
        score=float(np.mean(scores)),
        opponent=float(np.mean(np.subtract(scores, differences))),
        margin=mean([float(np.mean(values)) for values in margins.values()]),
        breakdown=_breakdown([row["breakdowns"][seat] for row, seat in seats]),
        opponent_breakdown=_breakdown([row["breakdowns"][1] for row, _ in seats])
        if isinstance(step, int)
        else {},
        even=1 / len(seats[0][0]["ranks"]),
        points=points,
        unread=unread,
    )


def interval(estimate: Estimate, form: str) -> str:
    """Return the ends of an estimate as text, or a dash without an interval."""
    if math.isnan(estimate.low):
        return "-"
    return f"{estimate.low:{form}} to {estimate.high:{form}}"


def share_text(share: float | None) -> str:
    """Return a share in percent, or a dash for None."""
    return "-" if share is None else f"{share:.1%}"


def main_table(lines: Sequence[Line], title: str) -> TextTable:
    """Return the table of win rates, scores and margins, one row per line, under a title."""
    step = lines[0].step
    between = f"{CONFIDENCE:.0%} interval"
    replied = any(line.unread is not None for line in lines)
    ends = (k for k, (one, two) in enumerate(pairwise(lines)) if one.bot != two.bot)
    return TextTable(
        title,
        keys=["bot", step] if step else ["bot"],
        groups=[
            ["games"],
            ["win rate", between],
            ["score", "Rat-o-bot" if step == "level" else "best other"],
            ["margin", between],
            *([["unread replies"]] if replied else []),
        ],
        rows=[
            [
                line.bot,
                *([str(line.level)] if step else []),
                str(line.games),
                f"{line.win_rate.value:.1%}",
                interval(line.win_rate, ".1%"),
                f"{line.score:.1f}",
                f"{line.opponent:.1f}",
                f"{line.margin.value:+.1f}",
                interval(line.margin, "+.1f"),
                *([share_text(line.unread)] if replied else []),
            ]
            for line in lines
        ],
        names=list(dict.fromkeys(line.bot for line in lines)),
        sections=frozenset(ends) if step else frozenset(),
    )


def _category_table(
    title: str, mean: str, columns: Mapping[str, Mapping[str, float]], names: Sequence[str] = ()
) -> TextTable:
    return TextTable(
        title,
        keys=[mean],
        groups=[[heading] for heading in columns],
        rows=[
            [category.replace("_", " "), *(f"{part[category]:.1f}" for part in columns.values())]
            for category in next(iter(columns.values()))
        ],
        names=names,
    )


def _bot_table(mean: str, rows: Mapping[str, Mapping[str, float]]) -> TextTable:
    """Return the table of categories with one row per bot, for more bots than fit as columns."""
    return TextTable(
        "Scoring",
        keys=[mean],
        groups=[[category.replace("_", " ")] for category in next(iter(rows.values()))],
        rows=[[bot, *(f"{part:.1f}" for part in parts.values())] for bot, parts in rows.items()],
        names=list(rows),
    )


def breakdown_tables(lines: Sequence[Line]) -> list[TextTable]:
    """Return the tables of mean points by scoring category: for a ladder one per bot, else one.

    Against Rat-o-bot, a second table per bot has the points of Rat-o-bot.

    Games whose score has no categories have no such tables.
    """
    if not lines[0].breakdown:
        return []
    mean = f"mean {lines[0].points}"
    if all(line.level is None for line in lines):
        by_bot = {line.bot: line.breakdown for line in lines}
        if len(lines) > _SIDE_BY_SIDE:
            return [_bot_table(mean, by_bot)]
        return [_category_table("Scoring", mean, by_bot, list(by_bot))]
    tables = []
    for bot in dict.fromkeys(line.bot for line in lines):
        own = [line for line in lines if line.bot == bot]
        for name, parts in (
            (bot, [line.breakdown for line in own]),
            (f"Rat-o-bot against {bot}", [line.opponent_breakdown for line in own]),
        ):
            headings = [step_in_words(line.level) for line in own]
            columns = dict(zip(headings, parts, strict=True))
            if any(parts):
                tables.append(_category_table(f"Scoring of {name}", mean, columns))
    return tables

"""Chances of winning, as shown in hints, reviews and analyses.

The chance of a position is how often the deciding seat wins play-outs in which the search's network
plays on for all seats, or ``greedy`` if there is none, with information hidden from the seat
resampled.

A search compares actions, but its values come from the network's win heads, which are accurate in
positions that the network reaches and off by 0.1 or more in positions of other players
(``experiments.value_calibration``). So the values of all actions are shifted by the same log-odds,
such that the action that the play-outs begin with gets their chance.
"""

import math
from dataclasses import replace
from typing import Final, NamedTuple

import numpy as np

from wistar_env.benchmark.report import proportion
from wistar_env.explanations import Explanation
from wistar_env.kit.game import Game
from wistar_env.kit.search.play_outs import play_outs
from wistar_env.kit.search.report import Report
from wistar_env.kit.search.tree_search import Mcts

#: Play-outs of a position whose chance is displayed.
PLAY_OUTS: Final = 100
#: Values are clipped to this distance from 0 and 1, where log-odds are infinite.
_LEAST: Final = 1e-3


class Chance(NamedTuple):
    """The chance of winning in a position, estimated by play-outs."""

    won: float  # wins of the deciding seat; a shared win counts as a fraction
    number: int  # the number of play-outs

    @property
    def value(self) -> float:
        """The chance, 0 to 1: its posterior mean under a uniform prior."""
        return (self.won + 1) / (self.number + 2)

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95% confidence interval of the chance, for the play-outs' sampling error."""
        found = proportion(self.won, self.number)
        return found.low, found.high

    def moved_to(self, value: float) -> tuple[float, float]:
        """Return the interval, shifted by the log-odds that move the chance to ``value``."""
        shift = log_odds(value) - log_odds(self.value)
        low, high = (moved(each, shift) for each in self.interval)
        return low, high


#: No play-out yet.
NOTHING: Final = Chance(0.0, 0)


def log_odds(value: float) -> float:
    """Return the log-odds of a probability, which is first clipped so that they are finite."""
    within = min(1 - _LEAST, max(_LEAST, value))
    return math.log(within / (1 - within))


def moved(value: float, shift: float) -> float:
    """Return a probability shifted by log-odds; NaN stays NaN."""
    return value if math.isnan(value) else 1 / (1 + math.exp(-log_odds(value) - shift))


def first_action(report: Report) -> int:
    """Return the action with the highest prior (ties: the lowest id), which begins play-outs."""
    return int(report.actions[report.prior.argmax()])


def chance_of(search: Mcts, game: Game, action: int, number: int, seed: int) -> Chance:
    """Return the chance of winning by ``number`` play-outs that begin with an action."""
    won = play_outs(game, [action], number, search.network_for(game), seed)
    return Chance(float(won.sum()), number)


def shift_of(report: Report, chance: Chance) -> float:
    """Return the shift in log-odds from a search's value to a chance.

    The value is that of ``first_action``, with which play-outs begin, or of the root if the search
    has not tried this action.
    """
    value = float(report.value[report.prior.argmax()])
    return log_odds(chance.value) - log_odds(report.root_value if math.isnan(value) else value)


def told(report: Report, shift: float) -> Report:
    """Return a copy of a report with its values shifted by log-odds."""
    values = np.array([moved(each, shift) for each in report.value.tolist()])
    return replace(report, value=values)


def advice(search: Mcts, game: Game, seed: int) -> Explanation:
    """Return the advice of a search in a position, with chances of winning as values.

    The value of the position is the value of the best action; if only one action is legal, it is
    the chance by play-outs.

    ``search``: its values must be chances of winning: see ``wistar_env.play.review.reviewer``.
    ``seed``: 0 to 2**63 - 1.
    """
    report = search.search(game, seed)
    chance = chance_of(search, game, first_action(report), PLAY_OUTS, seed)
    if not report.simulations:  # a single action
        return replace(report.explanation(), value=chance.value)
    found = told(report, shift_of(report, chance)).explanation()
    best = moved(float(report.value[report.actions == report.best][0]), shift_of(report, chance))
    # As in a review, no action is worth more than the search's best one.
    options = tuple(
        each if each.value is None else replace(each, value=min(each.value, best))
        for each in found.options
    )
    return replace(found, value=best, options=options)

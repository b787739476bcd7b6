"""What a search found out about the legal actions of a decision."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from wistar_env.thoughts import Option, Thought


@dataclass(frozen=True, eq=False)
class Report:
    """What a search found out, for each legal action.

    Attributes
    ----------
    seat
        The seat that decides, for which all is worth what it is worth.
    actions
        The legal actions, int16[n], sorted.
    visits
        How often each was tried, int64[n]; none was if there is only one.
    prior
        What each was expected to be before it was tried, float64[n]: shares that add up to 1.
    value
        What each was worth on average, 0 to 1, float64[n]; NaN where it was never tried.
    """

    seat: int
    actions: npt.NDArray[np.int16]
    visits: npt.NDArray[np.int64]
    prior: npt.NDArray[np.float64]
    value: npt.NDArray[np.float64]

    @property
    def simulations(self) -> int:
        """How many simulations or rollouts there were."""
        return int(self.visits.sum())

    @property
    def worth(self) -> float:
        """What the decision was worth on average, 0 to 1; NaN if there was nothing to search."""
        tried = self.visits > 0
        if not tried.any():
            return float("nan")
        return float(np.average(self.value[tried], weights=self.visits[tried]))

    @property
    def best(self) -> int:
        """The action to play: the most visited one; ties go by value, then by lowest id."""
        return int(self.actions[self._order()[0]])

    def _order(self) -> npt.NDArray[np.intp]:
        value = np.nan_to_num(self.value, nan=-1.0)
        return np.lexsort((self.actions, -value, -self.visits))

    def thought(self) -> Thought:
        """Return it as what a bot thought, the best action first."""
        options = (
            Option(
                int(self.actions[k]),
                float(self.prior[k]),
                int(self.visits[k]),
                float(self.value[k]) if self.visits[k] else None,
            )
            for k in self._order()
        )
        worth = self.worth
        return Thought(self.best, None if np.isnan(worth) else worth, tuple(options))


def only_choice(seat: int, action: int) -> Report:
    """Return the report of a decision with one legal action, which needs no search."""
    return Report(
        seat,
        np.array([action], np.int16),
        np.zeros(1, np.int64),
        np.ones(1),
        np.full(1, np.nan),
    )


def report_of(trees: Sequence[npt.NDArray[Any]]) -> Report:
    """Return what several trees found out together: the edges of each root, sorted by action."""
    edges = np.array(trees)
    visits = edges["visits"].sum(axis=0, dtype=np.int64)
    worth = edges["worth"].sum(axis=0)
    value = np.full(len(visits), np.nan)
    np.divide(worth, visits, out=value, where=visits > 0)
    prior = edges["prior"].mean(axis=0, dtype=np.float64)
    return Report(
        int(edges["seat"][0, 0]), edges["action"][0].copy(), visits, prior / prior.sum(), value
    )

"""Search results: visits, priors and values of the legal actions of a decision."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from wistar_env.explanations import Explanation, Option


@dataclass(frozen=True, eq=False)
class Report:
    """The result of a search.

    Attributes
    ----------
    seat
        The deciding seat, to which the values refer.
    actions
        The legal actions, int16[n], sorted.
    visits
        Visit counts, int64[n]; zero if there is only one legal action.
    prior
        Prior probabilities, float64[n].
    value
        Mean values, 0 to 1, float64[n]; NaN for unvisited actions.
    """

    seat: int
    actions: npt.NDArray[np.int16]
    visits: npt.NDArray[np.int64]
    prior: npt.NDArray[np.float64]
    value: npt.NDArray[np.float64]

    @property
    def simulations(self) -> int:
        """Total number of simulations or rollouts."""
        return int(self.visits.sum())

    @property
    def root_value(self) -> float:
        """Mean value of all simulations, 0 to 1; NaN if there were none."""
        visited = self.visits > 0
        if not visited.any():
            return float("nan")
        return float(np.average(self.value[visited], weights=self.visits[visited]))

    @property
    def best(self) -> int:
        """The most visited action; ties are broken by value, then by lowest id."""
        return int(self.actions[self._order()[0]])

    def _order(self) -> npt.NDArray[np.intp]:
        value = np.nan_to_num(self.value, nan=-1.0)
        return np.lexsort((self.actions, -value, -self.visits))

    def explanation(self) -> Explanation:
        """Return the result as an explanation of the bot's decision, best action first."""
        options = (
            Option(
                int(self.actions[k]),
                float(self.prior[k]),
                int(self.visits[k]),
                float(self.value[k]) if self.visits[k] else None,
            )
            for k in self._order()
        )
        value = self.root_value
        return Explanation(self.best, None if np.isnan(value) else value, tuple(options))


def only_choice(seat: int, action: int) -> Report:
    """Return the report of a decision with a single legal action, which needs no search."""
    return Report(
        seat,
        np.array([action], np.int16),
        np.zeros(1, np.int64),
        np.ones(1),
        np.full(1, np.nan),
    )


def report_of(trees: Sequence[npt.NDArray[Any]]) -> Report:
    """Merge the root edges of several trees, each sorted by action, into one report."""
    edges = np.array(trees)
    visits = edges["visits"].sum(axis=0, dtype=np.int64)
    value_sum = edges["value_sum"].sum(axis=0)
    value = np.full(len(visits), np.nan)
    np.divide(value_sum, visits, out=value, where=visits > 0)
    prior = edges["prior"].mean(axis=0, dtype=np.float64)
    return Report(
        int(edges["seat"][0, 0]), edges["action"][0].copy(), visits, prior / prior.sum(), value
    )

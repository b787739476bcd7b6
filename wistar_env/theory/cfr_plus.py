"""CFR+: counterfactual regret minimization with regrets that never fall below 0.

Tammelin, *Solving Large Imperfect Information Games Using CFR+*, 2014: seats are updated in turns,
and the average weights each iteration by its number. It converges to an equilibrium in two-player
constant-sum games; in others it is a heuristic.
"""

from typing import Final

import numpy as np

from wistar_env.theory.best_responses import sequence_values
from wistar_env.theory.sequence_form import Policy, SequenceForm


class CfrPlus:
    """A run of CFR+.

    Attributes
    ----------
    iterations
        The number of iterations so far.
    """

    def __init__(self, form: SequenceForm) -> None:
        self._form: Final = form
        self.iterations = 0
        zeros = [np.zeros(seat.num_sequences) for seat in form.seats]
        self._regrets: Final = zeros
        self._sums: Final = [each.copy() for each in zeros]
        policy = [seat.normalized(each) for seat, each in zip(form.seats, zeros, strict=True)]
        self._reach: Final = [s.reach(p) for s, p in zip(form.seats, policy, strict=True)]
        self._policy: Final = policy

    def iterate(self) -> None:
        """Run one iteration, which updates the policy of each seat once."""
        self.iterations += 1
        for seat, sets in enumerate(self._form.seats):
            self._learn(seat)
            self._policy[seat] = sets.normalized(self._regrets[seat])
            self._reach[seat] = sets.reach(self._policy[seat])
            self._sums[seat] += self.iterations * self._reach[seat]

    def _learn(self, seat: int) -> None:
        sets, regrets, policy = self._form.seats[seat], self._regrets[seat], self._policy[seat]
        values = sequence_values(self._form, tuple(self._reach), seat)
        for level in reversed(sets.levels):
            part = values[level.sequences]
            means = np.add.reduceat(policy[level.sequences] * part, level.first)
            np.add.at(values, sets.before[level.sets], means)
            regrets[level.sequences] += part - np.repeat(means, sets.sizes[level.sets])
        np.maximum(regrets, 0, out=regrets)

    def average(self) -> Policy:
        """Return the average policy so far."""
        pairs = zip(self._form.seats, self._sums, strict=True)
        return tuple(seat.normalized(sums) for seat, sums in pairs)

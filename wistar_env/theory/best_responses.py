"""Best responses, and the exploitability of a policy."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from wistar_env.theory.sequence_form import Policy, SequenceForm

_Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Judgement:
    """The evaluation of a policy that all seats play.

    Attributes
    ----------
    values
        The value of each seat.
    best_responses
        The value of each seat if that seat alone deviates to its best response.
    """

    values: tuple[float, ...]
    best_responses: tuple[float, ...]

    @property
    def gains(self) -> tuple[float, ...]:
        """The gain of each seat from its best response; 0 for all in an equilibrium."""
        pairs = zip(self.best_responses, self.values, strict=True)
        return tuple(max(0.0, best - value) for best, value in pairs)

    @property
    def nash_conv(self) -> float:
        """The sum of the gains."""
        return sum(self.gains)

    @property
    def exploitability(self) -> float:
        """The mean of the gains."""
        return self.nash_conv / len(self.values)


def judge(form: SequenceForm, policy: Policy) -> Judgement:
    """Evaluate a policy by exact best responses."""
    reach = tuple(seat.reach(part) for seat, part in zip(form.seats, policy, strict=True))
    best = (best_response(form, reach, seat) for seat in range(len(form.seats)))
    return Judgement(tuple(form.values(policy).tolist()), tuple(best))


def sequence_values(form: SequenceForm, reach: tuple[_Floats, ...], seat: int) -> _Floats:
    """Return a seat's counterfactual value for each of its sequences.

    The value of a sequence includes only the ends where it is the seat's last sequence.
    """
    weights = form.reaching(reach, without=seat) * form.payoffs[:, seat]
    values = np.zeros(form.seats[seat].num_sequences)
    np.add.at(values, form.ends[:, seat], weights)
    return values


def best_response(form: SequenceForm, reach: tuple[_Floats, ...], seat: int) -> float:
    """Return the value of the best response of a seat to the others."""
    sets, values = form.seats[seat], sequence_values(form, reach, seat)
    for level in reversed(sets.levels):
        best = np.maximum.reduceat(values[level.sequences], level.first)
        np.add.at(values, sets.before[level.sets], best)
    return float(values[0])

"""Policy targets of a search: the distribution of its visits, or of its values."""

from collections.abc import Callable
from functools import partial
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from wistar_env.kit.search import Report

#: Returns the probabilities of the actions of a search that the policy learns.
PolicyTarget: TypeAlias = Callable[[Report], NDArray[np.float64]]
#: Policy targets from a search.
POLICY_TARGETS: Final = ("visits", "completed_q")
#: The visits that the paper's ``c_visit`` adds to those of the most visited action.
_C_VISIT: Final = 50.0
#: Added to probabilities before taking logarithms.
_EPSILON: Final = 1e-9


def visit_distribution(report: Report, temperature: float = 1.0) -> NDArray[np.float64]:
    """Return probabilities in proportion to ``visits ** (1 / temperature)``."""
    powers = (report.visits / report.visits.max()) ** (1 / temperature)
    probabilities: NDArray[np.float64] = powers / powers.sum()
    return probabilities


def completed_values(report: Report, policy: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the value of each action, 0 to 1: for one without visits, the mean of the others.

    The mean is weighted by the policy. The paper mixes it with the network's value of the root,
    which a search of hidden information, with a position redrawn in every simulation, has not.
    """
    visited = report.visits > 0
    mean = np.average(report.value[visited], weights=policy[visited] + _EPSILON)
    return np.where(visited, report.value, mean)


def completed_q_distribution(
    report: Report, root_prior_temperature: float, scale: float
) -> NDArray[np.float64]:
    """Return the policy improved by the values of a search.

        softmax(log(policy) + scale * (c_visit + most visits) * value)

    Unlike visits it does not keep the exploration of the search (Danihelka et al. 2022, *Policy
    Improvement by Planning with Gumbel*, section 4).

    ``report``: a search with at least one simulation. ``root_prior_temperature``: the temperature
    of its priors; the policy is that of the network, at a temperature of 1.
    """
    policy = policy_of(report, root_prior_temperature)
    weight = scale * (_C_VISIT + float(report.visits.max()))
    logits = np.log(policy + _EPSILON) + weight * completed_values(report, policy)
    powers = np.exp(logits - logits.max())
    probabilities: NDArray[np.float64] = powers / powers.sum()
    return probabilities


def policy_of(report: Report, root_prior_temperature: float) -> NDArray[np.float64]:
    """Return the network's probabilities, from priors with a temperature."""
    powers = (report.prior / report.prior.max()) ** root_prior_temperature
    probabilities: NDArray[np.float64] = powers / powers.sum()
    return probabilities


def select_action(report: Report, temperature: float, seed: int) -> int:
    """Sample from the visit distribution, or return the best action at a temperature of 0."""
    if temperature == 0 or report.simulations == 0:
        return report.best
    probabilities = visit_distribution(report, temperature)
    return int(np.random.default_rng(seed).choice(report.actions, p=probabilities))


def policy_target_of(
    name: str, target_temperature: float, root_prior_temperature: float, completed_q_scale: float
) -> PolicyTarget:
    """Return one of ``POLICY_TARGETS``, by the settings of a run."""
    if name == "visits":
        return partial(visit_distribution, temperature=target_temperature)
    return partial(
        completed_q_distribution,
        root_prior_temperature=root_prior_temperature,
        scale=completed_q_scale,
    )

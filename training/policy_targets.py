"""Policy targets from a search: the distribution of its visits, or one improved by its values."""

from collections.abc import Callable
from functools import partial
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from wistar_env.kit.search import Report

#: A function that turns a search into the action probabilities that the policy learns.
PolicyTarget: TypeAlias = Callable[[Report], NDArray[np.float64]]
#: The names of the policy targets.
POLICY_TARGETS: Final = ("visits", "completed_q")
#: ``c_visit`` of Danihelka et al. (2022), added to the visits of the most visited action.
_C_VISIT: Final = 50.0
#: Added to probabilities before they are used in logarithms or as weights.
_EPSILON: Final = 1e-9


def visit_distribution(report: Report, temperature: float = 1.0) -> NDArray[np.float64]:
    """Return probabilities in proportion to ``visits ** (1 / temperature)``."""
    powers = (report.visits / report.visits.max()) ** (1 / temperature)
    probabilities: NDArray[np.float64] = powers / powers.sum()
    return probabilities


def completed_values(report: Report, policy: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the value of each action, 0 to 1; unvisited actions get the mean of the visited ones.

    The mean is weighted by the policy. Danihelka et al. (2022) mix it with the network's value of
    the root, but under hidden information each simulation has another root position.
    """
    visited = report.visits > 0
    mean = np.average(report.value[visited], weights=policy[visited] + _EPSILON)
    return np.where(visited, report.value, mean)


def completed_q_distribution(
    report: Report, root_prior_temperature: float, scale: float
) -> NDArray[np.float64]:
    """Return the policy improved by the values of a search.

        softmax(log(policy) + scale * (c_visit + most visits) * value)

    Unlike the visit distribution, it does not include the search's exploration (Danihelka et al.
    2022, *Policy Improvement by Planning with Gumbel*, section 4).

    ``report``: a search with at least one simulation. ``root_prior_temperature``: the temperature
    of its priors; the policy in the formula is that of the network at temperature 1.
    """
    policy = policy_of(report, root_prior_temperature)
    weight = scale * (_C_VISIT + float(report.visits.max()))
    logits = np.log(policy + _EPSILON) + weight * completed_values(report, policy)
    powers = np.exp(logits - logits.max())
    probabilities: NDArray[np.float64] = powers / powers.sum()
    return probabilities


def policy_of(report: Report, root_prior_temperature: float) -> NDArray[np.float64]:
    """Return the network's probabilities at temperature 1, from the priors of a search."""
    powers = (report.prior / report.prior.max()) ** root_prior_temperature
    probabilities: NDArray[np.float64] = powers / powers.sum()
    return probabilities


def select_action(report: Report, temperature: float, seed: int) -> int:
    """Sample from the visits; at temperature 0, or without simulations, return the best action."""
    if temperature == 0 or report.simulations == 0:
        return report.best
    probabilities = visit_distribution(report, temperature)
    return int(np.random.default_rng(seed).choice(report.actions, p=probabilities))


def policy_target_of(
    name: str, target_temperature: float, root_prior_temperature: float, completed_q_scale: float
) -> PolicyTarget:
    """Return the policy target of this name (see ``POLICY_TARGETS``) with a run's settings."""
    if name == "visits":
        return partial(visit_distribution, temperature=target_temperature)
    return partial(
        completed_q_distribution,
        root_prior_temperature=root_prior_temperature,
        scale=completed_q_scale,
    )

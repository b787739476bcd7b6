"""Policy targets from search."""

from collections import Counter

import numpy as np
import pytest

from tests.networks.networks import lively
from wistar_env.kit.search import Report
from wistar_env.training.distil_config import Config
from wistar_env.training.policy_targets import (
    completed_q_distribution,
    policy_target_of,
    select_action,
)
from wistar_env.training.search_targets import open_self_play


def report(
    visits: list[int], value: list[float] | None = None, prior: list[float] | None = None
) -> Report:
    n = len(visits)
    actions = np.arange(10, 10 + n, dtype=np.int16)
    values = np.zeros(n) if value is None else np.array(value)
    priors = np.full(n, 1 / n) if prior is None else np.array(prior)
    return Report(0, actions, np.array(visits), priors, values)


def test_actions_are_sampled_by_visits() -> None:
    found = report([60, 30, 0, 10])
    for temperature, chances in ((1.0, [0.6, 0.3, 0, 0.1]), (0.5, [36 / 46, 9 / 46, 0, 1 / 46])):
        counts = Counter(select_action(found, temperature, seed) for seed in range(1000))
        for k, chance in enumerate(chances):
            assert abs(counts[10 + k] - 1000 * chance) <= 5 * (1000 * chance) ** 0.5
    assert {select_action(found, 0.0, seed) for seed in range(9)} == {10}
    assert select_action(report([0]), 1.0, 1) == 10


def test_completed_q_adds_values_to_the_logits_of_the_network() -> None:
    nan = float("nan")
    found = report([30, 10, 0], value=[0.5, 0.6, nan], prior=[0.5, 0.3, 0.2])
    wanted = completed_q_distribution(found, root_prior_temperature=2.0, scale=0.1)
    policy = np.array([0.25, 0.09, 0.04]) / 0.38  # the priors are its square root
    # An action without visits is worth what the others are, weighted by the policy.
    mean = (0.25 * 0.5 + 0.09 * 0.6) / 0.34
    powers = policy * np.exp(0.1 * (50 + 30) * np.array([0.5, 0.6, mean]))
    assert np.allclose(wanted, powers / powers.sum(), atol=1e-6)


def test_completed_q_without_weight_is_the_policy_of_the_network() -> None:
    found = report([9, 1], value=[0.1, 0.9], prior=[0.6, 0.4])
    assert np.allclose(completed_q_distribution(found, 1.0, 0.0), [0.6, 0.4])


def test_completed_q_of_equal_values_does_not_follow_the_visits() -> None:
    found = report([99, 1], value=[0.5, 0.5], prior=[0.7, 0.3])
    assert np.allclose(completed_q_distribution(found, 1.0, 1.0), [0.7, 0.3])


@pytest.mark.parametrize("name", ["visits", "completed_q"])
def test_a_run_learns_the_target_that_it_names(name: str) -> None:
    config = Config(
        options="level=9",
        simulations=6,
        policy_target=name,
        target_temperature=0.5,
        completed_q_scale=0.3,
        num_sampling_moves=0,
    )
    self_play = open_self_play(config, lively(1), 1)
    seen: list[Report] = []
    search = self_play.searcher.search_all
    self_play.searcher.search_all = lambda *all: seen.append(search(*all)[0]) or [seen[-1]]  # type: ignore[method-assign, func-returns-value]
    learned = self_play.play([3]).targets.policy_targets
    target = policy_target_of(name, 0.5, config.root_prior_temperature, 0.3)
    chosen = [each for each in seen if len(each.actions) > 1]
    for row, each in zip(learned, chosen, strict=True):
        assert np.allclose(row[: len(each.actions)], target(each), atol=1e-6)


def test_an_unknown_target_is_rejected_by_name() -> None:
    with pytest.raises(ValueError, match=r"policy_target .* 'values'"):
        Config(policy_target="values")

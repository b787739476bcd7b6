"""Gradients on a Ray cluster: each worker computes that of a part of a minibatch."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wistar_env.kit.networks.losses import METRICS
from wistar_env.kit.networks.network import Network
from wistar_env.kit.networks.optimizer import add_gradient, apply_gradients
from wistar_env.kit.vector.arrays import Sparse
from wistar_env.system.ray_tasks import Cluster
from wistar_env.training.learner import Experience, Learner


class _Part(NamedTuple):
    """Decisions of a minibatch, and what its metrics are added to."""

    observations: Sparse
    decisions: NDArray[Any]
    policy_targets: NDArray[np.float32]
    sums: NDArray[np.float64]


class _Gradient(NamedTuple):
    """The gradient of a part, where it is not zero, and the sums with its metrics added."""

    weights: NDArray[np.float32]
    inputs: NDArray[np.uint8]
    actions: NDArray[np.uint8]
    sums: NDArray[np.float64]


def _gradient(network: Network, coefs: NDArray[np.float32], part: _Part) -> _Gradient:
    """Return the gradient of a part."""
    found = Network(network.game, network.num_players, network.hidden)
    inputs = np.zeros((1, len(network.parameters["first"])), np.uint8)
    actions = np.zeros((1, network.game.spec.num_actions), np.uint8)
    sums = part.sums.copy()
    indices, values, used = (array.copy() for array in part.observations)  # Ray's are read-only
    add_gradient(
        network.records(found),
        indices,
        values,
        used,
        part.decisions.copy(),
        part.policy_targets.copy(),
        np.arange(len(part.decisions)),
        coefs.copy(),
        inputs,
        actions,
        sums,
    )
    return _Gradient(found.weights, inputs[0], actions[0], sums)


class RayLearner(Learner):
    """A learner whose gradients are computed on a cluster, with the same results.

    Parameters
    ----------
    network
        The network to train, in place.
    cluster
        The cluster that computes gradients.
    """

    def __init__(self, network: Network, cluster: Cluster) -> None:
        super().__init__(network)
        self._cluster = cluster

    def _run_minibatches(
        self,
        experience: Experience,
        policy_targets: NDArray[np.float32],
        rows: NDArray[np.int64],
        minibatch_size: int,
        coefs: NDArray[np.float32],
        learning_rate: float,
        value_grad_norm: float,
    ) -> NDArray[np.float64]:
        sums = np.zeros((len(self._gradients), len(METRICS)))
        indices, values, used = experience.observations
        width = int(used.max(initial=0))
        for minibatch in rows.reshape(-1, minibatch_size):
            parts = [
                _Part(
                    Sparse(indices[each, :width], values[each, :width], used[each]),
                    experience.decisions[each],
                    policy_targets[each] if len(policy_targets) else policy_targets,
                    sums[number],
                )
                for number, each in enumerate(np.array_split(minibatch, len(self._gradients)))
            ]
            shared = self._cluster.share(self.network), self._cluster.share(coefs)
            for number, found in enumerate(self._cluster.in_order(_gradient, parts, *shared)):
                self._gradients[number].weights[:] = found.weights
                self._touched_inputs[number] = found.inputs
                self._touched_actions[number] = found.actions
                sums[number] = found.sums
            apply_gradients(
                self._records,
                self._touched_inputs,
                self._touched_actions,
                value_grad_norm,
                self._squared_norms,
                learning_rate,
                self.adam_steps + 1,
            )
            self.adam_steps += 1
        return sums

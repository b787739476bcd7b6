"""The preallocated arrays of one search, and the record with their addresses."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from wistar_env.kit.game import GameSpec
from wistar_env.kit.networks.network import Network
from wistar_env.kit.search.context import ARRAYS, FLOAT_FIELDS, INTEGER_FIELDS, NONE, ROOT, SEARCH


class SearchBuffers:
    """The buffers of one search thread: a tree, scratch games, and settings.

    Parameters
    ----------
    capacity
        Maximum number of edges. The operating system commits the memory only as the tree grows.
    network
        Evaluates leaves; None uses the heuristic.
    spec
        The declaration of the game, with its record and the weights of its heuristic.
    settings
        Values of ``context.FLOAT_FIELDS``, ``rollout_depth`` and ``batch_size``. Defaults: the
        game's ``value_scale`` for ``score_scale``, 1 for ``batch_size``, 0 for the others.
    """

    def __init__(
        self, capacity: int, network: Network | None, spec: GameSpec, **settings: float
    ) -> None:
        self.record = np.zeros(1, SEARCH)
        numbers = {
            "game_bytes": spec.record.itemsize,
            "capacity": capacity,
            "num_features": len(spec.bots.weights),
            "score_scale": spec.networks.value_scale,
            "has_network": int(network is not None),
            "batch_size": 1,
            **settings,
        }
        for name in (*INTEGER_FIELDS, *FLOAT_FIELDS):
            self.record[name] = numbers.get(name, 0)
        self._arrays = {name: self._array(name) for name in ARRAYS}
        self._arrays["weights"][:] = spec.bots.weights
        for name, array in self._arrays.items():
            self.record[f"{name}_at"] = array.ctypes.data
        self._network: Network | None = None
        self.set_network(network)

    def set_network(self, network: Network | None) -> None:
        """Let another network evaluate leaves; None changes nothing."""
        if network is not None and network is not self._network:
            self._network = network  # the record holds addresses of its parameters
            self._arrays["networks"] = network.records()
            self.record["networks_at"] = self._arrays["networks"].ctypes.data

    def _array(self, name: str) -> npt.NDArray[Any]:
        dtype, sizes = ARRAYS[name]
        shape = [int(self.record[size][0]) if isinstance(size, str) else size for size in sizes]
        return np.empty(shape, dtype)

    def _places_below(self, parent: int) -> npt.NDArray[np.int64]:
        """Return the indices of the edges below an edge, sorted by action."""
        edges = self._arrays["edges"]
        found, edge = [], int(edges["child"][parent])
        while edge != NONE:
            found.append(edge)
            edge = int(edges["sibling"][edge])
        places = np.array(found, np.int64)
        return places[np.argsort(edges["action"][places])]

    def root_edges(self) -> npt.NDArray[Any]:
        """Return a copy of the edges of the root, sorted by action."""
        return self.edges_after(())

    def edges_after(self, path: Sequence[int]) -> npt.NDArray[Any]:
        """Return a copy of the edges after a sequence of actions, sorted by action.

        If several seats took an action of the sequence, the most visited edge is followed.
        """
        edges: npt.NDArray[Any] = self._arrays["edges"]
        parent = ROOT
        for action in path:
            places = self._places_below(parent)
            same = places[edges["action"][places] == action]
            if not len(same):
                return edges[:0].copy()
            parent = int(same[np.argmax(edges["visits"][same])])
        return edges[self._places_below(parent)]

    def set_root_priors(self, priors: npt.NDArray[np.float64]) -> None:
        """Replace the priors of the edges of the root, in the order of ``root_edges``."""
        self._arrays["edges"]["prior"][self._places_below(ROOT)] = priors

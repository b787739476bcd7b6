"""The arrays of one search, made once, and the record by which compiled code finds them."""

from typing import Any

import numpy as np
import numpy.typing as npt

from wistar_env.gate import WEIGHTS
from wistar_env.networks.network import Network
from wistar_env.search.context import ARRAYS, COUNTS, MEASURES, NONE, ROOT, SEARCH


class Memory:
    """What one thread needs to search: a tree, games to play on, and settings.

    Parameters
    ----------
    capacity
        Edges that the tree has room for. Memory that no tree has reached yet is only reserved.
    network
        Judges positions; None for the heuristic.
    settings
        Values of ``context.MEASURES`` and of ``horizon``.
    """

    def __init__(self, capacity: int, network: Network | None, **settings: float) -> None:
        self.record = np.zeros(1, SEARCH)
        learned = int(network is not None)
        numbers = {"capacity": capacity, "features": len(WEIGHTS), "learned": learned, **settings}
        for name in (*COUNTS, *MEASURES):
            self.record[name] = numbers.get(name, 0)
        self._kept = {name: self._array(name) for name in ARRAYS}
        self._kept["weights"][:] = WEIGHTS
        self._network = network  # the record leads to its parameters
        if network is not None:
            self._kept["networks"] = network.records()
        for name, array in self._kept.items():
            self.record[f"{name}_at"] = array.ctypes.data

    def _array(self, name: str) -> npt.NDArray[Any]:
        dtype, sizes = ARRAYS[name]
        shape = [int(self.record[size][0]) if isinstance(size, str) else size for size in sizes]
        return np.empty(shape, dtype)

    def root_edges(self) -> npt.NDArray[Any]:
        """Return a copy of the edges of the root, sorted by action."""
        edges = self._kept["edges"]
        found, edge = [], int(edges["child"][ROOT])
        while edge != NONE:
            found.append(edge)
            edge = int(edges["sibling"][edge])
        chosen = edges[found]
        return chosen[np.argsort(chosen["action"])]

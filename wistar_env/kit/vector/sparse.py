"""Conversions of sparse observations: to dense arrays, and to embedding bags."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from wistar_env.errors import RulesError
from wistar_env.kit.layout import Layout
from wistar_env.kit.vector.arrays import Sparse


class Bags(NamedTuple):
    """Sparse observations concatenated, without padding."""

    # int64, shape (m,): the indices of all nonzero values, row by row.
    indices: npt.NDArray[np.int64]
    offsets: npt.NDArray[np.int64]  # int64, shape (n,): where each row begins in ``indices``
    # float32, shape (m,): the values, scaled as in float32 observations.
    weights: npt.NDArray[np.float32]


def no_room(width: int) -> str:
    """Return the message for an observation with too many nonzero values."""
    return (
        f"a sparse observation holds at most {width} nonzero values; use observation='float32' or "
        "'uint8'"
    )


def _filled(sparse: Sparse) -> npt.NDArray[np.bool_]:
    """Return a mask of the used entries."""
    filled: npt.NDArray[np.bool_] = np.arange(sparse.indices.shape[1]) < sparse.used[:, None]
    return filled


def embedding_bags(sparse: Sparse, layout: Layout) -> Bags:
    """Return sparse observations in the form that ``torch.nn.EmbeddingBag`` takes.

    With ``mode="sum"`` and ``layout.size`` embeddings, an embedding bag equals a linear layer
    without bias over float32 observations::

        bags = map(torch.from_numpy, embedding_bags(step.observation, layout))
        indices, offsets, weights = bags
        hidden = embedding_bag(indices, offsets, per_sample_weights=weights)
    """
    filled = _filled(sparse)
    indices = sparse.indices[filled].astype(np.int64)
    count = sparse.used.astype(np.int64)
    weights = sparse.values[filled] * layout.scale[indices]
    return Bags(indices, np.cumsum(count) - count, weights)


def densify(sparse: Sparse, layout: Layout) -> npt.NDArray[np.float32]:
    """Return sparse observations as dense float32, shape (n, size)."""
    bags = embedding_bags(sparse, layout)
    dense = np.zeros((len(sparse.used), layout.size), np.float32)
    dense[np.repeat(np.arange(len(dense)), sparse.used), bags.indices] = bags.weights
    return dense


def sparsify(counts: npt.NDArray[np.uint8], width: int) -> Sparse:
    """Return uint8 observations, shape (n, size), as sparse observations.

    Raises
    ------
    RulesError
        If an observation has more than ``width`` nonzero values.
    """
    rows, indices = np.nonzero(counts)
    count = np.bincount(rows, minlength=len(counts))
    if (count > width).any():
        raise RulesError(no_room(width))
    sparse = Sparse.zeros(len(counts), width)
    places = np.arange(len(rows)) - np.repeat(np.cumsum(count) - count, count)
    sparse.indices[rows, places] = indices
    sparse.values[rows, places] = counts[rows, indices]
    sparse.used[:] = count
    return sparse

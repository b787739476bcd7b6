"""The blocks of observations and actions whose weights come from card embeddings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from wistar_env.kit.game import GameSpec


@dataclass(frozen=True)
class Reading:
    """A block of inputs or actions whose weights come from the embeddings of its places."""

    name: str  # the block
    axis: str  # the meaning of its places
    # Numbers of the inputs or actions: shape (others, places), a row per index of its other axes.
    rows: npt.NDArray[np.int64]

    @cached_property
    def spans(self) -> list[slice] | None:
        """The slice of each row of ``rows``; None if the numbers of a row are not consecutive."""
        first, last = self.rows[:, 0], self.rows[:, -1]
        if not np.array_equal(self.rows, first[:, None] + np.arange(self.rows.shape[1])):
            return None
        return [slice(a, b + 1) for a, b in zip(first.tolist(), last.tolist(), strict=True)]

    @property
    def selections(self) -> Sequence[slice | npt.NDArray[np.int64]]:
        """An index for each row of ``rows``: where possible a slice, which copies nothing."""
        return self.spans or [*self.rows]


def input_readings(spec: GameSpec, num_players: int, axes: Mapping[str, int]) -> list[Reading]:
    """Return the blocks of an observation with exactly one of ``axes``, a dict of their sizes."""
    found = []
    for block in spec.observation_layout(num_players).blocks:
        read = [k for k, axis in enumerate(block.axes) if axis in axes]
        if len(read) == 1:
            rows = block.start + np.arange(block.size).reshape(block.shape)
            last = np.moveaxis(rows, read[0], -1).reshape(-1, block.shape[read[0]])
            found.append(Reading(block.name, block.axes[read[0]], last))
    return found


def action_readings(spec: GameSpec, axes: Mapping[str, int]) -> list[Reading]:
    """Return the blocks of actions with one of ``axes``, a dict of their sizes."""
    found, start = [], 0
    for name, size in spec.actions.blocks:
        axis = spec.actions.axes.get(name, "")
        if axis in axes:
            rows = start + np.arange(size).reshape(-1, axes[axis])
            found.append(Reading(name, axis, rows))
        start += size
    return found

"""``PlaceFeatures``: numbers that describe the places of an axis.

Observations and actions refer to a card by its id only. Its contents, such as cost and effect, are
in the data of the game. ``GameSpec.observation.place_features`` returns them for each axis of the
observations, with the same columns for all data, so that a learner can generalize to unseen cards.
"""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from wistar_env.kit.read_only import read_only


@dataclass(frozen=True, eq=False)
class PlaceFeatures:
    """A table with a row for each place of an axis and a column for each feature.

    Parameters
    ----------
    names
        The names of the columns, the same for all data of a game.
    values
        Shape (places, columns): amounts as printed, and 1 or 0 for properties.

    Attributes
    ----------
    index
        The column number of each name.
    """

    names: tuple[str, ...]
    values: npt.NDArray[np.float32]
    index: dict[str, int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Check the shape, and store a read-only copy of the values."""
        if self.values.ndim != 2 or self.values.shape[1] != len(self.names):
            raise ValueError(
                f"values must have {len(self.names)} columns, found shape {self.values.shape}"
            )
        index = {name: k for k, name in enumerate(self.names)}
        if len(index) != len(self.names):
            twice = sorted({name for name in self.names if self.names.count(name) > 1})
            raise ValueError(f"names must be unique, found more than once: {', '.join(twice)}")
        object.__setattr__(self, "index", index)
        object.__setattr__(self, "values", read_only(self.values.astype(np.float32)))

    def describe(self, place: int) -> dict[str, float]:
        """Return the nonzero features of a place, by name."""
        row = self.values[place]
        return {self.names[k]: float(row[k]) for k in np.flatnonzero(row)}

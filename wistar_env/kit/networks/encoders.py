"""The encoders of card-feature networks, from features to embeddings."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from wistar_env.kit.game.place_features import PlaceFeatures

Floats: TypeAlias = npt.NDArray[np.float32]


class Activation(NamedTuple):
    """A leaky ReLU: ``scale * max(x, slope * x)``."""

    slope: float
    scale: float


#: The activations of encoders, given the embedding size. With ``relu``, an Adam step changes the
#: weights of a card in proportion to its active units, far more than other weights, and in long
#: runs most units die. ``leaky`` keeps a gradient, and its scale makes the weights of cards change
#: about as fast as other weights.
ENCODERS: Final[Mapping[str, Callable[[int], Activation]]] = MappingProxyType(
    {
        "relu": lambda code: Activation(0.0, 1.0),
        "leaky": lambda code: Activation(0.1, 4 / code),
    }
)
DEFAULT_ENCODER: Final = "leaky"


def compressed(features: PlaceFeatures) -> Floats:
    """Return the input of encoders: ``sign(x) * log(1 + abs(x))`` of each feature ``x``."""
    values = features.values
    return np.asarray(np.sign(values) * np.log1p(np.abs(values)), np.float32)

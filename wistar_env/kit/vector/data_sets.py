"""The data of a batch: one set for all games, or one of several for each game."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from wistar_env.arguments import integer
from wistar_env.kit.game.data_set import GameData
from wistar_env.kit.game.spec import GameSpec

_MAX_SETS: Final = 4096
_MAX_WEIGHT: Final = 2**20


class DataSets:
    """The data sets of a batch, and the choice of one for each game.

    A game's seed draws its set, by weights, independently of the game's other randomness.

    Parameters
    ----------
    spec
        The declaration of the game.
    data
        An argument of ``spec.open_data``; or a list of such arguments, with equal probabilities; or
        a mapping from them to weights, integers from 1 to 1,048,576.

    Attributes
    ----------
    sets
        The data sets, at least one.
    ends
        Cumulative weights of the sets, int64.

    Raises
    ------
    TypeError, ValueError
        If there is no set, or more than 4,096, or a weight is invalid.
    DataError
        If a set cannot be opened.
    """

    def __init__(self, spec: GameSpec, data: Any) -> None:
        weights = _weights(data)
        self.sets: tuple[GameData, ...] = tuple(spec.opened(each) for each, _ in weights)
        self.ends = np.cumsum([weight for _, weight in weights], dtype=np.int64)

    def __len__(self) -> int:
        return len(self.sets)

    @property
    def single(self) -> GameData:
        """The data set, if there is only one.

        Raises
        ------
        ValueError
            If there are several sets.
        """
        if len(self) > 1:
            raise ValueError(
                f"the games have {len(self)} data sets, not one; use data_sets and set_of_game"
            )
        return self.sets[0]

    @property
    def name(self) -> str:
        """The name of the sets in messages."""
        return self.sets[0].name if len(self) == 1 else f"{len(self)} data sets"

    @property
    def fingerprint(self) -> bytes:
        """A hash of the sets and their weights, 16 bytes."""
        if len(self) == 1:
            return self.sets[0].fingerprint
        parts = [each.fingerprint for each in self.sets]
        return hashlib.blake2b(b"".join(parts) + self.ends.tobytes(), digest_size=16).digest()

    @property
    def rules(self) -> npt.NDArray[Any]:
        """The records through which compiled code reads the sets; see ``GameData.rules``."""
        if len(self) == 1:
            return self.sets[0].rules
        return np.concatenate([each.rules for each in self.sets])

    def of_seeds(self, seeds: npt.NDArray[np.uint64]) -> npt.NDArray[np.int16]:
        """Return the index of the set that each seed draws."""
        from wistar_env.kit.batch.steps import draw_sets  # the import may compile it

        drawn = np.zeros(len(seeds), np.int16)
        draw_sets(self.ends, np.ascontiguousarray(seeds).view(np.int64), drawn)
        return drawn


def _weights(data: Any) -> tuple[tuple[Any, int], ...]:
    if isinstance(data, Mapping):
        weighted = tuple(
            (each, integer(f"the weight of {each!r} in data", weight, 1, _MAX_WEIGHT))
            for each, weight in data.items()
        )
    elif isinstance(data, Sequence) and not isinstance(data, str | bytes):
        weighted = tuple((each, 1) for each in data)
    else:
        return ((data, 1),)
    if not 1 <= len(weighted) <= _MAX_SETS:
        raise ValueError(f"data must be 1 to {_MAX_SETS} data sets, found {len(weighted)}")
    return weighted

"""Compact files with many games: seeds, actions and final scores, compressed.

A game follows from its seed and its actions, so no positions are stored: a byte or two per
decision.
``Shard`` is one file; a run writes several, each atomically.
"""

import lzma
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from wistar_env.errors import ReplayError
from wistar_env.system.atomic_files import replacing
from wistar_env.system.untrusted_arrays import read_arrays, unpack
from wistar_env.system.untrusted_files import reading_file

#: The compression preset: the default of xz.
_PRESET: Final = 6
#: The maximum number of actions in a file, and of bytes of its arrays, with actions compressed.
_MOST_ACTIONS: Final = 2**28
_MOST_BYTES: Final = 2**30
_TYPES: Final = MappingProxyType(
    {
        "seeds": np.uint64,
        "lengths": np.int64,
        "actions": np.int16,
        "players": np.int16,
        "scores": np.int64,
        "ranks": np.int16,
    }
)


@dataclass(frozen=True)
class Shard:
    """Finished games, all of the same game and player count.

    Attributes
    ----------
    seeds
        The seed of each game, uint64, shape (n,).
    lengths
        The number of actions of each game, int64, shape (n,).
    actions
        The actions of all games, one after the other, int16.
    players
        The number of the player in each seat, int16, shape (n, seats); -1 for automata.
    scores
        The final score of each seat, int64, shape (n, seats).
    ranks
        The place of each seat, int16, shape (n, seats).
    """

    seeds: npt.NDArray[np.uint64]
    lengths: npt.NDArray[np.int64]
    actions: npt.NDArray[np.int16]
    players: npt.NDArray[np.int16]
    scores: npt.NDArray[np.int64]
    ranks: npt.NDArray[np.int16]

    def __post_init__(self) -> None:
        """Check that the arrays fit each other."""
        count = self.seeds.size
        same = {self.players.shape, self.scores.shape, self.ranks.shape}
        fits = self.seeds.shape == self.lengths.shape == (count,) and (self.lengths >= 0).all()
        if not fits or len(same) != 1 or self.players.ndim != 2 or len(self.players) != count:
            raise ValueError(
                f"all arrays must have {count} games, and lengths of at least 0, found the shapes "
                f"{self.lengths.shape} of lengths, {self.players.shape} of players, "
                f"{self.scores.shape} of scores and {self.ranks.shape} of ranks"
            )
        for name, dtype in _TYPES.items():
            if getattr(self, name).dtype != dtype:
                raise ValueError(
                    f"{name} must be {dtype.__name__}, found {getattr(self, name).dtype}"
                )
        if (self.lengths > len(self.actions)).any() or self.lengths.sum() != len(self.actions):
            raise ValueError(
                f"lengths must add up to the number of actions, {len(self.actions)}, found "
                f"{self.lengths.sum()}"
            )

    def __len__(self) -> int:
        return len(self.seeds)

    @property
    def starts(self) -> npt.NDArray[np.int64]:
        """The index of each game's first action, int64, shape (n,)."""
        starts: npt.NDArray[np.int64] = np.cumsum(self.lengths) - self.lengths
        return starts

    def actions_of(self, number: int) -> npt.NDArray[np.int16]:
        """Return the actions of one game, given its index, as a view."""
        start = int(self.starts[number])
        return self.actions[start : start + int(self.lengths[number])]

    def save(self, file: Path) -> None:
        """Write the shard to a file, atomically."""
        kept: dict[str, Any] = {
            name: array for name, array in vars(self).items() if name != "actions"
        }
        packed = lzma.compress(self.actions.astype("<i2").tobytes(), preset=_PRESET)
        kept["actions"] = np.frombuffer(packed, np.uint8)
        with replacing(file) as unfinished, unfinished.open("wb") as stream:
            np.savez_compressed(stream, **kept)

    @classmethod
    def load(cls, file: Path) -> "Shard":
        """Return the shard in a file.

        Raises
        ------
        ReplayError
            If there is no such file, or it is damaged.
        """
        with reading_file(file, "a file of games", ReplayError):
            arrays = read_arrays(file, most_bytes=_MOST_BYTES, most_arrays=len(_TYPES))
            packed, lengths = arrays.pop("actions"), arrays["lengths"]
            if lengths.dtype != _TYPES["lengths"] or lengths.ndim != 1:
                raise ValueError(
                    "lengths must be an int64 array with one axis, found "
                    f"{lengths.dtype} of shape {lengths.shape}"
                )
            if lengths.max(initial=0) > _MOST_ACTIONS or lengths.min(initial=0) < 0:
                raise ValueError(
                    f"a game must have 0 to {_MOST_ACTIONS} actions, found {lengths.min()} to "
                    f"{lengths.max()}"
                )
            if (count := sum(lengths.tolist())) > _MOST_ACTIONS:
                raise ValueError(f"the file has {count} actions; the maximum is {_MOST_ACTIONS}")
            actions = np.frombuffer(unpack(packed.tobytes(), 2 * count), "<i2").astype(np.int16)
            return cls(actions=actions, **arrays)

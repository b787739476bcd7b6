"""Layouts of the observation and of the state vector: sizes, names, scales, description.

An observation is egocentric: the section ``me`` is the observing seat, ``rival_1`` the next in
the turn order after it, and so on. A layout depends on the number of players only.
"""

from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from wistar_env.arguments import integer
from wistar_env.spaces.blocks import BOT, COMMON, HIDDEN, SEAT, Block, Section
from wistar_env.spaces.labels import Labels
from wistar_env.tables.limits import MAX_SEATS
from wistar_env.tables.read_only import read_only

FloatVector: TypeAlias = npt.NDArray[np.float32]

#: What ``describe`` says about one block: a number, words, or words with numbers.
Described: TypeAlias = int | list[str] | dict[str, Any]


@dataclass(frozen=True, eq=False)
class Layout:
    """How one vector is laid out.

    Attributes
    ----------
    blocks
        All blocks in order, with names such as ``round`` or ``me.wood`` and absolute offsets.
    size
        Length of the vector.
    limit
        uint8, shape (size,): the largest count of each value, where it is cut off.
    scale
        float32, shape (size,): what a count is multiplied with, 1 divided by its limit.

    All games share the arrays, so nobody can write to them.
    """

    blocks: tuple[Block, ...]
    size: int
    limit: npt.NDArray[np.uint8]
    scale: FloatVector
    #: The same for compiled code, whose types know no arrays that cannot be written to.
    _limit: npt.NDArray[np.uint8] = field(repr=False)
    _scale: FloatVector = field(repr=False)

    def views(self, vector: npt.NDArray[Any]) -> dict[str, npt.NDArray[Any]]:
        """Return each block of a vector as a view in its own shape, by name.

        Raises
        ------
        ValueError
            If the vector does not have the size of this layout.
        """
        if vector.shape != (self.size,):
            raise ValueError(f"the vector must have shape ({self.size},), found {vector.shape}")
        return {
            block.name: vector[block.start : block.start + block.size].reshape(block.shape)
            for block in self.blocks
        }

    def counts(self, vector: FloatVector) -> dict[str, npt.NDArray[np.int64]]:
        """Return each block of a vector as whole counts, by name."""
        views = self.views(vector)
        return {
            block.name: np.rint(views[block.name] * block.limit).astype(np.int64)
            for block in self.blocks
        }

    def describe(self, vector: FloatVector, labels: Labels) -> dict[str, Described]:
        """Say in words what a vector holds, by the name of the block.

        A single number is an integer, a block of flags a list of what is set, a block of counts
        a dict without its zeros; blocks over two axes are dicts of these. The numbers of the
        decision have the names that ``rules.numbers`` has for them.
        """
        counts = self.counts(vector)
        words = {axis: labels.of(axis) for block in self.blocks for axis in block.axes}
        words["number"] = labels.numbers(int(counts["decision"].argmax()))
        return {
            block.name: _describe(counts[block.name], block.limit, [words[a] for a in block.axes])
            for block in self.blocks
        }


def _describe(counts: npt.NDArray[np.int64], limit: int, axes: list[list[str]]) -> Described:
    if not axes:
        return int(counts)
    words = axes[0]
    found = np.flatnonzero(counts.reshape(len(words), -1).any(axis=1))
    if len(axes) > 1:
        return {words[k]: _describe(counts[k], limit, axes[1:]) for k in found}
    if limit == 1:
        return [words[k] for k in found]
    return {words[k]: int(counts[k]) for k in found}


def _layout(sections: list[tuple[str, Section]]) -> Layout:
    blocks: list[Block] = []
    start = 0
    for prefix, section in sections:
        blocks += [
            replace(block, name=prefix + block.name, start=start + block.start)
            for block in section.blocks
        ]
        start += section.size
    limit = np.concatenate([np.full(block.size, block.limit, np.uint8) for block in blocks])
    scale = (1 / limit.astype(np.float64)).astype(np.float32)
    return Layout(
        tuple(blocks), start, read_only(limit.copy()), read_only(scale.copy()), limit, scale
    )


def _sections(num_players: int, seats: list[str]) -> list[tuple[str, Section]]:
    bot = [("bot.", BOT)] if num_players == 1 else []
    return [("", COMMON), *bot, *((f"{seat}.", SEAT) for seat in seats)]


def _num_seats(num_players: int) -> int:
    return max(2, integer("num_players", num_players, 1, MAX_SEATS))


@cache
def observation_layout(num_players: int) -> Layout:
    """Return the layout of what one seat observes; 1 player is the solo game."""
    rivals = [f"rival_{k}" for k in range(1, _num_seats(num_players))]
    return _layout(_sections(num_players, ["me", *rivals]))


@cache
def state_layout(num_players: int) -> Layout:
    """Return the layout of the unhidden state: seats in their fixed order, then what is hidden."""
    seats = [f"player_{k}" for k in range(_num_seats(num_players))]
    return _layout([*_sections(num_players, seats), ("hidden.", HIDDEN)])

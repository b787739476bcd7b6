"""The layout of observations: named blocks of counts, with sizes, scales and meanings.

A game declares its blocks once, in sections. They give its compiled encoder the offsets, and the
layout the names, shapes and limits.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from math import prod
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from wistar_env.kit.read_only import read_only

FloatVector: TypeAlias = npt.NDArray[np.float32]

#: The description of a block: a number, words, or words with numbers.
Described: TypeAlias = int | list[str] | dict[str, Any]


@dataclass(frozen=True)
class Block:
    """One part of an observation: an array over ``axes``, each value a count up to ``limit``.

    ``field``: the field of the record that the block copies, or "". ``value``: the compiled
    function that computes it for a game and a seat, or None. ``lowest``: the number that a count of
    0 stands for in texts.
    """

    name: str
    start: int
    axes: tuple[str, ...]
    #: Length of each axis; empty for a single number.
    shape: tuple[int, ...]
    limit: int
    meaning: str
    field: str = ""
    value: Callable[..., int] | None = None
    lowest: int = 0

    @property
    def size(self) -> int:
        """The number of values of the block."""
        return prod(self.shape)


class Section:
    """Blocks that follow each other, with offsets from the start of the section.

    Parameters
    ----------
    name
        The name of the section.
    axes
        The length of each axis that its blocks may run over.
    """

    def __init__(self, name: str, axes: Mapping[str, int]) -> None:
        self.name = name
        self.blocks: list[Block] = []
        self._axes = axes

    @property
    def size(self) -> int:
        """The number of values of the section."""
        return sum(block.size for block in self.blocks)

    def add(
        self,
        name: str,
        *axes: str,
        limit: int = 1,
        meaning: str,
        field: str = "",
        value: Callable[..., int] | None = None,
        lowest: int = 0,
    ) -> int:
        """Declare the next block and return its offset."""
        shape = tuple(self._axes[axis] for axis in axes)
        block = Block(name, self.size, axes, shape, limit, meaning, field, value, lowest)
        self.blocks.append(block)
        return block.start


@dataclass(frozen=True, eq=False)
class Layout:
    """The layout of a vector, with read-only arrays shared by all games.

    Attributes
    ----------
    blocks
        All blocks in order, with names such as ``round`` or ``me.wood`` and absolute offsets.
    size
        Length of the vector.
    limit
        uint8, shape (size,): the largest count of each value, at which it is clipped.
    scale
        float32, shape (size,): the factor of each count, 1 divided by its limit.
    """

    blocks: tuple[Block, ...]
    size: int
    limit: npt.NDArray[np.uint8]
    scale: FloatVector
    #: ``limit`` and ``scale`` as writable arrays, since compiled code accepts no read-only ones.
    _limit: npt.NDArray[np.uint8] = field(repr=False)
    _scale: FloatVector = field(repr=False)

    def index(self, name: str, *place: int) -> int:
        """Return the index of a value in the vector, given its block and its index in the block.

        ``place``: the index in the block; by default that of its first value.

        Raises
        ------
        ValueError
            If there is no such block or index.

        Examples
        --------
        >>> from wistar_env import RatsOfWistar
        >>> layout = RatsOfWistar.spec.observation_layout(2)
        >>> layout.blocks[-1].name, layout.index("rival_1.hand", 3) == layout.size - 180 + 3
        ('rival_1.hand', True)
        """
        block = next((each for each in self.blocks if each.name == name), None)
        if block is None:
            raise ValueError(f"{name!r} is not a block; see the names of layout.blocks")
        where = place or (0,) * len(block.shape)
        if len(where) != len(block.shape) or not all(
            0 <= k < size for k, size in zip(where, block.shape, strict=False)
        ):
            raise ValueError(f"the block {name!r} of shape {block.shape} has no index {place}")
        return block.start + int(np.ravel_multi_index(where, block.shape)) if where else block.start

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

    def describe(
        self, vector: FloatVector, words_of: Callable[[str], list[str]]
    ) -> dict[str, Described]:
        """Describe a vector in words, by block.

        A single number becomes an integer, a block of flags a list of the set flags, a block of
        counts a dict without zeros, and a block over two axes a dict of such values. If the lowest
        number of a block with axes is -1, the dict leaves out -1, which means none. ``words_of``
        returns the words along an axis.
        """
        counts = self.counts(vector)
        words = {axis: words_of(axis) for block in self.blocks for axis in block.axes}
        return {
            block.name: _describe(block, counts[block.name], [words[a] for a in block.axes])
            for block in self.blocks
        }


def _describe(block: Block, counts: npt.NDArray[np.int64], axes: list[list[str]]) -> Described:
    if not axes:
        return int(counts) + block.lowest
    words, omits = axes[0], block.lowest in (0, -1)
    found = np.flatnonzero((counts.reshape(len(words), -1) > 0).any(axis=1) | (not omits))
    if len(axes) > 1:
        return {words[k]: _describe(block, counts[k], axes[1:]) for k in found}
    if block.limit == 1 and block.lowest == 0:
        return [words[k] for k in found]
    return {words[k]: int(counts[k]) + block.lowest for k in found}


def layout_of(sections: Iterable[tuple[str, Section]]) -> Layout:
    """Return the layout of sections that follow each other, each with a prefix for its names."""
    blocks: list[Block] = []
    start = 0
    for prefix, section in sections:
        blocks += [
            replace(block, name=prefix + block.name, start=start + block.start)
            for block in section.blocks
        ]
        start += section.size
    return layout_of_blocks(blocks)


def layout_of_blocks(blocks: Iterable[Block]) -> Layout:
    """Return the layout of blocks that follow each other without gaps."""
    given = tuple(blocks)
    limit = np.concatenate([np.full(block.size, block.limit, np.uint8) for block in given])
    scale = (1 / limit.astype(np.float64)).astype(np.float32)
    return Layout(given, len(limit), read_only(limit.copy()), read_only(scale.copy()), limit, scale)

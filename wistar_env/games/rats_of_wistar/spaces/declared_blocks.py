"""The part of the encoder that is generated from the declaration of the blocks.

Blocks may copy fields of a record, or have a function that counts them. One instruction copies
several blocks if both the blocks and their fields are adjacent.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from wistar_env.compiled.jit import inline
from wistar_env.compiled.records import offset
from wistar_env.compiled.types import ByteArray
from wistar_env.compiled.writing import put, put_fields
from wistar_env.games.rats_of_wistar.rules.types import Game
from wistar_env.games.rats_of_wistar.tables.layout import I
from wistar_env.kit.layout import Block, Section


class Run(NamedTuple):
    """A series of adjacent blocks whose fields are adjacent, too."""

    at: int  # offset of the first block in its section
    start: int  # first byte of the fields in the record
    size: int  # number of values in the fields

    def joined(self, other: "Run") -> "Run | None":
        """Return both runs as one if the other follows this one in both section and record."""
        end = self.start + np.dtype(I).itemsize * self.size
        if (other.at, other.start) != (self.at + self.size, end):
            return None
        return self._replace(size=self.size + other.size)


def _check(section: Section, block: Block, kind: np.dtype[Any]) -> None:
    where = f"block {block.name!r} of section {section.name!r} in spaces/blocks.py"
    if block.field not in (kind.names or ()):
        raise ValueError(f"{where} shows {block.field!r}, which is not a field of its record")
    field = kind[block.field]
    if field.base != I or field.shape != block.shape:
        raise ValueError(
            f"{where} has shape {block.shape}, but its field {block.field!r} "
            f"is {field.base} of shape {field.shape}; it must be {np.dtype(I)} of the block's shape"
        )


def check(section: Section, kind: np.dtype[Any]) -> None:
    """Check that the blocks of a section match the fields of a record that they copy.

    Raises
    ------
    ValueError
        If a block names something that is not a field, or its shape or type differs.
    """
    for block in section.blocks:
        if block.field:
            _check(section, block, kind)


def runs(section: Section, kind: np.dtype[Any]) -> list[Run]:
    """Return the longest runs of the blocks of a section that copy fields of a record.

    Raises ValueError as ``check`` does.
    """
    check(section, kind)
    found: list[Run] = []
    for block in section.blocks:
        if block.field:
            own = Run(block.start, offset(kind, block.field), block.size)
            longer = found[-1].joined(own) if found else None
            found[-1:] = [longer] if longer else [*found[-1:], own]
    return found


def writer(section: Section, kind: np.dtype[Any]) -> Callable[..., None]:
    """Return an inlined function that writes the declared blocks of a section.

    Its arguments are the game, the record with the fields, the seat, the offset of the section,
    the observation and its limits.

    Raises ValueError as ``check`` does.
    """
    return _in_turn(
        [
            *(_copying(run) for run in runs(section, kind)),
            *(_counting(block.start, block.value) for block in section.blocks if block.value),
        ]
    )


def _copying(run: Run) -> Callable[..., None]:
    at, start, size = run

    @inline
    def write(
        g: Game, copied: Any, seat: int, first: int, out: ByteArray, limit: ByteArray
    ) -> None:
        put_fields(out, limit, first + at, copied, start, size)

    return write


def _counting(at: int, value: Callable[..., int]) -> Callable[..., None]:
    @inline
    def write(
        g: Game, copied: Any, seat: int, first: int, out: ByteArray, limit: ByteArray
    ) -> None:
        put(out, limit, first + at, max(0, value(g, seat)))

    return write


def _in_turn(writers: Sequence[Callable[..., None]]) -> Callable[..., None]:
    """Return a function that calls ``writers`` in order; Numba cannot call them from a list."""
    if len(writers) == 1:
        return writers[0]
    half = len(writers) // 2
    former, latter = _in_turn(writers[:half]), _in_turn(writers[half:])

    @inline
    def write(
        g: Game, copied: Any, seat: int, first: int, out: ByteArray, limit: ByteArray
    ) -> None:
        former(g, copied, seat, first, out, limit)
        latter(g, copied, seat, first, out, limit)

    return write

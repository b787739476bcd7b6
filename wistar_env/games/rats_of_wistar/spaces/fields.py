"""Blocks that copy fields of a record, and those that are adjacent in both.

Adjacent blocks are copied by one instruction; this module checks, when the encoder is imported,
that block and field agree in place and width.
"""

from typing import Any, NamedTuple

import numpy as np

from wistar_env.compiled.records import offset
from wistar_env.games.rats_of_wistar.tables.layout import I
from wistar_env.kit.layout import Block, Section


class Run(NamedTuple):
    """Blocks that follow each other as their fields do.

    Attributes
    ----------
    at
        Offset of the first block in its section.
    start
        First byte of the fields in the record.
    size
        How many numbers they are.
    """

    at: int
    start: int
    size: int

    def joined(self, other: "Run") -> "Run | None":
        """Return both as one run, if the other one begins where this one ends, in both."""
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
            f"{where} has the shape {block.shape}, but the field {block.field!r} that it shows "
            f"is {field.base} of shape {field.shape}; allowed is {np.dtype(I)} of the same shape"
        )


def check(section: Section, kind: np.dtype[Any]) -> None:
    """Compare the blocks of a section that show fields of a record with these fields.

    Raises
    ------
    ValueError
        If a block shows something that is no field, or is not as wide as its field.
    """
    for block in section.blocks:
        if block.field:
            _check(section, block, kind)


def runs(section: Section, kind: np.dtype[Any]) -> list[Run]:
    """Return the longest runs of the blocks of a section that show fields of a record.

    Raises
    ------
    ValueError
        As ``check``.
    """
    check(section, kind)
    found: list[Run] = []
    for block in section.blocks:
        if block.field:
            own = Run(block.start, offset(kind, block.field), block.size)
            longer = found[-1].joined(own) if found else None
            found[-1:] = [longer] if longer else [*found[-1:], own]
    return found


def copied(section: Section, kind: np.dtype[Any], number: int) -> list[Run]:
    """Return the runs of a section, for code that copies so many of them.

    Raises
    ------
    ValueError
        As ``runs``; and if there are more or fewer runs, since the blocks do not stand in the order
        of their fields, or others came in between.
    """
    found = runs(section, kind)
    if len(found) != number:
        starts = [b.name for b in section.blocks if any(run.at == b.start for run in found)]
        raise ValueError(
            f"blocks of section {section.name!r} that show fields of a record must form {number} "
            f"runs in the order of the fields; found {len(found)}, which begin with "
            f"{', '.join(starts)}: compare spaces/blocks.py with rules/state.py"
        )
    return found

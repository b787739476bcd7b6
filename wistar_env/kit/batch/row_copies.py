"""Copying and scaling of rows from one table to another, in compiled code."""

import numpy as np

from wistar_env.compiled.jit import entry
from wistar_env.compiled.types import ByteTable, FloatArray, FloatTable, LongArray


@entry
def copy_rows(source: ByteTable, which: LongArray, out: ByteTable, places: LongArray) -> None:
    """Copy the rows ``which`` of a table to rows ``places`` of another table of the same width."""
    for k in range(len(which)):
        row, written = source[which[k]], out[places[k]]
        for j in range(len(row)):
            written[j] = row[j]


@entry
def scale_rows(
    counts: ByteTable, which: LongArray, scale: FloatArray, out: FloatTable, places: LongArray
) -> None:
    """Scale rows ``which`` of uint8 observations to float32; write them to rows ``places``."""
    for k in range(len(which)):
        row, written = counts[which[k]], out[places[k]]
        for j in range(len(scale)):
            written[j] = np.float32(row[j]) * scale[j]

"""Observations of a batch, written into the rows of arrays.

From one decision to the next hardly a dozen of thousands of values change. Who keeps the counts
that an array shows needs to write no others, which saves most of the time that memory takes.
"""

from typing import Any, Final

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from wistar_env.compiled import inside
from wistar_env.compiled.jit import inline, unit
from wistar_env.compiled.nonzeros import SPARE, find_nonzeros
from wistar_env.compiled.scratch import empty
from wistar_env.compiled.types import ByteArray, FloatArray, Seed, ShortArray
from wistar_env.compiled.vectors import BYTE, load
from wistar_env.gate.play import LARGEST

#: Counts that are compared at once. Twice as many would fit into a register of many machines,
#: which then take longer for everything.
PIECE: Final = 32
#: Counts of which most often none has changed; arrays of counts are a whole number of groups long.
GROUP: Final = 4 * PIECE
#: Said instead of how many entries there are, if they are too many for a sparse observation.
TOO_MANY: Final = -1
#: Room for the places of all that is not zero.
_PLACES: Final = LARGEST + SPARE

if numba.config.DISABLE_JIT:

    def differing(one: ByteArray, other: ByteArray, first: int) -> int:
        """Compare a piece of two arrays: bit ``k`` says whether counts ``first + k`` differ."""
        return sum(int(one[first + k] != other[first + k]) << k for k in range(PIECE))

    def trailing_zeros(bits: int) -> int:
        """Return the place of the lowest bit."""
        lowest = int(bits) & -int(bits)
        return lowest.bit_length() - 1

    def lowest_cleared(bits: Seed) -> Seed:
        """Return the bits without the lowest one."""
        return int(bits) & (int(bits) - 1)

else:
    trailing_zeros = inside.trailing_zeros

    @intrinsic
    def differing(typing_context: Any, one: Any, other: Any, first: Any) -> Any:
        """Compare a piece of two arrays: bit ``k`` says whether counts ``first + k`` differ.

        One vector instruction on wide machines: written as a loop it takes longer than encoding.
        """

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            pieces = (load(builder, array, args[2], BYTE, PIECE) for array in args[:2])
            unequal = builder.bitcast(builder.icmp_unsigned("!=", *pieces), ir.IntType(PIECE))
            return builder.zext(unequal, ir.IntType(64))

        return types.uint64(one, other, types.int64), generate

    @inline
    def lowest_cleared(bits: Seed) -> Seed:
        """Return the bits without the lowest one."""
        return bits & (bits - np.uint64(1))


@inline
def any_differ(one: ByteArray, other: ByteArray, first: int) -> bool:
    """Compare a group of two arrays."""
    bits = np.uint64(0)
    for k in range(first, first + GROUP, PIECE):
        bits |= differing(one, other, k)
    return bool(bits != 0)


@unit
def write_changes(
    counts: ByteArray, shown: ByteArray, scale: FloatArray, out: FloatArray, size: int
) -> None:
    """Write what differs from the counts that ``out`` shows, and keep the new ones in ``shown``."""
    for group in range(0, size, GROUP):
        if not any_differ(counts, shown, group):
            continue
        for first in range(group, group + GROUP, PIECE):
            bits = differing(counts, shown, first)
            while bits != 0:
                k = first + int(trailing_zeros(bits))
                bits = lowest_cleared(bits)
                shown[k] = counts[k]
                out[k] = np.float32(counts[k]) * scale[k]


@unit
def write_all(
    counts: ByteArray, zeros: ByteArray, scale: FloatArray, out: FloatArray, size: int
) -> None:
    """Write an array whose contents are unknown; few of the values are not zero."""
    for k in range(size):
        out[k] = 0
    for first in range(0, size, PIECE):
        bits = differing(counts, zeros, first)
        while bits != 0:
            k = first + int(trailing_zeros(bits))
            bits = lowest_cleared(bits)
            out[k] = np.float32(counts[k]) * scale[k]


@unit
def write_entries(
    counts: ByteArray,
    size: int,
    indices: ShortArray,
    values: ByteArray,
    width: int,
    known: int,
) -> int:
    """Write the counts that are not zero as entries, zeros behind them, and return how many.

    The first ``known`` entries are those of before, behind which there are zeros; whatever else
    stands for all of them. Returns TOO_MANY if they do not fit, and then writes nothing.
    """
    places = empty(_PLACES, np.int16)
    n = find_nonzeros(counts, size, places)
    if n > width:
        return TOO_MANY
    for k in range(n):
        indices[k] = places[k]
        values[k] = counts[places[k]]
    for k in range(n, known if 0 <= known <= width else width):
        indices[k] = 0
        values[k] = 0
    return n

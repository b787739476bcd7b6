"""Writers of observations into the rows of a batch's arrays.

From one decision to the next, only about a dozen of several thousand values change.
``write_changes`` compares the new counts with the last ones, and writes only vectors with a change,
which saves most of the memory traffic. It writes whole vectors, as a branch for each value would
take longer.
"""

from typing import Any, Final

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from wistar_env.compiled.bits import clear_lowest_bit, trailing_zeros
from wistar_env.compiled.jit import inline, late_unit
from wistar_env.compiled.nonzeros import SPARE, find_nonzeros
from wistar_env.compiled.scratch import empty
from wistar_env.compiled.types import ByteArray, FloatArray, ShortArray
from wistar_env.compiled.vectors import BYTE, load, store, vector
from wistar_env.kit.limits import MAX_OBSERVATION

#: The number of counts that one vector instruction compares. With 64 (AVX-512), many CPUs lower
#: their frequency.
PIECE: Final = 32
#: The number of counts in a group, which usually has no change; arrays of counts are padded to
#: whole groups.
GROUP: Final = 4 * PIECE
#: Returned instead of the number of entries if a sparse observation has too many.
TOO_MANY: Final = -1
#: Buffer size for the indices of nonzero values.
_PLACES: Final = MAX_OBSERVATION + SPARE
#: The number of counts that are converted to values at once.
_FLOATS: Final = 8
_FLOAT: Final = ir.FloatType()

if numba.config.DISABLE_JIT:

    def compare_lanes(one: ByteArray, other: ByteArray, first: int) -> int:
        """Compare two vectors: bit ``k`` is set if counts ``first + k`` differ."""
        return sum(int(one[first + k] != other[first + k]) << k for k in range(PIECE))

    def write_piece(
        counts: ByteArray, shown: ByteArray, scale: FloatArray, out: FloatArray, first: int
    ) -> None:
        """Write the values of one CPU vector of counts, and copy these counts to ``shown``."""
        for k in range(first, first + PIECE):
            shown[k] = counts[k]
            out[k] = np.float32(counts[k]) * scale[k]

else:

    @intrinsic
    def compare_lanes(typing_context: Any, one: Any, other: Any, first: Any) -> Any:
        """Compare two vectors: bit ``k`` is set if counts ``first + k`` differ.

        This is one vector instruction on CPUs that have it; a loop would take longer than encoding
        the observation.
        """

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            pieces = (load(builder, array, args[2], BYTE, PIECE) for array in args[:2])
            unequal = builder.bitcast(builder.icmp_unsigned("!=", *pieces), ir.IntType(PIECE))
            return builder.zext(unequal, ir.IntType(64))

        return types.uint64(one, other, types.int64), generate

    @intrinsic
    def write_piece(
        typing_context: Any, counts: Any, shown: Any, scale: Any, out: Any, first: Any
    ) -> Any:
        """Write the values of one CPU vector of counts, and copy these counts to ``shown``."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            new, old, factors, values, begin = args
            store(builder, load(builder, new, begin, BYTE, PIECE), old, begin)
            for k in range(0, PIECE, _FLOATS):
                at = builder.add(begin, begin.type(k))
                lanes = vector(_FLOAT, _FLOATS)
                piece = builder.uitofp(load(builder, new, at, BYTE, _FLOATS), lanes)
                piece = builder.fmul(piece, load(builder, factors, at, _FLOAT, _FLOATS))
                store(builder, piece, values, at)
            return context.get_dummy_value()

        return types.void(counts, shown, scale, out, types.int64), generate


@inline
def group_differs(one: ByteArray, other: ByteArray, first: int) -> bool:
    """Return whether any counts of a group differ."""
    bits = np.uint64(0)
    for k in range(first, first + GROUP, PIECE):
        bits |= compare_lanes(one, other, k)
    return bool(bits != 0)


@late_unit
def write_changes(
    counts: ByteArray, shown: ByteArray, scale: FloatArray, out: FloatArray, size: int
) -> None:
    """Write the values whose counts differ from ``shown``, and update ``shown``."""
    for group in range(0, size, GROUP):
        if not group_differs(counts, shown, group):
            continue
        for first in range(group, group + GROUP, PIECE):
            bits = compare_lanes(counts, shown, first)
            if bits != 0 and first + PIECE <= size:
                write_piece(counts, shown, scale, out, first)
                continue
            while bits != 0:
                k = first + int(trailing_zeros(bits))
                bits = clear_lowest_bit(bits)
                shown[k] = counts[k]
                out[k] = np.float32(counts[k]) * scale[k]


@late_unit
def write_all(
    counts: ByteArray, zeros: ByteArray, scale: FloatArray, out: FloatArray, size: int
) -> None:
    """Clear ``out``, then write the values of nonzero counts."""
    for k in range(size):
        out[k] = 0
    for first in range(0, size, PIECE):
        bits = compare_lanes(counts, zeros, first)
        while bits != 0:
            k = first + int(trailing_zeros(bits))
            bits = clear_lowest_bit(bits)
            out[k] = np.float32(counts[k]) * scale[k]


@late_unit
def write_entries(
    counts: ByteArray,
    size: int,
    indices: ShortArray,
    values: ByteArray,
    width: int,
    known: int,
) -> int:
    """Write nonzero counts as entries, padded with zeros, and return their number.

    ``known`` is the number of entries in the row, if only zeros follow them; if its contents are
    unknown, ``width`` or a negative number. Returns TOO_MANY, and writes nothing, if the entries do
    not fit.
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

"""Finding the nonzero bytes in a sparse array."""

from typing import Any, Final

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from wistar_env.compiled.bits import trailing_zeros
from wistar_env.compiled.jit import inline
from wistar_env.compiled.lowering import address_of
from wistar_env.compiled.scratch import empty
from wistar_env.compiled.types import ByteArray, ShortArray
from wistar_env.compiled.vectors import BYTE, constant, load

#: Maximum number of bytes to scan at once.
MOST: Final = 8192
#: Bytes whose nonzero flags form one word.
WORD: Final = 64
#: Indices that are written at once.
_AT_ONCE: Final = 4
#: Entries after the last index that may be overwritten.
SPARE: Final = _AT_ONCE
_HALF: Final = WORD // 2
_WORDS: Final = MOST // WORD

if numba.config.DISABLE_JIT:

    def find_nonzeros(counts: ByteArray, size: int, places: ShortArray) -> int:
        """Write the indices of all nonzero bytes in order; return their number.

        ``counts`` is padded with zeros to a multiple of ``WORD``; ``places`` has room for ``SPARE``
        extra entries.
        """
        found = counts[:size].nonzero()[0]
        places[: len(found)] = found
        return len(found)

else:

    @intrinsic
    def _flags(typing_context: Any, counts: Any, first: Any) -> Any:
        """Return a word: bit ``k`` is set if byte ``first + k`` is nonzero."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            array, bits = address_of(context, builder, counts, args[0]), ir.IntType(WORD)
            halves = []
            for start in (0, _HALF):
                at = builder.add(args[1], args[1].type(start))
                piece = load(builder, array, at, BYTE, _HALF)
                unequal = builder.icmp_unsigned("!=", piece, constant(BYTE, _HALF, 0))
                halves.append(builder.zext(builder.bitcast(unequal, ir.IntType(_HALF)), bits))
            return builder.or_(halves[0], builder.shl(halves[1], bits(_HALF)))

        return types.uint64(counts, types.int64), generate

    @intrinsic
    def _how_many(typing_context: Any, bits: Any) -> Any:
        """Return the number of set bits."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.ctpop(args[0])

        return types.uint64(types.uint64), generate

    @inline
    def find_nonzeros(counts: ByteArray, size: int, places: ShortArray) -> int:
        """Write the indices of all nonzero bytes in order; return their number.

        ``counts`` is padded with zeros to a multiple of ``WORD``; ``places`` has room for ``SPARE``
        extra entries.

        Branches on whether a word is empty or has another nonzero byte are mispredicted, which more
        than doubles the time. So empty words are stored, too, and overwritten, and indices are
        written in groups of fixed size.
        """
        words, firsts = empty(_WORDS, np.uint64), empty(_WORDS, np.int16)
        used = 0
        for first in range(0, size, WORD):
            words[used], firsts[used] = _flags(counts, first), first
            used += int(words[used] != 0)
        n = 0
        for word in range(used):
            bits, first = words[word], int(firsts[word])
            at, n = n, n + int(_how_many(bits))
            while at < n:
                for k in range(at, at + _AT_ONCE):
                    places[k] = first + int(trailing_zeros(bits))
                    bits &= bits - np.uint64(1)
                at += _AT_ONCE
        return n

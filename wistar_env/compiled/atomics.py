"""Atomic counters for several threads, without locks."""

from typing import Any

import numba
from numba import types
from numba.extending import intrinsic

from wistar_env.compiled.lowering import data_of
from wistar_env.compiled.types import LongArray

if numba.config.DISABLE_JIT:

    def add(counts: LongArray, k: int, amount: int) -> int:
        """Add to a count and return its old value; not atomic, like all interpreted code."""
        before = int(counts[k])
        counts[k] += amount
        return before

else:

    @intrinsic
    def add(typing_context: Any, counts: Any, k: Any, amount: Any) -> Any:
        """Add to a count atomically, and return its old value."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            place = builder.gep(data_of(context, builder, counts, args[0]), [args[1]])
            return builder.atomic_rmw("add", place, args[2], "seq_cst")

        return types.int64(counts, types.int64, types.int64), generate

"""Arrays that live as long as the function call that makes them.

Compiled code does not count references, so allocations on the heap would leak. These arrays are on
the stack, have a constant size and must not be returned.
"""

from typing import Any, Final

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from wistar_env.compiled.lowering import array_at, reserved

if numba.config.DISABLE_JIT:
    zeros: Final = np.zeros
    empty: Final = np.empty

else:

    def _on_stack(count: Any, kind: Any, *, clear: bool) -> Any:
        array = types.Array(kind.dtype, 1, "C")

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            length = count.literal_value
            data = reserved(context, builder, kind.dtype, length, clear=clear)
            return array_at(context, builder, array, data, [ir.IntType(64)(length)])

        return array(count, kind), generate

    @intrinsic(prefer_literal=True)
    def zeros(typing_context: Any, count: Any, kind: Any) -> Any:
        """Return an array of ``count`` zeros."""
        return _on_stack(count, kind, clear=True)

    @intrinsic(prefer_literal=True)
    def empty(typing_context: Any, count: Any, kind: Any) -> Any:
        """Return an uninitialised array of ``count`` numbers."""
        return _on_stack(count, kind, clear=False)

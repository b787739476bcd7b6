"""Arrays that live as long as the call that makes them.

Compiled code counts no references (see ``rules.jit``), so nobody would give back what it
allocates: its own arrays lie on the stack. They have a constant size and must not be returned.
"""

from typing import Any, Final

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import make_array, populate_array

if numba.config.DISABLE_JIT:
    zeros: Final = np.zeros
    empty: Final = np.empty

else:
    _SIZE: Final = ir.IntType(64)

    def _on_stack(count: Any, kind: Any, *, clear: bool) -> Any:
        array = types.Array(kind.dtype, 1, "C")

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            lane = context.get_data_type(kind.dtype)
            length, width = count.literal_value, context.get_abi_sizeof(lane)
            data = cgutils.alloca_once(builder, lane, size=length)
            if clear:
                cgutils.memset(builder, data, _SIZE(length * width), 0)
            made = make_array(array)(context, builder)
            populate_array(made, data, (_SIZE(length),), (_SIZE(width),), _SIZE(width), None)
            return made._getvalue()

        return array(count, kind), generate

    @intrinsic(prefer_literal=True)
    def zeros(typing_context: Any, count: Any, kind: Any) -> Any:
        """Return an array of ``count`` zeros."""
        return _on_stack(count, kind, clear=True)

    @intrinsic(prefer_literal=True)
    def empty(typing_context: Any, count: Any, kind: Any) -> Any:
        """Return an array of ``count`` numbers that are still to be written."""
        return _on_stack(count, kind, clear=False)

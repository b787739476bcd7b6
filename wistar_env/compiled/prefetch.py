"""The prefetch instruction."""

from typing import Any

import numba
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from wistar_env.compiled.lowering import row_of

if numba.config.DISABLE_JIT:

    def prefetch_line(table: Any, row: int, at: int) -> None:
        """Do nothing: interpreted code does not prefetch."""

else:

    @intrinsic
    def prefetch_line(typing_context: Any, table: Any, row: Any, at: Any) -> Any:
        """Prefetch the cache line that contains byte ``at`` of a row."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            first = row_of(context, builder, table, args[0], args[1])
            byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
            kind = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
            name = "llvm.prefetch.p0i8"
            prefetch = builder.module.globals.get(name) or ir.Function(builder.module, kind, name)
            place = builder.gep(first, [args[2]])
            read, keep, data = number(0), number(3), number(1)
            builder.call(prefetch, [place, read, keep, data])
            return context.get_dummy_value()

        return types.void(table, types.int64, types.int64), generate

"""Vector loads and stores for hand-written LLVM IR.

LLVM vectorizes Numba's loops only if it can prove that their arrays do not overlap. Where speed or
the order of a sum matters, modules such as ``compiled.writing``, ``compiled.floats`` and
``kit.batch.observation_writers`` emit vector instructions in an ``intrinsic``.
"""

from typing import Any, Final, TypeAlias

from llvmlite import ir

#: The builder and values of llvmlite, which has no type annotations.
Builder: TypeAlias = Any
Value: TypeAlias = Any

BIT: Final = ir.IntType(1)
BYTE: Final = ir.IntType(8)
WORD: Final = ir.IntType(16)
_INDEX: Final = ir.IntType(32)
#: The largest number of lanes in a vector that ``parts`` returns.
LANES: Final = 32


def vector(lane: Any, count: int) -> Any:
    """Return the type of a vector of ``count`` lanes."""
    return ir.VectorType(lane, count)


def load(builder: Builder, array: Value, at: Value | int, lane: Any, count: int) -> Value:
    """Load ``count`` numbers of an array, from index ``at`` on, as a vector."""
    return builder.load(_place(builder, array, at, vector(lane, count)), align=1)


def store(builder: Builder, values: Value, array: Value, at: Value | int) -> None:
    """Store a vector in an array, from index ``at`` on."""
    builder.store(values, _place(builder, array, at, values.type), align=1)


def _place(builder: Builder, array: Value, at: Value | int, kind: Any) -> Value:
    index = ir.Constant(_INDEX, at) if isinstance(at, int) else at
    return builder.bitcast(builder.gep(array, [index]), kind.as_pointer())


def chosen(builder: Builder, one: Value, other: Value, lanes: range | list[int]) -> Value:
    """Return a vector of selected lanes; those of ``other`` are numbered after those of ``one``."""
    return builder.shuffle_vector(one, other, ir.Constant(vector(_INDEX, len(lanes)), list(lanes)))


def repeated(builder: Builder, value: Value, count: int) -> Value:
    """Return a vector with a value in every lane."""
    nothing = ir.Constant(vector(value.type, count), ir.Undefined)
    first = builder.insert_element(nothing, value, ir.Constant(_INDEX, 0))
    return chosen(builder, first, first, [0] * count)


def constant(lane: Any, count: int, value: int) -> Value:
    """Return a vector with a compile-time constant in every lane."""
    return ir.Constant(vector(lane, count), [value] * count)


def parts(count: int) -> list[tuple[int, int]]:
    """Return the starts and sizes (a power of two) of vectors that cover ``count`` numbers.

    The last vector may overlap the one before, so both must write the same numbers there.
    """
    size = min(LANES, 1 << (count.bit_length() - 1))
    return [(first, size) for first in (*range(0, count - size, size), count - size)]

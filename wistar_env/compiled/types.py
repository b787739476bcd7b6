"""Argument types of compiled functions.

``compiled.jit`` builds the signature of a function from these annotations, so that each function
is compiled for exactly one set of types. Modules with records declare their own types, as
``wistar_env.games.rats_of_wistar.rules.types`` does.
"""

from typing import Annotated, Any, TypeAlias

Seed: TypeAlias = Annotated[Any, "seed"]  # uint64

ShortArray: TypeAlias = Annotated[Any, "short array"]  # int16, one dimension
ShortTable: TypeAlias = Annotated[Any, "short table"]  # int16, two dimensions
LongArray: TypeAlias = Annotated[Any, "long array"]  # int64, one dimension
DoubleArray: TypeAlias = Annotated[Any, "double array"]  # float64, one dimension
DoubleTable: TypeAlias = Annotated[Any, "double table"]  # float64, two dimensions
FloatArray: TypeAlias = Annotated[Any, "float array"]  # float32, one dimension
FloatTable: TypeAlias = Annotated[Any, "float table"]  # float32, two dimensions
ByteArray: TypeAlias = Annotated[Any, "byte array"]  # uint8, one dimension
ByteTable: TypeAlias = Annotated[Any, "byte table"]  # uint8, two dimensions
MaskArray: TypeAlias = Annotated[Any, "mask array"]  # int8, one dimension
MaskTable: TypeAlias = Annotated[Any, "mask table"]  # int8, two dimensions

"""What the arguments of compiled rules are, for readers, for mypy and for ``rules.jit``.

``rules.jit`` builds a function's compiled signature from these annotations, so that every
rule is compiled for exactly one set of types.
"""

from typing import Annotated, Any, TypeAlias

Tables: TypeAlias = Annotated[Any, "tables"]  # one TABLES record
Game: TypeAlias = Annotated[Any, "game"]  # one GAME record
Entry: TypeAlias = Annotated[Any, "entry"]  # one ENTRY record of the game's stack
Requirement: TypeAlias = Annotated[Any, "requirement"]  # one REQUIREMENT record
Ops: TypeAlias = Annotated[Any, "ops"]  # one OPS record
TablesArray: TypeAlias = Annotated[Any, "tables array"]  # shape (1,)
GameArray: TypeAlias = Annotated[Any, "game array"]  # shape (n,)
Seed: TypeAlias = Annotated[Any, "seed"]  # uint64

#: Legal actions: ``legal[0]`` is how many, ``legal[1:legal[0] + 1]`` are their ids.
Legal: TypeAlias = Annotated[Any, "legal"]
ShortArray: TypeAlias = Annotated[Any, "short array"]  # int16, one dimension
ShortTable: TypeAlias = Annotated[Any, "short table"]  # int16, two dimensions
ShortBlock: TypeAlias = Annotated[Any, "short block"]  # int16, three dimensions
LongArray: TypeAlias = Annotated[Any, "long array"]  # int64, one dimension
DoubleArray: TypeAlias = Annotated[Any, "double array"]  # float64, one dimension
FloatArray: TypeAlias = Annotated[Any, "float array"]  # float32, one dimension
FloatTable: TypeAlias = Annotated[Any, "float table"]  # float32, two dimensions
ByteArray: TypeAlias = Annotated[Any, "byte array"]  # uint8, one dimension
ByteTable: TypeAlias = Annotated[Any, "byte table"]  # uint8, two dimensions
MaskArray: TypeAlias = Annotated[Any, "mask array"]  # int8, one dimension
MaskTable: TypeAlias = Annotated[Any, "mask table"]  # int8, two dimensions

"""Allowed ranges of the numbers in records, arranged for vectorized checks.

A record has numbers of several dtypes. ``TypeRanges`` has the positions and ranges of the numbers
of one dtype.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from wistar_env.arguments import span
from wistar_env.compiled.records import SPARE, offset

#: The lowest and highest value by name of the field: one pair for all its numbers, or arrays.
Ranges: TypeAlias = dict[str, tuple[npt.ArrayLike, npt.ArrayLike]]


@dataclass(frozen=True)
class Field:
    """A number or an array of numbers in a record: its name, and where its bytes are."""

    name: str  # such as "players.coins"
    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    starts: npt.NDArray[np.int64]  # the byte at which each number begins

    def label(self, k: int) -> str:
        """Return the name of the ``k``-th number, such as ``players[1].coins``."""
        places = [f"[{place}]" for place in np.unravel_index(k, self.shape)] if self.shape else []
        if self.name.startswith("players."):
            return f"players{places[0]}.{self.name.removeprefix('players.')}{''.join(places[1:])}"
        return self.name + "".join(places)


def fields_of(
    dtype: np.dtype[Any],
    name: str = "",
    shape: tuple[int, ...] = (),
    starts: npt.NDArray[np.int64] | None = None,
) -> Iterator[Field]:
    """Yield the fields of a record that hold numbers, including those in nested records."""
    begin = np.zeros(1, np.int64) if starts is None else starts
    if dtype.names is None:
        yield Field(name, dtype, shape, begin)
        return
    assert dtype.fields is not None
    for inner in dtype.names:
        part = dtype.fields[inner][0]
        base, extent = part.base, part.shape
        steps = np.arange(int(np.prod(extent, dtype=np.int64))) * base.itemsize
        places = (begin[:, None] + offset(dtype, inner) + steps).ravel()
        yield from fields_of(base, f"{name}.{inner}".lstrip("."), shape + extent, places)


@dataclass(frozen=True)
class TypeRanges:
    """The numbers of one dtype: their indices in a record viewed as an array, and their ranges."""

    dtype: np.dtype[Any]
    at: npt.NDArray[np.int64]
    low: npt.NDArray[Any]
    high: npt.NDArray[Any]
    labels: tuple[tuple[Field, int], ...]  # for each number its field, and its index in the field

    def outside(self, records: npt.NDArray[Any]) -> tuple[int, str] | None:
        """Return the index of the first record out of range, and the problem; None if all fit."""
        found = records.view(self.dtype).reshape(len(records), -1)[:, self.at]
        wrong = (found < self.low) | (found > self.high)
        if not wrong.any():
            return None
        i, k = (int(place[0]) for place in np.nonzero(wrong))
        field, number = self.labels[k]
        return i, outside(field.label(number), found[i, k], self.low[k], self.high[k])


def outside(label: str, found: Any, low: Any, high: Any) -> str:
    """Describe a number that is out of range."""
    allowed = span(low, high) if low <= high else "nothing"
    return f"{label} is {found}; allowed: {allowed}"


def ranges_by_type(fields: dict[str, Field], ranges: Ranges) -> tuple[TypeRanges, ...]:
    """Group the ranges of fields by dtype; fields named as spare get the range 0 to 0."""
    spare = [name for name in fields if name.split(".")[-1].startswith(SPARE)]
    ranges = {**ranges, **dict.fromkeys(spare, (0, 0))}
    groups = []
    for dtype in dict.fromkeys(fields[name].dtype for name in ranges):
        named = [fields[name] for name in ranges if fields[name].dtype == dtype]
        bounds = [
            [np.broadcast_to(bound, field.shape).ravel() for bound in ranges[field.name]]
            for field in named
        ]
        low, high = (np.concatenate(each).astype(dtype) for each in zip(*bounds, strict=True))
        at = np.concatenate([field.starts for field in named]) // dtype.itemsize
        labels = tuple((field, k) for field in named for k in range(len(field.starts)))
        groups.append(TypeRanges(dtype, at, low, high, labels))
    return tuple(groups)

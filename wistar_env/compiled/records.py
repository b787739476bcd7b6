"""Record types for both Python and compiled code."""

import copyreg
from collections.abc import Mapping
from functools import cache
from operator import itemgetter
from typing import Any, Final

import numpy as np
from numba import config

from wistar_env.compiled.lowering import name_numbers

#: The prefix of the names of padding bytes.
SPARE: Final = "spare_"

#: The plain type of each record type with attribute access.
_plain: Final[dict[np.dtype[Any], np.dtype[Any]]] = {}


class _Kind(type):
    """The metaclass of records; pickling rebuilds a class from its field names."""


class Record(np.void, metaclass=_Kind):  # type: ignore[misc]
    """A record whose fields, and elements named by ``name_places``, are attributes.

    Compiled code accesses records in the same way.

    Each record type has its own class with a property per name, since properties are faster than
    ``__getattr__``.
    """

    __slots__ = ()


@cache
def _class_of(names: tuple[str, ...]) -> _Kind:
    """Return the class of records with these field names."""
    fields = {name: _field(name) for name in names}
    return _Kind("Record", (Record,), {"__slots__": (), "_names": names, **fields})


def _reduced(kind: _Kind) -> tuple[Any, ...]:
    return _class_of, (vars(kind)["_names"],)


copyreg.pickle(_Kind, _reduced)


def _field(name: str) -> property:
    def write(record: Record, value: Any) -> None:
        record[name] = value

    return property(itemgetter(name), write)


def _place(field: str, place: int) -> property:
    def read(record: Record) -> Any:
        return record[field][place]

    def write(record: Record, value: Any) -> None:
        record[field][place] = value

    return property(read, write)


def _aligned(fields: list[tuple[Any, ...]]) -> np.dtype[Any]:
    return np.dtype(
        [(name, _plain.get(np.dtype(kind), kind), *shape) for name, kind, *shape in fields],
        align=True,
    )


def _without_holes(fields: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Return the fields of a record, with extra fields in place of alignment padding.

    NumPy copies fields but not padding, so records with equal fields could differ as bytes.
    """
    plain, whole, end = _aligned(fields), [], 0
    begins = [(offset(plain, name), each) for each in fields for name in each[:1]]
    for begin, each in [*begins, (plain.itemsize, None)]:
        if begin > end:
            whole.append((f"{SPARE}{end}", np.uint8, (begin - end,)))
        if each is not None:
            whole.append(each)
            assert plain.fields is not None
            end = begin + plain.fields[each[0]][0].itemsize
    return whole


def record(fields: list[tuple[Any, ...]]) -> np.dtype[Any]:
    """Build an aligned record type; without compilation, its records have attribute access.

    Field offsets are the same with and without compilation. Padding bytes are fields of zeros,
    whose names start with ``SPARE``.
    """
    fields = _without_holes(fields)
    plain = _aligned(fields)
    if not config.DISABLE_JIT:
        return plain
    flavoured = np.dtype(
        {
            "names": [name for name, *_ in fields],
            "formats": [(kind, *shape) if shape else kind for _, kind, *shape in fields],
            "offsets": [offset(plain, name) for name, *_ in fields],
            "itemsize": plain.itemsize,
        }
    )
    built = np.dtype((_class_of(tuple(name for name, *_ in fields)), flavoured))
    _plain[built] = plain
    return built


def name_places(kind: np.dtype[Any], field: str, places: Mapping[str, int]) -> None:
    """Name elements of a record's array, so that rules read them like fields: ``entry.left``.

    Several names may share an element. The names are not NumPy fields, since NumPy copies, joins
    and saves records with overlapping fields incorrectly.

    ``kind``: the record type; no other type has the same field names. ``field``: the name
    of the record's int16 array. ``places``: the index of each name's element.
    """
    if config.DISABLE_JIT:
        for name, place in places.items():
            setattr(kind.type, name, _place(field, place))
    else:
        name_numbers(kind, offset(kind, field), places)


def offset(kind: np.dtype[Any], field: str) -> int:
    """Return the byte offset of a field in a record."""
    assert kind.fields is not None
    return int(kind.fields[field][1])

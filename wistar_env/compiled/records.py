"""Record types that Python and compiled code read alike."""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numba import config

from wistar_env.compiled import numba_internals

#: How the names of bytes begin that nothing needs.
SPARE: Final = "spare_"

#: The plain record type of each flavoured one.
_plain: Final[dict[np.dtype[Any], np.dtype[Any]]] = {}
#: By the fields of a record type: the array that has named places, and these.
_named: Final[dict[tuple[str, ...] | None, tuple[str, Mapping[str, int]]]] = {}


class Record(np.record):  # type: ignore[misc]
    """A record whose fields and named places are attributes, as compiled code has them."""

    def __getattribute__(self, name: str) -> Any:
        """Return a field, also where NumPy has a method of its name, such as ``round``."""
        if name in (super().__getattribute__("dtype").names or ()):
            return self[name]
        return super().__getattribute__(name)

    def __getattr__(self, name: str) -> Any:
        """Return the number in a named place."""
        field, places = _named.get(self.dtype.names, ("", {}))
        if name not in places:
            raise AttributeError(f"a record of {self.dtype.names} has no attribute {name!r}")
        return self[field][places[name]]

    def __setattr__(self, name: str, value: Any) -> None:
        """Set a field, or the number in a named place."""
        field, places = _named.get(self.dtype.names, ("", {}))
        if name in places:
            self[field][places[name]] = value
        else:
            super().__setattr__(name, value)


def _aligned(fields: list[tuple[Any, ...]]) -> np.dtype[Any]:
    return np.dtype(
        [(name, _plain.get(np.dtype(kind), kind), *shape) for name, kind, *shape in fields],
        align=True,
    )


def _without_holes(fields: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Return the fields of a record, with one more wherever aligning leaves bytes between them.

    NumPy copies fields but not the padding between them: records with equal fields could differ as
    bytes.
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
    """Build an aligned record type; interpreted runs get the flavour with attribute access.

    Both have their fields at the same bytes: NumPy does not align what has the flavour. Bytes that
    no field needs are fields of zeros, whose names begin with ``SPARE``.
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
    built = np.dtype((Record, flavoured))
    _plain[built] = plain
    return built


def name_places(kind: np.dtype[Any], field: str, places: Mapping[str, int]) -> None:
    """Let rules call places of a record's array by names, as if these were fields: ``entry.left``.

    Several names may stand for one place. NumPy knows nothing of it: it would take fields that
    overlap, but copies, joins and saves arrays of such records wrongly.

    Parameters
    ----------
    kind
        The record type; no other one has fields of the same names.
    field
        A field of it, an array of int16.
    places
        The place that each name stands for.
    """
    if config.DISABLE_JIT:
        _named[kind.names] = field, places
    else:
        numba_internals.name_numbers(kind, offset(kind, field), places)


def offset(kind: np.dtype[Any], field: str) -> int:
    """Return the byte of a record at which a field begins."""
    assert kind.fields is not None
    return int(kind.fields[field][1])

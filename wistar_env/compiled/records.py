"""Record types that Python and compiled code read alike."""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numba import config

from wistar_env.compiled import inside

#: The plain record type of each flavoured one.
_plain: Final[dict[np.dtype[Any], np.dtype[Any]]] = {}
#: By the fields of a record type: the array that has named places, and these.
_named: Final[dict[tuple[str, ...] | None, tuple[str, Mapping[str, int]]]] = {}


class Record(np.record):  # type: ignore[misc]
    """A record whose fields and named places are attributes, as compiled code has them."""

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


def record(fields: list[tuple[Any, ...]]) -> np.dtype[Any]:
    """Build an aligned record type; interpreted runs get the flavour with attribute access.

    Both have their fields at the same bytes: NumPy does not align what has the flavour.
    """
    plain = np.dtype(
        [(name, _plain.get(np.dtype(kind), kind), *shape) for name, kind, *shape in fields],
        align=True,
    )
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
        inside.name_numbers(kind, offset(kind, field), places)


def offset(kind: np.dtype[Any], field: str) -> int:
    """Return the byte of a record at which a field begins."""
    assert kind.fields is not None
    return int(kind.fields[field][1])

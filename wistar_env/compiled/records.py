"""Record types that Python and compiled code read alike."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numba import config

#: The plain record type of each flavoured one.
_plain: dict[np.dtype[Any], np.dtype[Any]] = {}


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
    built = np.dtype((np.record, flavoured))
    _plain[built] = plain
    return built


def named(kind: np.dtype[Any], field: str, places: Mapping[str, int]) -> np.dtype[Any]:
    """Add names to a record: each is the number in one place of an array that is a field of it.

    They lie in its bytes, so several may name one number; the record stays as large as it is.
    """
    one, first, known = kind[field].base, offset(kind, field), kind.names or ()
    overlaid = np.dtype(
        {
            "names": [*known, *places],
            "formats": [*(kind[name] for name in known), *(one for _ in places)],
            "offsets": [
                *(offset(kind, name) for name in known),
                *(first + one.itemsize * place for place in places.values()),
            ],
            "itemsize": kind.itemsize,
        },
        align=kind.isalignedstruct,
    )
    if kind.type is not np.record:
        return overlaid
    built = np.dtype((np.record, overlaid))
    _plain[built] = named(_plain[kind], field, places)
    return built


def offset(kind: np.dtype[Any], field: str) -> int:
    """Return the byte of a record at which a field begins."""
    assert kind.fields is not None
    return int(kind.fields[field][1])

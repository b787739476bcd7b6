"""Arrays that reject out-of-bounds accesses of compiled code; for interpreted runs."""

from typing import Any, Final

import numpy as np
import numpy.typing as npt

_ONE: Final = (int, np.integer)


class Exact(np.ndarray[Any, Any]):
    """An array that rejects negative and other invalid indices, and values that do not fit.

    A negative index counts from the end in NumPy, but compiled code accesses memory before it.
    """

    def __getitem__(self, key: Any) -> Any:
        return super().__getitem__(self._checked(key))

    def __setitem__(self, key: Any, value: Any) -> None:
        if self.dtype.kind in "iu" and isinstance(value, (*_ONE, float, np.floating)):
            limits = np.iinfo(self.dtype)
            if not limits.min <= value <= limits.max:
                raise OverflowError(f"{value} does not fit into an array of {self.dtype}")
        super().__setitem__(self._checked(key), value)

    def _checked(self, key: Any) -> Any:
        keys = key if isinstance(key, tuple) else (key,)
        for index, size in zip(keys, self.shape, strict=False):
            if isinstance(index, _ONE) and not 0 <= index < size:
                raise IndexError(f"index {index} is out of range for an axis of size {size}")
        return key


def exact(size: int, kind: Any) -> npt.NDArray[Any]:
    """Return an ``Exact`` array of zeros."""
    return np.zeros(size, kind).view(Exact)


def reject_wrong_indices(record: np.dtype[Any]) -> None:
    """Make all arrays in records of type ``record`` instances of ``Exact``, nested ones too.

    Only for an interpreted process that checks one game, since this changes the record type itself.
    """
    assert record.fields is not None
    for name in record.names or ():
        kind = record.fields[name][0]
        if kind.shape:
            setattr(record.type, name, _exact_field(name))
        if kind.base.names is not None:
            reject_wrong_indices(kind.base)


def _exact_field(name: str) -> property:
    def read(one: Any) -> Any:
        return one[name].view(Exact)

    def write(one: Any, value: Any) -> None:
        one[name] = value

    return property(read, write)

"""Arrays that all games share: what one caller changed, every game would see."""

from typing import Any, TypeVar

import numpy as np

_Array = TypeVar("_Array", bound=np.ndarray[Any, Any])


def read_only(array: _Array) -> _Array:
    """Return the array itself, to which nobody can write any more.

    Compiled code takes no such arrays by their types: it gets its own copy, or the address.
    """
    array.setflags(write=False)
    return array

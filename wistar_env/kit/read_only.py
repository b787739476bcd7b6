"""Read-only arrays, shared by all games."""

from typing import Any, TypeVar

import numpy as np

_Array = TypeVar("_Array", bound=np.ndarray[Any, Any])


def read_only(array: _Array) -> _Array:
    """Make an array read-only, and return it.

    Compiled code cannot accept read-only arrays: pass a copy, or the address.
    """
    array.setflags(write=False)
    return array

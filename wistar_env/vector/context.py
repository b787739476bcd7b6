"""The record that a batch hands to compiled code, and the arrays that it leads to."""

from typing import Any

import numpy as np
import numpy.typing as npt

from wistar_env.batch.context import ARRAYS, CONTEXT, NUMBERS


class Context:
    """What a batch owns, for compiled code: see ``wistar_env.batch.context``.

    The record holds addresses, so each array is kept here as long as the record leads to it.
    """

    def __init__(self) -> None:
        self.record = np.zeros(1, CONTEXT)
        self._fields = self.record[0]
        self._kept: dict[str, npt.NDArray[Any]] = {}

    def set(self, **numbers: int) -> None:
        """Set some of the numbers.

        Raises
        ------
        KeyError
            If there is no such number.
        """
        for name, number in numbers.items():
            if name not in NUMBERS:
                raise KeyError(f"{name!r} is none of {', '.join(NUMBERS)}")
            self._fields[name] = number

    def turn_round(self) -> None:
        """Let the games that come last now be first next time: they are still in the cache."""
        self._fields["backwards"] = 1 - self._fields["backwards"]

    def place(self, **arrays: npt.NDArray[Any]) -> None:
        """Let the record lead to these arrays from now on.

        Raises
        ------
        KeyError, ValueError
            If there is no such array, or one is not contiguous.
        """
        for name, array in arrays.items():
            if name not in ARRAYS:
                raise KeyError(f"{name!r} is none of {', '.join(ARRAYS)}")
            if self._kept.get(name) is array:
                continue
            if not array.flags.c_contiguous:
                raise ValueError(f"{name} is not C-contiguous")
            self._kept[name] = array
            self._fields[f"{name}_at"] = array.__array_interface__["data"][0]

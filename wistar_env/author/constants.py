"""``constant``: a number of the rules, or an array of numbers, that ``data=`` can change."""

import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from wistar_env.arguments import shown
from wistar_env.author.declaration import wrong_range
from wistar_env.compiled.records import record
from wistar_env.errors import DataError
from wistar_env.kit.game.data_set import BindTables, GameData
from wistar_env.system.untrusted_files import parse_object


class Constant:
    """A number of the rules, or an array, that ``data=`` can change; ``constant`` declares it."""

    def __init__(self, value: Any, bounds: tuple[int, int] | None, meaning: str) -> None:
        self.name, self.meaning, self._given, self._range = "", meaning, value, bounds
        # ``problem`` reports an invalid value.
        self.value = np.zeros(()) if self._is_ragged else np.asarray(value)
        numbers = self.value if self.value.dtype.kind in "iu" and self.value.size else np.zeros(1)
        self.bounds = bounds or (int(numbers.min()), int(numbers.max()))

    @property
    def _is_ragged(self) -> bool:
        try:
            np.asarray(self._given)
        except ValueError:
            return True
        return False

    @property
    def problem(self) -> str:
        """The error in the declaration, or an empty string."""
        if self.value.dtype.kind not in "iu" or not self.value.size:
            return f"it must be an integer or an array of integers, found {shown(self._given)}"
        return wrong_range("range", self.bounds) or self.wrong(self.value)

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @property
    def field(self) -> tuple[Any, ...]:
        """Its field in the record of constants: name, type and, for an array, shape."""
        shape = self.value.shape
        return (self.name, np.int16, shape) if shape else (self.name, np.int16)

    def wrong(self, value: Any) -> str:
        """Return an error message for an invalid value, or an empty string."""
        try:
            found, (low, high) = np.asarray(value), self.bounds
        except ValueError:
            return f"{self.name} has rows of different lengths, found {shown(value)}"
        size = f"integers of shape {self.value.shape}" if self.value.shape else "an integer"
        if found.shape != self.value.shape or found.dtype.kind not in "iu":
            return f"{self.name} must be {size}, found {shown(value)}"
        if found.min() < low or found.max() > high:
            return f"{self.name} must be {low} to {high}, found {shown(value)}"
        return ""


def constant(value: Any, *, range: tuple[int, int] | None = None, meaning: str = "") -> Any:
    """Declare a number of the rules, or an array of numbers, that ``data=`` can change.

    Rules read it like a field, ``g.bonus``. ``data='{"bonus": 5}'`` plays with another value.

    Parameters
    ----------
    value
        An integer, or a (nested) sequence of integers.
    range
        The lowest and highest allowed number; by default the lowest and highest in ``value``.
    meaning
        A description for readers.

    Examples
    --------
    >>> from wistar_env.author import constant
    >>> bonus = constant(10, range=(0, 20))
    """
    return Constant(value, range, meaning)


def tables_of(constants: Mapping[str, Constant]) -> np.dtype[Any]:
    """Return the record type with a field for each constant, or a dummy field if there is none."""
    return record([each.field for each in constants.values()] or [("nothing", np.int16)])


class DeclaredData(GameData):
    """The values of a game's constants: those declared, or changed with ``data=``.

    ``constants``: the declarations by name. ``dtype``: the record type of the constants.
    ``bind_tables``: binds the constants to the game's rules. ``changed``: changed values by name.
    """

    def __init__(
        self,
        constants: Mapping[str, Constant],
        dtype: np.dtype[Any],
        bind_tables: BindTables,
        changed: Mapping[str, Any],
    ) -> None:
        self._constants, self._dtype = constants, dtype
        tables = np.zeros(1, dtype)
        for name, declared in constants.items():
            tables[name] = changed.get(name, declared.value)
        # The JSON of the changed constants reopens the same data.
        folder = json.dumps(changed, sort_keys=True) if changed else None
        super().__init__(folder, tables, bind_tables)

    @property
    def name(self) -> str:
        """The name of the data in messages."""
        return self.folder or "its own constants"

    def open(self, data: Any) -> "DeclaredData":
        """Return the data for ``data=``: None, a JSON object of constants, or a DeclaredData.

        Raises DataError if a text is not a JSON object, or a constant is unknown or its value not
        allowed. Raises TypeError for any other type.
        """
        if data is None:
            return self
        if isinstance(data, DeclaredData) and data._bind is self._bind:
            return data
        changed = self._read(data)
        for name, value in changed.items():
            if name not in self._constants:
                raise DataError(
                    f"there is no constant {shown(name)}; the constants are "
                    f"{', '.join(self._constants) or 'none'}"
                )
            if problem := self._constants[name].wrong(value):
                raise DataError(problem)
        return DeclaredData(self._constants, self._dtype, self._bind, changed)

    def _read(self, data: Any) -> Mapping[str, Any]:
        example = f"such as '{{\"bonus\": 5}}', found {shown(data)}"
        if not isinstance(data, str):
            raise TypeError(f"data must be None or a JSON object of constants, {example}")
        try:
            return parse_object(data)
        except (ValueError, RecursionError) as error:
            raise DataError(f"data must be a JSON object of constants, {example}") from error

    def __reduce__(self) -> tuple[Any, ...]:
        return _opened, (self._bind, self.folder)


def _opened(bind_tables: Any, folder: str | None) -> DeclaredData:
    """Return unpickled data: the constants of a game, with changes from ``folder`` (JSON)."""
    data: DeclaredData = bind_tables.data.open(folder)
    return data

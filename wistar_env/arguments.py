"""Checks of arguments from users, with messages in one style."""

import math
import operator
from collections.abc import Collection, Mapping
from decimal import Decimal
from numbers import Real
from typing import Any, Final, SupportsIndex, cast

#: Characters of a value that a message shows.
_LONGEST: Final = 200


def shortened(text: str, longest: int = _LONGEST) -> str:
    """Return a text, cut off if it is too long for a message."""
    return text if len(text) <= longest else f"{text[:longest]}..."


def shown(value: object, longest: int = _LONGEST) -> str:
    """Return the ``repr`` of a value, shortened if it is too long or too deep."""
    if isinstance(value, str | bytes):
        value = value[: longest + 1]  # it may be as long as a file
    try:
        return shortened(repr(value), longest)
    except (RecursionError, ValueError):
        return f"{type(value).__name__} too large to show"


def span(low: int, high: int) -> str:
    """Return the integers from ``low`` to ``high`` as text, such as ``"2 to 4"`` or ``"2"``."""
    return str(low) if low == high else f"{low} to {high}"


def integer(name: str, value: object, low: int, high: int) -> int:
    """Return ``value`` as a Python integer from ``low`` to ``high``, both included.

    Raises
    ------
    TypeError
        If ``value`` is not an integer; Booleans and floats are rejected.
    ValueError
        If ``value`` is out of range.
    """
    allowed = str(low) if low == high else f"an integer from {low} to {high}"
    try:
        number = operator.index(cast(SupportsIndex, value))
    except TypeError:
        raise TypeError(f"{name} must be {allowed}, found {shown(value)}") from None
    if isinstance(value, bool):
        raise TypeError(f"{name} must be {allowed}, found {shown(value)}")
    if not low <= number <= high:
        raise ValueError(f"{name} must be {allowed}, found {shown(number)}")
    return number


def whole(text: str) -> int:
    """Return the integer that a text such as ``5e6``, ``5_000_000`` or ``300`` means.

    Raises ValueError if the text is not an integer of at most 18 digits.
    """
    try:
        number = Decimal(text)
        if abs(number) < 10**18 and number == int(number):
            return int(number)
    except ArithmeticError:  # raised by Decimal if it is no number, or too large
        pass
    raise ValueError(
        f"{shown(text)} is not a whole number of up to 18 digits, such as 300, 5_000_000 or 5e6"
    )


def number(name: str, value: object, low: float, high: float) -> float:
    """Return ``value`` as a Python float from ``low`` to ``high``, both included.

    Raises
    ------
    TypeError
        If ``value`` is not a real number; Booleans and strings are rejected.
    ValueError
        If ``value`` is not finite, or out of range.
    """
    allowed = f"a finite number from {_shown(low)} to {_shown(high)}"
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"{name} must be {allowed}, found {shown(value)}")
    found = float(value)
    if not math.isfinite(found) or not low <= found <= high:
        raise ValueError(f"{name} must be {allowed}, found {shown(value)}")
    return found


def _shown(bound: float) -> str:
    return f"{bound:,.0f}" if abs(bound) < 1e15 and bound == int(bound) else f"{bound:g}"


def choice(name: str, value: object, allowed: Collection[object]) -> None:
    """Check that ``value`` is one of the allowed values: strings, or None.

    Raises ValueError if ``value`` is not allowed.
    """
    if not isinstance(value, str | None) or value not in allowed:
        words = ", ".join(repr(each) for each in allowed)
        raise ValueError(f"{name} must be one of {words}, found {shown(value)}")


def mapping(name: str, value: object) -> Mapping[str, Any]:
    """Return ``value`` as a mapping, an empty one for None.

    Raises
    ------
    TypeError
        If ``value`` is neither a mapping nor None.
    """
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise TypeError(f"{name} must be a dict or None, found {shown(value)}")
    return value

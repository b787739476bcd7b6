"""Settings of trainers: descriptions and ranges, from which commands make options."""

from collections.abc import Collection
from typing import Any, Self, get_args, get_type_hints

from wistar_env.arguments import choice, integer, number


class Help(str):
    """The description of a setting, a sentence."""


class Range(Help):
    """The description of a setting that is a number from ``low`` to ``high``."""

    low: float
    high: float

    def __new__(cls, text: str, low: float, high: float) -> Self:
        """Return the sentence, with the range."""
        made = super().__new__(cls, text)
        made.low, made.high = low, high
        return made


class Count(Range):
    """The description of an integer setting, which may also be written as ``5e6``."""

    def __new__(cls, text: str, low: int = 1, high: int = 2**40) -> Self:
        """Return the sentence, with the range."""
        return super().__new__(cls, text, low, high)


class Choice(Help):
    """The description of a setting whose value is one of ``allowed``."""

    allowed: Collection[str]

    def __new__(cls, text: str, allowed: Collection[str]) -> Self:
        """Return the sentence, with the allowed values."""
        made = super().__new__(cls, text)
        made.allowed = allowed
        return made


def check_settings(config: Any) -> None:
    """Check that each setting of a dataclass is in its range, or among its allowed values.

    Raises TypeError, ValueError if one is not.
    """
    for name, hint in get_type_hints(type(config), include_extras=True).items():
        value = getattr(config, name)
        for about in get_args(hint)[1:]:
            if isinstance(about, Count):
                integer(name, value, int(about.low), int(about.high))
            elif isinstance(about, Range):
                number(name, value, about.low, about.high)
            elif isinstance(about, Choice):
                choice(name, value, about.allowed)

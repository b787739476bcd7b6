"""The player count and the options of a game as text, for commands and tables."""

import re
from typing import Any, Final

_NUMBERS: Final = re.compile(r"\d{1,9}(-\d{1,9})*")


def players_text(num_players: int) -> str:
    """Return a player count in words; one player is ``"solo"``."""
    return "solo" if num_players == 1 else f"{num_players} players"


def parse_options(text: str) -> dict[str, Any]:
    """Return the options that a text such as ``"size=0-9"`` gives, by name.

    Commas separate options. Integers joined by hyphens become a tuple, a single integer an int, and
    anything else a string.

    Raises
    ------
    ValueError
        If a part is not ``name=value``, or a name occurs twice.

    Examples
    --------
    >>> parse_options("size=0-9,first=2,variant=short")
    {'size': (0, 9), 'first': 2, 'variant': 'short'}
    """
    options: dict[str, Any] = {}
    for part in text.split(","):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not (name.isidentifier() and equals and value):
            raise ValueError(
                f"options must look like size=0-9 or size=3,other=1, found {part!r} in {text!r}"
            )
        if name in options:
            raise ValueError(
                f"each option may be given only once, found {name!r} twice in {text!r}"
            )
        options[name] = _value(value)
    return options


def _value(text: str) -> Any:
    if not _NUMBERS.fullmatch(text):
        return text
    numbers = tuple(int(number) for number in text.split("-"))
    return numbers if len(numbers) > 1 else numbers[0]

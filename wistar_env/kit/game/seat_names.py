"""The names of seats on pages and in texts for people, such as "You" or a bot's name."""

import re
from collections.abc import Sequence
from typing import Final

YOU: Final = "You"
_MAX_LENGTH: Final = 24
#: Maximum length of a bot's spec that is parsed; files may contain longer names.
_LONGEST_SPEC: Final = 200
#: Matches the spec of a search bot, with its number of simulations as the only group.
_SEARCH: Final = re.compile(r"mcts:(?:.*,)?simulations=(\d{1,9})(?:,.*)?")
#: Matches a default name in a text, with "(you)" or "decides" if one follows.
_DEFAULT: Final = re.compile(r"\bplayer_(\d+)\b(?: \(you\)| decides)?")


def shown_name(name: str) -> str:
    """Return a player's name from a file as pages and terminals show it.

    For a search bot, this is its number of simulations; any other name is cut to 24 characters,
    with "?" for unprintable ones.
    """
    if len(name) <= _LONGEST_SPEC and (found := _SEARCH.fullmatch(name)):
        return f"search, {int(found[1]):,} simulations"
    # A file may contain any characters, but a picture may not.
    shown = "".join(letter if letter.isprintable() else "?" for letter in name[:_MAX_LENGTH])
    return shown if len(name) <= _MAX_LENGTH else f"{shown}…"


def distinct(names: Sequence[str]) -> list[str]:
    """Return unique names of seats: equal names get the seat number in parentheses."""
    return [
        f"{name} ({seat})" if names.count(name) > 1 else name for seat, name in enumerate(names)
    ]


def with_names(text: str, names: Sequence[str]) -> str:
    """Replace default names in a text with these names; for "You", also adapt the verb."""

    def name(found: re.Match[str]) -> str:
        seat = int(found[1])
        if seat >= len(names):
            return found[0]
        if names[seat] != YOU:
            return found[0].replace(f"player_{seat}", names[seat])
        begins = not text[: found.start()].rpartition("\n")[2].strip()
        return (YOU if begins else YOU.lower()) + (" decide" if "decides" in found[0] else "")

    return _DEFAULT.sub(name, text)

"""The names of seats where people read them: "You", or the bot."""

import re
from collections.abc import Sequence
from typing import Final

YOU: Final = "You"
_MAX_LENGTH: Final = 24
#: No spec that a person types is longer; a file may have any.
_LONGEST_SPEC: Final = 200
#: The spec of a search, with its simulations; other options say less to people.
_SEARCH: Final = re.compile(r"mcts:(?:.*,)?simulations=(\d{1,9})(?:,.*)?")
#: A default name in a text, with the verb after it.
_DEFAULT: Final = re.compile(r"\bplayer_(\d+)\b(?: \(you\)| decides)?")


def shown_name(name: str) -> str:
    """Return the name of a player in a file, as pages and terminals show it."""
    if len(name) <= _LONGEST_SPEC and (found := _SEARCH.fullmatch(name)):
        return f"search, {int(found[1]):,} simulations"
    # A file may contain any characters; a picture may not.
    shown = "".join(letter if letter.isprintable() else "?" for letter in name[:_MAX_LENGTH])
    return shown if len(name) <= _MAX_LENGTH else f"{shown}…"


def distinct(names: Sequence[str]) -> list[str]:
    """Return names of seats in which no two are the same: by the numbers on their marks."""
    return [
        f"{name} ({seat})" if names.count(name) > 1 else name for seat, name in enumerate(names)
    ]


def with_names(text: str, names: Sequence[str]) -> str:
    """Return a text in which seats have these names instead of their default names."""

    def name(found: re.Match[str]) -> str:
        seat = int(found[1])
        if seat >= len(names):
            return found[0]
        if names[seat] != YOU:
            return found[0].replace(f"player_{seat}", names[seat])
        begins = not text[: found.start()].rpartition("\n")[2].strip()
        return (YOU if begins else YOU.lower()) + (" decide" if "decides" in found[0] else "")

    return _DEFAULT.sub(name, text)

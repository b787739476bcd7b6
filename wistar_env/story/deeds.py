"""What happened, as data: who did what, how much of it, and because of what."""

from collections.abc import Iterable
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing that happened to a seat, or to the table.

    Attributes
    ----------
    seat
        Who did it, or to whom it happened; None for the table, whose ``verb`` is a whole sentence.
    verb
        In the past tense, such as ``"took"``.
    thing
        What was done, such as ``"Wood"``; nothing if the verb says it all.
    count
        How much of it; None if the thing is called by its name.
    tail
        What follows, such as ``"from the display"``.
    cause
        What it came from, such as ``"Spy Center (140)"``.
    goods
        Whether something was gained or given, which a summary adds up.
    minor
        Whether a summary may leave it out.
    """

    seat: int | None
    verb: str
    thing: str = ""
    count: int | None = None
    tail: str = ""
    cause: str = ""
    goods: bool = False
    minor: bool = False


def merged(deeds: Iterable[Deed]) -> list[Deed]:
    """Return the deeds with equal ones added up, where the first of them stood."""
    found: dict[Deed, int] = {}
    for deed in deeds:
        key = replace(deed, count=None if deed.count is None else 0)
        found[key] = found.get(key, 0) + (deed.count or 0)
    return [replace(key, count=None if key.count is None else n) for key, n in found.items()]

"""Events as data: seat, verb, amount and cause."""

from collections.abc import Iterable
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Event:
    """An event of a seat, or of the table.

    Attributes
    ----------
    seat
        The seat; None for the table, whose ``verb`` is a whole sentence.
    verb
        In the past tense, such as ``"took"``.
    thing
        The object, such as ``"Wood"``; empty if the verb needs none.
    count
        The amount; None if ``thing`` is named, not counted.
    tail
        The rest of the sentence, such as ``"from the display"``.
    cause
        The cause, such as ``"Spy Center (140)"``.
    goods
        Whether the event is a gain or loss of goods, which summaries add up.
    minor
        Whether summaries omit the event.
    """

    seat: int | None
    verb: str
    thing: str = ""
    count: int | None = None
    tail: str = ""
    cause: str = ""
    goods: bool = False
    minor: bool = False


def merged(events: Iterable[Event]) -> list[Event]:
    """Return events, adding up those that differ only in count, in the position of the first."""
    found: dict[Event, int] = {}
    for event in events:
        key = replace(event, count=None if event.count is None else 0)
        found[key] = found.get(key, 0) + (event.count or 0)
    return [replace(key, count=None if key.count is None else n) for key, n in found.items()]

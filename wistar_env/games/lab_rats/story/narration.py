"""Events as sentences."""

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from wistar_env.games.lab_rats.story.event_recorder import Event
from wistar_env.games.lab_rats.words import listed

_SEAT: Final = re.compile(r"\{(\d)('s)?\}")
_WAS: Final = re.compile(r"^was\b")
#: The name of the viewer of a page.
_YOU: Final = "You"


def _phrase(event: Event, names: Sequence[str]) -> str:
    """Return the text of an event with the names of its seats."""

    def named(found: re.Match[str]) -> str:
        seat = event.about[int(found[1])]
        name, own = names[seat], seat == event.seat
        if not found[2]:
            return name.lower() if name == _YOU else name
        if name == _YOU:
            return "your own" if own else "your"
        return "their own" if own else f"{name}'s"

    return _SEAT.sub(named, event.text)


def narrate(events: Iterable[Event], names: Sequence[str]) -> tuple[str, ...]:
    """Return events as sentences; consecutive events of a seat share a sentence."""
    lines: list[str] = []
    for seat, own in groupby(events, lambda event: event.seat):
        phrases = [_phrase(event, names) for event in own]
        if seat is not None and names[seat] == _YOU:
            phrases = [_WAS.sub("were", phrase) for phrase in phrases]
        if seat is None:
            lines += [f"{phrase[0].upper()}{phrase[1:]}." for phrase in phrases]
        else:
            lines.append(f"{names[seat]} {listed(phrases)}.")
    return tuple(lines)


def summarize(events: Iterable[Event], names: Sequence[str]) -> tuple[str, ...]:
    """Return the events of many actions as sentences, without minor events."""
    return narrate((event for event in events if not event.minor), names)

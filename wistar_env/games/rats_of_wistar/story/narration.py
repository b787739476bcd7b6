"""Sentences about events: a full account, or a summary."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

from wistar_env.games.rats_of_wistar.story.board import listed
from wistar_env.games.rats_of_wistar.story.events import Event, merged
from wistar_env.kit.game.seat_names import with_names

#: Things whose names have no plural.
_MASS: Final = ("Wood", "Metal", "VP")


def counted(thing: str, count: int | None) -> str:
    """Return a thing with its count, such as ``"2 Rooms"``."""
    if count is None:
        return thing
    if thing in _MASS:
        return f"{count} {thing}"
    if count == 1:
        return f"{'an' if thing[0] in 'AEIOU' else 'a'} {thing}"
    return f"{count} {thing}s"


def _phrases(events: Sequence[Event]) -> list[str]:
    """Return the events of a seat in words; similar ones share a phrase."""
    phrases = []
    for (verb, tail, cause), alike in groupby(events, lambda d: (d.verb, d.tail, d.cause)):
        things = listed([counted(d.thing, d.count) for d in alike if d.thing])
        because = f"(by {cause})" if cause else ""
        phrases.append(" ".join(part for part in (verb, things, tail, because) if part))
    return phrases


_VERBS: Final = ("paid", "lost", "took", "scored")


def _in_order(events: Iterable[Event]) -> list[Event]:
    """Return the combined events of a seat: first its actions, then goods lost and gained."""
    return sorted(merged(events), key=lambda d: 1 + _VERBS.index(d.verb) if d.goods else 0)


def narrate(events: Iterable[Event], names: Sequence[str]) -> tuple[str, ...]:
    """Return a sentence for each series of events of one seat: first its actions, then its goods.

    An event of the table is a sentence of its own.
    """
    lines: list[str] = []
    for seat, own in groupby(events, lambda event: event.seat):
        if seat is None:
            lines += [with_names(event.verb, names) for event in own]
        else:
            lines.append(f"{names[seat]} {listed(_phrases(_in_order(own)))}.")
    return tuple(lines)


def summarize(events: Iterable[Event], names: Sequence[str]) -> tuple[str, ...]:
    """Return a summary of events: one sentence for each series of events of one seat.

    Minor events are omitted. Gains are added up across causes; losses keep their cause.
    """
    lines: list[str] = []
    major = [
        event if event.verb == "lost" else replace(event, cause="")
        for event in events
        if not event.minor
    ]
    for seat, own in groupby(major, lambda event: event.seat):
        if seat is None:
            lines += [with_names(event.verb, names) for event in own]
            continue
        every = _in_order(own)
        done = _phrases([event for event in every if not event.goods])
        goods = _phrases([event for event in every if event.goods])
        lines.append(f"{names[seat]} {'; '.join(listed(part) for part in (done, goods) if part)}.")
    return tuple(lines)

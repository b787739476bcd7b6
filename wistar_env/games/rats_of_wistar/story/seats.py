"""Events of a seat, from the differences between two scenes."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from wistar_env.games.rats_of_wistar.scene.parts import Amount, Bot, Piece, Seat
from wistar_env.games.rats_of_wistar.story.events import Event

#: Goods of a seat, in the order of narration.
_GOODS: Final[tuple[tuple[str, Callable[[Seat], int]], ...]] = (
    ("Wood", lambda seat: seat.wood),
    ("Metal", lambda seat: seat.metal),
    ("Movement token", lambda seat: seat.movement),
    ("Wild token", lambda seat: seat.wild),
)


def name_of(piece: Piece) -> str:
    """Return the name of a printed piece, without its text."""
    return piece.text.split(": ", 1)[0]


def names_of(pieces: Sequence[Piece]) -> list[str]:
    """Return the names of printed pieces."""
    return [name_of(piece) for piece in pieces]


def new_in(after: Sequence[Piece], before: Sequence[Piece]) -> list[Piece]:
    """Return the pieces of ``after`` that are not in ``before``."""
    there = {piece.number for piece in before}
    return [piece for piece in after if piece.number not in there]


def seat_events(before: Seat, after: Seat, paying: bool) -> Iterator[Event]:
    """Yield the events of a seat; ``paying``: whether goods that it lost are payments."""
    yield from _tiles(before, after)
    yield from _own(before, after)
    yield from _workers(before, after)
    yield from _goods(before, after, paying)
    if before.bot and after.bot:
        yield from _bot(after.number, before.bot, after.bot)


def _goods(before: Seat, after: Seat, paying: bool) -> Iterator[Event]:
    seat = after.number
    changes = [(thing, count(after) - count(before)) for thing, count in _GOODS]
    for thing, change in changes:
        if change < 0:
            yield Event(seat, "paid" if paying else "lost", thing, -change, goods=True)
    for thing, change in changes:
        if change > 0:
            yield Event(seat, "took", thing, change, goods=True)
    vp = after.vp - before.vp
    if vp:
        yield Event(seat, "scored" if vp > 0 else "lost", "VP", abs(vp), goods=True)


def _tiles(before: Seat, after: Seat) -> Iterator[Event]:
    seat = after.number
    built = after.beds_built - before.beds_built
    if built:
        yield Event(seat, "built", "Bed", built)
    if after.beds - before.beds < built:
        yield Event(seat, "lost", "Bed", built + before.beds - after.beds)
    if after.rooms_dug > before.rooms_dug:
        yield Event(seat, "dug", "Room", after.rooms_dug - before.rooms_dug)
    for guest in new_in(after.guests, before.guests):
        yield Event(seat, "took", _guest(guest))
    for guest in new_in(before.guests, after.guests):
        yield Event(seat, "discarded", _guest(guest))


def _guest(guest: Piece) -> str:
    return f"the {guest.text}" if guest.text.startswith("Cheese") else f"Guest {guest.text}"


def _own(before: Seat, after: Seat) -> Iterator[Event]:
    seat = after.number
    used = {each.card.number for each in before.played if each.used}
    played = [each.card for each in before.played]
    for card in new_in([each.card for each in after.played], played):
        yield Event(seat, "played", name_of(card))
    for each in after.played:
        if each.used and each.card.number not in used:
            yield Event(seat, "used", name_of(each.card))
    for ability in new_in(after.abilities, before.abilities):
        yield Event(seat, "uncovered the ability", f"“{name_of(ability)}”")
    for hero in new_in(after.heroes, before.heroes):
        yield Event(seat, "took Hero", name_of(hero))
    for token in new_in(after.skill_tokens, before.skill_tokens):
        yield Event(seat, "took", f"the Skill token of {name_of(token)}")
    for claim in new_in(after.claims, before.claims):
        yield Event(seat, "claimed", f"the Objective {name_of(claim)}")
    for kept in new_in(after.private, before.private):
        yield Event(seat, "kept", f"the Objective {name_of(kept)} as a private one")
    if after.electricity != before.electricity:
        yield Event(seat, "got", f"{after.electricity} Electricity")


def _counts(amounts: Sequence[Amount]) -> dict[str, int]:
    return {each.text: each.count for each in amounts}


def _workers(before: Seat, after: Seat) -> Iterator[Event]:
    then, now = _counts(before.workers), _counts(after.workers)
    areas = [*dict.fromkeys([*then, *now])]
    left = [area for area in areas for _ in range(then.get(area, 0) - now.get(area, 0))]
    came = [area for area in areas for _ in range(now.get(area, 0) - then.get(area, 0))]
    for origin, goal in zip(left, came, strict=False):
        yield Event(after.number, "moved", "Worker", 1, f"from the {origin} to the {goal}")
    for goal in came[len(left) :]:
        verb = "added" if after.bot else "deployed"
        yield Event(after.number, verb, "Worker", 1, f"to the {goal}")
    for origin in left[len(came) :]:
        yield Event(after.number, "lost", "Worker", 1, f"from the {origin}")


def _bot(seat: int, before: Bot, after: Bot) -> Iterator[Event]:
    for card in after.actions[len(before.actions) :]:
        yield Event(seat, "turned up", f"the Action card “{name_of(card)}”", minor=True)
    for then, now in zip(before.tracks, after.tracks, strict=True):
        if now.space > then.space:
            yield Event(seat, "advanced", "space", now.space - then.space, f"on track {now.name}")

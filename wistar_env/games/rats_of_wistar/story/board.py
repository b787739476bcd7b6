"""Events on the common board, from the differences between two scenes."""

from collections.abc import Iterator
from itertools import chain

from wistar_env.games.rats_of_wistar.scene.parts import Mission, Piece, Room, Scene, Seat, Tier
from wistar_env.games.rats_of_wistar.story.events import Event
from wistar_env.games.rats_of_wistar.story.seats import name_of, names_of, new_in


def listed(words: list[str]) -> str:
    """Return words as a list: ``"a, b and c"``."""
    return " and ".join([*([", ".join(words[:-1])] if words[1:] else []), *words[-1:]])


def chiefs(before: Scene, after: Scene) -> Iterator[Event]:
    """Yield an event for each Chief that was placed."""
    taken = {each.sector.number: [space.chief for space in each.spaces] for each in before.wheel}
    for now in after.wheel:
        for k, space in enumerate(now.spaces, 1):
            if space.chief is not None and taken[now.sector.number][k - 1] is None:
                where = f"on {now.main}, space {k} ({space.words})"
                yield Event(space.chief, "placed", "a Chief", tail=where)
    for seat in after.hut[len(before.hut) :]:
        yield Event(seat, "placed", "a Chief", tail="on the Alchemist's Hut")


def farm(before: Scene, after: Scene, mover: int | None) -> Iterator[Event]:
    """Yield the events on the Farm; ``mover``: the seat that acts, or None."""
    for then, now in zip(before.passages, after.passages, strict=True):
        if (now.open or now.opening) and not (then.open or then.opening):
            yield Event(_opener(before, after, mover), "opened", f"the Door {now.name}")
    for old, room in zip(before.rooms, after.rooms, strict=True):
        yield from _room(old, room, mover)


def _opener(before: Scene, after: Scene, mover: int | None) -> int | None:
    """Return the seat that took a Door token, or ``mover`` if none did."""
    pairs = zip(before.seats, after.seats, strict=True)
    return next((now.number for then, now in pairs if now.doors > then.doors), mover)


def _room(before: Room, after: Room, mover: int | None) -> Iterator[Event]:
    where = after.title if after.title == "entrance" else f"{after.name} ({after.title})"
    for seat in after.explorers:
        if seat not in before.explorers:
            yield Event(seat, "moved the Explorer", tail=f"to {where}")
    for seat in after.tents:
        if seat not in before.tents:
            yield Event(seat, "pitched", "a Tent", tail=f"in {where}")
    for seat in before.tents:
        if seat not in after.tents:
            yield Event(seat, "took up", "the Tent", tail=f"in {where}")
    for then, now in zip(before.missions, after.missions, strict=True):
        yield from _mission(then, now, mover, where)


def _mission(before: Mission, after: Mission, mover: int | None, where: str) -> Iterator[Event]:
    if after.card and not before.card:
        yield Event(mover, "revealed", f"the Mission “{_title(after.card)}” in {where}")
    old = [row.cube for row in before.rows] or [None] * len(after.rows)
    for then, row in zip(old, after.rows, strict=True):
        if row.cube is not None and then is None:
            title = "" if after.card is None else f" of “{_title(after.card)}”"
            yield Event(row.cube, "completed", f"the mission “{row.text.split(': ', 1)[0]}”{title}")


def _title(card: Piece) -> str:
    return card.text.removesuffix(".")


def cards(before: Scene, after: Scene, discarding: str) -> Iterator[Event]:
    """Yield the events of Inventions in hands, displays and decks.

    ``discarding``: the Invention that the action discards, and so reveals; empty if there is
    none.
    """
    shown = [piece for tier in before.tiers for piece in tier.display if piece]
    gone = new_in(shown, [piece for tier in after.tiers for piece in tier.display if piece])
    discards = _discards(after.tiers) - _discards(before.tiers)
    for then, now in zip(before.seats, after.seats, strict=True):
        if now.bot:
            piled = now.bot.pile - (then.bot.pile if then.bot else 0)
            for card in gone[:piled]:
                yield Event(now.number, "took", name_of(card), tail="into its pile")
            continue
        yield from _taken(then, now, gone, before, after)
        if discards > 0 and now.hand_size < then.hand_size:
            yield from _discarded(then, now, discarding)


def _discards(tiers: tuple[Tier, ...]) -> int:
    return sum(tier.discarded for tier in tiers)


def _taken(
    then: Seat, now: Seat, gone: list[Piece], before: Scene, after: Scene
) -> Iterator[Event]:
    if before.round == 0 and before.pairs:
        pair = new_in(now.hand, then.hand)
        if pair:
            yield Event(now.number, "took", listed(names_of(pair)), tail="as starting hand")
        return
    came = new_in(now.hand, then.hand)
    displayed = {piece.number for piece in gone}
    for card in came:
        where = "from the display" if card.number in displayed else ""
        yield Event(now.number, "took" if where else "drew", name_of(card), tail=where)
    unknown = now.hand_size - then.hand_size - len(came)
    if unknown > 0:
        tiers = [
            new.name for old, new in zip(before.tiers, after.tiers, strict=True) if _drawn(old, new)
        ]
        kind = f"{tiers[0].capitalize()} card" if len(tiers) == 1 else "card"
        yield Event(now.number, "drew", kind, unknown)


def _drawn(before: Tier, after: Tier) -> bool:
    """Return whether cards were drawn from a deck, even if its discards were reshuffled."""
    return after.deck + after.discarded < before.deck + before.discarded


def _discarded(then: Seat, now: Seat, discarding: str) -> Iterator[Event]:
    known = names_of(new_in(then.hand, now.hand))
    names = known or [discarding] * bool(discarding)
    for name in names:
        yield Event(now.number, "discarded", name)
    unknown = then.hand_size - now.hand_size - len(names)
    if unknown > 0:
        yield Event(now.number, "discarded", "card", unknown)


def table(before: Scene, after: Scene) -> Iterator[Event]:
    """Yield the events that belong to no seat: rounds, the display, the end."""
    if after.round > before.round:
        yield from _new_round(before, after)
    came = _display(before, after)
    if came:
        verb = "In the display lay" if before.round == 0 else "To the display came"
        yield Event(None, f"{verb} {listed(names_of(came))}.", minor=True)
    if after.totals and not before.totals:
        yield Event(None, "The game ended.")  # the caller shows the scores


def _display(before: Scene, after: Scene) -> list[Piece]:
    then = chain.from_iterable(tier.display for tier in before.tiers)
    now = chain.from_iterable(tier.display for tier in after.tiers)
    return new_in([piece for piece in now if piece], [piece for piece in then if piece])


def _new_round(before: Scene, after: Scene) -> Iterator[Event]:
    if before.round:
        yield Event(None, f"Round {after.round} began: all Chiefs returned, the wheel turned.")
    else:
        yield Event(None, f"Round {after.round} began.")
    if after.turn_order != before.turn_order:
        order = listed([after.names[seat] for seat in after.turn_order])
        yield Event(None, f"Turn order: {order}.")
    if after.round_guest and before.round:
        yield Event(None, f"The Guest of the round is {after.round_guest.text}.")

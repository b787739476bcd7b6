"""The history of the cards: events from which a seat can infer the hands of others (LAB-77).

Potions and Doors each have a history: an initial position of the cards, followed by events, with
the kind of every card. A seat may use only the kinds that it saw (``reconstruction``). Events that
carry no information, such as draws and discards before the first reshuffle, are applied to the
initial position immediately; so are the oldest events when a history is full.
"""

from typing import Final

from wistar_env.compiled.jit import inline, unit
from wistar_env.games.lab_rats.kinds import POTION_KINDS
from wistar_env.games.lab_rats.state import EVENTS, History

(
    DRAWN,  # a place gets a card from the deck
    SHOWN,  # a place discards a card, face up
    TURNED_UP,  # a card from the deck is set aside, face up
    CLEARED,  # the cards set aside are discarded
    PASSED,  # a seat passes a card to another
    DELIVERED,  # all passed cards arrive
    FAILED,  # a seat cannot pay an Exit; the number of the Exit is stored as the kind
    REMADE,  # the discards become the deck
) = range(8)
#: Events of this and lower types carry no information at the start of a history.
_TELLS_NOTHING: Final = CLEARED
KIND_BITS: Final = 5
PLACE_BITS: Final = 3
_KINDS: Final = (1 << KIND_BITS) - 1
_PLACES: Final = (1 << PLACE_BITS) - 1


@inline
def kind_of(event: int) -> int:
    """Return the kind of card in an event."""
    return event & _KINDS


@inline
def place_of(event: int) -> int:
    """Return the place of an event; for a passed card, the giver."""
    return (event >> KIND_BITS) & _PLACES


@inline
def receiver_of(event: int) -> int:
    """Return the receiver of a passed card."""
    return (event >> (KIND_BITS + PLACE_BITS)) & _PLACES


@inline
def sort_of(event: int) -> int:
    """Return the type of an event, such as ``DRAWN``."""
    return event >> (KIND_BITS + 2 * PLACE_BITS)


@inline
def event_of(sort: int) -> int:
    """Return the code of an event that involves no card."""
    return sort << (KIND_BITS + 2 * PLACE_BITS)


@inline
def with_kind(event: int, kind: int) -> int:
    """Return an event with this kind of card."""
    return event & ~_KINDS | kind


@inline
def card_event(sort: int, place: int, kind: int) -> int:
    """Return the code of an event that involves a card at a place."""
    return with_kind(event_of(sort) | place << KIND_BITS, kind)


@inline
def received_by(event: int, receiver: int) -> int:
    """Return a ``PASSED`` event with this receiver."""
    return event | receiver << (KIND_BITS + PLACE_BITS)


@inline
def _discard_aside(h: History) -> None:
    for kind in range(POTION_KINDS):
        h.discards[kind] += h.aside[kind]
        h.aside[kind] = 0


@unit
def absorb(h: History, event: int) -> None:
    """Apply an event to the initial position of a history."""
    sort, place, kind = sort_of(event), place_of(event), kind_of(event)
    if sort == DRAWN:
        h.held[place, kind] += 1
    elif sort == SHOWN:
        h.held[place, kind] -= 1
        h.discards[kind] += 1
    elif sort == TURNED_UP:
        h.aside[kind] += 1
    elif sort == CLEARED:
        _discard_aside(h)
    elif sort == PASSED:
        h.held[place, kind] -= 1
        h.held[receiver_of(event), kind] += 1
    elif sort == REMADE:
        for each in range(POTION_KINDS):
            h.discards[each] = 0


@unit
def forget(h: History, number: int) -> None:
    """Apply the first ``number`` events to the initial position, and drop them."""
    for k in range(number):
        absorb(h, int(h.events[k]))
    h.num_events -= number
    for k in range(EVENTS):
        h.events[k] = h.events[number + k] if k < h.num_events else 0


@unit
def note(h: History, event: int) -> None:
    """Record an event; if it carries no information, apply it to the initial position instead.

    If the history is full, its older half is applied to the initial position first.
    """
    if h.num_events == 0 and sort_of(event) <= _TELLS_NOTHING:
        absorb(h, event)
    else:
        if h.num_events == EVENTS:
            forget(h, EVENTS // 2)
        h.events[h.num_events] = event
        h.num_events += 1

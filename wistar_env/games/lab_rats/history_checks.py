"""Checks of untrusted histories: each must lead to the current cards of the record.

This ensures that sampling ends, since the recorded history can be sampled.
"""

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from wistar_env.games.lab_rats.history import (
    CLEARED,
    DELIVERED,
    DRAWN,
    FAILED,
    KIND_BITS,
    PASSED,
    PLACE_BITS,
    REMADE,
    SHOWN,
    TURNED_UP,
)
from wistar_env.games.lab_rats.kinds import (
    DOOR_KINDS,
    EXITS,
    NUM_COLOURS,
    POTION_COLOURS,
    POTION_KINDS,
)
from wistar_env.games.lab_rats.reconstruction import MOST_HELD
from wistar_env.games.lab_rats.state import EVENTS, NO_CARD, OF_DOORS, OF_POTIONS, PAY_EXIT, SLOTS

_Counts = npt.NDArray[np.int64]
_SORTS: Final = (
    {DRAWN, SHOWN, PASSED, DELIVERED, FAILED, REMADE},
    {DRAWN, SHOWN, TURNED_UP, CLEARED, REMADE},
)


#: Rows of a table of cards, after the rows of places.
_DISCARDS: Final = SLOTS
_DECK: Final = SLOTS + 2


class Event(NamedTuple):
    """The parts of an event of a history."""

    sort: int
    receiver: int
    place: int
    kind: int


def event_parts(event: int) -> Event:
    """Return the parts of an event."""
    above, kind = divmod(event, 1 << KIND_BITS)
    above, place = divmod(above, 1 << PLACE_BITS)
    sort, receiver = divmod(above, 1 << PLACE_BITS)
    return Event(sort, receiver, place, kind)


class _Past:
    """The cards of each place, during the replay of a history."""

    def __init__(self, history: Any, counts: _Counts) -> None:
        # One table, so that one call finds its minimum after each event.
        self._all: _Counts = np.zeros((SLOTS + 3, POTION_KINDS), np.int64)
        self.held = self._all[:SLOTS]
        self.discards, self.aside, self.deck = self._all[SLOTS:]
        self.held[:] = history["held"]
        self.discards[:] = history["discards"]
        self.aside[:] = history["aside"]
        self.deck[:] = counts - self._all.sum(axis=0)
        self.under_way: dict[int, int] = {}

    def happen(self, event: Event) -> None:
        """Apply an event."""
        sort, receiver, place, kind = event
        if sort in (DRAWN, TURNED_UP):
            self.deck[kind] -= 1
            where = self.aside if sort == TURNED_UP else self.held[place]
            where[kind] += 1
        elif sort == SHOWN:
            self.held[place, kind] -= 1
            self.discards[kind] += 1
        elif sort == CLEARED:
            self.discards += self.aside
            self.aside[:] = 0
        elif sort == PASSED:
            self.held[place, kind] -= 1
            self.under_way[receiver] = kind
        elif sort == DELIVERED:
            for to, each in self.under_way.items():
                self.held[to, each] += 1
            self.under_way = {}
        elif sort == REMADE:
            self._all[[_DECK, _DISCARDS]] = self._all[[_DISCARDS, _DECK]]

    def is_possible(self) -> bool:
        """Whether every place has a possible number of cards."""
        return bool(self._all.min() >= 0 and self.held.sum(axis=1).max() <= MOST_HELD)


def _may_happen(past: _Past, tables: Any, record: Any, cards: int, event: Event) -> bool:
    sort, receiver, place, kind = event
    kinds = (POTION_KINDS, DOOR_KINDS)[cards]
    seats = int(record["seats"])
    places = SLOTS if cards == OF_DOORS else seats
    if sort not in _SORTS[cards] or place >= places:
        return False
    if sort == FAILED:
        return kind < EXITS and not _pays(tables, record, past.held[place], place, kind)
    if sort == PASSED and (receiver >= seats or receiver in past.under_way):
        return False
    if sort == REMADE:
        return bool(past.deck.sum() == 0 and past.discards.sum() > 0)
    return kind < kinds


def can_pay(hand: _Counts, colours: int) -> bool:
    """Whether a hand can pay all colours, one Potion for each (LAB-31)."""
    if colours == 0:
        return True
    colour = colours & -colours
    one = np.eye(len(hand), dtype=np.int64)
    return any(
        can_pay(hand - one[kind], colours & ~colour)
        for kind in np.flatnonzero(hand)
        if POTION_COLOURS[kind] & colour
    )


def _pays(tables: Any, record: Any, hand: _Counts, seat: int, card: int) -> bool:
    specimen = int(record["players"]["specimen"][seat])
    asked = int(tables["exits"][card]) & ((1 << NUM_COLOURS) - 1) & ~(1 << specimen)
    return can_pay(hand, asked)


def _lie_now(record: Any, sort: int) -> tuple[_Counts, _Counts, _Counts]:
    """Return the current cards of each place, the discards, and the cards set aside."""
    held = np.zeros((SLOTS, POTION_KINDS), np.int64)
    discards, aside = np.zeros_like(held[0]), np.zeros_like(held[0])
    players = record["players"]
    if sort == OF_POTIONS:
        held += players["potions"] + players["put_by"].astype(np.int64)
        return held, discards + record["potion_discards"], aside
    held[:, :DOOR_KINDS] += players["doors"]
    for place, kind in enumerate(record["table"].tolist()):
        if kind != NO_CARD:
            held[place, kind] += 1
    discards[:DOOR_KINDS] += record["door_discards"]
    aside[:DOOR_KINDS] += record["aside"]
    for kind in record["pending"][: record["num_pending"]].tolist():
        aside[kind] += 1
    return held, discards, aside


def _leads_to_now(tables: Any, record: Any, sort: int) -> bool:
    history = record["histories"][sort]
    many = int(history["num_events"])
    if not 0 <= many <= EVENTS or history["events"][many:].any() or (history["events"] < 0).any():
        return False
    counts = np.zeros(POTION_KINDS, np.int64)
    of_kinds = tables["potions" if sort == OF_POTIONS else "doors"]
    counts[: len(of_kinds)] = of_kinds
    past = _Past(history, counts)
    for event in map(event_parts, history["events"][:many].tolist()):
        if not past.is_possible() or not _may_happen(past, tables, record, sort, event):
            return False
        past.happen(event)
    found = past.held, past.discards, past.aside
    same = all(map(np.array_equal, found, _lie_now(record, sort)))
    return past.is_possible() and same and not past.under_way


def agrees(tables: Any, record: Any) -> bool:
    """Whether both histories lead to the current cards, and any Exit being paid can be paid."""
    if record["asked"] == PAY_EXIT:
        hand = record["players"]["potions"][record["active"]].astype(np.int64)
        if not can_pay(hand, int(record["to_pay"])):
            return False
    return all(_leads_to_now(tables, record, sort) for sort in (OF_POTIONS, OF_DOORS))

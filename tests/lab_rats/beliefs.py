"""All hands that others may hold given what a seat saw, with probabilities, by enumeration.

It reads a game's history as the seat saw it, keeps every possible state of the hidden cards, and
applies every event to each in every possible way. All cards of a deck are equally likely to be
drawn, and all cards of a hand to be passed or shown. This is slow and needs data with few kinds of
cards.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from typing import Any, Final

import numpy as np

from wistar_env.games.lab_rats import LabRats
from wistar_env.games.lab_rats.history import (
    CLEARED,
    DELIVERED,
    DRAWN,
    FAILED,
    PASSED,
    REMADE,
    SHOWN,
    TURNED_UP,
)
from wistar_env.games.lab_rats.history_checks import Event, event_parts
from wistar_env.games.lab_rats.kinds import POTION_COLOURS
from wistar_env.games.lab_rats.state import OF_DOORS, OF_POTIONS, SLOTS

#: The sorted cards of every place; empty for the seat itself, whose cards are not hidden.
Held = tuple[tuple[int, ...], ...]
#: What others hold, and the deck by kinds.
State = tuple[Held, tuple[int, ...]]
#: A state and its relative weight.
Weighted = tuple[State, float]
FEW: Final = 4000


class TooManyError(Exception):
    """There are too many states to enumerate."""


def without(cards: tuple[int, ...], kind: int) -> tuple[int, ...]:
    at = cards.index(kind)
    return cards[:at] + cards[at + 1 :]


def put(held: Held, place: int, cards: Sequence[int]) -> Held:
    return (*held[:place], tuple(sorted(cards)), *held[place + 1 :])


def less(deck: tuple[int, ...], kind: int) -> tuple[int, ...]:
    return (*deck[:kind], deck[kind] - 1, *deck[kind + 1 :])


def can_pay(cards: tuple[int, ...], colours: frozenset[int]) -> bool:
    """Whether Potions have all colours, each Potion one of them (LAB-31)."""
    if not colours:
        return True
    colour = min(colours)
    return any(
        can_pay(without(cards, kind), colours - {colour})
        for kind in set(cards)
        if POTION_COLOURS[kind] >> colour & 1
    )


class Beliefs:
    """A seat's beliefs about the cards of one sort, ``OF_POTIONS`` or ``OF_DOORS``."""

    def __init__(self, game: LabRats, seat: int, sort: int) -> None:
        record, tables = game.record[0], game.cards.tables[0]
        self._record, self._tables = record, tables
        self._seat, self._seats = seat, game.num_players
        history = record["histories"][sort]
        counts = np.zeros_like(history["discards"], np.int64)
        of_kinds = tables["potions" if sort == OF_POTIONS else "doors"]
        counts[: len(of_kinds)] = of_kinds
        self._discards = history["discards"].tolist()
        self._aside = history["aside"].tolist()
        unseen = counts - history["discards"] - history["aside"] - history["held"][seat]
        sizes = [0 if k == seat else int(history["held"][k].sum()) for k in range(SLOTS)]
        self.states = self._deals(((),) * SLOTS, tuple(unseen.tolist()), sizes)
        self._passed: list[Event] = []
        for event in history["events"][: history["num_events"]].tolist():
            self._happen(event_parts(event))
            if len(self.states) > FEW:
                raise TooManyError

    def _deals(self, held: Held, deck: tuple[int, ...], sizes: list[int]) -> dict[State, float]:
        """Return every way to deal this many cards to places."""
        states = {(held, deck): 1.0}
        for place, size in enumerate(sizes):
            for _ in range(size):
                states = self._each(states, partial(self._draws, place=place))
                if len(states) > FEW:
                    raise TooManyError
        return states

    def _each(
        self, states: Mapping[State, float], after: Callable[[State], Iterator[Weighted]]
    ) -> dict[State, float]:
        """Return what states become."""
        return gathered(
            (new, weight * chance)
            for state, weight in states.items()
            for new, chance in after(state)
        )

    def _draws(self, state: State, place: int) -> Iterator[Weighted]:
        held, deck = state
        for kind, many in enumerate(deck):
            if many:
                new = put(held, place, (*held[place], kind)), less(deck, kind)
                yield new, many / sum(deck)

    def _happen(self, event: Event) -> None:
        sort, kind = event.sort, event.kind
        if sort == CLEARED:
            self._discards = [*map(sum, zip(self._discards, self._aside, strict=True))]
            self._aside = [0] * len(self._aside)
        elif sort == PASSED:
            self._passed.append(event)
            return
        elif sort == TURNED_UP:
            self._aside[kind] += 1
        elif sort == SHOWN:
            self._discards[kind] += 1
        self.states = self._each(self.states, lambda state: self._after(state, event))
        if sort == REMADE:
            self._discards = [0] * len(self._discards)
        elif sort == DELIVERED:
            self._passed = []

    def _after(self, state: State, event: Event) -> Iterator[Weighted]:
        """Yield what may be after an event, and its chance with what the seat sees of the event."""
        (held, deck), (sort, _, place, kind) = state, event
        own = place == self._seat
        if sort == TURNED_UP or (sort == DRAWN and own):
            if deck[kind]:
                yield (held, less(deck, kind)), deck[kind] / sum(deck)
        elif sort == DRAWN:
            yield from self._draws(state, place)
        elif sort == SHOWN and not own:
            if kind in held[place]:
                shown = put(held, place, without(held[place], kind)), deck
                yield shown, held[place].count(kind) / len(held[place])
        elif sort == FAILED and not own:
            bits = int(self._tables["exits"][kind])
            specimen = int(self._record["players"]["specimen"][place])
            if not can_pay(held[place], colours_of(bits) - {specimen}):
                yield state, 1.0
        elif sort == REMADE:
            if not any(deck):
                yield (held, tuple(self._discards)), 1.0
        elif sort == DELIVERED:
            yield from self._passes(state)
        else:
            yield state, 1.0

    def _passes(self, state: State) -> Iterator[Weighted]:
        """Yield every way in which all may have passed their cards."""
        held, deck = state
        for kinds in product(*(self._may_pass(held, event) for event in self._passed)):
            after, chance = held, 1.0
            for event, kind in zip(self._passed, kinds, strict=True):
                if event.place != self._seat:
                    hand = held[event.place]
                    chance *= hand.count(kind) / len(hand)
                    after = put(after, event.place, without(after[event.place], kind))
            for event, kind in zip(self._passed, kinds, strict=True):
                if event.receiver != self._seat:
                    after = put(after, event.receiver, (*after[event.receiver], kind))
            yield (after, deck), chance

    def _may_pass(self, held: Held, event: Event) -> set[int]:
        if event.place == self._seat:
            return {event.kind}
        kinds = set(held[event.place])
        return kinds & {event.kind} if event.receiver == self._seat else kinds


def gathered(found: Iterator[Weighted]) -> dict[State, float]:
    """Return the total weight of each state."""
    weights = defaultdict[State, float](float)
    for state, weight in found:
        weights[state] += weight
    return dict(weights)


def colours_of(bits: int) -> frozenset[int]:
    return frozenset(colour for colour in range(6) if bits >> colour & 1)


def potions_that_may_be(game: LabRats, seat: int) -> dict[Held, float]:
    """Return what others may hold, with what they gave up, and how likely it is."""
    record = game.record[0]
    found = _held(Beliefs(game, seat, OF_POTIONS).states)
    active = int(record["active"])
    if game.decision == "pay the Exit" and active != seat:  # AMB-84
        rest = colours_of(int(record["to_pay"]))
        found = {held: weight for held, weight in found.items() if can_pay(held[active], rest)}
    return found


def doors_that_may_be(game: LabRats, seat: int) -> dict[Held, float]:
    """Return what others may hold in hand or on the table, and what may lie in the middle."""
    record = game.record[0]
    found = _held(Beliefs(game, seat, OF_DOORS).states)
    for place in range(SLOTS):
        kind = int(record["table"][place])
        if place != seat and int(record["opened"]) >> place & 1:
            found = {
                held: weight * held[place].count(kind)
                for held, weight in found.items()
                if kind in held[place]
            }
    return found


def _held(states: Mapping[State, float]) -> dict[Held, float]:
    """Return the weights of what others hold, whatever is in the deck."""
    found = defaultdict[Held, float](float)
    for (held, _), weight in states.items():
        found[held] += weight
    return dict(found)


def _sorted_kinds(counts: Any) -> tuple[int, ...]:
    return tuple(kind for kind, many in enumerate(counts.tolist()) for _ in range(many))


def potions_of(game: LabRats, seat: int) -> Held:
    """Return what others hold, with what they gave up."""
    players = game.record[0]["players"]
    hands = players["potions"] + players["put_by"]
    return tuple(() if k == seat else _sorted_kinds(hands[k]) for k in range(SLOTS))


def doors_of(game: LabRats, seat: int) -> Held:
    """Return what others hold in hand and on the table, and what lies in the middle."""
    record = game.record[0]
    found = []
    for place in range(SLOTS):
        cards = _sorted_kinds(record["players"]["doors"][place])
        kind = int(record["table"][place])
        found.append(tuple(sorted((*cards, *([kind] if kind >= 0 else [])))))
    return tuple(() if k == seat else cards for k, cards in enumerate(found))

"""Resampling of hidden cards: uniformly among all deals in which each card is in a possible place.

A ``reshuffle_hidden`` with rejection sampling may never end, and leaks the real cards if it gives
up. ``redraw_cards`` counts the deals instead. Cards that may be in the same places are a *group*.
Groups are dealt one after the other. The number of a group's cards in each place is drawn with
probabilities proportional to the numbers of deals of all later groups.
"""

from typing import Annotated, Any, Final, TypeAlias

import numpy as np

from wistar_env.compiled.jit import declare, inline, late_unit, pointer
from wistar_env.compiled.records import record
from wistar_env.compiled.scratch import empty
from wistar_env.compiled.streams import FOR_REDRAW, below, following, mixed, stream
from wistar_env.compiled.types import DoubleArray, Seed, ShortArray

#: The largest redraw: cards, and places where they may be.
MOST_CARDS: Final = 256
MOST_PLACES: Final = 12
#: Maximum size of the table of numbers of deals: one for each group of cards and each combination
#: of free spaces in all places but the largest. Places that no group distinguishes count as one.
MOST_COUNTS: Final = 2**15

#: Slightly less than 1 / 2**53, so that rounding never selects beyond the last alternative.
_UNIT: Final = (1 - 2.0**-40) * 2.0**-53

_N: Final = np.int16
_WORK: Final = record(
    [
        ("num_groups", _N),
        ("masks", _N, (MOST_CARDS,)),  # of groups: a bit for each place
        ("sizes", _N, (MOST_CARDS,)),  # cards of groups
        ("group_of", _N, (MOST_CARDS,)),  # of cards
        ("num_kinds", _N),  # of places; the last one has most room
        ("kind_of", _N, (MOST_PLACES,)),  # of places
        ("room", _N, (MOST_PLACES,)),  # of kinds
        ("stride", np.int64, (MOST_PLACES,)),  # of the room in a kind, in the counts
        ("left", _N, (MOST_PLACES,)),  # room in kinds that is left to a group and later ones
        ("num_open", _N),
        ("open", _N, (MOST_PLACES,)),  # kinds of places that a group may be in
        ("parts", _N, (MOST_PLACES,)),  # cards of the group in each of these
        ("rest", _N, (MOST_PLACES + 1,)),  # cards of the group for each open kind and later ones
        ("splits", np.float64, (MOST_PLACES + 1,)),  # ways to choose the cards of earlier kinds
        ("dealt", _N, (MOST_CARDS,)),  # kinds, then places, to be shuffled
        ("num_states", np.int64),
    ]
)
_Work: TypeAlias = Annotated[Any, "redraw work"]
#: Numbers of deals of each group and all later ones, by the room that is left to them.
_Counts: TypeAlias = DoubleArray
declare("redraw work", _WORK)


@inline
def _swap(numbers: ShortArray, one: int, other: int) -> None:
    """Swap two numbers of an array."""
    number = int(numbers[one])
    numbers[one] = numbers[other]
    numbers[other] = number


@inline
def _swap_names(numbers: ShortArray, count: int, one: int, other: int) -> None:
    """Exchange two values wherever they occur among the first ``count`` of an array."""
    for k in range(count):
        if numbers[k] == one:
            numbers[k] = other
        elif numbers[k] == other:
            numbers[k] = one


@inline
def _group_cards(w: _Work, allowed: ShortArray, num_cards: int) -> None:
    """Find the groups of cards; the largest one is the last, since it needs no splits."""
    w.num_groups = 0
    for card in range(num_cards):
        group = 0
        while group < w.num_groups and w.masks[group] != allowed[card]:
            group += 1
        if group == w.num_groups:
            w.num_groups += 1
            w.masks[group] = allowed[card]
            w.sizes[group] = 0
        w.sizes[group] += 1
        w.group_of[card] = group
    last, largest = int(w.num_groups) - 1, 0
    for group in range(int(w.num_groups)):
        if w.sizes[group] > w.sizes[largest]:
            largest = group
    _swap_names(w.group_of, num_cards, largest, last)
    _swap(w.masks, largest, last)
    _swap(w.sizes, largest, last)


@inline
def _are_alike(w: _Work, place: int, other: int) -> bool:
    """Return whether the same groups may be in two places."""
    for group in range(int(w.num_groups)):
        mask = int(w.masks[group])
        if (mask >> place) & 1 != (mask >> other) & 1:
            return False
    return True


@inline
def _largest_last(w: _Work, num_places: int) -> None:
    """Move the kind of places with the most room to the end."""
    last, largest = int(w.num_kinds) - 1, 0
    for kind in range(int(w.num_kinds)):
        if w.room[kind] > w.room[largest]:
            largest = kind
    _swap_names(w.kind_of, num_places, largest, last)
    _swap(w.room, largest, last)


@inline
def _group_places(w: _Work, room: ShortArray, num_places: int) -> int:
    """Find the kinds of places; return the total room."""
    w.num_kinds = 0
    total = 0
    for place in range(num_places):
        kind = int(w.num_kinds)
        for other in range(place):
            if kind == w.num_kinds and _are_alike(w, place, other):
                kind = int(w.kind_of[other])
        if kind == w.num_kinds:
            w.num_kinds += 1
            w.room[kind] = 0
        w.kind_of[place] = kind
        w.room[kind] += room[place]
        total += int(room[place])
    _largest_last(w, num_places)
    return total


@inline
def _find_open(w: _Work, group: int, num_places: int) -> None:
    """Write the kinds of places that a group may be in."""
    w.num_open = 0
    for kind in range(int(w.num_kinds)):
        for place in range(num_places):
            if w.kind_of[place] == kind:
                if (int(w.masks[group]) >> place) & 1:
                    w.open[w.num_open] = kind
                    w.num_open += 1
                break


@inline
def _begin_splits(w: _Work, group: int) -> None:
    """Assign all cards of a group to the last open kind of places."""
    for k in range(int(w.num_open)):
        w.parts[k] = 0
        w.rest[k] = w.sizes[group]
        w.splits[k] = 1.0


@inline
def _next_split(w: _Work) -> bool:
    """Advance to the next split of a group's cards over open places; False after the last split."""
    last = int(w.num_open) - 1
    k = last - 1
    while k >= 0:
        if w.rest[k + 1] > 0 and w.parts[k] < w.left[w.open[k]]:
            w.parts[k] += 1
            w.splits[k + 1] *= int(w.rest[k + 1]) / int(w.parts[k])
            w.rest[k + 1] -= 1
            for j in range(k + 1, last):
                w.parts[j] = 0
                w.rest[j + 1] = w.rest[j]
                w.splits[j + 1] = w.splits[j]
            return True
        k -= 1
    return False


@inline
def _deals_of_split(w: _Work, counts: _Counts, group: int, state: int) -> float:
    """Return the number of deals with the current split of a group's cards over places."""
    last = int(w.num_open) - 1
    if last < 0 or w.rest[last] > w.left[w.open[last]]:
        return 0.0
    w.parts[last] = w.rest[last]
    after = state
    for k in range(last + 1):
        after -= int(w.parts[k]) * int(w.stride[w.open[k]])
    return float(w.splits[last] * counts[(group + 1) * int(w.num_states) + after])


@inline
def _find_left(w: _Work, state: int, cards: int) -> bool:
    """Write the capacity left in each kind of place; False if the cards do not fill it."""
    last = int(w.num_kinds) - 1
    for kind in range(last):
        w.left[kind] = state % (int(w.room[kind]) + 1)
        state //= int(w.room[kind]) + 1
        cards -= int(w.left[kind])
    w.left[last] = cards
    return bool(0 <= cards <= w.room[last])


@inline
def _fills(w: _Work) -> bool:
    """Return whether all room that is left is in kinds of places that ``_find_open`` wrote."""
    k = 0
    for kind in range(int(w.num_kinds)):
        is_open = k < w.num_open and w.open[k] == kind
        if is_open:
            k += 1
        elif w.left[kind] > 0:
            return False
    return True


@inline
def _deals_of_last(w: _Work) -> float:
    """Return how many deals of the last group fill the room that is left."""
    if not _fills(w):
        return 0.0
    deals, cards = 1.0, 0
    for kind in range(int(w.num_kinds)):
        for k in range(1, int(w.left[kind]) + 1):
            cards += 1
            deals *= cards / k
    return deals


@late_unit
def _count_deals(w: _Work, counts: _Counts, num_places: int) -> None:
    """Count the deals of each group and all later ones, for all room that may be left to them."""
    cards = 0
    last = int(w.num_groups) - 1
    for group in range(last, -1, -1):
        _find_open(w, group, num_places)
        cards += int(w.sizes[group])
        for state in range(int(w.num_states)):
            deals = 0.0
            if _find_left(w, state, cards):
                if group == last:
                    deals = _deals_of_last(w)
                else:
                    _begin_splits(w, group)
                    deals = _deals_of_split(w, counts, group, state)
                    while _next_split(w):
                        deals += _deals_of_split(w, counts, group, state)
            counts[group * int(w.num_states) + state] = deals


@inline
def _draw_split(w: _Work, counts: _Counts, group: int, state: int, x: Seed) -> int:
    """Draw the split of a group's cards over its open places; return the next state."""
    left = float(mixed(x) >> np.uint64(11)) * _UNIT
    left *= counts[group * int(w.num_states) + state]
    _begin_splits(w, group)
    left -= _deals_of_split(w, counts, group, state)
    while left >= 0.0 and _next_split(w):
        left -= _deals_of_split(w, counts, group, state)
    last = int(w.num_open) - 1
    w.parts[last] = w.rest[last]
    for k in range(last + 1):
        state -= int(w.parts[k]) * int(w.stride[w.open[k]])
    return state


@inline
def _shuffle_dealt(w: _Work, size: int, x: Seed) -> Seed:
    for k in range(size - 1, 0, -1):
        x = following(x)
        _swap(w.dealt, k, below(x, k + 1))
    return x


@inline
def _deal_kinds(
    w: _Work, counts: _Counts, num_cards: int, num_places: int, out: ShortArray, x: Seed
) -> Seed:
    """Draw a kind of places for each card, written to ``out``; return the random state."""
    state, cards = int(w.num_states) - 1, num_cards
    for group in range(int(w.num_groups)):
        _find_open(w, group, num_places)
        _find_left(w, state, cards)
        if group == w.num_groups - 1:
            for k in range(int(w.num_open)):
                w.parts[k] = w.left[w.open[k]]
        else:
            x = following(x)
            state = _draw_split(w, counts, group, state, x)
        size = 0
        for k in range(int(w.num_open)):
            for _ in range(int(w.parts[k])):
                w.dealt[size] = w.open[k]
                size += 1
        cards -= size
        x = _shuffle_dealt(w, size, x)
        for card in range(num_cards):
            if w.group_of[card] == group:
                size -= 1
                out[card] = w.dealt[size]
    return x


@inline
def _deal_places(
    w: _Work, num_cards: int, room: ShortArray, num_places: int, out: ShortArray, x: Seed
) -> None:
    """Assign each card to a place of its kind."""
    for kind in range(int(w.num_kinds)):
        size = 0
        for place in range(num_places):
            if w.kind_of[place] == kind:
                for _ in range(int(room[place])):
                    w.dealt[size] = place
                    size += 1
        x = _shuffle_dealt(w, size, x)
        for card in range(num_cards):
            if w.group_of[card] >= 0 and out[card] == kind:
                size -= 1
                out[card] = w.dealt[size]
                w.group_of[card] = -1


@late_unit
def _redraw(
    w: _Work,
    counts: _Counts,
    allowed: ShortArray,
    num_cards: int,
    room: ShortArray,
    num_places: int,
    out: ShortArray,
    rng: Seed,
) -> bool:
    """Do what ``redraw_cards`` does, with ``w`` and ``counts`` as working memory."""
    _group_cards(w, allowed, num_cards)
    if _group_places(w, room, num_places) != num_cards:
        return False
    w.num_states = 1
    for kind in range(int(w.num_kinds) - 1):
        w.stride[kind] = w.num_states
        w.num_states *= int(w.room[kind]) + 1
    w.stride[int(w.num_kinds) - 1] = 0
    if w.num_states * int(w.num_groups) > MOST_COUNTS:
        return False
    _count_deals(w, counts, num_places)
    if counts[int(w.num_states) - 1] == 0.0:
        return False
    x = _deal_kinds(w, counts, num_cards, num_places, out, stream(rng, FOR_REDRAW))
    _deal_places(w, num_cards, room, num_places, out, x)
    return True


@late_unit
def redraw_cards(
    allowed: ShortArray,
    num_cards: int,
    room: ShortArray,
    num_places: int,
    out: ShortArray,
    rng: Seed,
) -> bool:
    """Draw a place for each card, uniformly among all deals that fill all places.

    Pass arrays through ``pointer``. The result depends only on the arguments, so make sure that
    they reveal nothing hidden: list the cards in the order of their ids.

    Parameters
    ----------
    allowed
        For each card a bit mask of the places where it may be.
    num_cards
        At most ``MOST_CARDS``.
    room
        How many cards each place has; together ``num_cards``.
    num_places
        At most ``MOST_PLACES``.
    out
        Where the place of each card is written.
    rng
        A state of the game's generator, which continues with ``following`` of it.

    Returns
    -------
    Whether such a deal exists. Also False if a limit is exceeded: ``MOST_CARDS``, ``MOST_PLACES``
    or ``MOST_COUNTS``. If False, ``out`` is incomplete.
    """
    if not (1 <= num_cards <= MOST_CARDS and 1 <= num_places <= MOST_PLACES):
        return False
    work, counts = empty(1, _WORK), empty(MOST_COUNTS, np.float64)
    return bool(_redraw(work[0], pointer(counts), allowed, num_cards, room, num_places, out, rng))

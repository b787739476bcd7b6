"""Sample a history from a seat's view: keep its own cards, resample those of others.

A card in another hand is a *token* from a *pool*: the cards of one deck, for which the seat knows
the number of each kind. A token's kind is drawn when the seat sees it, or at the end. If the seat
cannot tell which token of a hand was passed, one is drawn uniformly. Each event that the seat sees
has a *weight* proportional to its likelihood given the history sampled so far, or 0 if it is
impossible (LAB-77).
"""

from typing import Annotated, Any, Final, TypeAlias

import numpy as np

from wistar_env.compiled.jit import declare, inline, unit
from wistar_env.compiled.records import record
from wistar_env.compiled.scratch import empty
from wistar_env.compiled.streams import following, mixed
from wistar_env.compiled.types import ByteArray
from wistar_env.games.lab_rats.amounts import HAND_LIMIT
from wistar_env.games.lab_rats.door_cards import is_open
from wistar_env.games.lab_rats.history import (
    CLEARED,
    DELIVERED,
    DRAWN,
    FAILED,
    PASSED,
    REMADE,
    SHOWN,
    TURNED_UP,
    kind_of,
    place_of,
    receiver_of,
    sort_of,
    with_kind,
)
from wistar_env.games.lab_rats.kinds import DOOR_KINDS, POTION_KINDS
from wistar_env.games.lab_rats.potions import asked_of, pays
from wistar_env.games.lab_rats.state import EVENTS, OF_POTIONS, SLOTS, History, State, Tables, roll

#: The most cards of a place: a full hand plus one, or two Doors and the Door on the table.
MOST_HELD: Final = HAND_LIMIT + 1
_TOKENS: Final = SLOTS * MOST_HELD + EVENTS
#: The most pools of a history: at least one discard and one draw precede a reshuffle.
_POOLS: Final = EVENTS // 2 + 2
UNKNOWN: Final = -1
#: The weight of an event with probability 1.
WHOLE: Final = 5040
#: Histories are sampled in groups of ``2**BITS``; their random draws are stratified.
BITS: Final = 3
HISTORIES: Final = 1 << BITS

_HALF: Final = 32  # bits drawn per random number

_N: Final = np.int16
WORK: Final = record(
    [
        ("num_tokens", _N),
        ("kinds", _N, (_TOKENS,)),  # of each token
        ("pool_of", _N, (_TOKENS,)),
        ("num_held", _N, (SLOTS,)),
        ("held", _N, (SLOTS, MOST_HELD)),  # indices of tokens
        ("last_pool", _N),
        ("num_left", _N, (_POOLS,)),
        ("left", np.uint8, (_POOLS, POTION_KINDS)),  # unseen cards of each pool, by kind
        ("discards", np.uint8, (POTION_KINDS,)),
        ("aside", np.uint8, (POTION_KINDS,)),
        ("under_way", _N, (SLOTS,)),  # tokens being passed, by receiver
        ("tokens", _N, (EVENTS,)),  # the token of each event that the seat did not see
        ("num_failures", _N),
        ("failures", _N, (EVENTS,)),  # events where a hand could not pay an Exit
        ("num_failed", _N, (EVENTS,)),  # the number of tokens in each of these hands at that time
        ("failed", _N, (EVENTS, MOST_HELD)),  # these tokens
        ("weight", np.float64),  # likelihood of what the seat saw since the last resampling
    ]
)
Work: TypeAlias = Annotated[Any, "lab rats work"]
Works: TypeAlias = Annotated[Any, "lab rats work array"]
declare("lab rats work", WORK)
WORK_BYTES: Final = WORK.itemsize


@inline
def _add_token(w: Work, place: int, token: int) -> None:
    w.held[place, w.num_held[place]] = token
    w.num_held[place] += 1


@inline
def _new_token(w: Work, kind: int, pool: int) -> int:
    token = int(w.num_tokens)
    w.num_tokens += 1
    w.kinds[token] = kind
    w.pool_of[token] = pool
    return token


@inline
def _take_token(w: Work, place: int, number: int) -> int:
    """Take the token at index ``number`` from a place."""
    token = int(w.held[place, number])
    w.num_held[place] -= 1
    w.held[place, number] = w.held[place, w.num_held[place]]
    return token


@inline
def _take_of_pool(w: Work, pool: int, kind: int) -> None:
    """Take a card of this kind from a pool, which must contain one."""
    w.left[pool, kind] -= 1
    w.num_left[pool] -= 1


@inline
def _weight(w: Work, token: int, kind: int) -> int:
    """Return the likelihood that a token is of a kind, times ``WHOLE``."""
    if w.kinds[token] != UNKNOWN:
        return WHOLE if w.kinds[token] == kind else 0
    pool = int(w.pool_of[token])
    many = int(w.left[pool, kind])
    return (many * WHOLE + int(w.num_left[pool]) - 1) // max(1, int(w.num_left[pool]))


@inline
def _spread(g: State, number: int, n: int) -> int:
    """Return a random number from 0 to n - 1, stratified over histories by ``number``."""
    g.rng = following(g.rng)
    share = number << _HALF | int(mixed(g.rng) >> np.uint64(_HALF))
    return (share * n) >> (_HALF + BITS)


@unit
def see(g: State, w: Work, place: int, kind: int, number: int) -> int:
    """Take a token seen to be of ``kind`` from a place; return the weight, 0 if impossible."""
    total = 0
    for k in range(int(w.num_held[place])):
        total += _weight(w, int(w.held[place, k]), kind)
    if total == 0:
        return 0
    left, k = _spread(g, number, total), 0
    while left >= _weight(w, int(w.held[place, k]), kind):
        left -= _weight(w, int(w.held[place, k]), kind)
        k += 1
    token = _take_token(w, place, k)
    if w.kinds[token] == UNKNOWN:
        w.kinds[token] = kind
        _take_of_pool(w, int(w.pool_of[token]), kind)
    return total


@unit
def _shown_later(g: State, h: History, place: int, first: int) -> int:
    """Return the kind of card seen at a middle place from event ``first`` on, or ``UNKNOWN``."""
    for k in range(first, int(h.num_events)):
        event = int(h.events[k])
        if sort_of(event) == SHOWN and place_of(event) == place:
            return kind_of(event)
    return int(g.table[place]) if is_open(g, place) else UNKNOWN


@unit
def _reserve(g: State, h: History, w: Work, first: int, seat: int) -> None:
    """Remove from a new pool the cards that the seat will certainly see."""
    for k in range(first, int(h.num_events)):
        event = int(h.events[k])
        sort, place, kind = sort_of(event), place_of(event), kind_of(event)
        if sort == REMADE:
            break
        if sort == DRAWN and place >= g.seats:
            kind = _shown_later(g, h, place, k + 1)
        elif sort != TURNED_UP and (sort != DRAWN or place != seat):
            kind = UNKNOWN
        if kind != UNKNOWN:
            _take_of_pool(w, int(w.last_pool), kind)


@inline
def _new_pool(w: Work, pool: int) -> None:
    """Make the discards the new pool from which cards are drawn."""
    w.last_pool = pool
    w.num_left[pool] = 0
    for kind in range(POTION_KINDS):
        w.left[pool, kind] = w.discards[kind]
        w.num_left[pool] += w.discards[kind]
        w.discards[kind] = 0


@inline
def _count(t: Tables, sort: int, kind: int) -> int:
    """Return how many cards of a kind the game has."""
    if sort == OF_POTIONS:
        return int(t.potions[kind])
    return int(t.doors[kind]) if kind < DOOR_KINDS else 0


@inline
def _add_new_token(g: State, h: History, w: Work, place: int, first: int) -> int:
    """Give a place a card from the last pool; in the middle, of known kind if it will be seen."""
    kind = _shown_later(g, h, place, first) if place >= g.seats else UNKNOWN
    token = _new_token(w, kind, int(w.last_pool))
    _add_token(w, place, token)
    return token


@unit
def begin(t: Tables, g: State, w: Work, sort: int, seat: int) -> None:
    """Set up the initial position; all cards that the seat does not see form one pool."""
    h = g.histories[sort]
    w.weight = 1
    w.num_tokens = 0
    w.num_failures = 0
    for kind in range(POTION_KINDS):
        lying = int(h.discards[kind]) + int(h.aside[kind]) + int(h.held[seat, kind])
        w.discards[kind] = _count(t, sort, kind) - lying
    _new_pool(w, 0)
    for kind in range(POTION_KINDS):
        w.discards[kind] = h.discards[kind]
        w.aside[kind] = h.aside[kind]
    for place in range(SLOTS):
        w.num_held[place] = 0
        w.under_way[place] = UNKNOWN
        if place != seat:
            for kind in range(POTION_KINDS):
                for _ in range(int(h.held[place, kind])):
                    token = _add_new_token(g, h, w, place, 0)
                    if w.kinds[token] != UNKNOWN:
                        _take_of_pool(w, 0, int(w.kinds[token]))
    _reserve(g, h, w, 0, seat)


@inline
def _pass(g: State, w: Work, k: int, event: int, seat: int, number: int) -> int:
    """Pass a card, which the seat sees if it gives or receives it; return the event's weight."""
    giver, receiver, kind = place_of(event), receiver_of(event), kind_of(event)
    if giver == seat:
        w.under_way[receiver] = _new_token(w, kind, 0)
    elif receiver == seat:
        return int(see(g, w, giver, kind, number))
    else:
        token = _take_token(w, giver, _spread(g, number, int(w.num_held[giver])))
        w.under_way[receiver] = token
        w.tokens[k] = token
    return WHOLE


@inline
def _deliver(w: Work) -> None:
    for place in range(SLOTS):
        if w.under_way[place] != UNKNOWN:
            _add_token(w, place, int(w.under_way[place]))
            w.under_way[place] = UNKNOWN


@inline
def _fail(w: Work, k: int, place: int) -> None:
    """Record the tokens that could not pay an Exit."""
    failure = int(w.num_failures)
    w.num_failures += 1
    w.failures[failure] = k
    w.num_failed[failure] = w.num_held[place]
    for number in range(int(w.num_held[place])):
        w.failed[failure, number] = w.held[place, number]


@unit
def all_failed(t: Tables, g: State, w: Work) -> bool:
    """Whether no hand that failed at an Exit could have paid with its seen Potions."""
    hand = empty(POTION_KINDS, np.uint8)
    for failure in range(int(w.num_failures)):
        for kind in range(POTION_KINDS):
            hand[kind] = 0
        for number in range(int(w.num_failed[failure])):
            kind = int(w.kinds[w.failed[failure, number]])
            if kind != UNKNOWN:
                hand[kind] += 1
        event = int(g.histories[OF_POTIONS].events[w.failures[failure]])
        if pays(hand, asked_of(t, g.players[place_of(event)], kind_of(event))):
            return False
    return True


@unit
def repeat(g: State, w: Work, sort: int, k: int, seat: int, number: int) -> int:
    """Replay an event of a history; return the weight of what the seat saw."""
    h = g.histories[sort]
    event = int(h.events[k])
    happened, place, kind = sort_of(event), place_of(event), kind_of(event)
    w.tokens[k] = UNKNOWN
    if happened == DRAWN and place != seat:
        w.tokens[k] = _add_new_token(g, h, w, place, k + 1)
    elif happened == SHOWN:
        w.discards[kind] += 1
        return WHOLE if place == seat else int(see(g, w, place, kind, number))
    elif happened == TURNED_UP:
        w.aside[kind] += 1
    elif happened == CLEARED:
        for each in range(POTION_KINDS):
            w.discards[each] += w.aside[each]
            w.aside[each] = 0
    elif happened == PASSED:
        return int(_pass(g, w, k, event, seat, number))
    elif happened == DELIVERED:
        _deliver(w)
    elif happened == FAILED and place != seat:
        _fail(w, k, place)
    elif happened == REMADE:
        _new_pool(w, int(w.last_pool) + 1)
        _reserve(g, h, w, k + 1, seat)
    return WHOLE


@unit
def settle(t: Tables, g: State, w: Work) -> bool:
    """Draw the kinds of all unknown tokens at places; the rest of the last pool is the deck.

    Return False if a hand that failed at an Exit could have paid.
    """
    for place in range(SLOTS):
        for number in range(int(w.num_held[place])):
            token = int(w.held[place, number])
            if w.kinds[token] == UNKNOWN:
                pool = int(w.pool_of[token])
                left, kind = roll(g, int(w.num_left[pool])), 0
                while left >= w.left[pool, kind]:
                    left -= int(w.left[pool, kind])
                    kind += 1
                _take_of_pool(w, pool, kind)
                w.kinds[token] = kind
    return bool(w.num_failures == 0 or all_failed(t, g, w))


@unit
def count_held(w: Work, place: int, hand: ByteArray) -> int:
    """Write the sampled cards of a place; return their number."""
    for kind in range(POTION_KINDS):
        hand[kind] = 0
    for number in range(int(w.num_held[place])):
        hand[w.kinds[w.held[place, number]]] += 1
    return int(w.num_held[place])


@unit
def rewrite(h: History, w: Work, seat: int) -> None:
    """Write the sampled kinds of cards into a history."""
    token = 0
    for place in range(SLOTS):
        if place != seat:
            many = 0
            for kind in range(POTION_KINDS):
                many += int(h.held[place, kind])
                h.held[place, kind] = 0
            for _ in range(many):
                h.held[place, w.kinds[token]] += 1
                token += 1
    for k in range(int(h.num_events)):
        if w.tokens[k] != UNKNOWN:
            h.events[k] = with_kind(int(h.events[k]), int(w.kinds[w.tokens[k]]))

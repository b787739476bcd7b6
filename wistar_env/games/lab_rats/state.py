"""The state of a game: one NumPy record, ``GAME``, with one ``SEAT`` record per seat.

Cards of a kind are identical, so the state only counts them: a deck has no order, and cards are
drawn from it at random.
"""

from typing import Annotated, Any, Final, TypeAlias

import numpy as np

from wistar_env.compiled.bits import first_above
from wistar_env.compiled.jit import declare, inline
from wistar_env.compiled.records import offset, record
from wistar_env.compiled.streams import below, following
from wistar_env.compiled.types import ByteArray
from wistar_env.games.lab_rats.kinds import (
    DOOR_KINDS,
    DOORS,
    EXITS,
    POTION_KINDS,
    SPECIMENS,
)
from wistar_env.kit.common_fields import COMMON_FIELDS
from wistar_env.kit.sealed import SEALED_FIELDS

MIN_SEATS: Final = 3  # LAB-01
MAX_SEATS: Final = 5
SLOTS: Final = 5  # Doors on the table (LAB-08)
NO_CARD: Final = -1

# Values of ``condition`` (LAB-50).
HEALTHY, INJURED, DEAD = range(3)

# Values of ``asked``, the current decision.
(
    NOTHING,  # the rules continue without a choice
    BEGIN_TURN,
    GO_ON,
    OBSTACLE,
    PAY_EXIT,
    HAND_LIMIT,
    CONFUSED,
    NEW_DOORS,
    KEEP_POTIONS,
) = range(9)

_N: Final = np.int16
_COUNT: Final = np.uint8

SEAT: Final = record(
    [
        ("specimen", _N),  # colour of its mutation
        ("condition", _N),
        ("turns", _N),  # completed in this round (LAB-11)
        ("crumbs", _N),
        ("pollution", _N),
        ("cheese", _N),
        ("from_crumbs", _N),  # cheese by source
        ("from_exits", _N),
        ("from_surviving", _N),
        ("num_potions", _N),  # in hand
        ("num_put_by", _N),
        ("num_doors", _N),  # in hand
        # Bits of the Exits that the hand could not pay since it last gained a Potion (LAB-31).
        ("unpaid", _N),
        ("potions", _COUNT, (POTION_KINDS,)),  # in hand
        # Given up for the next round, face down until all have chosen (LAB-55, LAB-71).
        ("put_by", _COUNT, (POTION_KINDS,)),
        ("doors", _COUNT, (DOOR_KINDS,)),  # in hand
        # Least number of Potions known to be in each other hand (LAB-74).
        ("known", _COUNT, (MAX_SEATS, POTION_KINDS)),
    ]
)

#: The most events in a history.
EVENTS: Final = 128
# Indices of ``histories``.
OF_POTIONS, OF_DOORS = range(2)

#: What happened to the Potions or Doors (``history``). Places are the seats and, for Doors, the
#: middle; a seat holds its hand, the Potions it gave up, and its Door on the table.
HISTORY: Final = record(
    [
        ("num_events", _N),
        ("events", _N, (EVENTS,)),
        # Before the first event: the cards of each place, the discards, and the cards set aside.
        ("held", _COUNT, (SLOTS, POTION_KINDS)),
        ("discards", _COUNT, (POTION_KINDS,)),
        ("aside", _COUNT, (POTION_KINDS,)),
    ]
)

GAME: Final = record(
    [
        *COMMON_FIELDS,
        *SEALED_FIELDS,
        ("round_number", _N),  # the round, from 1
        ("starter", _N),  # has the first-player token
        ("active", _N),  # whose turn it is
        ("coming", _N),  # whose turn begins after the Doors are laid
        ("asked", _N),
        ("facing", _N),  # colour of the obstacle that has to be beaten
        ("to_pay", _N),  # bits of the colours that an open Exit still requires
        ("at_exit", _N),  # TRIED or PASSED (``amounts``) if this turn tries an Exit, otherwise 0
        ("stopped", _N),  # 1: the active player opens no more Doors
        ("rewarded", _N),  # 1: the Potion for all five Doors was drawn
        ("opened", _N),  # bits of the places whose Door is face up
        ("exchanged", _N),  # bits of the seats that exchanged their Door after the last turn
        ("own_opened", _N),  # bits of the seats that opened their own Door when they last explored
        ("table", _N, (SLOTS,)),  # kinds of the Doors of the seats, then in the middle
        # Doors of a Double Door that are still to be resolved, in reverse order (LAB-22).
        ("num_pending", _N),
        ("pending", _N, (DOORS,)),
        ("num_aside", _N),
        ("aside", _COUNT, (DOOR_KINDS,)),  # resolved Doors of a Double Door (AMB-82)
        ("exits", _N, (EXITS,)),  # three on the table, the next to be tried first; then the deck
        ("num_potion_deck", _N),
        ("num_door_deck", _N),
        ("potion_deck", _COUNT, (POTION_KINDS,)),
        ("potion_discards", _COUNT, (POTION_KINDS,)),
        ("door_deck", _COUNT, (DOOR_KINDS,)),
        ("door_discards", _COUNT, (DOOR_KINDS,)),
        ("histories", HISTORY, (2,)),
        ("players", SEAT, (MAX_SEATS,)),
    ]
)

#: The number of bytes before the seats.
FRONT_BYTES: Final = offset(GAME, "players")

#: The contents of the data folder that the rules read.
TABLES: Final = record(
    [
        ("doors", _N, (DOOR_KINDS,)),  # number of each kind
        ("potions", _N, (POTION_KINDS,)),
        ("covers", _N, (POTION_KINDS,)),  # bits of the colours of each kind
        ("exits", _N, (EXITS,)),  # bits of the colours that each Exit requires
        ("specimens", _N, (SPECIMENS,)),  # colours
    ]
)

State: TypeAlias = Annotated[Any, "lab rats state"]
Seat: TypeAlias = Annotated[Any, "lab rats seat"]
History: TypeAlias = Annotated[Any, "lab rats history"]
Tables: TypeAlias = Annotated[Any, "lab rats tables"]
declare("lab rats seat", SEAT)
declare("lab rats history", HISTORY)
declare("lab rats state", GAME)
declare("lab rats tables", TABLES)


@inline
def roll(g: State, n: int) -> int:
    """Return a random number from 0 to n - 1, from the game's generator."""
    g.rng = following(g.rng)
    return below(g.rng, n)


@inline
def pick(g: State, counts: ByteArray, kinds: int, total: int) -> int:
    """Return a random kind, weighted by ``counts``, which sum to ``total`` > 0."""
    return first_above(counts, kinds, roll(g, total))


@inline
def alive(g: State, seat: int) -> bool:
    """Whether the Specimen of a seat is alive."""
    return bool(g.players[seat].condition != DEAD)


@inline
def num_alive(g: State) -> int:
    """Return the number of living Specimens."""
    n = 0
    for seat in range(int(g.seats)):
        if alive(g, seat):
            n += 1
    return n

"""Door cards: the deck, the hands, and the five Doors of the table (LAB-08, LAB-40 to LAB-42)."""

from wistar_env.compiled.jit import inline, unit
from wistar_env.games.lab_rats.history import DRAWN, REMADE, SHOWN, card_event, event_of, note
from wistar_env.games.lab_rats.kinds import DOOR_KINDS
from wistar_env.games.lab_rats.state import NO_CARD, OF_DOORS, SLOTS, State, pick


@unit
def draw_door(g: State) -> int:
    """Take a Door from the deck; if the deck is empty, reshuffle the discards (LAB-42).

    Return ``NO_CARD`` if no Door is left, which requires data with many Double Doors (VEC-41).
    """
    if g.num_door_deck == 0:
        for kind in range(DOOR_KINDS):
            g.num_door_deck += g.door_discards[kind]
            g.door_deck[kind] = g.door_discards[kind]
            g.door_discards[kind] = 0
        if g.num_door_deck == 0:
            return NO_CARD
        note(g.histories[OF_DOORS], event_of(REMADE))
    kind = pick(g, g.door_deck, DOOR_KINDS, int(g.num_door_deck))
    g.door_deck[kind] -= 1
    g.num_door_deck -= 1
    return kind


@inline
def deal_door(g: State, seat: int) -> None:
    """Move a Door from the deck to a hand."""
    p, kind = g.players[seat], draw_door(g)
    note(g.histories[OF_DOORS], card_event(DRAWN, seat, kind))
    p.doors[kind] += 1
    p.num_doors += 1


@inline
def is_open(g: State, place: int) -> bool:
    """Whether the Door at a place of the table is face up."""
    return (int(g.opened) >> place) & 1 != 0


@inline
def num_open(g: State) -> int:
    """Return the number of face-up Doors of the table."""
    n = 0
    for place in range(SLOTS):
        if is_open(g, place):
            n += 1
    return n


@inline
def discard_doors(g: State, places: int) -> None:
    """Discard the Doors at some places of the table, given as bits (LAB-40, LAB-60)."""
    for place in range(SLOTS):
        if (places >> place) & 1 and g.table[place] != NO_CARD:
            g.door_discards[g.table[place]] += 1
            note(g.histories[OF_DOORS], card_event(SHOWN, place, int(g.table[place])))
            g.table[place] = NO_CARD
    g.opened = int(g.opened) & ~places


@inline
def fill_middle(g: State) -> None:
    """Lay Doors from the deck on empty places in the middle, face down (LAB-08)."""
    for place in range(int(g.seats), SLOTS):
        if g.table[place] == NO_CARD:
            kind = draw_door(g)
            note(g.histories[OF_DOORS], card_event(DRAWN, place, kind))
            g.table[place] = kind


@inline
def lay_door(g: State, seat: int, kind: int) -> None:
    """Lay a Door from the hand, and take back a Door already there (LAB-40, LAB-41, LAB-75)."""
    p = g.players[seat]
    p.doors[kind] -= 1
    if g.table[seat] == NO_CARD:
        p.num_doors -= 1
    else:
        p.doors[g.table[seat]] += 1
        g.exchanged |= 1 << seat
    g.table[seat] = kind


@inline
def seat_after(g: State, seat: int, places: int) -> int:
    """Return the seat ``places`` to the left; ``places`` is at most the number of seats."""
    after, seats = seat + places, int(g.seats)
    return after - seats if after >= seats else after


@inline
def number_of(seat: int, me: int, seats: int) -> int:
    """Return how many seats to the left of ``me`` a seat is: the inverse of ``seat_after``."""
    return seat - me + seats if seat < me else seat - me


@inline
def place_of(g: State, seat: int, number: int) -> int:
    """Convert a place number relative to a player to a place of the table.

    Relative order: the player's own place, the places of the seats to the left, the middle.
    """
    return seat_after(g, seat, number) if number < g.seats else number

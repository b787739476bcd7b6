"""Potions: hands, the deck, what others know of them, and what they can pay (LAB-29, LAB-57)."""

from wistar_env.compiled.jit import inline, unit
from wistar_env.compiled.types import ByteArray
from wistar_env.games.lab_rats.kinds import ALL_COLOURS, POTION_KINDS
from wistar_env.games.lab_rats.state import MAX_SEATS, Seat, State, Tables, pick


@inline
def gain_potion(g: State, seat: int, kind: int) -> None:
    """Put a Potion into a hand: what the hand could not pay, it may be able to pay now."""
    p = g.players[seat]
    p.potions[kind] += 1
    p.num_potions += 1
    p.unpaid = 0


@unit
def draw_potion(g: State, seat: int) -> None:
    """Draw a Potion; an empty deck is made anew from the discards (LAB-42)."""
    if g.num_potion_deck == 0:
        for kind in range(POTION_KINDS):
            g.num_potion_deck += g.potion_discards[kind]
            g.potion_deck[kind] = g.potion_discards[kind]
            g.potion_discards[kind] = 0
    kind = pick(g, g.potion_deck, int(g.num_potion_deck))
    g.potion_deck[kind] -= 1
    g.num_potion_deck -= 1
    gain_potion(g, seat, kind)


@inline
def forget_one(g: State, seat: int, kind: int) -> None:
    """Take note that a Potion left a hand in the sight of all: it may be the one that was known.

    Of equal cards nobody can tell which one left (LAB-74, LAB-76).
    """
    for other in range(MAX_SEATS):
        p = g.players[other]
        if p.known[seat, kind] > 0:
            p.known[seat, kind] -= 1


@unit
def discard_potion(g: State, seat: int, kind: int) -> None:
    """Discard a Potion of a hand, face up (LAB-76)."""
    p = g.players[seat]
    p.potions[kind] -= 1
    p.num_potions -= 1
    g.potion_discards[kind] += 1
    forget_one(g, seat, kind)


@inline
def size_of(colours: int) -> int:
    """Return how many colours there are in bits."""
    n = 0
    while colours != 0:
        colours &= colours - 1
        n += 1
    return n


@inline
def pays(t: Tables, hand: ByteArray, colours: int) -> bool:
    """Whether Potions can have all colours at once, each Potion one of them (LAB-31).

    They can if any of these colours, taken together, are had by at least as many Potions as there
    are colours (Hall's theorem).
    """
    some = colours
    while some != 0:
        missing = size_of(some)
        for kind in range(POTION_KINDS):
            if int(t.covers[kind]) & some != 0:
                missing -= int(hand[kind])
        if missing > 0:
            return False
        some = (some - 1) & colours
    return True


@inline
def asked_of(t: Tables, p: Seat, card: int) -> int:
    """Return the colours that Potions must have for an Exit: the mutation has its own (LAB-31)."""
    return int(t.exits[card]) & ALL_COLOURS & ~(1 << int(p.specimen))

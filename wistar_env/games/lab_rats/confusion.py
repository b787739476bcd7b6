"""The event Confusion: every player passes a Potion to the right (LAB-17, AMB-32)."""

import numpy as np

from wistar_env.compiled.jit import inline, unit
from wistar_env.compiled.scratch import empty
from wistar_env.games.lab_rats.actions import PASS
from wistar_env.games.lab_rats.history import (
    DELIVERED,
    PASSED,
    card_event,
    event_of,
    note,
    received_by,
)
from wistar_env.games.lab_rats.kinds import POTION_KINDS
from wistar_env.games.lab_rats.potions import gain_potion
from wistar_env.games.lab_rats.state import CONFUSED, MAX_SEATS, OF_POTIONS, State
from wistar_env.kit.sealed import ask_sealed


@inline
def confuse(g: State) -> None:
    """Let every player with Potions, dead or alive, choose one; the active player is last."""
    seats = 0
    for seat in range(int(g.seats)):
        if g.players[seat].num_potions > 0:
            seats |= 1 << seat
    if seats != 0:
        g.asked = CONFUSED
        ask_sealed(g, seats, (int(g.active) + 1) % int(g.seats))


@inline
def doubt(g: State, seat: int, kind: int, receiver: int) -> None:
    """Update what others know about a hand after it passed a Potion (LAB-74).

    The receiver knows which Potion it was. For other seats it may be any Potion that they knew in
    the hand, so they forget one of each kind: keeping the others would reveal which was passed.
    The receiver may itself have known Potions in the giver's hand: those that it passed earlier and
    could track.
    """
    for other in range(int(g.seats)):
        p = g.players[other]
        for each in range(POTION_KINDS):
            if p.known[seat, each] > 0 and (other != receiver or each == kind):
                p.known[seat, each] -= 1


@inline
def _is_one_kind(g: State, viewer: int, seat: int, kind: int) -> bool:
    """Whether a seat knows that a hand holds only Potions of this kind."""
    return bool(g.players[viewer].known[seat, kind] == g.players[seat].num_potions)


@inline
def follow(g: State, seat: int, kind: int, receiver: int) -> int:
    """Return, as bits, which third seats know that the giver's hand holds only this kind."""
    seats = 0
    for viewer in range(int(g.seats)):
        if viewer != seat and viewer != receiver and _is_one_kind(g, viewer, seat, kind):
            seats |= 1 << viewer
    return seats


@unit
def pass_potions(g: State) -> None:
    """Pass all chosen Potions at once: nobody can choose a Potion that arrives (LAB-71, AMB-92)."""
    seats = int(g.seats)
    followers = empty(MAX_SEATS, np.uint8)
    for seat in range(seats):
        if (int(g.sealed_made) >> seat) & 1:
            kind, receiver = int(g.sealed_choice[seat]) - PASS, (seat + seats - 1) % seats
            followers[seat] = follow(g, seat, kind, receiver) | 1 << seat
            p = g.players[seat]
            p.potions[kind] -= 1
            p.num_potions -= 1
            note(g.histories[OF_POTIONS], received_by(card_event(PASSED, seat, kind), receiver))
            doubt(g, seat, kind, receiver)
    note(g.histories[OF_POTIONS], event_of(DELIVERED))
    for seat in range(seats):
        if (int(g.sealed_made) >> seat) & 1:
            kind, receiver = int(g.sealed_choice[seat]) - PASS, (seat + seats - 1) % seats
            gain_potion(g, receiver, kind)
            for viewer in range(seats):
                if (int(followers[seat]) >> viewer) & 1:
                    g.players[viewer].known[receiver, kind] += 1

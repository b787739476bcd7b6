"""The event Confusion: every player passes a Potion to the right (LAB-17, AMB-32)."""

from wistar_env.compiled.jit import inline, unit
from wistar_env.games.lab_rats.actions import PASS
from wistar_env.games.lab_rats.kinds import POTION_KINDS
from wistar_env.games.lab_rats.potions import gain_potion
from wistar_env.games.lab_rats.state import CONFUSED, State
from wistar_env.kit.sealed import ask_sealed


@inline
def confuse(g: State) -> None:
    """Let every player with a Potion choose one, dead or alive; the active player is the last."""
    seats = 0
    for seat in range(int(g.seats)):
        if g.players[seat].num_potions > 0:
            seats |= 1 << seat
    if seats != 0:
        g.asked = CONFUSED
        ask_sealed(g, seats, (int(g.active) + 1) % int(g.seats))


@inline
def doubt(g: State, seat: int, kind: int, receiver: int) -> None:
    """Record that a Potion left a hand unseen: only its receiver knows which (LAB-74).

    To all others it may have been any of those that they knew there. If they went on knowing the
    ones that stayed, they would learn which one was passed.
    """
    for other in range(int(g.seats)):
        p = g.players[other]
        for each in range(POTION_KINDS):
            if p.known[seat, each] > 0 and (other != receiver or each == kind):
                p.known[seat, each] -= 1


@unit
def pass_potions(g: State) -> None:
    """Pass all Potions at once: what arrives was not there to choose from (LAB-71, AMB-92)."""
    seats = int(g.seats)
    for seat in range(seats):
        if (int(g.sealed_made) >> seat) & 1:
            kind = int(g.sealed_choice[seat]) - PASS
            p = g.players[seat]
            p.potions[kind] -= 1
            p.num_potions -= 1
            doubt(g, seat, kind, (seat + seats - 1) % seats)
    for seat in range(seats):
        if (int(g.sealed_made) >> seat) & 1:
            kind, receiver = int(g.sealed_choice[seat]) - PASS, (seat + seats - 1) % seats
            gain_potion(g, receiver, kind)
            p = g.players[seat]
            p.known[receiver, kind] += 1

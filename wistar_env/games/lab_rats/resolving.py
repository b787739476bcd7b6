"""Resolution of opened Doors: obstacles and events (LAB-13 to LAB-23)."""

from wistar_env.compiled.jit import inline, unit
from wistar_env.games.lab_rats.amounts import FALLOUT
from wistar_env.games.lab_rats.confusion import confuse
from wistar_env.games.lab_rats.door_cards import draw_door
from wistar_env.games.lab_rats.history import CLEARED, TURNED_UP, event_of, note, with_kind
from wistar_env.games.lab_rats.injuries import injure, kill, pollute, recover
from wistar_env.games.lab_rats.kinds import (
    CONFUSION,
    DOOR_KINDS,
    DOUBLE_DOOR,
    EXPLOSION,
    INSTANT_DEATH,
    NUM_COLOURS,
    POTION_BOX,
    RADIOACTIVE_EXPLOSION,
    RESURRECTION,
)
from wistar_env.games.lab_rats.potions import draw_potion
from wistar_env.games.lab_rats.state import NO_CARD, OBSTACLE, OF_DOORS, State, alive


@inline
def face_obstacle(g: State, colour: int) -> None:
    """Beat an obstacle by mutation, or let the player decide (LAB-13, LAB-14, LAB-28, AMB-31).

    Players with Potions decide even if none fits, so that nothing is revealed (LAB-72). Players
    without Potions are injured.
    """
    seat = int(g.active)
    p = g.players[seat]
    if p.specimen == colour:
        draw_potion(g, seat)
    elif p.num_potions > 0:
        g.asked = OBSTACLE
        g.facing = colour
        g.mover = seat
    else:
        injure(g, seat)


@inline
def _turn_up(g: State) -> int:
    """Turn up a Door from the deck; return ``NO_CARD`` if none is left."""
    kind = draw_door(g)
    if kind != NO_CARD:
        note(g.histories[OF_DOORS], with_kind(event_of(TURNED_UP), kind))
    return kind


@inline
def turn_up_two(g: State) -> None:
    """Turn up two Doors from the deck; the first is resolved next (LAB-22, AMB-81)."""
    first, second = _turn_up(g), _turn_up(g)
    for kind in (second, first):
        if kind != NO_CARD:
            g.pending[g.num_pending] = kind
            g.num_pending += 1


@unit
def resolve(g: State, kind: int) -> None:
    """Execute the effect of a revealed Door."""
    if kind < NUM_COLOURS:
        face_obstacle(g, kind)
    elif kind == POTION_BOX:
        draw_potion(g, int(g.active))
    elif kind == CONFUSION:
        confuse(g)
    elif kind == RADIOACTIVE_EXPLOSION:
        for seat in range(int(g.seats)):
            if alive(g, seat):
                pollute(g, seat, FALLOUT)
    elif kind == EXPLOSION:
        for seat in range(int(g.seats)):
            if alive(g, seat):
                injure(g, seat)
    elif kind == INSTANT_DEATH:
        kill(g, int(g.active))
    elif kind == RESURRECTION:
        for seat in range(int(g.seats)):
            recover(g, seat)
    elif kind == DOUBLE_DOOR:
        turn_up_two(g)


@inline
def lay_aside(g: State) -> int:
    """Lay the next card of a Double Door aside, and return its kind (AMB-82)."""
    g.num_pending -= 1
    kind = int(g.pending[g.num_pending])
    g.pending[g.num_pending] = 0
    g.aside[kind] += 1
    g.num_aside += 1
    return kind


@inline
def clear_aside(g: State) -> None:
    """Discard cards set aside, after the outermost event (LAB-23, AMB-82)."""
    for kind in range(DOOR_KINDS):
        g.door_discards[kind] += g.aside[kind]
        g.aside[kind] = 0
    g.num_aside = 0
    note(g.histories[OF_DOORS], event_of(CLEARED))

"""The value of each state of a turn, by backward induction over the closed Doors.

A state of a turn consists of the number of unknown closed Doors, whether the player's own Door is
closed, the Potions gained, whether the Specimen is injured, and the Radioactive Explosions. Its
value is the maximum of stopping and opening a Door.
"""

from typing import Final

import numpy as np

from wistar_env.compiled.jit import inline, unit
from wistar_env.games.lab_rats.amounts import (
    CRUMBS_OF_CHEESE,
    DEADLY,
    DEALT,
    FALLOUT,
    FOR_EXIT,
    FOR_SURVIVING,
    HAND_LIMIT,
    WINS,
)
from wistar_env.games.lab_rats.careful.hands import USUAL_SHARE
from wistar_env.games.lab_rats.careful.plan import FROM_DECK, LAID, Plan
from wistar_env.games.lab_rats.careful.weights import Weights
from wistar_env.games.lab_rats.kinds import (
    DOOR_KINDS,
    EXPLOSION,
    INSTANT_DEATH,
    NUM_COLOURS,
    POTION_BOX,
    RADIOACTIVE_EXPLOSION,
    RESURRECTION,
)
from wistar_env.games.lab_rats.state import NO_CARD, SLOTS

_USUAL: Final = USUAL_SHARE


@inline
def point(unknown: int, own: int, gained: int, injured: int, fallouts: int) -> int:
    """Return the index of a state of a turn in ``Plan.value``."""
    return (((unknown * 2 + own) * (HAND_LIMIT + 1) + gained) * 2 + injured) * 3 + fallouts


@inline
def usual_share(potions: int) -> float:
    """Return the mean share of Exits that a hand of this many Potions can pay."""
    return _USUAL[min(potions, HAND_LIMIT)]


@inline
def cheese_of_crumbs(p: Plan, opened: int) -> int:
    """Return the cheese gained from crumbs for the open Doors, dead or alive (LAB-38)."""
    return int(p.crumbs + opened >= CRUMBS_OF_CHEESE)


@inline
def wins(p: Plan, cheese: int) -> bool:
    """Whether gaining ``cheese``, if any, wins the game (LAB-01)."""
    return bool(cheese > 0 and p.cheese + cheese >= WINS)


@inline
def dead_value(w: Weights, p: Plan, opened: int, gained: int, pollution: int) -> float:
    """Return the value of dying with ``opened`` Doors open."""
    if wins(p, cheese_of_crumbs(p, opened)):
        return float(w.win)
    kept = min(int(p.potions) + gained, DEALT)
    return float(
        opened / CRUMBS_OF_CHEESE
        + w.kept * usual_share(kept)
        - w.pollution * pollution * pollution
        - p.death
    )


@inline
def alive_value(
    w: Weights, p: Plan, opened: int, gained: int, injured: int, fallouts: int
) -> float:
    """Return the value of ending the turn with ``opened`` Doors open, alive until then (LAB-58)."""
    if wins(p, cheese_of_crumbs(p, opened)):
        return float(w.win)
    pollution = int(p.pollution) + FALLOUT * fallouts + SLOTS - opened
    if pollution >= DEADLY:
        return dead_value(w, p, opened, gained, 0)
    if p.others == 0 and wins(p, cheese_of_crumbs(p, opened) + FOR_SURVIVING):
        return float(w.win)
    value = opened / CRUMBS_OF_CHEESE - w.pollution * pollution * pollution
    if p.others == 0:  # the round is over (LAB-53)
        kept = min(int(p.potions) + gained, DEALT)
        return float(value + FOR_SURVIVING + w.kept * usual_share(kept))
    share = usual_share(int(p.potions) + gained) - usual_share(int(p.potions))
    return float(value + p.life + w.chance * (p.exits + share) - w.injury * injured)


@inline
def hurt_value(
    w: Weights, p: Plan, unknown: int, own: int, gained: int, injured: int, fallouts: int
) -> float:
    """Return the value of being injured; a second injury kills (LAB-50)."""
    if injured:
        pollution = int(p.pollution) + FALLOUT * fallouts
        return dead_value(w, p, SLOTS - unknown - own, gained, pollution)
    return float(p.value[point(unknown, own, gained, 1, fallouts)])


@inline
def door_value(
    w: Weights,
    p: Plan,
    kind: int,
    unknown: int,
    own: int,
    gained: int,
    injured: int,
    fallouts: int,
) -> float:
    """Return the value of a Door just opened, given how many Doors are still closed."""
    as_before = float(p.value[point(unknown, own, gained, injured, fallouts)])
    if kind == p.specimen or kind == POTION_BOX:
        more = min(gained + 1, HAND_LIMIT)
        return float(p.value[point(unknown, own, more, injured, fallouts)])
    if kind < NUM_COLOURS or kind == EXPLOSION:
        hurt = hurt_value(w, p, unknown, own, gained, injured, fallouts)
        beaten = p.beaten[gained, kind] if kind < NUM_COLOURS else 0.0
        return beaten * max(as_before, hurt) + (1 - beaten) * hurt
    if kind == INSTANT_DEATH:
        pollution = int(p.pollution) + FALLOUT * fallouts
        return dead_value(w, p, SLOTS - unknown - own, gained, pollution)
    if kind == RADIOACTIVE_EXPLOSION:
        if p.pollution + FALLOUT * (fallouts + 1) >= DEADLY:
            return dead_value(w, p, SLOTS - unknown - own, gained, 0)
        return float(p.value[point(unknown, own, gained, injured, fallouts + 1)])
    if kind == RESURRECTION:
        return float(p.value[point(unknown, own, gained, 0, fallouts)])
    return as_before


@unit
def unknown_value(
    w: Weights, p: Plan, unknown: int, own: int, gained: int, injured: int, fallouts: int
) -> float:
    """Return the value of opening an unknown Door, one from the deck as long as there are any."""
    layer = FROM_DECK if unknown > p.unknown - p.from_deck else LAID
    value = 0.0
    for kind in range(DOOR_KINDS):
        if p.behind[layer, kind] > 0:
            value += p.behind[layer, kind] * door_value(
                w, p, kind, unknown - 1, own, gained, injured, fallouts
            )
    return value


@unit
def own_value(w: Weights, p: Plan, unknown: int, gained: int, injured: int, fallouts: int) -> float:
    """Return the value of opening the player's own Door."""
    return door_value(w, p, int(p.own), unknown, 0, gained, injured, fallouts)


@inline
def best_value(
    w: Weights, p: Plan, unknown: int, own: int, gained: int, injured: int, fallouts: int
) -> float:
    """Return the value of a state of the turn: the maximum of stopping and opening a Door."""
    if unknown + own == 0:  # opening all Doors gives a Potion (LAB-25)
        return alive_value(w, p, SLOTS, min(gained + 1, HAND_LIMIT), injured, fallouts)
    best = alive_value(w, p, SLOTS - unknown - own, gained, injured, fallouts)
    if unknown > 0:
        best = max(best, unknown_value(w, p, unknown, own, gained, injured, fallouts))
    if own:
        best = max(best, own_value(w, p, unknown, gained, injured, fallouts))
    return best


@inline
def most_fallouts(p: Plan, opened: int) -> int:
    """Return the largest number of Radioactive Explosions that the Specimen can have survived."""
    return min(opened, (DEADLY - 1 - int(p.pollution)) // FALLOUT)


@unit
def compute_states(w: Weights, p: Plan, unknown: int, own: int, opened: int) -> None:
    """Compute the values of all states with these numbers of closed and open Doors."""
    for gained in range(min(opened, HAND_LIMIT) + 1):
        for injured in range(2):
            for fallouts in range(most_fallouts(p, opened) + 1):
                p.value[point(unknown, own, gained, injured, fallouts)] = best_value(
                    w, p, unknown, own, gained, injured, fallouts
                )


@unit
def compute_values(w: Weights, p: Plan) -> None:
    """Compute the value of every state of the rest of the turn, backwards from the end."""
    most_own = 0 if p.own == NO_CARD else 1
    closed = int(p.unknown) + most_own
    for unknown in range(int(p.unknown) + 1):
        for own in range(most_own + 1):
            compute_states(w, p, unknown, own, closed - unknown - own)


@unit
def exploring_value(w: Weights, p: Plan) -> float:
    """Return the value of exploring, which must start by opening a Door (LAB-12)."""
    own = 0 if p.own == NO_CARD else 1
    value = -np.inf
    if p.unknown > 0:
        value = max(value, unknown_value(w, p, int(p.unknown), own, 0, 0, 0))
    if own:
        value = max(value, own_value(w, p, int(p.unknown), 0, 0, 0))
    return value


@inline
def exit_value(w: Weights, p: Plan) -> float:
    """Return the value of trying an Exit."""
    pollution = int(p.pollution)
    passed = FOR_EXIT - w.pollution * pollution * pollution
    if wins(p, FOR_EXIT):
        passed = w.win
    return float(p.exits * passed + (1 - p.exits) * dead_value(w, p, 0, 0, pollution))

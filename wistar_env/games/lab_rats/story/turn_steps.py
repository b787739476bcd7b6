"""A turn step by step, so that what happens in it can be told one after the other.

``Game.step`` goes on to the next decision at once. These functions do the same by the same rules,
and stop after each card. What ends a turn follows from the position before it.
"""

from typing import Annotated, Any, TypeAlias

from wistar_env.compiled.jit import entry
from wistar_env.games.lab_rats.actions import DISCARD, INJURY, OPEN, SPEND, STOP, TRY_EXIT
from wistar_env.games.lab_rats.amounts import ALL_OPEN, HAND_LIMIT, PASSED
from wistar_env.games.lab_rats.confusion import pass_potions
from wistar_env.games.lab_rats.door_cards import place_of
from wistar_env.games.lab_rats.exits import escape, flip_exit
from wistar_env.games.lab_rats.injuries import injure
from wistar_env.games.lab_rats.potions import discard_potion, draw_potion
from wistar_env.games.lab_rats.resolving import clear_aside, resolve
from wistar_env.games.lab_rats.state import CONFUSED, NOTHING, OBSTACLE, PAY_EXIT
from wistar_env.games.lab_rats.turns import resolve_pending
from wistar_env.kit.sealed import clear_sealed, seal

TablesArray: TypeAlias = Annotated[Any, "lab rats tables array"]
StateArray: TypeAlias = Annotated[Any, "lab rats state array"]


@entry
def answer_only(tables: TablesArray, games: StateArray, action: int) -> None:
    """Carry out an answer of a turn, and nothing that follows from it."""
    t, g = tables[0], games[0]
    seat, decision = int(g.active), int(g.asked)
    g.asked = NOTHING
    if decision == CONFUSED:
        seal(g, action)
        pass_potions(g)
        clear_sealed(g)
    elif action < STOP:
        place = place_of(g, seat, action - OPEN)
        g.opened |= 1 << place
        resolve(g, int(g.table[place]))
    elif action == STOP:
        g.stopped = 1
    elif action == TRY_EXIT:
        flip_exit(t, g)
    elif action == INJURY:
        injure(g, seat)
    elif decision == PAY_EXIT:
        discard_potion(g, seat, action - SPEND)
        g.to_pay = int(g.to_pay) & (int(g.to_pay) - 1)
        if g.to_pay == 0:
            g.at_exit = PASSED
            escape(g)
        else:
            g.asked = PAY_EXIT
    elif decision == OBSTACLE:
        discard_potion(g, seat, action - SPEND)
        draw_potion(g, seat)
    else:
        discard_potion(g, seat, action - DISCARD)


@entry
def go_on(games: StateArray) -> bool:
    """Do the next thing of a turn before it ends; False if there is none, or somebody decides."""
    g = games[0]
    seat = int(g.active)
    if g.finished == 1 or g.asked != NOTHING or g.players[seat].num_potions > HAND_LIMIT:
        return False
    if g.num_pending > 0:
        resolve_pending(g)
    elif g.num_aside > 0:
        clear_aside(g)
    elif g.opened == ALL_OPEN and g.rewarded == 0:
        g.rewarded = 1
        draw_potion(g, seat)
    else:
        return False
    return True

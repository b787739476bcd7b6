"""Automatic steps and the end of a turn (LAB-10 to LAB-12, LAB-24, LAB-25, LAB-35)."""

from wistar_env.compiled.jit import inline, unit
from wistar_env.games.lab_rats.amounts import ALL_OPEN, FOR_SURVIVING, HAND_LIMIT, PASSED
from wistar_env.games.lab_rats.cheese import gain_cheese, gain_crumbs
from wistar_env.games.lab_rats.door_cards import (
    deal_door,
    discard_doors,
    fill_middle,
    is_open,
    num_open,
)
from wistar_env.games.lab_rats.injuries import pollute, recover
from wistar_env.games.lab_rats.new_round import ask_new_doors, end_round
from wistar_env.games.lab_rats.potions import draw_potion
from wistar_env.games.lab_rats.resolving import clear_aside, lay_aside, resolve
from wistar_env.games.lab_rats.state import (
    BEGIN_TURN,
    GO_ON,
    INJURED,
    NO_CARD,
    NOTHING,
    SLOTS,
    State,
    alive,
    num_alive,
)
from wistar_env.games.lab_rats.state import HAND_LIMIT as ASK_HAND_LIMIT


@inline
def ask(g: State, decision: int) -> None:
    """Set the current decision of the active player."""
    g.asked = decision
    g.mover = g.active


@inline
def begin_turn(g: State) -> None:
    """Begin the next turn; its player's injury heals (LAB-51)."""
    g.active = g.coming
    g.at_exit = 0
    g.stopped = 0
    g.rewarded = 0
    if g.players[g.active].condition == INJURED:
        recover(g, int(g.active))
    ask(g, BEGIN_TURN)


@inline
def next_alive(g: State) -> int:
    """Return the next living player to the left (LAB-44)."""
    seat = (int(g.active) + 1) % int(g.seats)
    while not alive(g, seat):
        seat = (seat + 1) % int(g.seats)
    return seat


@unit
def change_doors(g: State) -> None:
    """Replace open Doors, and let all choose which Door to lay (LAB-40, LAB-41, AMB-85)."""
    discard_doors(g, int(g.opened))
    for seat in range(int(g.seats)):
        if g.table[seat] == NO_CARD:
            deal_door(g, seat)
    fill_middle(g)
    g.coming = next_alive(g)
    ask_new_doors(g, (int(g.active) + 1) % int(g.seats))


@inline
def count_doors(g: State) -> None:
    """Give crumbs for open Doors, then pollution for closed Doors (LAB-36, LAB-37, LAB-58).

    A dead player gets no pollution, nor does anybody if the crumbs end the game.
    """
    seat, found = int(g.active), num_open(g)
    g.own_opened = int(g.own_opened) & ~(1 << seat) | is_open(g, seat) << seat
    gain_crumbs(g, seat, found)
    if g.finished == 0 and alive(g, seat):
        pollute(g, seat, SLOTS - found)


@unit
def end_turn(g: State) -> None:
    """End a turn, and end the round if the round is over (LAB-53, LAB-58)."""
    seat = int(g.active)
    if g.at_exit == 0:  # an Exit gives neither crumbs nor pollution (LAB-34)
        count_doors(g)
    g.players[seat].turns += 1
    survives = num_alive(g) == 1 and alive(g, seat)
    if g.finished == 0 and g.at_exit != PASSED and survives:
        g.players[seat].from_surviving += FOR_SURVIVING
        gain_cheese(g, seat, FOR_SURVIVING)
    if g.finished == 0:
        if g.at_exit == PASSED or survives or num_alive(g) == 0:
            end_round(g)
        else:
            change_doors(g)


@inline
def resolve_pending(g: State) -> None:
    """Lay the next card of a Double Door aside; resolve it unless the player died (LAB-22)."""
    kind = lay_aside(g)
    if alive(g, int(g.active)):
        resolve(g, kind)


@inline
def goes_on_by_itself(g: State) -> bool:
    """Return whether the game goes on without a choice; a fifth Potion requires one (LAB-29)."""
    decides = g.asked != NOTHING or g.players[g.active].num_potions > HAND_LIMIT
    return bool(g.finished == 0 and not decides)


@inline
def do_next(g: State) -> bool:
    """Execute the next step of a turn before its end; return False if none is left."""
    if g.num_pending > 0:
        resolve_pending(g)
    elif g.num_aside > 0:
        clear_aside(g)
    elif g.opened == ALL_OPEN and g.rewarded == 0:
        g.rewarded = 1  # even if the fifth Door killed (LAB-25, LAB-45, AMB-34)
        draw_potion(g, int(g.active))
    else:
        return False
    return True


@unit
def run(g: State) -> None:
    """Continue the turn until a seat decides or the game is over."""
    seat = int(g.active)
    while g.finished == 0 and g.asked == NOTHING:
        if not goes_on_by_itself(g):
            ask(g, ASK_HAND_LIMIT)
        elif do_next(g):
            continue
        elif g.at_exit or g.stopped or not alive(g, seat) or g.opened == ALL_OPEN:
            end_turn(g)
        else:
            ask(g, GO_ON)

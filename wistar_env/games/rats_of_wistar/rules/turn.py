"""A player's turn: a Chief, then Main and Bonus actions in any order (TURN, WHEEL, ALCH)."""

from wistar_env.compiled.jit import inline, unit
from wistar_env.games.rats_of_wistar.rules import actions as A
from wistar_env.games.rats_of_wistar.rules import decisions, farm
from wistar_env.games.rats_of_wistar.rules.bounds import exhausted
from wistar_env.games.rats_of_wistar.rules.cards import draw_card
from wistar_env.games.rats_of_wistar.rules.fast_actions import fast_action, fast_legal
from wistar_env.games.rats_of_wistar.rules.guests import take_round_guest
from wistar_env.games.rats_of_wistar.rules.inventions import push_play
from wistar_env.games.rats_of_wistar.rules.lair import push_building, push_digging
from wistar_env.games.rats_of_wistar.rules.resources import (
    gain_metal,
    gain_movement,
    gain_wild,
    gain_wood,
)
from wistar_env.games.rats_of_wistar.rules.stack import offer, pop, push, push_times
from wistar_env.games.rats_of_wistar.rules.state import NONE
from wistar_env.games.rats_of_wistar.rules.types import Entry, Game, Legal, Tables
from wistar_env.games.rats_of_wistar.tables import codes
from wistar_env.games.rats_of_wistar.tables.limits import SECTORS, SPACES

#: Value of ``chief_at`` in a ``TURN`` entry for the Hut, which is not a board position.
AT_HUT = SECTORS


@unit
def in_sector(g: Game, seat: int, sector: int) -> bool:
    """Whether the player has a Chief in a Sector (WHEEL-02)."""
    for space in range(SPACES):
        if g.chiefs[sector, space] == seat:
            return True
    return False


@inline
def placements_legal(t: Tables, g: Game, seat: int, legal: Legal) -> None:
    """List free spaces of Sectors without the seat's Chief, and the Hut (WHEEL-01, WHEEL-02)."""
    for sector in range(SECTORS):
        if not in_sector(g, seat, sector):
            for space in range(int(t.setup[g.seats].spaces[sector])):
                if g.chiefs[sector, space] == NONE:
                    offer(legal, A.PLACE + SPACES * sector + space)
    offer(legal, A.HUT)


@inline
def turn_legal(t: Tables, g: Game, e: Entry, legal: Legal) -> None:
    """List spaces for the Chief or, once placed, END_TURN and the actions due (TURN-01..03).

    Also list the Fast actions, unless the turn has had its maximum of decisions.
    """
    seat = int(e.seat)
    if e.chief_at == NONE:
        placements_legal(t, g, seat, legal)
    else:
        offer(legal, A.END_TURN)
        if e.main_due == 1:
            offer(legal, A.MAIN + int(t.main_at[e.chief_at]))
        if e.bonus_due != NONE:
            offer(legal, A.BONUS + int(e.bonus_due))
        if e.other_bonus_due != NONE and e.other_bonus_due != e.bonus_due:
            offer(legal, A.BONUS + int(e.other_bonus_due))
    if not exhausted(g):
        fast_legal(t, g, seat, legal)


@inline
def position_of(g: Game, sector: int) -> int:
    """Return the board position of a Sector."""
    for position in range(SECTORS):
        if g.wheel[position] == sector:
            return position
    return NONE


@inline
def place(t: Tables, g: Game, e: Entry, sector: int, space: int) -> None:
    """Place a Chief on the Wheel, which determines Main and Bonus actions (WHEEL-04, WHEEL-05)."""
    bonus = t.setup[g.seats].space[sector, space].bonus
    g.chiefs[sector, space] = e.seat
    g.players[e.seat].chiefs -= 1
    e.chief_at = position_of(g, sector)
    e.main_due = 1
    e.bonus_due = bonus[0]
    e.other_bonus_due = bonus[1]


@inline
def visit_hut(t: Tables, g: Game, e: Entry) -> None:
    """Place a Chief in the Hut: gain 1 Movement token and use the Potion (ALCH-01..03)."""
    seat = int(e.seat)
    g.hut[g.hut_size] = seat
    g.hut_size += 1
    g.players[seat].chiefs -= 1
    e.chief_at = AT_HUT
    gain_movement(g, seat, 1)
    push(g, decisions.CHOOSE_POTION, seat)


@unit
def main_action(t: Tables, g: Game, seat: int, main: int) -> None:
    """Carry out a Main action with the Strength of its Area (WHEEL-07, WHEEL-08)."""
    strength = int(g.players[seat].workers[t.main_area[main]])
    if main == codes.MAIN_WOOD:
        gain_wood(g, seat, strength)
    elif main == codes.MAIN_METAL:
        gain_metal(g, seat, strength)
    elif main == codes.MAIN_DIG:
        push_digging(g, seat, strength)
    elif main == codes.MAIN_BEDS:
        push_building(g, seat, strength)
    elif main == codes.MAIN_PROJECTS:
        push_times(g, decisions.DEVELOP_PROJECTS, seat, strength)
    elif main == codes.MAIN_EXPLORE:
        farm.push_exploring(g, seat, strength)


@inline
def bonus_action(t: Tables, g: Game, seat: int, bonus: int) -> None:
    """Carry out a Bonus action (BONUS-01..10)."""
    if bonus == codes.BONUS_MOVE1:
        push_times(g, decisions.MOVE_WORKERS, seat, 1)
    elif bonus == codes.BONUS_MOVE2:
        push_times(g, decisions.MOVE_WORKERS, seat, 2)
    elif bonus == codes.BONUS_WILD:
        gain_wild(g, seat, 1)
    elif bonus == codes.BONUS_BASIC:
        draw_card(t, g, seat, codes.TIER_BASIC)
    elif bonus == codes.BONUS_METAL:
        gain_metal(g, seat, 1)
    elif bonus == codes.BONUS_WOOD:
        gain_wood(g, seat, 1)
    elif bonus == codes.BONUS_EXPLORE:
        farm.push_exploring(g, seat, 1)
    elif bonus == codes.BONUS_POTION:
        push(g, decisions.CHOOSE_POTION, seat)
    elif bonus == codes.BONUS_GUEST:
        take_round_guest(t, g, seat)
    elif bonus == codes.BONUS_PLAY:
        push_play(g, seat, codes.FILTER_ANY)
    elif bonus == codes.BONUS_MISSION:
        push(g, decisions.COMPLETE_MISSION, seat)


@inline
def take_turn(t: Tables, g: Game, e: Entry, action: int) -> None:
    """Carry out one action of a turn; the next one waits until it is finished (TURN-02)."""
    seat = int(e.seat)
    if action == A.END_TURN:
        pop(g)
    elif action == A.HUT:
        visit_hut(t, g, e)
    elif A.within(action, A.PLACE):
        place(t, g, e, (action - A.PLACE) // SPACES, (action - A.PLACE) % SPACES)
    elif A.within(action, A.MAIN):
        e.main_due = 0
        main_action(t, g, seat, action - A.MAIN)
    elif A.within(action, A.BONUS):
        bonus = action - A.BONUS
        if e.bonus_due == bonus:
            e.bonus_due = NONE
        else:
            e.other_bonus_due = NONE
        bonus_action(t, g, seat, bonus)
    else:
        fast_action(t, g, seat, action)


@inline
def potion_legal(t: Tables, g: Game, e: Entry, legal: Legal) -> None:
    """List PASS and the four uses of the Potion (ALCH-04)."""
    offer(legal, A.PASS)
    for use in range(4):
        offer(legal, A.POTION + use)


@inline
def choose_potion(t: Tables, g: Game, e: Entry, action: int) -> None:
    """Use the Alchemist's Potion (ALCH-04, BONUS-07)."""
    seat = int(e.seat)
    pop(g)
    if action == A.POTION + codes.POTION_PLAY:
        push_play(g, seat, codes.FILTER_ANY)
    elif action == A.POTION + codes.POTION_MISSION:
        push(g, decisions.COMPLETE_MISSION, seat)
    elif action == A.POTION + codes.POTION_METAL:
        gain_metal(g, seat, 1)
    elif action == A.POTION + codes.POTION_WOOD:
        gain_wood(g, seat, 1)


@inline
def choose_main_legal(t: Tables, g: Game, e: Entry, legal: Legal) -> None:
    """List PASS and the Main action that an effect names, or all six (ABILITY-12)."""
    offer(legal, A.PASS)
    for main in range(SECTORS):
        if e.main == codes.MAIN_ANY or e.main == main:
            offer(legal, A.MAIN + main)


@inline
def choose_main(t: Tables, g: Game, e: Entry, action: int) -> None:
    """Carry out a Main action without Chief, Sector or bonus (ABILITY-12)."""
    seat = int(e.seat)
    pop(g)
    if action != A.PASS:
        main_action(t, g, seat, action - A.MAIN)

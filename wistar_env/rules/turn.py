"""A player's turn: a Chief, then Main and Bonus actions in any order (TURN, WHEEL, ALCH)."""

from wistar_env.compiled.jit import inline, unit
from wistar_env.rules import actions as A
from wistar_env.rules import decisions, farm
from wistar_env.rules.bounds import exhausted
from wistar_env.rules.cards import draw_card
from wistar_env.rules.fast_actions import fast_action, fast_legal
from wistar_env.rules.guests import take_round_guest
from wistar_env.rules.inventions import NORMAL, push_play
from wistar_env.rules.limits import SECTORS, SPACES
from wistar_env.rules.resources import gain_metal, gain_movement, gain_wild, gain_wood
from wistar_env.rules.stack import offer, pop, push, push_times
from wistar_env.rules.state import NONE
from wistar_env.rules.types import Entry, Game, Legal, Tables
from wistar_env.tables import codes

#: ``TURN`` entry: a = board position of the Chief (``AT_HUT`` on the Hut, NONE before it is
#: placed), b = 1 while the Main action is due, c and d = Bonus actions still due.
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
    """Free spaces of Sectors without an own Chief, and the Hut (TURN-01, WHEEL-01, WHEEL-02)."""
    for sector in range(SECTORS):
        if not in_sector(g, seat, sector):
            for space in range(int(t.setup[g.seats].spaces[sector])):
                if g.chiefs[sector, space] == NONE:
                    offer(legal, A.PLACE + SPACES * sector + space)
    offer(legal, A.HUT)


@inline
def turn_legal(t: Tables, g: Game, e: Entry, legal: Legal) -> None:
    """Place a Chief, then its actions in any order, Fast actions around them (TURN-01..03)."""
    seat = int(e.seat)
    if e.a == NONE:
        placements_legal(t, g, seat, legal)
    else:
        offer(legal, A.END_TURN)
        if e.b == 1:
            offer(legal, A.MAIN + int(t.main_at[e.a]))
        if e.c != NONE:
            offer(legal, A.BONUS + int(e.c))
        if e.d != NONE and e.d != e.c:
            offer(legal, A.BONUS + int(e.d))
    if not exhausted(g):
        fast_legal(t, g, seat, legal)


@inline
def position_of(g: Game, sector: int) -> int:
    """Board position of a Sector."""
    for position in range(SECTORS):
        if g.wheel[position] == sector:
            return position
    return NONE


@inline
def place(t: Tables, g: Game, e: Entry, sector: int, space: int) -> None:
    """Put a Chief on the Wheel; the space fixes Main and Bonus actions (WHEEL-04, WHEEL-05)."""
    bonus = t.setup[g.seats].space[sector, space].bonus
    g.chiefs[sector, space] = e.seat
    g.players[e.seat].chiefs -= 1
    e.a = position_of(g, sector)
    e.b = 1
    e.c = bonus[0]
    e.d = bonus[1]


@inline
def visit_hut(t: Tables, g: Game, e: Entry) -> None:
    """Chief to the right of those already there: 1 Movement token and the Potion (ALCH-01..03)."""
    seat = int(e.seat)
    g.hut[g.hut_size] = seat
    g.hut_size += 1
    g.players[seat].chiefs -= 1
    e.a = AT_HUT
    gain_movement(g, seat, 1)
    push(g, decisions.CHOOSE_POTION, seat, 0, 0, 0)


@unit
def main_action(t: Tables, g: Game, seat: int, main: int) -> None:
    """Carry out a Main action with the Strength of its Area (WHEEL-07, WHEEL-08)."""
    strength = int(g.players[seat].workers[t.main_area[main]])
    if main == codes.MAIN_WOOD:
        gain_wood(g, seat, strength)
    elif main == codes.MAIN_METAL:
        gain_metal(g, seat, strength)
    elif main == codes.MAIN_DIG:
        push_times(g, decisions.DIG_ROOMS, seat, strength, 0, 0)
    elif main == codes.MAIN_BEDS:
        push_times(g, decisions.BUILD_BEDS, seat, strength, 0, 0)
    elif main == codes.MAIN_PROJECTS:
        push_times(g, decisions.DEVELOP_PROJECTS, seat, strength, 0, 0)
    elif main == codes.MAIN_EXPLORE:
        push_times(g, decisions.EXPLORE, seat, strength, farm.ANY, 0)


@inline
def bonus_action(t: Tables, g: Game, seat: int, bonus: int) -> None:
    """Carry out a Bonus action (BONUS-01..10)."""
    if bonus == codes.BONUS_MOVE1:
        push_times(g, decisions.MOVE_WORKERS, seat, 1, 0, 0)
    elif bonus == codes.BONUS_MOVE2:
        push_times(g, decisions.MOVE_WORKERS, seat, 2, 0, 0)
    elif bonus == codes.BONUS_WILD:
        gain_wild(g, seat, 1)
    elif bonus == codes.BONUS_BASIC:
        draw_card(t, g, seat, codes.TIER_BASIC)
    elif bonus == codes.BONUS_METAL:
        gain_metal(g, seat, 1)
    elif bonus == codes.BONUS_WOOD:
        gain_wood(g, seat, 1)
    elif bonus == codes.BONUS_EXPLORE:
        push_times(g, decisions.EXPLORE, seat, 1, farm.ANY, 0)
    elif bonus == codes.BONUS_POTION:
        push(g, decisions.CHOOSE_POTION, seat, 0, 0, 0)
    elif bonus == codes.BONUS_GUEST:
        take_round_guest(t, g, seat)
    elif bonus == codes.BONUS_PLAY:
        push_play(g, seat, codes.FILTER_ANY, NORMAL, NONE, 0)
    elif bonus == codes.BONUS_MISSION:
        push(g, decisions.COMPLETE_MISSION, seat, 0, 0, 0)


@inline
def take_turn(t: Tables, g: Game, e: Entry, action: int) -> None:
    """Do one thing of a turn; what was begun is finished before anything else (TURN-02)."""
    seat = int(e.seat)
    if action == A.END_TURN:
        pop(g)
    elif action == A.HUT:
        visit_hut(t, g, e)
    elif A.within(action, A.PLACE):
        place(t, g, e, (action - A.PLACE) // SPACES, (action - A.PLACE) % SPACES)
    elif A.within(action, A.MAIN):
        e.b = 0
        main_action(t, g, seat, action - A.MAIN)
    elif A.within(action, A.BONUS):
        bonus = action - A.BONUS
        if e.c == bonus:
            e.c = NONE
        else:
            e.d = NONE
        bonus_action(t, g, seat, bonus)
    else:
        fast_action(t, g, seat, action)


@inline
def potion_legal(t: Tables, g: Game, e: Entry, legal: Legal) -> None:
    """One of the Potion's four uses (ALCH-04)."""
    offer(legal, A.PASS)
    for use in range(4):
        offer(legal, A.POTION + use)


@inline
def choose_potion(t: Tables, g: Game, e: Entry, action: int) -> None:
    """Use the Alchemist's Potion (ALCH-04, BONUS-07)."""
    seat = int(e.seat)
    pop(g)
    if action == A.POTION + codes.POTION_PLAY:
        push_play(g, seat, codes.FILTER_ANY, NORMAL, NONE, 0)
    elif action == A.POTION + codes.POTION_MISSION:
        push(g, decisions.COMPLETE_MISSION, seat, 0, 0, 0)
    elif action == A.POTION + codes.POTION_METAL:
        gain_metal(g, seat, 1)
    elif action == A.POTION + codes.POTION_WOOD:
        gain_wood(g, seat, 1)


@inline
def choose_main_legal(t: Tables, g: Game, e: Entry, legal: Legal) -> None:
    """The Main action of the effect, or any of the six (ABILITY-12)."""
    offer(legal, A.PASS)
    for main in range(SECTORS):
        if e.a == codes.MAIN_ANY or e.a == main:
            offer(legal, A.MAIN + main)


@inline
def choose_main(t: Tables, g: Game, e: Entry, action: int) -> None:
    """Carry it out without Chief, Sector or bonus (ABILITY-12)."""
    seat = int(e.seat)
    pop(g)
    if action != A.PASS:
        main_action(t, g, seat, action - A.MAIN)

"""Completing missions (MISSION)."""

from wistar_env.compiled.jit import inline, unit
from wistar_env.games.rats_of_wistar.rules import actions as A
from wistar_env.games.rats_of_wistar.rules import decisions
from wistar_env.games.rats_of_wistar.rules.abilities import cheapest_cube, push_cube
from wistar_env.games.rats_of_wistar.rules.events import fire
from wistar_env.games.rats_of_wistar.rules.farm import present
from wistar_env.games.rats_of_wistar.rules.inventions import push_discards
from wistar_env.games.rats_of_wistar.rules.requirements import UNMET, can_pay_items, wilds_needed
from wistar_env.games.rats_of_wistar.rules.stack import offer, pop, push_effect, push_times
from wistar_env.games.rats_of_wistar.rules.state import NONE
from wistar_env.games.rats_of_wistar.rules.types import Entry, Game, Legal, Tables
from wistar_env.games.rats_of_wistar.tables import codes
from wistar_env.games.rats_of_wistar.tables.limits import MISSION_ROWS, MISSIONS


@inline
def lock_open(t: Tables, g: Game, place: int, lock: int) -> bool:
    """Whether a lock is open: somebody has completed the row that opens it (MISSION-07, AMB-14)."""
    if lock == 0:
        return True
    mission = t.missions[g.mission_card[place]]
    for row in range(MISSION_ROWS):
        if mission.rows[row].gives_lock == lock and g.mission_cubes[place, row] != NONE:
            return True
    return False


@inline
def cubes_allowed(t: Tables, g: Game, place: int) -> int:
    """Return the colour of the cubes that may be put on a Mission card (MISSION-11)."""
    home = t.missions[g.mission_card[place]].kind == codes.KIND_HOME
    return codes.COLOUR_BROWN if home else codes.COLOUR_ANY


@inline
def open_to(t: Tables, g: Game, seat: int, place: int) -> bool:
    """Whether a revealed card lies where the player is present (MISSION-01, BOT-70)."""
    return bool(
        g.mission_card[place] != NONE
        and g.mission_open[place] == 1
        and present(g, seat, int(t.mission_room[place]))
    )


@unit
def completable(t: Tables, g: Game, e: Entry, place: int, row: int) -> bool:
    """Whether a row is free, unlocked, and payable with its cube (MISSION-03..07, MISSION-11)."""
    seat = int(e.seat)
    if g.mission_cubes[place, row] != NONE:
        return False
    r = t.missions[g.mission_card[place]].rows[row]
    if not lock_open(t, g, place, int(r.needs_lock)):
        return False
    if wilds_needed(t, g, seat, r.requirement, int(e.icons_ignored)) == UNMET:
        return False
    cube = cheapest_cube(t, g, seat, cubes_allowed(t, g, place))
    return cube != NONE and can_pay_items(g, seat, r.requirement, cube)


@inline
def complete_legal(t: Tables, g: Game, e: Entry, legal: Legal) -> None:
    """List PASS and the Mission rows that the seat can complete (CARD-E124)."""
    offer(legal, A.PASS)
    for place in range(MISSIONS):
        if open_to(t, g, int(e.seat), place):
            for row in range(MISSION_ROWS):
                if completable(t, g, e, place, row):
                    offer(legal, A.COMPLETE + MISSION_ROWS * place + row)


@inline
def complete(t: Tables, g: Game, e: Entry, action: int) -> None:
    """Complete a Mission row, and pay its Wood, Metal and tokens (MISSION-04, AMB-15).

    Push what follows: the player pays cards and items, removes a cube, and gets the reward.
    """
    seat, ignored = int(e.seat), int(e.icons_ignored)
    pop(g)
    if action == A.PASS:
        return
    place = (action - A.COMPLETE) // MISSION_ROWS
    row = (action - A.COMPLETE) % MISSION_ROWS
    p = g.players[seat]
    mission_row = t.missions[g.mission_card[place]].rows[row]
    r = mission_row.requirement
    p.wild -= wilds_needed(t, g, seat, r, ignored)
    p.wood -= r.wood
    p.metal -= r.metal
    p.movement -= r.movement
    g.mission_cubes[place, row] = seat
    p.mission_cubes += 1
    fire(g, seat, codes.EVENT_COMPLETE_MISSION, NONE, 1)
    push_effect(g, seat, int(mission_row.start), int(mission_row.end))
    push_cube(g, seat, cubes_allowed(t, g, place), declinable=0)
    push_times(g, decisions.PAY_ITEMS, seat, int(r.items))
    push_discards(g, seat, int(r.cards))

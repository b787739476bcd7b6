"""The lair and the Areas: digging rooms, building beds, moving and deploying Workers."""

from wistar_env.compiled.jit import inline, unit
from wistar_env.games.rats_of_wistar.rules import actions as A
from wistar_env.games.rats_of_wistar.rules import decisions
from wistar_env.games.rats_of_wistar.rules.counts import free_rooms
from wistar_env.games.rats_of_wistar.rules.events import fire
from wistar_env.games.rats_of_wistar.rules.stack import offer, pop, push_times, top
from wistar_env.games.rats_of_wistar.rules.state import NONE
from wistar_env.games.rats_of_wistar.rules.types import Entry, Game, Legal, Tables
from wistar_env.games.rats_of_wistar.tables import codes
from wistar_env.games.rats_of_wistar.tables.limits import BEDS, UNDERGROUND_TILES

PRICE = 2  # price in Metal of a room (DIG-02), in Wood of a bed (BED-02)
AREAS = 3


@inline
def dig_price(g: Game, e: Entry) -> int:
    """Return the price in Metal of one room: 2, less with ABILITY-04, 0 if free (DIG-02)."""
    return 0 if e.free == 1 else max(0, PRICE - int(g.players[e.seat].dig_discount))


@inline
def bed_price(g: Game, e: Entry) -> int:
    """Return the price in Wood of one bed: 2, less with ABILITY-03, 0 if free (BED-02)."""
    return 0 if e.free == 1 else max(0, PRICE - int(g.players[e.seat].bed_discount))


@inline
def push_digging(g: Game, seat: int, times: int, free: int = 0) -> None:
    """Let a player dig up to ``times`` Rooms, unless ``times`` is 0 (AMB-45)."""
    if push_times(g, decisions.DIG_ROOMS, seat, times):
        top(g).free = free


@inline
def dig_legal(t: Tables, g: Game, e: Entry, legal: Legal) -> None:
    """List PASS, and DIG if there is a tile and enough Metal (DIG-01, DIG-05)."""
    p = g.players[e.seat]
    offer(legal, A.PASS)
    if p.rooms_dug < UNDERGROUND_TILES and p.metal >= dig_price(g, e):
        offer(legal, A.DIG)


@inline
def dig(t: Tables, g: Game, e: Entry, action: int) -> None:
    """Pay for and dig a Room: remove the Underground tile with the fewest VP (DIG-03)."""
    seat, price = int(e.seat), dig_price(g, e)
    e.left -= 1
    if action == A.PASS or e.left == 0:
        pop(g)
    if action == A.DIG:
        g.players[seat].metal -= price
        g.players[seat].rooms_dug += 1
        fire(g, seat, codes.EVENT_DIG_ROOM, NONE, 1)


@inline
def push_building(g: Game, seat: int, times: int, free: int = 0) -> None:
    """Let a player build up to ``times`` Beds, unless ``times`` is 0 (AMB-45)."""
    if push_times(g, decisions.BUILD_BEDS, seat, times):
        top(g).free = free


@inline
def build_legal(t: Tables, g: Game, e: Entry, legal: Legal) -> None:
    """List PASS, and BUILD if there is a tile, a free Room and enough Wood (BED-01, BED-05)."""
    p = g.players[e.seat]
    offer(legal, A.PASS)
    if p.beds_built < BEDS and p.wood >= bed_price(g, e) and free_rooms(g, int(e.seat)) > 0:
        offer(legal, A.BUILD)


@unit
def build(t: Tables, g: Game, e: Entry, action: int) -> None:
    """Pay for a Bed, and move the one with the fewest VP to a Room (BED-03).

    Its Worker moves to the lair entrance (BED-04).
    """
    seat, price = int(e.seat), bed_price(g, e)
    e.left -= 1
    if action == A.PASS or e.left == 0:
        pop(g)
    if action == A.BUILD:
        p = g.players[seat]
        p.wood -= price
        p.beds += 1
        p.beds_built += 1
        p.entrance += 1
        fire(g, seat, codes.EVENT_BUILD_BED, NONE, 1)


@inline
def worker_moves_legal(g: Game, seat: int, legal: Legal) -> None:
    """List the moves of a Worker from any Area to another (BONUS-01)."""
    for a in range(AREAS):
        if g.players[seat].workers[a] > 0:
            for b in range(AREAS):
                if a != b:
                    offer(legal, A.MOVE_WORKER + AREAS * a + b)


@inline
def move_workers_legal(t: Tables, g: Game, e: Entry, legal: Legal) -> None:
    """List PASS and the moves of a Worker between Areas."""
    offer(legal, A.PASS)
    worker_moves_legal(g, int(e.seat), legal)


@inline
def move_workers(t: Tables, g: Game, e: Entry, action: int) -> None:
    """Move a Worker; each move may go to a different Area (BONUS-01, FAST-04)."""
    seat = int(e.seat)
    e.left -= 1
    if action == A.PASS or e.left == 0:
        pop(g)
    if action != A.PASS:
        g.players[seat].workers[(action - A.MOVE_WORKER) // AREAS] -= 1
        g.players[seat].workers[(action - A.MOVE_WORKER) % AREAS] += 1


@inline
def deployments_legal(g: Game, seat: int, legal: Legal) -> None:
    """List the Areas to which a Worker at the lair entrance may move (FAST-06)."""
    if g.players[seat].entrance > 0:
        for area in range(AREAS):
            offer(legal, A.DEPLOY + area)


@inline
def deploy_to(g: Game, seat: int, area: int) -> None:
    """Move a Worker from the lair entrance to an Area (FAST-06)."""
    g.players[seat].entrance -= 1
    g.players[seat].workers[area] += 1


@inline
def deploy_legal(t: Tables, g: Game, e: Entry, legal: Legal) -> None:
    """List PASS and the Areas to which a Worker may be deployed."""
    offer(legal, A.PASS)
    deployments_legal(g, int(e.seat), legal)


@inline
def deploy(t: Tables, g: Game, e: Entry, action: int) -> None:
    """Deploy one Worker; the entry stays open while more Workers may be deployed."""
    seat = int(e.seat)
    e.left -= 1
    if action == A.PASS or e.left == 0:
        pop(g)
    if action != A.PASS:
        deploy_to(g, seat, action - A.DEPLOY)

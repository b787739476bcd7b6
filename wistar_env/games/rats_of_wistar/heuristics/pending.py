"""Features of the pending decisions of a player."""

from wistar_env.compiled.jit import inline
from wistar_env.compiled.types import DoubleArray
from wistar_env.games.rats_of_wistar.heuristics import features as F
from wistar_env.games.rats_of_wistar.heuristics.main_gains import (
    affordable_beds,
    affordable_rooms,
    bed_vp_gain,
    main_gain,
    room_vp_gain,
)
from wistar_env.games.rats_of_wistar.rules import decisions
from wistar_env.games.rats_of_wistar.rules.counts import free_rooms
from wistar_env.games.rats_of_wistar.rules.fast_actions import GRANT_WILD
from wistar_env.games.rats_of_wistar.rules.lair import bed_price, dig_price
from wistar_env.games.rats_of_wistar.rules.state import NONE
from wistar_env.games.rats_of_wistar.rules.types import Entry, Game, Tables
from wistar_env.games.rats_of_wistar.tables import codes


@inline
def card_value(t: Tables, card: int) -> float:
    """Return a rough estimate of the value of a card in play."""
    c = t.cards[card]
    icons = 0
    for icon in range(codes.SKILLS + 1):
        icons += int(c.icons[icon])
    return int(c.vp) + 0.6 * icons + 1.5 + int(c.tier)


@inline
def add_main(t: Tables, g: Game, seat: int, main: int, out: DoubleArray) -> None:
    """Add the features of a pending Main action to ``out``."""
    feature, amount, vp = main_gain(t, g, seat, main)
    out[feature] += amount
    out[F.DUE_TILE_VP] += vp


@inline
def add_mission(out: DoubleArray) -> None:
    """Add 1 to ``DUE_MISSION`` if the player can complete a Mission row now."""
    out[F.DUE_MISSION] += min(1.0, out[F.HERE_ROWS])


@inline
def add_bonus(g: Game, seat: int, bonus: int, out: DoubleArray) -> int:
    """Add the features of a pending Bonus action; return how many Inventions may be played."""
    if bonus == codes.BONUS_MOVE1:
        out[F.DUE_MOVES] += 1
    elif bonus == codes.BONUS_MOVE2:
        out[F.DUE_MOVES] += 2
    elif bonus == codes.BONUS_WILD:
        out[F.DUE_WILD] += 1
    elif bonus == codes.BONUS_BASIC:
        out[F.DUE_CARDS] += 1
    elif bonus == codes.BONUS_METAL:
        out[F.DUE_METAL] += 1
    elif bonus == codes.BONUS_WOOD:
        out[F.DUE_WOOD] += 1
    elif bonus == codes.BONUS_EXPLORE:
        out[F.DUE_STEPS] += 1
    elif bonus == codes.BONUS_POTION:
        out[F.DUE_POTION] += 1
    elif bonus == codes.BONUS_GUEST:
        if g.round_guest != NONE and free_rooms(g, seat) > 0:
            out[F.DUE_GUEST] += 1
    elif bonus == codes.BONUS_PLAY:
        return 1
    elif bonus == codes.BONUS_MISSION:
        add_mission(out)
    return 0


@inline
def add_entry(t: Tables, g: Game, e: Entry, out: DoubleArray) -> int:
    """Add the features of a player's stack entry; return how many Inventions may be played."""
    seat, kind = int(e.seat), int(e.kind)
    plays = 0
    if kind == decisions.TURN:
        if e.main_due == 1:
            add_main(t, g, seat, int(t.main_at[e.chief_at]), out)
        plays += add_bonus(g, seat, int(e.bonus_due), out)
        plays += add_bonus(g, seat, int(e.other_bonus_due), out)
    elif kind == decisions.EXPLORE:
        out[F.DUE_STEPS] += int(e.left)
    elif kind == decisions.PLAY_INVENTION or kind == decisions.PLAY_DRAWN:
        plays = 1
    elif kind == decisions.COMPLETE_MISSION:
        add_mission(out)
    elif kind == decisions.DEVELOP_PROJECTS:
        out[F.DUE_POINTS] += int(e.left)
    elif kind == decisions.DIG_ROOMS:
        rooms = affordable_rooms(g, seat, int(e.left), dig_price(g, e))
        out[F.DUE_ROOMS] += rooms
        out[F.DUE_TILE_VP] += room_vp_gain(t, g, seat, rooms)
    elif kind == decisions.BUILD_BEDS:
        beds = affordable_beds(g, seat, int(e.left), bed_price(g, e))
        out[F.DUE_BEDS] += beds
        out[F.DUE_TILE_VP] += bed_vp_gain(t, g, seat, beds)
    elif kind == decisions.MOVE_WORKERS or kind == decisions.DEPLOY_WORKERS:
        out[F.DUE_MOVES] += int(e.left)
    elif kind == decisions.CHOOSE_POTION:
        out[F.DUE_POTION] += 1
    elif kind == decisions.REMOVE_CUBE:
        out[F.DUE_CUBE] += 1
    elif kind == decisions.FINISH_PLAY:
        out[F.COMING] += card_value(t, int(e.card))
    elif kind == decisions.GRANT:
        out[F.DUE_WILD if e.bought == GRANT_WILD else F.DUE_ELECTRICITY] += 1
    elif kind == decisions.PAY_ITEMS or kind == decisions.DISCARD_CARDS:
        out[F.COST_ITEMS] += int(e.left)
    elif kind == decisions.USE_DISCOUNT:
        out[F.COST_ITEMS] += max(0, int(e.wood_due + e.metal_due - e.discounts_left))
    elif kind == decisions.DISCARD_GUEST:
        out[F.COST_GUESTS] += int(e.left)
    elif kind == decisions.CHOOSE_OPTION:
        out[F.COST_OPTIONS] += 1
    elif kind < decisions.CHOICES:
        out[F.DUE_OTHER] += 1
    return plays


@inline
def add_pending(t: Tables, g: Game, seat: int, out: DoubleArray) -> None:
    """Add the features of all stack entries of the player to ``out``.

    ``DUE_PLAY``, the value of the best playable card, is multiplied by the number of Inventions to
    play, at most 2.
    """
    plays = 0
    for k in range(int(g.depth)):
        if g.stack[k].seat == seat:
            plays += add_entry(t, g, g.stack[k], out)
    out[F.DUE_PLAY] *= min(2, plays)

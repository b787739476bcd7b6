"""Ops that take something away from a victim: a player, or Rat-o-bot (BOT-100 to BOT-103)."""

from wistar_env.compiled.jit import inline
from wistar_env.games.rats_of_wistar.rules import decisions
from wistar_env.games.rats_of_wistar.rules.faults import NO_BRANCH
from wistar_env.games.rats_of_wistar.rules.guests import expel
from wistar_env.games.rats_of_wistar.rules.inventions import push_discards
from wistar_env.games.rats_of_wistar.rules.ratobot_pieces import RAT_O_BOT
from wistar_env.games.rats_of_wistar.rules.resources import lose_vp
from wistar_env.games.rats_of_wistar.rules.stack import push_times
from wistar_env.games.rats_of_wistar.rules.state import NONE
from wistar_env.games.rats_of_wistar.rules.types import Game, Ops, Tables
from wistar_env.games.rats_of_wistar.tables import codes
from wistar_env.games.rats_of_wistar.tables.limits import MOST


@inline
def lose(g: Game, seat: int, op: int, n: int) -> None:
    """Lose an amount to an Aggressive effect, or everything if the player has less."""
    p = g.players[seat]
    if op == codes.OP_LOSE_VP:
        lose_vp(g, seat, n)
    elif op == codes.OP_LOSE_WOOD:
        p.wood -= min(n, int(p.wood))
    elif op == codes.OP_LOSE_METAL:
        p.metal -= min(n, int(p.metal))
    elif op == codes.OP_LOSE_MOVEMENT:
        p.movement -= min(n, int(p.movement))
    elif op == codes.OP_LOSE_WILD:
        p.wild -= min(n, int(p.wild))
    elif op == codes.OP_DISCARD_BED:
        p.beds -= min(n, int(p.beds))
    elif op == codes.OP_DISCARD_CARD:
        due = min(n, int(p.hand_size))
        push_discards(g, seat, due)
    elif op == codes.OP_DISCARD_GUEST:
        push_times(g, decisions.DISCARD_GUEST, seat, min(n, int(p.guests_size)))
    else:
        g.fault = NO_BRANCH


@inline
def left_to_lose(g: Game, seat: int, row: Ops) -> int:
    """Return how much a player has of what an op takes; MOST for VP and for other ops."""
    p = g.players[seat]
    if row.op == codes.OP_LOSE_WOOD:
        return int(p.wood)
    if row.op == codes.OP_LOSE_METAL:
        return int(p.metal)
    if row.op == codes.OP_LOSE_MOVEMENT:
        return int(p.movement)
    if row.op == codes.OP_LOSE_WILD:
        return int(p.wild)
    if row.op == codes.OP_DISCARD_CARD:
        return int(p.hand_size)
    if row.op == codes.OP_DISCARD_GUEST:
        return int(p.guests_size)
    if row.op == codes.OP_DISCARD_BED:
        return int(p.beds)
    return MOST


@inline
def least_guest(t: Tables, g: Game) -> int:
    """Return the bot's Guest with the fewest VP, in a tie a Basement one, or NONE (BOT-102)."""
    best = NONE
    for k in range(int(g.players[RAT_O_BOT].guests_size)):
        guest = int(g.players[RAT_O_BOT].guests[k])
        if (
            best == NONE
            or t.guests[guest].vp < t.guests[best].vp
            or (
                t.guests[guest].vp == t.guests[best].vp
                and t.guests[guest].kind == codes.KIND_BASEMENT
                and t.guests[best].kind == codes.KIND_HOME
            )
        ):
            best = guest
    return best


@inline
def bot_discards_guests(t: Tables, g: Game, n: int) -> None:
    """Discard up to ``n`` of Rat-o-bot's Guests, the fewest VP first (BOT-102)."""
    for _ in range(min(n, int(g.players[RAT_O_BOT].guests_size))):
        expel(t, g, RAT_O_BOT, least_guest(t, g))


@inline
def bot_loses(t: Tables, g: Game, row: Ops) -> None:
    """Apply an op to Rat-o-bot, which can lose VP, Guests and Beds only (BOT-20, BOT-100)."""
    n = int(row.a)
    if row.op == codes.OP_LOSE_VP:
        lose_vp(g, RAT_O_BOT, n)
    elif row.op == codes.OP_DISCARD_GUEST:
        bot_discards_guests(t, g, n)
    elif row.op == codes.OP_DISCARD_BED:
        g.players[RAT_O_BOT].beds -= min(n, int(g.players[RAT_O_BOT].beds))


@inline
def bot_preference(g: Game, row: Ops) -> int:
    """Return how much Rat-o-bot prefers an op: Guests 3, VP 2, Beds 1, impossible 0 (AMB-57)."""
    if row.op == codes.OP_DISCARD_GUEST:
        return 3 if g.players[RAT_O_BOT].guests_size >= row.a else 0
    if row.op == codes.OP_LOSE_VP:
        return 2
    if row.op == codes.OP_DISCARD_BED:
        return 1 if g.players[RAT_O_BOT].beds >= row.a else 0
    return 0

"""Aggressive Inventions of the human player against Rat-o-bot (BOT-100 to BOT-103)."""

from wistar_env.compiled.jit import inline
from wistar_env.games.rats_of_wistar.rules.guests import expel
from wistar_env.games.rats_of_wistar.rules.ratobot_pieces import RAT_O_BOT
from wistar_env.games.rats_of_wistar.rules.resources import lose_vp
from wistar_env.games.rats_of_wistar.rules.state import NONE
from wistar_env.games.rats_of_wistar.rules.types import Game, Ops, Tables
from wistar_env.games.rats_of_wistar.tables import codes


@inline
def least_guest(t: Tables, g: Game) -> int:
    """The bot's Guest of fewest VP; among equals a Basement one (BOT-102)."""
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
    """Discard its Guests of fewest VP, as far as it has any (BOT-102)."""
    for _ in range(min(n, int(g.players[RAT_O_BOT].guests_size))):
        expel(t, g, RAT_O_BOT, least_guest(t, g))


@inline
def bot_loses(t: Tables, g: Game, row: Ops) -> None:
    """One op of an Aggressive effect; it has no tokens and no hand (BOT-20, BOT-100)."""
    n = int(row.a)
    if row.op == codes.OP_LOSE_VP:
        lose_vp(g, RAT_O_BOT, n)
    elif row.op == codes.OP_DISCARD_GUEST:
        bot_discards_guests(t, g, n)
    elif row.op == codes.OP_DISCARD_BED:
        g.players[RAT_O_BOT].beds -= min(n, int(g.players[RAT_O_BOT].beds))


@inline
def bot_preference(g: Game, row: Ops) -> int:
    """How it likes an alternative: Guests, then VP, then Beds; 0 if it cannot (AMB-57)."""
    if row.op == codes.OP_DISCARD_GUEST:
        return 3 if g.players[RAT_O_BOT].guests_size >= row.a else 0
    if row.op == codes.OP_LOSE_VP:
        return 2
    if row.op == codes.OP_DISCARD_BED:
        return 1 if g.players[RAT_O_BOT].beds >= row.a else 0
    return 0


@inline
def bot_chooses(t: Tables, g: Game, first: int, count: int) -> None:
    """Of alternatives it discards Guests if it can, else it loses the VP (BOT-101, BOT-102)."""
    best, liking = NONE, 0
    for pc in range(first, first + count):
        if bot_preference(g, t.ops[pc]) > liking:
            best, liking = pc, bot_preference(g, t.ops[pc])
    if best != NONE:
        bot_loses(t, g, t.ops[best])


@inline
def bot_suffers(t: Tables, g: Game, start: int, end: int) -> None:
    """An Aggressive effect strikes the bot: one op after the other (BOT-100..103, AMB-57)."""
    pc = start
    while pc < end:
        row = t.ops[pc]
        pc += 1
        if row.op == codes.OP_CHOOSE:
            bot_chooses(t, g, pc, int(row.a))
            pc += int(row.a)
        else:
            bot_loses(t, g, row)

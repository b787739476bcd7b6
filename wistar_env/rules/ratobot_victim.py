"""Aggressive Inventions of the human player against Rat-o-bot (B8)."""

from wistar_env.rules.guests import expel
from wistar_env.rules.jit import inline
from wistar_env.rules.ratobot_pieces import BOT
from wistar_env.rules.resources import lose_vp
from wistar_env.rules.state import NONE
from wistar_env.rules.types import Game, Tables
from wistar_env.tables import codes


@inline
def least_guest(t: Tables, g: Game) -> int:
    """The bot's Guest of fewest VP; among equals a Basement one (BOT-102)."""
    best = NONE
    for k in range(int(g.players[BOT].guests_size)):
        guest = int(g.players[BOT].guests[k])
        if (
            best == NONE
            or t.guests[guest].vp < t.guests[best].vp
            or (
                t.guests[guest].vp == t.guests[best].vp
                and t.guests[guest].kind > t.guests[best].kind
            )
        ):
            best = guest
    return best


@inline
def bot_suffers(t: Tables, g: Game, start: int, end: int) -> None:
    """It discards a Guest if that is asked, else loses the VP; it has no tokens (BOT-100..103)."""
    vp = 0
    for pc in range(start, end):
        row = t.ops[pc]
        if row.op == codes.OP_DISCARD_GUEST:
            for _ in range(min(int(row.a), int(g.players[BOT].guests_size))):
                expel(t, g, BOT, least_guest(t, g))
            return
        if row.op == codes.OP_LOSE_VP:
            vp += int(row.a)
    lose_vp(g, BOT, vp)

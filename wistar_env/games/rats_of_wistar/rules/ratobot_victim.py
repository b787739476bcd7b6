"""Aggressive Inventions of the human player against Rat-o-bot (BOT-100 to BOT-103)."""

from wistar_env.compiled.jit import inline
from wistar_env.games.rats_of_wistar.rules.state import NONE
from wistar_env.games.rats_of_wistar.rules.taking_ops import bot_loses, bot_preference
from wistar_env.games.rats_of_wistar.rules.types import Game, Tables
from wistar_env.games.rats_of_wistar.tables import codes


@inline
def bot_chooses(t: Tables, g: Game, first: int, count: int) -> None:
    """Let Rat-o-bot suffer the possible alternative that it prefers (BOT-101, BOT-102)."""
    best, liking = NONE, 0
    for pc in range(first, first + count):
        if bot_preference(g, t.ops[pc]) > liking:
            best, liking = pc, bot_preference(g, t.ops[pc])
    if best != NONE:
        bot_loses(t, g, t.ops[best])


@inline
def bot_suffers(t: Tables, g: Game, start: int, end: int) -> None:
    """Apply an Aggressive effect to Rat-o-bot, op by op (BOT-100..103, AMB-57)."""
    pc = start
    while pc < end:
        row = t.ops[pc]
        pc += 1
        if row.op == codes.OP_CHOOSE:
            bot_chooses(t, g, pc, int(row.a))
            pc += int(row.a)
        else:
            bot_loses(t, g, row)

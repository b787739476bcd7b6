"""Rat-o-bot's seat and the floorplan that its choices follow."""

from wistar_env.compiled.jit import inline
from wistar_env.games.rats_of_wistar.rules.types import Game
from wistar_env.games.rats_of_wistar.tables.limits import BOT_EXPLORATIONS

HUMAN, RAT_O_BOT = range(2)  # seats of a solo game


@inline
def is_bot(g: Game, seat: int) -> bool:
    """Whether a seat is Rat-o-bot's."""
    return bool(g.automata == 1 and seat == RAT_O_BOT)


@inline
def floorplan(g: Game) -> int:
    """Return the Exploration card with the current floorplan: the top or the last one (BOT-69)."""
    return int(g.bot.explorations[min(int(g.bot.exploration_next), BOT_EXPLORATIONS - 1)])

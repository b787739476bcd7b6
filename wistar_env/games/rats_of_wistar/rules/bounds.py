"""Bounds that make every game end, whatever its cards; ``tables.limits`` has the numbers."""

from wistar_env.compiled.jit import inline
from wistar_env.games.rats_of_wistar.rules.types import Game
from wistar_env.games.rats_of_wistar.tables.limits import CROWDED, TURN_ANSWERS, TURN_DECISIONS


@inline
def begin_count(g: Game) -> None:
    """Start counting the decisions and responses of a turn or New Round Phase."""
    g.turn_began = g.decisions
    g.answers = 0


@inline
def exhausted(g: Game) -> bool:
    """Whether the turn has had its maximum of decisions; declining is then forced (BOUND-03)."""
    return bool(g.decisions - g.turn_began >= TURN_DECISIONS)


@inline
def silent(g: Game) -> bool:
    """Whether permanent and income effects no longer respond in this turn (BOUND-03, BOUND-04)."""
    return bool(g.answers >= TURN_ANSWERS) or exhausted(g)


@inline
def crowded(g: Game) -> bool:
    """Whether the stack is so full that the effect on top is skipped (BOUND-05)."""
    return bool(g.depth > CROWDED)

"""The one-ply lookahead of ``greedy``, on a copy of the game."""

from typing import Final

from wistar_env.compiled.jit import unit
from wistar_env.compiled.late_binding import copy_bytes
from wistar_env.compiled.types import DoubleArray
from wistar_env.games.rats_of_wistar.heuristics.evaluate import evaluate
from wistar_env.games.rats_of_wistar.rules import actions as A
from wistar_env.games.rats_of_wistar.rules import engine
from wistar_env.games.rats_of_wistar.rules.stack import pop
from wistar_env.games.rats_of_wistar.rules.state import GAME
from wistar_env.games.rats_of_wistar.rules.types import Game, Legal, Tables

_GAME_BYTES: Final = GAME.itemsize


@unit
def play_ahead(t: Tables, g: Game, action: int, legal: Legal) -> None:
    """Play an action and advance to the next decision; END_TURN only removes the turn's entry."""
    if action == A.END_TURN:
        pop(g)
    else:
        engine.respond(t, g, action)
        engine.run_to_choice(t, g, legal)


@unit
def value_after(
    t: Tables,
    g: Game,
    action: int,
    seat: int,
    other: Game,
    legal: Legal,
    weights: DoubleArray,
    features: DoubleArray,
) -> float:
    """Return the value of the position after an action; ``other`` is a buffer for that position."""
    copy_bytes(other, g, _GAME_BYTES)
    play_ahead(t, other, action, legal)
    return evaluate(t, other, seat, seat, weights, features)

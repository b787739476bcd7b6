"""One action ahead, on a copy of the game."""

from wistar_env.compiled.jit import inline, pointer
from wistar_env.rules import actions as A
from wistar_env.rules import engine
from wistar_env.rules.stack import pop
from wistar_env.rules.types import Game, Legal, Tables


@inline
def foresee(t: Tables, g: Game, action: int, legal: Legal) -> None:
    """Play an action; ending the turn stops there, before anybody else acts."""
    if action == A.END_TURN:
        pop(g)
    else:
        engine.respond(t, g, action)
        engine.run_to_choice(t, g, pointer(legal))

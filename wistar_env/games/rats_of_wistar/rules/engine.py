"""The engine: it executes automatic steps and stops at the next real choice.

Each kind of decision has two functions, one ``..._legal`` and one that applies an action, in the
module of its part of the game; ``choices`` lists them.
"""

from wistar_env.compiled.jit import inline, unit
from wistar_env.games.rats_of_wistar.rules import (
    decisions,
    farm,
    fast_actions,
    guards,
    inventions,
    ratobot,
    ratobot_exploring,
    rounds,
)
from wistar_env.games.rats_of_wistar.rules.cards import run_draw_cards
from wistar_env.games.rats_of_wistar.rules.choices import apply, legal_of
from wistar_env.games.rats_of_wistar.rules.faults import NO_LEGAL_ACTION
from wistar_env.games.rats_of_wistar.rules.stack import top
from wistar_env.games.rats_of_wistar.rules.types import Entry, Game, Legal, Tables
from wistar_env.kit.common_fields import NOBODY
from wistar_env.kit.game_calls import over


@unit
def run(t: Tables, g: Game, e: Entry) -> None:
    """Run the automatic step of an entry, on behalf of the choice that led to it (``g.act``)."""
    g.act = e.act
    kind = e.kind
    if kind == decisions.EFFECT:
        guards.run_effect(t, g, e)
    elif kind == decisions.TRIGGER:
        guards.run_trigger(t, g, e)
    elif kind == decisions.FINISH_PLAY:
        inventions.finish_play(t, g, e)
    elif kind == decisions.GRANT:
        fast_actions.grant(g, e)
    elif kind == decisions.DRAW_CARDS:
        run_draw_cards(t, g, e)
    elif kind == decisions.REMOVE_DOOR:
        farm.remove_door(g, e)
    elif kind == decisions.END_OF_TURN:
        rounds.run_end_of_turn(t, g)
    elif kind == decisions.BOT_TURN:
        ratobot.run_bot_turn(t, g, e)
    elif kind == decisions.BOT_EXPLORE:
        ratobot_exploring.run_bot_explore(t, g, e)
    elif kind == decisions.NEW_ROUND:
        rounds.run_new_round(t, g, e)
    elif kind == decisions.START_GAME:
        rounds.run_start(t, g)


@inline
def respond(t: Tables, g: Game, action: int) -> None:
    """Apply an action to the current choice; all effects may respond anew after it (AMB-47)."""
    g.act = g.depth - 1
    apply(t, g, top(g), action)


@inline
def advance_once(t: Tables, g: Game, legal: Legal) -> bool:
    """Execute the next automatic step; without one, write the legal actions and return False.

    A choice with a single legal action is made automatically; declining counts as one (GEN-06).
    When the game is over, no action is legal. A choice without a legal action marks the game as
    faulty.
    """
    legal[0] = 0
    if over(g):
        return False
    if g.depth == 0:
        rounds.go_on(g)
        return True
    e = top(g)
    if e.kind >= decisions.CHOICES:
        run(t, g, e)
        return True
    legal_of(t, g, e, legal)
    if legal[0] == 0:
        g.fault = NO_LEGAL_ACTION
        return False
    if legal[0] == 1:
        g.act = e.act
        apply(t, g, e, int(legal[1]))
        return True
    return False


@inline
def note_mover(g: Game) -> None:
    """Set ``g.mover`` to the deciding seat; NOBODY if the game is over or the stack is empty."""
    g.mover = NOBODY if over(g) or g.depth == 0 else top(g).seat


@unit
def run_to_choice(t: Tables, g: Game, legal: Legal) -> None:
    """Advance to the next real choice and write its legal actions; none if the game is over."""
    while advance_once(t, g, legal):
        pass
    note_mover(g)


@unit
def run_step(t: Tables, g: Game, legal: Legal) -> bool:
    """Run one step of ``run_to_choice``; return False at a real choice or when the game is over."""
    goes_on = advance_once(t, g, legal)
    note_mover(g)
    return goes_on

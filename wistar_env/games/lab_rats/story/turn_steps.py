"""Play a turn step by step, so that its events can be recorded in order.

``Game.step`` continues to the next decision; these functions follow the same rules but stop after
each card. Events at the end of a turn are derived from the position before it.
"""

from typing import Annotated, Any, TypeAlias

from wistar_env.compiled.jit import entry
from wistar_env.games.lab_rats import playing_on, turns
from wistar_env.games.lab_rats.confusion import pass_potions
from wistar_env.games.lab_rats.state import NOTHING
from wistar_env.kit.sealed import clear_sealed, seal

TablesArray: TypeAlias = Annotated[Any, "lab rats tables array"]
StateArray: TypeAlias = Annotated[Any, "lab rats state array"]


@entry
def answer_only(tables: TablesArray, games: StateArray, action: int) -> None:
    """Apply an action of the active player, without continuing the turn after it."""
    g = games[0]
    playing_on.answer_only(tables[0], g, int(g.asked), action)


@entry
def pass_only(games: StateArray, action: int) -> None:
    """Make the last choice of a Confusion and pass the Potions, without further consequences."""
    g = games[0]
    g.asked = NOTHING
    seal(g, action)
    pass_potions(g)
    clear_sealed(g)


@entry
def go_on(games: StateArray) -> bool:
    """Execute a turn's next step before its end; return False if none is left or a seat decides."""
    return bool(turns.goes_on_by_itself(games[0]) and turns.do_next(games[0]))

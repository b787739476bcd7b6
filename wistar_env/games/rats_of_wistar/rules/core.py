"""Single steps of the engine, for code that needs the positions between two decisions.

``tables`` has shape (1,) and dtype ``TABLES``, ``games`` has dtype ``GAME``; ``legal`` is
``int16[LEGAL_SIZE]``: how many actions are legal, then their ids.
"""

from wistar_env.compiled.jit import entry, pointer
from wistar_env.games.rats_of_wistar.rules import engine
from wistar_env.games.rats_of_wistar.rules.types import GameArray, Legal, TablesArray


@entry
def respond_only(tables: TablesArray, games: GameArray, i: int, action: int) -> None:
    """Play a legal action without the automatic steps that follow it.

    Then call ``run_one`` until it returns False. Together these calls are equivalent to
    ``step``.
    """
    g = games[i]
    g.decisions += 1
    engine.respond(tables[0], g, action)


@entry
def run_one(tables: TablesArray, games: GameArray, i: int, legal: Legal) -> bool:
    """Execute the next automatic step; without one, write the legal actions and return False."""
    return engine.run_step(tables[0], games[i], pointer(legal))

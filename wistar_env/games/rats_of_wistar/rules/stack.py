"""The stack of pending decisions and steps, which replaces recursion.

The engine uses the top entry of ``game.stack`` only. An effect inside an effect inside a Fast
action is just one more entry.
"""

from wistar_env.compiled.jit import inline, unit
from wistar_env.games.rats_of_wistar.rules.decisions import EFFECT
from wistar_env.games.rats_of_wistar.rules.faults import STACK_FULL
from wistar_env.games.rats_of_wistar.rules.numbers import MOST_NUMBERS
from wistar_env.games.rats_of_wistar.rules.state import NONE
from wistar_env.games.rats_of_wistar.rules.types import Entry, Game, Legal
from wistar_env.games.rats_of_wistar.tables.limits import MOST_STEPS, STACK


@inline
def top(g: Game) -> Entry:
    """Return the entry on top."""
    return g.stack[g.depth - 1]


@unit
def add_entry(g: Game, kind: int, seat: int) -> None:
    """Put an entry on top; all its numbers are 0."""
    if g.depth == STACK:
        g.fault = STACK_FULL
        return
    e = g.stack[g.depth]
    e.kind = kind
    e.seat = seat
    e.act = g.act
    for place in range(MOST_NUMBERS):
        e.numbers[place] = 0
    g.depth += 1


@inline
def push(g: Game, kind: int, seat: int) -> Entry:
    """Put an entry on top and return it; the caller sets its nonzero numbers.

    If the stack is full, return the old top; the game is then marked as faulty.
    """
    add_entry(g, kind, seat)
    return top(g)


@inline
def push_times(g: Game, kind: int, seat: int, times: int) -> bool:
    """Push a choice to be made ``times`` times, at most ``MOST_STEPS`` (AMB-45, BOUND-02).

    If ``times`` is 0, push nothing and return False. Otherwise return True; the caller sets the
    other numbers of the entry, which ``top`` returns.
    """
    if times > 0:
        push(g, kind, seat).left = min(times, MOST_STEPS)
    return times > 0


@inline
def push_effect(g: Game, seat: int, start: int, end: int, source: int = NONE) -> None:
    """Push effect rows for a seat; ``source`` is the card or Guest that has them, if any."""
    e = push(g, EFFECT, seat)
    e.row = start
    e.end = end
    e.source = source


@inline
def pop(g: Game) -> None:
    """Remove the top entry; it keeps its numbers until the next ``push``."""
    g.depth -= 1


@inline
def offer(legal: Legal, action: int) -> None:
    """Append an action to the legal actions."""
    n = legal[0] + 1
    legal[0] = n
    legal[n] = action

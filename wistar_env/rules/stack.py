"""The stack of pending decisions and steps: there is no recursion in the rules.

What must still happen lies on ``game.stack``; the engine looks at the top entry only. An
effect inside an effect inside a Fast action is just one more entry.
"""

from wistar_env.compiled.jit import inline, unit
from wistar_env.rules.faults import STACK_FULL
from wistar_env.rules.limits import MOST_STEPS, STACK
from wistar_env.rules.types import Entry, Game, Legal


@unit
def push(g: Game, kind: int, seat: int, a: int, b: int, c: int) -> None:
    """Put an entry on top; ``top(g)`` gives it to set its numbers d, e, f."""
    if g.depth == STACK:
        g.fault = STACK_FULL
        return
    e = g.stack[g.depth]
    e.kind = kind
    e.seat = seat
    e.act = g.act
    e.a = a
    e.b = b
    e.c = c
    e.d = 0
    e.e = 0
    e.f = 0
    g.depth += 1


@inline
def push_times(g: Game, kind: int, seat: int, times: int, b: int, c: int) -> None:
    """Open a choice that is made ``times`` times; for zero there is none (AMB-45, BOUND-02)."""
    if times > 0:
        push(g, kind, seat, min(times, MOST_STEPS), b, c)


@inline
def top(g: Game) -> Entry:
    """Return the entry on top."""
    return g.stack[g.depth - 1]


@inline
def pop(g: Game) -> None:
    """Take the top entry away; it keeps its numbers until the next ``push``."""
    g.depth -= 1


@inline
def offer(legal: Legal, action: int) -> None:
    """Add an action to the legal ones."""
    n = legal[0] + 1
    legal[0] = n
    legal[n] = action

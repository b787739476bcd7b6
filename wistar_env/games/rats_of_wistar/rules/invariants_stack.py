"""Invariants of every position for the stack of pending decisions and steps."""

from wistar_env.compiled.jit import inline
from wistar_env.games.rats_of_wistar.rules import decisions
from wistar_env.games.rats_of_wistar.rules.farm import face_down
from wistar_env.games.rats_of_wistar.rules.numbers import MOST_NUMBERS, RANGES
from wistar_env.games.rats_of_wistar.rules.state import NONE
from wistar_env.games.rats_of_wistar.rules.types import Entry, Game
from wistar_env.games.rats_of_wistar.tables.limits import BOT_STEPS, MAX_DOORS


@inline
def numbers_in_range(e: Entry) -> bool:
    """Whether an entry's numbers are in range, and 0 if its kind does not declare them."""
    for place in range(MOST_NUMBERS):
        least, most = RANGES[e.kind, place]
        if e.numbers[place] < least or e.numbers[place] > most:
            return False
    return True


@inline
def rows_follow(g: Game, k: int) -> bool:
    """Whether the rows that depend on a cost belong to the effect right below it on the stack."""
    effect = g.stack[max(0, k - 1)]
    bought = int(effect.row) + int(g.stack[k].skip)
    return bool(effect.kind == decisions.EFFECT) and bought <= effect.end


@inline
def numbers_agree(g: Game, k: int) -> bool:
    """Whether the numbers of an entry stay within its effect or card."""
    e = g.stack[k]
    if e.kind == decisions.EFFECT:
        return bool(e.row <= e.end)
    if e.kind == decisions.BOT_EXPLORE:
        return bool(e.exploration_card == NONE or e.effects_done < BOT_STEPS)
    if e.kind == decisions.ACCEPT_COST:
        return rows_follow(g, k)
    return True


@inline
def removals(g: Game, passage: int) -> int:
    """Return how many steps on the stack remove the Door token of a passage (AMB-66)."""
    found = 0
    for k in range(int(g.depth)):
        e = g.stack[k]
        found += int(e.kind == decisions.REMOVE_DOOR and e.passage == passage)
    return found


@inline
def removals_right(g: Game) -> bool:
    """Whether each face-up Door token is about to be taken by one step on the stack."""
    for passage in range(MAX_DOORS):
        face_up = g.doors[passage] != NONE and not face_down(g, passage)
        if removals(g, passage) != int(face_up):
            return False
    return True


@inline
def entries_right(g: Game) -> bool:
    """Whether every entry is of a known kind and has valid numbers for it."""
    for k in range(int(g.depth)):
        e = g.stack[k]
        if e.kind < 0 or e.kind >= len(RANGES):
            return False
        if not numbers_in_range(e) or not numbers_agree(g, k):
            return False
    return True

"""Cheese, which wins the game (LAB-01, LAB-54), and final ranks (AMB-89)."""

from typing import Final

from wistar_env.compiled.jit import inline, late_unit, unit
from wistar_env.compiled.types import ShortArray
from wistar_env.games.lab_rats.amounts import CRUMBS_OF_CHEESE, SCORE_COLUMNS, WINS
from wistar_env.games.lab_rats.state import NOTHING, State, Tables
from wistar_env.kit.common_fields import NOBODY

_COLUMNS: Final = len(SCORE_COLUMNS)
_TOTAL: Final = _COLUMNS - 1


@inline
def end_game(g: State) -> None:
    """Mark the game as finished, with no current decision."""
    g.finished = 1
    g.asked = NOTHING
    g.mover = NOBODY


@inline
def gain_cheese(g: State, seat: int, cheese: int) -> None:
    """Give cheese; 4 win the game at once (LAB-01, AMB-30)."""
    p = g.players[seat]
    p.cheese += cheese
    if p.cheese >= WINS:
        end_game(g)


@inline
def gain_crumbs(g: State, seat: int, crumbs: int) -> None:
    """Give crumbs; 10 become a cheese, and the rest is kept (LAB-38, CONF-26, AMB-36)."""
    p = g.players[seat]
    p.crumbs += crumbs
    if p.crumbs >= CRUMBS_OF_CHEESE:
        p.crumbs -= CRUMBS_OF_CHEESE
        p.from_crumbs += 1
        gain_cheese(g, seat, 1)


@unit
def score_game(t: Tables, g: State, scores: ShortArray) -> None:
    """Write the cheese of each seat, by source and in total."""
    for seat in range(int(g.seats)):
        p = g.players[seat]
        scores[_COLUMNS * seat] = p.from_crumbs
        scores[_COLUMNS * seat + 1] = p.from_exits
        scores[_COLUMNS * seat + 2] = p.from_surviving
        scores[_COLUMNS * seat + _TOTAL] = p.cheese


@late_unit
def total_of(t: Tables, g: State, seat: int) -> int:
    """Return the cheese of a seat."""
    return int(g.players[seat].cheese)


@inline
def _standing(g: State, seat: int) -> int:
    """Return a number that ranks seats by cheese, then crumbs, then lack of pollution (AMB-89)."""
    p = g.players[seat]
    return 10000 * int(p.cheese) + 100 * int(p.crumbs) - int(p.pollution)


@unit
def rank_of(t: Tables, g: State, seat: int, scores: ShortArray) -> int:
    """Return the rank of a seat; ties share a rank (AMB-89)."""
    rank = 1
    for other in range(int(g.seats)):
        if _standing(g, other) > _standing(g, seat):
            rank += 1
    return rank

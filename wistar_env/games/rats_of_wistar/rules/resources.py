"""Tokens, VP and Electricity."""

from wistar_env.compiled.jit import inline
from wistar_env.games.rats_of_wistar.rules.events import fire
from wistar_env.games.rats_of_wistar.rules.state import NONE
from wistar_env.games.rats_of_wistar.rules.types import Game
from wistar_env.games.rats_of_wistar.tables import codes
from wistar_env.games.rats_of_wistar.tables.limits import MOST


@inline
def sum_of(have: int, more: int) -> int:
    """Return an amount after a gain or loss, limited to 0..MOST (AMB-02, BOUND-01)."""
    return max(0, min(MOST, int(have) + more))


@inline
def gain_wood(g: Game, seat: int, n: int) -> None:
    """Gain Wood; this is one event, whatever the amount (WOOD-01, GEN-03, GEN-04)."""
    if n > 0:
        g.players[seat].wood = sum_of(g.players[seat].wood, n)
        fire(g, seat, codes.EVENT_TAKE_WOOD, NONE, 1)


@inline
def gain_metal(g: Game, seat: int, n: int) -> None:
    """Gain Metal; this is one event, whatever the amount (METAL-01)."""
    if n > 0:
        g.players[seat].metal = sum_of(g.players[seat].metal, n)
        fire(g, seat, codes.EVENT_TAKE_METAL, NONE, 1)


@inline
def gain_movement(g: Game, seat: int, n: int) -> None:
    """Gain Movement tokens, without an event."""
    g.players[seat].movement = sum_of(g.players[seat].movement, n)


@inline
def gain_wild(g: Game, seat: int, n: int) -> None:
    """Gain Wild tokens; each is an event ("each Wild you take", CARD-E130)."""
    g.players[seat].wild = sum_of(g.players[seat].wild, n)
    fire(g, seat, codes.EVENT_TAKE_WILD, NONE, n)


@inline
def add_vp(g: Game, seat: int, n: int) -> None:
    """Move the disc on the VP track, without an event (GEN-05)."""
    g.players[seat].vp = sum_of(g.players[seat].vp, n)


@inline
def gain_vp(g: Game, seat: int, n: int) -> None:
    """Score VP at once; this is one event, whatever the amount (GEN-05, AMB-18)."""
    if n > 0:
        add_vp(g, seat, n)
        fire(g, seat, codes.EVENT_SCORE_VP, NONE, 1)


@inline
def lose_vp(g: Game, seat: int, n: int) -> None:
    """Lose VP, never below 0 (GEN-05, AMB-02)."""
    g.players[seat].vp = max(0, int(g.players[seat].vp) - n)


@inline
def gain_electricity(g: Game, seat: int) -> None:
    """Gain Electricity: first the Basic side, then the Advanced one (ELEC-01, ELEC-02)."""
    if g.players[seat].electricity < 2:
        g.players[seat].electricity += 1
        fire(g, seat, codes.EVENT_GAIN_ELECTRICITY, NONE, 1)

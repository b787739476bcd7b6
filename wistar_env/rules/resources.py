"""Tokens, VP and Electricity, and the events that permanent effects wait for."""

from wistar_env.rules import decisions
from wistar_env.rules.jit import inline, unit
from wistar_env.rules.stack import push, top
from wistar_env.rules.state import NONE
from wistar_env.rules.types import Game
from wistar_env.tables import codes

#: Besides the EVENT codes: income is paid like an event that every income effect awaits.
EVENT_INCOME = codes.EVENT_GAIN_ELECTRICITY + 1


@unit
def fire(g: Game, seat: int, event: int, arg: int, times: int, excluded: int) -> None:
    """Let the permanent effects of a player answer an event ``times`` times (CARD-05, AMB-12)."""
    if (g.players[seat].events >> event) & 1 and times > 0:
        push(g, decisions.TRIGGER, seat, event, arg, NONE)
        e = top(g)
        e.d = times
        e.e = excluded


@inline
def gain_wood(g: Game, seat: int, n: int) -> None:
    """Take Wood; one event for any amount (WOOD-01, GEN-03, GEN-04)."""
    if n > 0:
        g.players[seat].wood += n
        fire(g, seat, codes.EVENT_TAKE_WOOD, NONE, 1, NONE)


@inline
def gain_metal(g: Game, seat: int, n: int) -> None:
    """Take Metal; one event for any amount (METAL-01)."""
    if n > 0:
        g.players[seat].metal += n
        fire(g, seat, codes.EVENT_TAKE_METAL, NONE, 1, NONE)


@inline
def gain_movement(g: Game, seat: int, n: int) -> None:
    """Take Movement tokens."""
    g.players[seat].movement += n


@inline
def gain_wild(g: Game, seat: int, n: int) -> None:
    """Take Wild tokens; one event for each ("each Wild you take", CARD-E130)."""
    g.players[seat].wild += n
    fire(g, seat, codes.EVENT_TAKE_WILD, NONE, n, NONE)


@inline
def gain_vp(g: Game, seat: int, n: int) -> None:
    """Score VP at once; one event for any amount (GEN-05, AMB-18)."""
    if n > 0:
        g.players[seat].vp += n
        fire(g, seat, codes.EVENT_SCORE_VP, NONE, 1, NONE)


@inline
def lose_vp(g: Game, seat: int, n: int) -> None:
    """Lose VP, never below 0 (GEN-05, AMB-02)."""
    g.players[seat].vp = max(0, int(g.players[seat].vp) - n)


@inline
def gain_electricity(g: Game, seat: int) -> None:
    """Take Electricity: first Basic, then Advanced, then nothing (ELEC-01, ELEC-02)."""
    if g.players[seat].electricity < 2:
        g.players[seat].electricity += 1
        fire(g, seat, codes.EVENT_GAIN_ELECTRICITY, NONE, 1, NONE)

"""Turn order and ties (ROUND-02 to ROUND-04, GEN-08)."""

from wistar_env.compiled.jit import inline, unit
from wistar_env.games.rats_of_wistar.rules.ratobot_pieces import RAT_O_BOT
from wistar_env.games.rats_of_wistar.rules.types import Game


@inline
def place_in_order(g: Game, seat: int) -> int:
    """Return the index of a seat in the turn order, from 0; also 0 if the seat is not in it."""
    for k in range(int(g.seats)):
        if g.order[k] == seat:
            return k
    return 0


@inline
def seat_after(g: Game, seat: int, places: int) -> int:
    """Return the seat that is ``places`` places after ``seat`` in the turn order."""
    return int(g.order[(place_in_order(g, seat) + places) % int(g.seats)])


@unit
def update_turn_order(g: Game) -> None:
    """Order seats by Chiefs on the Hut from the left, then as before (ROUND-02..04, AMB-04)."""
    before = 0
    for position in range(int(g.seats)):
        before |= int(g.order[position]) << (3 * position)
    placed = 0
    n = 0
    for k in range(int(g.hut_size)):
        seat = int(g.hut[k])
        if (placed >> seat) & 1 == 0:
            placed |= 1 << seat
            g.order[n] = seat
            n += 1
    for position in range(int(g.seats)):
        seat = (before >> (3 * position)) & 7
        if (placed >> seat) & 1 == 0:
            g.order[n] = seat
            n += 1


@inline
def place_in_next_order(g: Game, seat: int) -> int:
    """Return a key that sorts seats by the turn order after this round; the lowest is first."""
    if g.finished == 0:
        for k in range(int(g.hut_size)):
            if g.hut[k] == seat:
                return k
    return int(g.hut_size) + place_in_order(g, seat)


@inline
def precedes(g: Game, seat: int, other: int) -> bool:
    """Whether a seat would win a tie with another if the game ended after this round.

    The seat that will be earlier in the turn order wins the tie (GEN-08, END-02); in a solo game,
    Rat-o-bot does (BOT-118).
    """
    if g.automata == 1:
        return seat == RAT_O_BOT
    return place_in_next_order(g, seat) < place_in_next_order(g, other)

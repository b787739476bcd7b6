"""Kuhn poker: three cards, two players, one bet."""

from wistar_env.author import Actions, Declared, State, end, field, hand, next_seat
from wistar_env.kit.game.spec_records import ScoreSpec

PASS, BET = 1, 2


class Kuhn(Declared, scores=ScoreSpec(zero_sum=True)):
    """Kuhn poker."""

    players = 2
    actions = ("pass", "bet")
    card = hand(of=(1, 2, 3), meaning="jack, queen or king")
    moves = field(3, range=(0, BET), meaning="1 pass, 2 bet")

    def legal(g: State) -> Actions:
        yield PASS - 1
        yield BET - 1

    def apply(g: State, action: int) -> None:
        g.moves[g.decisions - 1] = action + 1
        next_seat(g)
        if g.decisions == 3 or (
            g.decisions == 2 and not (g.moves[0] == PASS and g.moves[1] == BET)
        ):
            end(g)

    def score(g: State, seat: int) -> int:
        bets = (g.moves[0] == BET or g.moves[2] == BET) + 1, (g.moves[1] == BET) + 1
        mine, theirs = (bets[0], bets[1]) if seat == 0 else (bets[1], bets[0])
        wins = g.card[seat] > g.card[1 - seat] if mine == theirs else mine > theirs
        return min(mine, theirs) if wins else -min(mine, theirs)

    def sound(g: State) -> bool:
        return g.decisions < 2 or (g.decisions == 2 and g.moves[0] == PASS and g.moves[1] == BET)

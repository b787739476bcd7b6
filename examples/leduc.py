"""Leduc poker: a private card each, a public card, and a betting round before and after it."""

from wistar_env.author import SEAT, Actions, Declared, State, end, field, hand, next_seat, take
from wistar_env.kit.game.spec_records import ScoreSpec

FOLD, CALL, RAISE = range(3)
ANTE, STAKE, MOST_RAISES = 1, 2, 2
MOST_PAID = ANTE + MOST_RAISES * (STAKE + 2 * STAKE)


class Leduc(Declared, scores=ScoreSpec(zero_sum=True)):
    """Leduc poker."""

    players = 2
    actions = ("fold", "call", "raise")
    card = hand(of=(1, 1, 2, 2, 3, 3), meaning="jack, queen or king")
    public = field(range=(0, 3), meaning="the public card, 0 before it is dealt")
    second = field(range=(0, 1), meaning="whether this is the second round")
    moves = field(2, 4, range=(0, 3), meaning="moves of each round: 1 fold, 2 call, 3 raise")
    turn = field(range=(0, 4), show=None)
    raises = field(range=(0, MOST_RAISES), show=None)
    paid = field(SEAT, range=(0, MOST_PAID), start=ANTE, meaning="chips in the pot")
    folded = field(range=SEAT, start=-1, show=None)

    def legal(g: State) -> Actions:
        if g.paid[1 - g.mover] > g.paid[g.mover]:
            yield FOLD
        yield CALL
        if g.raises < MOST_RAISES:
            yield RAISE

    def apply(g: State, action: int) -> None:
        seat, other = g.mover, 1 - g.mover
        g.moves[g.second, g.turn] = action + 1
        g.turn += 1
        if action == FOLD:
            g.folded = seat
            end(g)
            return
        g.paid[seat] = g.paid[other]
        if action == RAISE:
            g.raises += 1
            g.paid[seat] += STAKE * (1 + g.second)
        if action == RAISE or g.turn == 1:
            next_seat(g)
        elif g.second:
            end(g)
        else:
            g.public = take(g, g.card_left)
            g.second, g.turn, g.raises, g.mover = 1, 0, 0, 0

    def strength(g: State, seat: int) -> int:
        if g.folded == seat:
            return -1
        return g.card[seat] + 3 * (g.card[seat] == g.public)

    def score(g: State, seat: int) -> int:
        mine, theirs = g.strength(seat), g.strength(1 - seat)
        if mine == theirs:
            return 0
        return g.paid[1 - seat] if mine > theirs else -g.paid[seat]

    def sound(g: State) -> bool:
        before = ANTE + g.second * MOST_RAISES * STAKE
        most = before + g.raises * STAKE * (1 + g.second)
        return g.turn <= g.raises + 1 and g.paid[0] <= most and g.paid[1] <= most

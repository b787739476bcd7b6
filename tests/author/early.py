"""Games that may end before every seat has decided, for tests of environments."""

from wistar_env.author import SEAT, Actions, Declared, State, draw, end, field, next_seat
from wistar_env.kit.game.options import Option

#: ``Coin`` ends at each decision with probability 1 in this number.
SIDES = 4
#: Cards of ``Letters``: the lowest of two is out.
CARDS = 5


class Coin(Declared):
    """Coin: each decision ends the game with probability 1/4."""

    players = 2
    actions = 2
    heads = field(SEAT, range=(0, 100), meaning="coins taken")

    def legal(g: State) -> Actions:
        yield 0
        yield 1

    def apply(g: State, action: int) -> None:
        g.heads[g.mover] = min(g.heads[g.mover] + action, 100)
        next_seat(g)
        if draw(g, SIDES) == 0:
            end(g)

    def score(g: State, seat: int) -> int:
        return g.heads[seat]


class Letters(Declared):
    """Letters: swap a hidden card, or compare it with the next seat's: the lower one is out."""

    players = (2, 4)
    actions = ["swap", "compare"]
    cards = field(SEAT, range=(1, CARDS), start=(1, CARDS), hidden=True)
    out = field(SEAT, range=(0, 1), meaning="seats that are out")
    turns = field(range=(0, 12), meaning="decisions so far")

    def legal(g: State) -> Actions:
        yield 0
        yield 1

    def apply(g: State, action: int) -> None:
        seat, other = g.mover, g.mover
        g.turns += 1
        next_seat(g)
        while g.out[g.mover] == 1:
            next_seat(g)
        other = g.mover
        if action == 0:
            g.cards[seat] = 1 + draw(g, CARDS)
        elif g.cards[seat] > g.cards[other]:
            g.out[other] = 1
        else:
            g.out[seat] = 1
        while g.out[g.mover] == 1:
            next_seat(g)
        if sum(g.out) >= g.seats - 1 or g.turns == 12:
            end(g)

    def score(g: State, seat: int) -> int:
        return 0 if g.out[seat] == 1 else g.cards[seat]


EARLY = (Option(name="early", help="whether equal cards end a game", low=0, high=1, default=1),)


class Natural(Declared, options=EARLY):
    """Natural: equal cards share a game that is over at its start; else each seat decides once."""

    players = 2
    actions = 2
    cards = field(SEAT, range=(1, 3), start=(1, 3), meaning="cards")
    bids = field(SEAT, range=(0, 1), meaning="bids")
    turns = field(range=(0, 2), meaning="decisions so far")

    def begin(g: State) -> None:
        if g.cards[0] == g.cards[1] and g.options.early == 1:
            end(g)

    def legal(g: State) -> Actions:
        yield 0
        yield 1

    def apply(g: State, action: int) -> None:
        g.bids[g.mover] = action
        g.turns += 1
        next_seat(g)
        if g.turns == 2:
            end(g)

    def score(g: State, seat: int) -> int:
        return g.cards[seat] * (1 + g.bids[seat])


class Silent(Declared):
    """Silent: seat 0 takes a number of pieces, and seat 1 never decides."""

    players = 2
    actions = 3
    taken = field(SEAT, range=(0, 2), meaning="pieces taken")

    def legal(g: State) -> Actions:
        yield 0
        yield 1
        yield 2

    def apply(g: State, action: int) -> None:
        g.taken[0] = action
        end(g)

    def score(g: State, seat: int) -> int:
        return g.taken[seat]

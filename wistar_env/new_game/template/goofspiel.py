"""Goofspiel: all players bid a card secretly at the same time; the highest bid wins the prize."""

from wistar_env.author import (
    NONE,
    SEAT,
    Actions,
    Declared,
    State,
    ask_sealed,
    clear_sealed,
    end,
    field,
    seal,
    take,
)

CARDS = 5


class Goofspiel(Declared):
    """Goofspiel."""

    players = (2, 4)
    actions = {"bid": range(1, CARDS + 1)}
    left = field(CARDS, range=(0, 1), start=1, meaning="prizes to come")
    prize = field(range=(0, CARDS), meaning="the prize of this round")
    hands = field(SEAT, CARDS, range=(0, 1), start=1, meaning="cards that a seat has")
    bid = field(SEAT, range=(0, CARDS), sealed=-1, meaning="your sealed bid")
    points = field(SEAT, range=(0, CARDS * (CARDS + 1) // 2))

    def begin(g: State) -> None:
        g.start_round()

    def start_round(g: State) -> None:
        g.prize = 1 + take(g, g.left)
        ask_sealed(g, (1 << g.seats) - 1, 0)

    def legal(g: State) -> Actions:
        for card in range(CARDS):
            if g.hands[g.mover, card] == 1:
                yield card

    def apply(g: State, action: int) -> None:
        if not seal(g, action):
            return
        best, winner = NONE, NONE
        for seat in range(g.seats):
            card = g.sealed_choice[seat]
            g.hands[seat, card] = 0
            if card > best:
                best, winner = card, seat
            elif card == best:
                winner = NONE
        if winner != NONE:
            g.points[winner] += g.prize
        clear_sealed(g)
        if sum(g.left) > 0:
            g.start_round()
        else:
            end(g)

    def score(g: State, seat: int) -> int:
        return g.points[seat]

    def sound(g: State) -> bool:
        fine = g.sealed_open != 0
        for seat in range(g.seats):
            fine = fine and sum(g.hands[seat]) == sum(g.left) + 1
        return fine

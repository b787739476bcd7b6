"""Nim with a hidden card: take pieces from one pile; a secret card says how many at most."""

from typing import SupportsIndex

from wistar_env.author import NOBODY, SEAT, Actions, Declared, State, end, field, next_seat

PILES, PIECES, CARDS, LAST = 4, 5, 3, 2


class Nim(Declared):
    """Nim with a hidden card."""

    players = (2, 4)
    seats_alike = True
    actions = PILES * CARDS
    piles = field(PILES, range=(0, PIECES), start=(1, PIECES), meaning="pieces of each pile")
    cards = field(SEAT, range=(1, CARDS), start=(1, CARDS), hidden=True, where="fits")
    most_taken = field(SEAT, range=(0, CARDS), meaning="most pieces taken at once")
    last = field(range=SEAT, start=NOBODY, show=None)

    def legal(g: State) -> Actions:
        for pile in range(PILES):
            for taken in range(1, min(g.cards[g.mover], g.piles[pile]) + 1):
                yield CARDS * pile + taken - 1

    def apply(g: State, action: int) -> None:
        taken, seat = action % CARDS + 1, g.mover
        g.piles[action // CARDS] -= taken
        g.most_taken[seat] = max(g.most_taken[seat], taken)
        next_seat(g)
        if sum(g.piles) == 0:
            g.last = seat
            end(g)

    def score(g: State, seat: int) -> int:
        return CARDS - g.cards[seat] + (LAST if g.last == seat else 0)

    def fits(g: State, seat: int, card: int) -> bool:
        return card >= g.most_taken[seat]

    def describe(self, action: SupportsIndex) -> str:
        pile, taken = divmod(int(action), CARDS)
        return f"take {taken + 1} of pile {pile + 1}"

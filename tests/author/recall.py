"""A simple game whose second half needs memory."""

from wistar_env.author import Actions, Declared, State, end, field

CARDS = 3


class Recall(Declared):
    """Name the card that is shown, and then again when it no longer is."""

    players = 1
    actions = ("jack", "queen", "king")
    shown = field(range=(0, CARDS), start=(1, CARDS), show="onehot", meaning="0 is none")
    card = field(range=(0, CARDS), show=None)
    right = field(range=(0, 2), show=None)

    def legal(g: State) -> Actions:
        yield 0
        yield 1
        yield 2

    def apply(g: State, action: int) -> None:
        if g.decisions == 1:
            g.card = g.shown
            g.shown = 0
        g.right += action + 1 == g.card
        if g.decisions == 2:
            end(g)

    def score(g: State, seat: int) -> int:
        return g.right

"""Declared games for tests."""

from wistar_env.author import (
    NOBODY,
    SEAT,
    Actions,
    Declared,
    State,
    cards,
    end,
    field,
    hand,
    move_random,
    next_seat,
    number_at,
    take,
)

PILES, MOST, MOST_TAKEN, CARDS, PRIZE = 4, 7, 3, 3, 3
DECK, TABLE = -1, -2


class DeclaredNim(Declared):
    """``tests.kit.nim``, declared."""

    players = (2, 4)
    actions = PILES * MOST_TAKEN
    piles = field(PILES, range=(0, MOST), start=(1, MOST))
    cards = field(SEAT, range=(0, CARDS - 1), start=(0, CARDS - 1), hidden=True)
    winner = field(range=(NOBODY, 3), start=NOBODY, show=None)

    def legal(g: State) -> Actions:
        for pile in range(PILES):
            for taken in range(min(MOST_TAKEN, g.piles[pile])):
                yield MOST_TAKEN * pile + taken

    def apply(g: State, action: int) -> None:
        g.piles[action // MOST_TAKEN] -= action % MOST_TAKEN + 1
        if sum(g.piles) == 0:
            g.winner = g.mover
            end(g)
        else:
            next_seat(g)

    def score(g: State, seat: int) -> int:
        return g.cards[seat] + (PRIZE if g.winner == seat else 0)


class Draws(Declared):
    """Two seats draw from a deck with identical cards, and may end the game at any time."""

    players = (2, 3)
    actions = ("draw", "stop")
    hand = hand(of=(0, 0, 1, 2, 2, 2, 5), each=2, empty=True)
    drawn = field(range=(0, 9), meaning="cards drawn")

    def begin(g: State) -> None:
        g.hand[0, 1] = -1

    def legal(g: State) -> Actions:
        if g.drawn < 2:
            yield 0
        yield 1

    def apply(g: State, action: int) -> None:
        if action == 0:
            g.hand[g.mover, 1] = take(g, g.hand_left)
            g.drawn += 1
            next_seat(g)
        else:
            end(g)

    def score(g: State, seat: int) -> int:
        return g.hand[seat, 0]


class Waits(Declared):
    """Seats may wait for ever; the second seat may stop."""

    players = 2
    actions = ("wait", "stop")
    waited = field(range=(0, 1))

    def legal(g: State) -> Actions:
        yield 0
        if g.mover == 1:
            yield 1

    def apply(g: State, action: int) -> None:
        if action == 1:
            end(g)
        else:
            g.waited = 1
            next_seat(g)

    def score(g: State, seat: int) -> int:
        return g.waited if g.mover == seat else 0


class Holders(Declared):
    """Cards are in places, and a seat may not have cards below its number."""

    players = 3
    actions = ("stop",)
    place = cards(7, hidden=(DECK,), shown=(TABLE,), each=2, where="fits")

    def begin(g: State) -> None:
        for card in range(7):
            g.place[card] = (0, 0, 1, 1, 2, DECK, TABLE)[card]

    def legal(g: State) -> Actions:
        yield 0

    def apply(g: State, action: int) -> None:
        end(g)

    def score(g: State, seat: int) -> int:
        return 0

    def fits(g: State, seat: int, card: int) -> bool:
        return card != 4 or seat != 1


class StrictPlaces(Declared):
    """Seats 1 and 2 may have few of the cards, so that shuffles seldom find a deal."""

    players = 3
    actions = ("stop",)
    place = cards(10, hidden=(DECK,), each=3, where="fits")

    def begin(g: State) -> None:
        for card in range(10):
            g.place[card] = card // 3 if card < 9 else DECK

    def legal(g: State) -> Actions:
        yield 0

    def apply(g: State, action: int) -> None:
        end(g)

    def score(g: State, seat: int) -> int:
        return 0

    def fits(g: State, seat: int, card: int) -> bool:
        return card < 7 if seat == 1 else card < 9


class StrictHands(Declared):
    """Others may have few of the cards; some are alike."""

    players = 3
    actions = ("stop",)
    card = hand(of=(0, 1, 2, 2, 3, 4, 5, 6, 7, 8), each=2, where="fits")

    def legal(g: State) -> Actions:
        yield 0

    def apply(g: State, action: int) -> None:
        end(g)

    def score(g: State, seat: int) -> int:
        return 0

    def fits(g: State, seat: int, i: int, card: int) -> bool:
        return card in (1, 2) if seat == 1 else card > 6 or card == 2


class Pairs(Declared):
    """Seats say that their cards are a pair or a run, or that they are not: both cards count."""

    players = (2, 3)
    actions = ("say", "stop")
    card = hand(of=(0, 0, 0, 1, 1, 2, 3, 4, 5), each=2, where="as_said")
    place = cards(8, hidden=(DECK,), each=2, where="apart")
    said = field(SEAT, range=(0, 2), meaning="0: nothing, 1: close, 2: not")
    gaps = field(SEAT, range=(0, 2), meaning="0: nothing, 1: the places are apart, 2: not")
    turns = field(range=(0, 3))

    def legal(g: State) -> Actions:
        yield 0
        yield 1

    def apply(g: State, action: int) -> None:
        seat = g.mover
        if action == 0:
            g.said[seat] = 1 if abs(g.card[seat, 0] - g.card[seat, 1]) <= 1 else 2
            g.gaps[seat] = 1 if g.gap(seat) > 1 else 2
        g.turns += 1
        next_seat(g)
        if g.turns == 3:
            end(g)

    def score(g: State, seat: int) -> int:
        return g.card[seat, 0]

    def as_said(g: State, seat: int) -> bool:
        close = abs(g.card[seat, 0] - g.card[seat, 1]) <= 1
        return g.said[seat] == 0 or close == (g.said[seat] == 1)

    def gap(g: State, seat: int) -> int:
        first, last = -1, -1
        for card in range(8):
            if g.place[card] == seat:
                if first < 0:
                    first = card
                last = card
        return last - first

    def apart(g: State, seat: int) -> bool:
        return g.gaps[seat] == 0 or (g.gap(seat) > 1) == (g.gaps[seat] == 1)


class Peeks(Declared):
    """Seats look at cards of others; some cards are seen by all but their own seat."""

    players = (2, 3)
    actions = ("peek", "stop")
    card = hand(of=range(9), each=2, known=True)
    back = hand(of=(1, 1, 2, 2, 3, 3), blind=True, where="may_be")
    number = field(SEAT, 2, range=(0, 9), start=(0, 9), hidden=True, known=True, where="above")
    place = cards(5, hidden=(DECK,), each=1, known=True)
    peeks = field(range=(0, 3))

    def legal(g: State) -> Actions:
        if g.peeks < 3:
            yield 0
        yield 1

    def apply(g: State, action: int) -> None:
        if action == 1:
            end(g)
            return
        other = (g.mover + 1) % g.seats
        g.card_known[other, g.peeks % 2] |= 1 << g.mover
        g.number_known[other, 1] |= 1 << g.mover
        for card in range(5):
            if g.place[card] == DECK:
                g.place_known[card] |= 1 << g.mover
        g.peeks += 1
        next_seat(g)

    def score(g: State, seat: int) -> int:
        return g.card[seat, 0]

    def may_be(g: State, seat: int, card: int) -> bool:
        return card > 0

    def above(g: State, seat: int, i: int, value: int) -> bool:
        return value >= 0 and i >= 0


class Market(Declared):
    """Two decks, a row of cards that are shown by their prices, and who bought last."""

    players = (2, 3)
    seats_alike = True
    actions = ("first", "second")
    decks = field(2, 4, range=(0, 2), start=[[1, 2, 0, 0], [0, 0, 1, 1]], show=None)
    row = field(2, range=(-1, 3), show=[[5, 1], [6, 1], [7, 2], [8, 2]])
    bought = field(SEAT, 2, range=(0, 9), start=[1, 0])
    last = field(range=SEAT, start=NOBODY)

    def begin(g: State) -> None:
        for k in range(2):
            g.row[k] = take(g, g.decks[k])

    def legal(g: State) -> Actions:
        for k in range(2):
            if g.row[k] >= 0:
                yield k

    def apply(g: State, action: int) -> None:
        g.last = g.mover
        g.bought[g.mover, action] += 1
        g.row[action] = take(g, g.decks[action])
        next_seat(g)
        if max(g.row) < 0:
            end(g)

    def score(g: State, seat: int) -> int:
        return g.bought[seat, 0]


class Stash(Declared):
    """Seats put cards of their hands face down, draw from a deck, and remember what they put."""

    players = (2, 3)
    seats_alike = True
    actions = ("put", "draw", "stop")
    place = cards(8, hidden=(-1, -2), each=2, known="private", counted=True)
    bonus = hand(of=(1, 1, 2, 2, 3, 3), each=2, dealt=1, empty=True, counted=True)
    turns = field(range=(0, 9))

    def legal(g: State) -> Actions:
        if number_at(g.place, g.mover) > 0 and g.turns < 9:
            yield 0
        if g.bonus[g.mover, 1] < 0 and g.turns < 9:
            yield 1
        yield 2

    def apply(g: State, action: int) -> None:
        if action == 2:
            end(g)
            return
        if action == 0:
            card = move_random(g, g.place, g.mover, -2)
            g.place_known[card] = 1 << g.mover
        else:
            g.bonus[g.mover, 1] = take(g, g.bonus_left)
        g.turns += 1
        next_seat(g)

    def score(g: State, seat: int) -> int:
        return g.bonus[seat, 0]


class NeverFits(Declared):
    """A pile and hands whose rule contradicts what a seat has said: no deal may be."""

    players = 2
    actions = ("say", "stop")
    card = hand(of=(0, 1, 2, 3), each=2, where="as_said")
    said = field(range=(0, 1))

    def legal(g: State) -> Actions:
        yield g.said

    def apply(g: State, action: int) -> None:
        g.said = 1
        next_seat(g)
        if action == 1:
            end(g)

    def score(g: State, seat: int) -> int:
        return 0

    def as_said(g: State, seat: int) -> bool:
        return g.said == 0 or g.card[seat, 0] == g.card[seat, 1]


class NothingFits(Declared):
    """What a seat has said contradicts every card, every place or every number."""

    players = 2
    actions = ("card", "place", "number", "stop")
    card = hand(of=(0, 1, 2, 3), where="card_fits")
    place = cards(6, hidden=(DECK,), each=2, where="place_fits")
    number = field(SEAT, range=(0, 5), start=(0, 5), hidden=True, where="number_fits")
    said = field(range=(0, 4))

    def legal(g: State) -> Actions:
        yield 0
        yield 1
        yield 2
        yield 3

    def apply(g: State, action: int) -> None:
        g.said = 1 + action
        next_seat(g)
        if action == 3:
            end(g)

    def score(g: State, seat: int) -> int:
        return 0

    def card_fits(g: State, seat: int, card: int) -> bool:
        return g.said != 1 and card >= 0

    def place_fits(g: State, seat: int, card: int) -> bool:
        return g.said != 2 and card >= 0

    def number_fits(g: State, seat: int, value: int) -> bool:
        return g.said != 3 and value >= 0

"""Jewels: collect gems, and buy cards of three tiers with them, as in Splendor."""

from wistar_env.author import SEAT, Actions, Declared, State, constant, end, field, next_seat, take

COLOURS = ("white", "blue", "green", "red", "black")
GEMS, TIERS, SLOTS, KEPT, MOST, GOAL, NONE = len(COLOURS), 3, 4, 3, 10, 15, -1
#: Cards of each tier: the price by distance from the card's colour, and the points.
TIER_1 = (
    ((0, 1, 1, 1, 1), 0), ((0, 1, 2, 1, 1), 0), ((0, 2, 2, 0, 1), 0), ((0, 0, 0, 2, 1), 0),
    ((1, 1, 3, 0, 0), 0), ((0, 0, 2, 0, 2), 0), ((0, 3, 0, 0, 0), 0), ((0, 0, 4, 0, 0), 1),
)  # fmt: skip
TIER_2 = (
    ((0, 2, 2, 3, 0), 1), ((2, 0, 3, 0, 3), 1), ((0, 1, 4, 2, 0), 2), ((0, 0, 5, 3, 0), 2),
    ((5, 0, 0, 0, 0), 2), ((6, 0, 0, 0, 0), 3),
)  # fmt: skip
TIER_3 = (((0, 3, 5, 3, 3), 3), ((0, 7, 0, 0, 0), 4), ((3, 6, 3, 0, 0), 4), ((3, 7, 0, 0, 0), 5))
#: All cards: the price in each gem, the points, and the colour that the card counts as.
CARDS = tuple(
    (*(price[(gem - colour) % GEMS] for gem in range(GEMS)), points, colour)
    for price, points in TIER_1 + TIER_2 + TIER_3
    for colour in range(GEMS)
)
#: The first card of each tier; then each card's numbers in observations, with colours from 1.
FIRST = (0, 40, 70, 90)
SHOWN = [[*card[:-1], card[-1] + 1] for card in CARDS]
DECKS = [[int(FIRST[k] <= card < FIRST[k + 1]) for card in range(len(CARDS))] for k in range(TIERS)]
PLACES = TIERS * SLOTS
BUY, KEEP, PASS = 2 * GEMS, 2 * GEMS + PLACES + KEPT, 2 * GEMS + 2 * PLACES + KEPT


class Jewels(Declared):
    """Jewels: buy cards of three tiers."""

    players = (2, 4)
    actions = {
        "take": COLOURS,
        "take two": COLOURS,
        "buy": PLACES + KEPT,
        "keep": PLACES,
        "": ["pass"],
    }
    card = constant(CARDS, range=(0, 7), meaning="price, points and colour")
    decks = field(TIERS, len(CARDS), range=(0, 1), start=DECKS, meaning="cards to come")
    market = field(TIERS, SLOTS, range=(NONE, len(CARDS) - 1), show=SHOWN)
    kept = field(SEAT, KEPT, range=(NONE, len(CARDS) - 1), start=NONE, show=SHOWN)
    supply = field(GEMS, range=(0, 7), start=7)
    gems = field(SEAT, GEMS, range=(0, 7))
    cards = field(SEAT, GEMS, range=(0, 18), meaning="cards of each colour")
    points = field(SEAT, range=(0, 40))
    taken = field(GEMS, range=(0, 1), meaning="gems taken in this turn")
    passes = field(range=(0, 4), meaning="seats that passed in a row")

    def begin(g: State) -> None:
        for tier in range(TIERS):
            for slot in range(SLOTS):
                g.market[tier, slot] = take(g, g.decks[tier])
        for gem in range(GEMS):
            g.supply[gem] = min(7, 2 + g.seats + g.seats // 4)

    def card_at(g: State, place: int) -> int:
        if place < PLACES:
            return g.market[place // SLOTS, place % SLOTS]
        return g.kept[g.mover, place - PLACES]

    def held(g: State) -> int:
        return sum(g.gems[g.mover])

    def can_buy(g: State, card: int) -> bool:
        missing = 0  # counts all, since an early return is slower in compiled code
        for gem in range(GEMS):
            missing += g.card[card, gem] > g.gems[g.mover, gem] + g.cards[g.mover, gem]
        return missing == 0

    def legal(g: State) -> Actions:
        taken, room = sum(g.taken), MOST - g.held()
        if room > 0:
            for gem in range(GEMS):
                if g.supply[gem] > 0 and g.taken[gem] == 0:
                    yield gem
        if taken == 0:
            if room > 1:
                for gem in range(GEMS):
                    if g.supply[gem] > 3:
                        yield GEMS + gem
            for place in range(PLACES + KEPT):
                card = g.card_at(place)
                if card != NONE and g.can_buy(card):
                    yield BUY + place
            if g.kept[g.mover, KEPT - 1] == NONE:
                for place in range(PLACES):
                    if g.card_at(place) != NONE:
                        yield KEEP + place
        yield PASS

    def apply(g: State, action: int) -> None:
        seat = g.mover
        if action < BUY:
            gem = action % GEMS
            number = 1 if action < GEMS else 2
            g.supply[gem] -= number
            g.gems[seat, gem] += number
            g.taken[gem] = 1
            if number == 1 and sum(g.taken) < 3:
                return
        elif action < KEEP:
            g.buy(seat, action - BUY)
        elif action < PASS:
            for k in range(KEPT):
                if g.kept[seat, k] == NONE:
                    g.kept[seat, k] = g.card_at(action - KEEP)
                    break
            g.refill(action - KEEP)
        g.passes = g.passes + 1 if action == PASS and sum(g.taken) == 0 else 0
        for gem in range(GEMS):
            g.taken[gem] = 0
        next_seat(g)
        if g.passes == g.seats or (g.mover == 0 and max(g.points) >= GOAL):
            end(g)

    def buy(g: State, seat: int, place: int) -> None:
        card = g.card_at(place)
        for gem in range(GEMS):
            paid = max(0, g.card[card, gem] - g.cards[seat, gem])
            g.gems[seat, gem] -= paid
            g.supply[gem] += paid
        g.points[seat] += g.card[card, GEMS]
        g.cards[seat, g.card[card, GEMS + 1]] += 1
        if place < PLACES:
            g.refill(place)
        else:
            for k in range(place - PLACES, KEPT - 1):
                g.kept[seat, k] = g.kept[seat, k + 1]
            g.kept[seat, KEPT - 1] = NONE

    def refill(g: State, place: int) -> None:
        g.market[place // SLOTS, place % SLOTS] = take(g, g.decks[place // SLOTS])

    def score(g: State, seat: int) -> int:
        return g.points[seat]

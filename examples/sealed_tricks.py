"""Sealed Tricks: bid in secret how many tricks you take, then take them.

Four suits of six cards, three deals. In each deal all players seal a bid, the bids are revealed
together, and tricks follow with a random trump suit. A met bid scores 10 points and one for each
trick; a missed bid loses the difference.
"""

from wistar_env.author import (
    NONE,
    SEAT,
    Actions,
    Declared,
    State,
    ask_sealed,
    cards,
    clear_sealed,
    deal_all,
    draw,
    end,
    field,
    next_seat,
    seal,
)

SUITS, RANKS, DEALS, BONUS = ("clubs", "diamonds", "hearts", "spades"), 6, 3, 10
CARDS, BIDS = len(SUITS) * RANKS, 7
DECK, PLAYED = -1, -2


class SealedTricks(Declared):
    """Sealed Tricks."""

    players = (3, 4)
    actions = {"play": [f"{1 + k} of {suit}" for suit in SUITS for k in range(RANKS)], "bid": BIDS}
    show_mover = True
    place = cards(CARDS, hidden=(DECK,), shown=(PLAYED,), where="may_hold")
    trick = field(SEAT, range=(NONE, CARDS - 1), show="onehot", meaning="cards in the trick")
    bids = field(SEAT, range=(NONE, BIDS - 1), show="onehot", sealed=CARDS)
    voids = field(SEAT, range=(0, 15), show="bits", meaning="suits that a seat has not followed")
    won = field(SEAT, range=(0, 6), meaning="tricks won")
    points = field(SEAT, range=(-6 * DEALS, 16 * DEALS))
    bidding = field(range=(0, 1), meaning="whether players bid")
    deal = field(range=(0, DEALS), meaning="deals before this one")
    leader = field(range=(0, 3), show="seat", meaning="who leads the trick")
    trump = field(range=(0, len(SUITS) - 1), show="onehot", meaning="the trump suit")

    def begin(g: State) -> None:
        g.start_deal()

    def hand_size(g: State) -> int:
        return 6 if g.seats == 3 else 5

    def may_hold(g: State, seat: int, card: int) -> bool:
        return (g.voids[seat] >> (card // RANKS)) & 1 == 0

    def start_deal(g: State) -> None:
        deal_all(g, g.place, g.hand_size(), DECK)
        g.trump = draw(g, len(SUITS))
        for seat in range(4):
            g.trick[seat], g.bids[seat], g.won[seat], g.voids[seat] = NONE, NONE, 0, 0
        g.leader = (g.deal + 1) % g.seats
        g.bidding = 1
        ask_sealed(g, (1 << g.seats) - 1, g.leader)

    def legal(g: State) -> Actions:
        if g.bidding:
            for bid in range(g.hand_size() + 1):
                yield CARDS + bid
            return
        lead, follows = g.trick[g.leader], False
        for card in range(CARDS):
            if lead != NONE and g.place[card] == g.mover and card // RANKS == lead // RANKS:
                follows = True
                yield card
        for card in range(CARDS):
            if not follows and g.place[card] == g.mover:
                yield card

    def apply(g: State, action: int) -> None:
        if g.bidding:
            if seal(g, action):
                for seat in range(g.seats):
                    g.bids[seat] = g.sealed_choice[seat] - CARDS
                clear_sealed(g)
                g.bidding, g.mover = 0, g.leader
            return
        seat, lead = g.mover, g.trick[g.leader]
        if lead != NONE and lead // RANKS != action // RANKS:
            g.voids[seat] |= 1 << (lead // RANKS)
        g.trick[seat], g.place[action] = action, PLAYED
        next_seat(g)
        if g.mover == g.leader:
            g.end_trick()

    def end_trick(g: State) -> None:
        lead, best, tricks = g.trick[g.leader] // RANKS, -1, 1
        for seat in range(g.seats):
            suit, worth = g.trick[seat] // RANKS, g.trick[seat] % RANKS
            if suit == g.trump:
                worth += 2 * RANKS
            elif suit == lead:
                worth += RANKS
            if worth > best:
                best, g.leader = worth, seat
            g.trick[seat] = NONE
            tricks += g.won[seat]
        g.won[g.leader] += 1
        g.mover = g.leader
        if tricks == g.hand_size():
            g.end_deal()

    def end_deal(g: State) -> None:
        for seat in range(g.seats):
            missed = abs(g.won[seat] - g.bids[seat])
            g.points[seat] += BONUS + g.won[seat] if missed == 0 else -missed
        g.deal += 1
        if g.deal == DEALS:
            end(g)
        else:
            g.start_deal()

    def score(g: State, seat: int) -> int:
        return g.points[seat]

    def sound(g: State) -> bool:
        left = g.hand_size() - sum(g.won)
        fine = g.leader < g.seats and g.deal < DEALS and left > 0
        fine = fine and (g.sealed_open != 0) == (g.bidding == 1)
        fine = fine and (left == g.hand_size() or not g.bidding)
        followed, ended, held = 0, False, 0
        for k in range(4):
            seat = (g.leader + k) % g.seats if k < g.seats else k
            card = g.trick[seat]
            ended = ended or card == NONE or k >= g.seats
            followed += not ended
            fine = fine and (card == NONE) == ended and (ended or g.place[card] == PLAYED)
            fine = fine and -6 * g.deal <= g.points[seat] <= 16 * g.deal
            fine = fine and (g.bids[seat] == NONE) == (g.bidding == 1 or k >= g.seats)
            held = 0
            for c in range(CARDS):
                held += g.place[c] == seat
                fine = fine and (g.place[c] != seat or g.may_hold(seat, c))
            fine = fine and held == (left - (not ended) if k < g.seats else 0)
            fine = fine and (k < g.seats or g.won[seat] == 0)
        return fine and (
            g.bidding or (followed < g.seats and g.mover == (g.leader + followed) % g.seats)
        )

"""A game of tricks: follow suit; the highest card of the suit that was led takes the trick."""

from wistar_env.author import NONE, SEAT, Actions, Declared, State, cards, end, field, next_seat

SUITS, RANKS, HAND = ("red", "green", "blue"), 6, 5
CARDS = len(SUITS) * RANKS
DECK, PLAYED = -1, -2


class Tricks(Declared):
    """Tricks."""

    players = (2, 3)
    actions = {"play": [f"{suit} {rank + 1}" for suit in SUITS for rank in range(RANKS)]}
    show_mover = True
    place = cards(CARDS, hidden=(DECK,), shown=(PLAYED,), each=HAND, where="may_hold")
    trick = field(SEAT, range=(NONE, CARDS - 1), start=NONE, show="onehot")
    void = field(SEAT, len(SUITS), range=(0, 1), meaning="suits that a seat did not follow")
    won = field(SEAT, range=(0, HAND), meaning="tricks won")
    leader = field(range=(0, 2), show="seat", meaning="who leads the trick")

    def may_hold(g: State, seat: int, card: int) -> bool:
        return g.void[seat, card // RANKS] == 0

    def legal(g: State) -> Actions:
        lead, follows = g.trick[g.leader], False
        for card in range(CARDS):
            if lead != NONE and g.place[card] == g.mover and card // RANKS == lead // RANKS:
                follows = True
                yield card
        for card in range(CARDS):
            if not follows and g.place[card] == g.mover:
                yield card

    def apply(g: State, action: int) -> None:
        lead = g.trick[g.leader]
        if lead != NONE and lead // RANKS != action // RANKS:
            g.void[g.mover, lead // RANKS] = 1
        g.trick[g.mover], g.place[action] = action, PLAYED
        next_seat(g)
        if g.mover == g.leader:
            g.end_trick()

    def end_trick(g: State) -> None:
        best, winner = g.trick[g.leader], g.leader
        for seat in range(g.seats):
            if g.trick[seat] > best and g.trick[seat] // RANKS == best // RANKS:
                best, winner = g.trick[seat], seat
            g.trick[seat] = NONE
        g.won[winner] += 1
        g.leader, g.mover = winner, winner
        if sum(g.won) == HAND:
            end(g)

    def score(g: State, seat: int) -> int:
        return g.won[seat]

    def sound(g: State) -> bool:
        fine, turns = g.leader < g.seats and sum(g.won) < HAND, 0
        for k in range(3):
            seat = (g.leader + k) % g.seats if k < g.seats else k
            card, held = g.trick[seat], 0
            fine = fine and (card == NONE or (g.place[card] == PLAYED and turns == k < g.seats))
            turns += card != NONE
            for c in range(CARDS):
                held += g.place[c] == seat
            left = HAND - sum(g.won) - (card != NONE) if k < g.seats else 0
            fine = fine and held == left and (k < g.seats or g.won[seat] == 0)
        return fine and turns < g.seats and g.mover == (g.leader + turns) % g.seats

"""Sealed Tricks, written by hand: bid in secret how many tricks you take, then take them.

Four suits of six cards, three deals. In each deal all players seal a bid, the bids are revealed
together, and tricks follow with a random trump suit. A met bid scores 10 points and one for each
trick, another one loses the difference.
"""

from functools import cache
from typing import Annotated, Any, Final, SupportsIndex, TypeAlias

import numpy as np

from wistar_env.compiled.jit import declare, unit
from wistar_env.compiled.records import record
from wistar_env.compiled.streams import FOR_GAME, below, following, stream
from wistar_env.compiled.types import ByteArray, Seed, ShortArray
from wistar_env.kit.bind import bind
from wistar_env.kit.common_fields import COMMON_FIELDS, NOBODY
from wistar_env.kit.game import FixedData, Game, GameSpec
from wistar_env.kit.layout import Layout, Section, layout_of
from wistar_env.kit.sealed import SEALED_FIELDS, ask_sealed, clear_sealed, seal

SUITS: Final = 4
RANKS: Final = 6
CARDS: Final = SUITS * RANKS
SEATS: Final = 4
DEALS: Final = 3
BIDS: Final = 7  # 0 to 6; action CARDS + bid
ACTIONS: Final = CARDS + BIDS
DECK: Final = 4  # places of cards: a seat, or
PLAYED: Final = 5
NONE: Final = -1
LOWEST: Final = -6 * DEALS
HIGHEST: Final = 16 * DEALS
TRIES: Final = 10000

STATE: Final = record(
    [
        *COMMON_FIELDS,
        *SEALED_FIELDS,
        ("place", np.int16, (CARDS,)),
        ("trick", np.int16, (SEATS,)),  # the card of each seat in this trick
        ("bids", np.int16, (SEATS,)),  # revealed ones
        ("won", np.int16, (SEATS,)),  # tricks
        ("voids", np.int16, (SEATS,)),  # a bit for each suit that a seat has shown not to have
        ("points", np.int16, (SEATS,)),
        ("bidding", np.int16),
        ("deal", np.int16),
        ("dealer", np.int16),
        ("leader", np.int16),
        ("trump", np.int16),
    ]
)
TABLES: Final = record([("bonus", np.int16)])
declare("sealed_tricks state", STATE)
declare("sealed_tricks tables", TABLES)
State: TypeAlias = Annotated[Any, "sealed_tricks state"]
Tables: TypeAlias = Annotated[Any, "sealed_tricks tables"]


@unit
def hand_size(g: State) -> int:
    """Return the number of cards that are dealt to each seat."""
    return 6 if g.seats == 3 else 5


@unit
def find_legal(t: Tables, g: State, legal: ShortArray) -> None:
    """Write the legal actions: how many, then their ids."""
    n = 0
    if g.finished == 0:
        if g.bidding == 1:
            for bid in range(hand_size(g) + 1):
                n += 1
                legal[n] = CARDS + bid
        else:
            lead = int(g.trick[int(g.leader)])
            for must_follow in range(1, -1, -1):
                if n == 0 and (must_follow == 0 or lead != NONE):
                    for card in range(CARDS):
                        if g.place[card] == g.mover and (
                            must_follow == 0 or card // RANKS == lead // RANKS
                        ):
                            n += 1
                            legal[n] = card
    legal[0] = n


@unit
def deal_cards(g: State) -> None:
    """Deal the cards, draw the trump suit and ask for bids."""
    x = g.rng
    for card in range(CARDS):
        dealt = card // hand_size(g)
        g.place[card] = dealt if dealt < g.seats else DECK
    for card in range(CARDS - 1, 0, -1):
        x = following(x)
        other = below(x, card + 1)
        place = g.place[card]
        g.place[card] = g.place[other]
        g.place[other] = place
    x = following(x)
    g.trump = below(x, SUITS)
    g.rng = x
    for seat in range(SEATS):
        g.trick[seat] = NONE
        g.bids[seat] = NONE
        g.won[seat] = 0
        g.voids[seat] = 0
    g.dealer = g.deal % int(g.seats)
    g.leader = (g.dealer + 1) % int(g.seats)
    g.bidding = 1
    ask_sealed(g, (1 << int(g.seats)) - 1, int(g.leader))


@unit
def begin(t: Tables, g: State, seed: Seed, legal: ShortArray) -> None:
    """Set up a game and go to its first decision."""
    g.rng = stream(seed, FOR_GAME)
    deal_cards(g)
    find_legal(t, g, legal)


@unit
def end_trick(t: Tables, g: State) -> None:
    """Give the trick to its winner, and end the deal after the last one."""
    best, winner = -1, 0
    lead = int(g.trick[int(g.leader)]) // RANKS
    for seat in range(int(g.seats)):
        card = int(g.trick[seat])
        suit = card // RANKS
        worth = card % RANKS
        if suit == g.trump:
            worth += 2 * RANKS
        elif suit == lead:
            worth += RANKS
        if worth > best:
            best, winner = worth, seat
        g.trick[seat] = NONE
    g.won[winner] += 1
    g.leader = winner
    g.mover = winner
    tricks = 0
    for seat in range(int(g.seats)):
        tricks += int(g.won[seat])
    if tricks == hand_size(g):
        for seat in range(int(g.seats)):
            if g.won[seat] == g.bids[seat]:
                g.points[seat] += t.bonus + g.won[seat]
            else:
                g.points[seat] -= abs(int(g.won[seat]) - int(g.bids[seat]))
        g.deal += 1
        if g.deal == DEALS:
            g.finished, g.mover = 1, NOBODY
        else:
            deal_cards(g)


@unit
def play_on(t: Tables, g: State, action: int, legal: ShortArray) -> None:
    """Play an action and go to the next decision."""
    g.decisions += 1
    if g.bidding == 1:
        if seal(g, action):
            for seat in range(int(g.seats)):
                g.bids[seat] = g.sealed_choice[seat] - CARDS
            clear_sealed(g)
            g.bidding = 0
            g.mover = g.leader
    else:
        seat = int(g.mover)
        lead = int(g.trick[int(g.leader)])
        if lead != NONE and lead // RANKS != action // RANKS:
            g.voids[seat] |= 1 << (lead // RANKS)
        g.trick[seat] = action
        g.place[action] = PLAYED
        g.mover = (seat + 1) % int(g.seats)
        if g.mover == g.leader:
            end_trick(t, g)
    find_legal(t, g, legal)


@unit
def score_game(t: Tables, g: State, scores: ShortArray) -> None:
    """Write the points of each seat as if the game ended now."""
    for seat in range(int(g.seats)):
        scores[seat] = g.points[seat]


@unit
def reshuffle_hidden(t: Tables, g: State, seat: int, rng: Seed) -> None:
    """Deal the unseen cards anew, such that nobody gets a suit that they have shown not to have."""
    x = rng
    for card in range(CARDS):  # begin with an order that depends on nothing hidden
        if g.place[card] != seat and g.place[card] != PLAYED:
            for other in range(card):
                if g.place[other] != seat and g.place[other] > g.place[card]:
                    if g.place[other] != PLAYED:
                        place = g.place[card]
                        g.place[card] = g.place[other]
                        g.place[other] = place
    for _ in range(TRIES):
        for card in range(CARDS - 1, -1, -1):
            if g.place[card] != seat and g.place[card] != PLAYED:
                unseen = 0  # at or before this card
                for other in range(card + 1):
                    if g.place[other] != seat and g.place[other] != PLAYED:
                        unseen += 1
                x = following(x)
                k = below(x, unseen)
                for other in range(card + 1):
                    if g.place[other] != seat and g.place[other] != PLAYED:
                        if k == 0:
                            place = g.place[card]
                            g.place[card] = g.place[other]
                            g.place[other] = place
                        k -= 1
        wrong = 0
        for card in range(CARDS):
            if g.place[card] < SEATS and g.place[card] != seat:
                wrong += (int(g.voids[int(g.place[card])]) >> (card // RANKS)) & 1
        if wrong == 0:
            break
    g.rng = x


@unit
def encode(t: Tables, g: State, viewer: int, out: ByteArray, size: int, limit: ByteArray) -> None:
    """Write the observation of a seat as counts; the viewer NOBODY sees everything."""
    for i in range(size):
        out[i] = 0
    seats = int(g.seats)
    first = max(0, viewer)
    out[0] = g.bidding
    out[1] = g.deal
    out[2 + int(g.trump)] = 1
    at = 2 + SUITS
    for card in range(CARDS):
        if g.place[card] == PLAYED:
            out[at + card] = 1
    at += CARDS
    for k in range(seats):
        seat = (first + k) % seats
        shown = seat == viewer or viewer == NOBODY
        for card in range(CARDS):
            if g.trick[seat] == card:
                out[at + k * CARDS + card] = 1
            if shown and g.place[card] == seat:
                out[at + (seats + k) * CARDS + card] = 1
    at += 2 * seats * CARDS
    for k in range(seats):
        seat = (first + k) % seats
        bid = int(g.bids[seat])
        if (
            g.bidding == 1
            and (seat == viewer or viewer == NOBODY)
            and (int(g.sealed_made) >> seat) & 1
        ):
            bid = int(g.sealed_choice[seat]) - CARDS
        if bid != NONE:
            out[at + k * BIDS + bid] = 1
        for suit in range(SUITS):
            out[at + seats * BIDS + k * SUITS + suit] = (int(g.voids[seat]) >> suit) & 1
        rest = at + seats * (BIDS + SUITS) + k
        out[rest] = g.won[seat]
        out[rest + seats] = g.points[seat] - LOWEST
        out[rest + 2 * seats] = seat == g.leader
        out[rest + 3 * seats] = seat == g.dealer
        out[rest + 4 * seats] = seat == g.mover


def bind_tables(tables: Any) -> Any:
    """Return the compiled functions and sizes of the game."""
    functions = {
        "begin": begin,
        "find_legal": find_legal,
        "play_on": play_on,
        "reshuffle_hidden": reshuffle_hidden,
        "score_game": score_game,
        "encode": encode,
    }
    sizes = {"columns": 1, "num_actions": ACTIONS, "max_seats": SEATS}
    sizes["max_observation"] = layout(SEATS).size
    return bind(functions, game=STATE, tables=tables, sizes=sizes)


@cache
def layout(num_players: int) -> Layout:
    """Return the layout of observations, in the order of ``encode``."""
    seen = Section("all", {"suit": SUITS, "card": CARDS, "seat": num_players, "bid": BIDS})
    seen.add("bidding", meaning="whether players bid")
    seen.add("deal", limit=DEALS, meaning="deals before this one")
    seen.add("trump", "suit", meaning="the trump suit")
    seen.add("played", "card", meaning="cards played in this deal")
    seen.add("trick", "seat", "card", meaning="the card of each seat in the trick")
    seen.add("hand", "seat", "card", meaning="your hand")
    seen.add("bid", "seat", "bid", meaning="the bids, or your sealed bid")
    seen.add("void", "seat", "suit", meaning="suits that a seat has not followed")
    seen.add("won", "seat", limit=6, meaning="tricks won")
    seen.add("points", "seat", limit=HIGHEST - LOWEST, meaning=f"points and {-LOWEST}")
    seen.add("leader", "seat", meaning="who leads the trick")
    seen.add("dealer", "seat", meaning="who dealt")
    seen.add("decides", "seat", meaning="who decides")
    return layout_of([("", seen)])


class SealedTricks(Game):
    """Sealed Tricks."""

    spec = GameSpec(
        name="sealed-tricks-by-hand",
        title="Sealed Tricks",
        rules_version=1,
        min_players=3,
        max_players=SEATS,
        record=STATE,
        record_ranges=(
            ("place", (0, PLAYED)),
            ("trick", (NONE, CARDS - 1)),
            ("bids", (NONE, BIDS - 1)),
            ("won", (0, 6)),
            ("voids", (0, 15)),
            ("points", (LOWEST, HIGHEST)),
            ("bidding", (0, 1)),
            ("deal", (0, DEALS)),
            ("dealer", (0, SEATS - 1)),
            ("leader", (0, SEATS - 1)),
            ("trump", (0, SUITS - 1)),
        ),
        num_actions=ACTIONS,
        score_columns=("total",),
        observation_layout=layout,
        open_data=FixedData(np.array([(10,)], TABLES), bind_tables).open,
    )

    def describe(self, action: SupportsIndex) -> str:
        """Return an action in words."""
        card = int(action)
        if card >= CARDS:
            return f"bid {card - CARDS}"
        return (
            f"play {card % RANKS + 1} of {('clubs', 'diamonds', 'hearts', 'spades')[card // RANKS]}"
        )

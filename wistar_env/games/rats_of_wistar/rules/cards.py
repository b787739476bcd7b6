"""Invention cards: decks, discard piles, the display, hands and play areas."""

from wistar_env.compiled.jit import inline, unit
from wistar_env.games.rats_of_wistar.rules import decisions
from wistar_env.games.rats_of_wistar.rules.events import fire
from wistar_env.games.rats_of_wistar.rules.rng import shuffle
from wistar_env.games.rats_of_wistar.rules.stack import pop, push_times, top
from wistar_env.games.rats_of_wistar.rules.state import (
    AGE_SHIFT,
    AT_DISCARDS,
    AT_ELSEWHERE,
    AT_HAND,
    AT_PLAY_AREA,
    NONE,
    OLDEST,
)
from wistar_env.games.rats_of_wistar.rules.types import Entry, Game, Tables
from wistar_env.games.rats_of_wistar.tables import codes
from wistar_env.games.rats_of_wistar.tables.limits import CARDS, DISPLAY

EVERYBODY = 15  # the bits of ``card_flags`` for all seats
PURGED = 2  # cards of each display row that a New Round Phase discards (ROUND-10)


@inline
def matches(t: Tables, card: int, filter_: int) -> bool:
    """Whether a card matches a FILTER code."""
    if filter_ == codes.FILTER_ANY:
        return True
    if filter_ in codes.TYPE_FILTERS:
        return bool(t.cards[card].type == filter_ - codes.TYPE_FILTERS[0])
    if filter_ in codes.TIER_FILTERS:
        return bool(t.cards[card].tier == filter_ - codes.TIER_FILTERS[0])
    if filter_ in codes.NO_SKILL_FILTERS:
        return bool(t.cards[card].icons[filter_ - codes.NO_SKILL_FILTERS[0]] == 0)
    return False


@inline
def age_of(g: Game, card: int) -> int:
    """Return the age of a card that some seat does not know; 0 if drawn from the present deck."""
    return (int(g.card_flags[card]) >> AGE_SHIFT) & OLDEST


@inline
def is_drawn_unseen(t: Tables, g: Game, card: int, tier: int) -> bool:
    """Whether a card of a tier is in a hand or on offer, and some seat does not know it."""
    if t.cards[card].tier != tier:
        return False
    if AT_HAND <= g.card_at[card] < AT_PLAY_AREA:
        return bool(g.card_flags[card] & EVERYBODY != EVERYBODY)
    for k in range(int(g.offered_size)):
        if g.offered[k] == card:
            return True
    return False


@unit
def age_unseen_cards(t: Tables, g: Game, tier: int) -> None:
    """Increase the ages of cards drawn unseen, which a newly shuffled deck lacks (GEN-11).

    Cards whose age exceeds the lowest unused age keep it, since ages only tell decks apart. If
    unseen cards are from more than eight decks, the two oldest decks share an age.
    """
    ages = 0
    for card in range(CARDS):
        if is_drawn_unseen(t, g, card, tier):
            ages |= 1 << age_of(g, card)
    free = 0
    while free < OLDEST and (ages >> free) & 1 == 1:
        free += 1
    for card in range(CARDS):
        if is_drawn_unseen(t, g, card, tier) and age_of(g, card) < free:
            g.card_flags[card] += 1 << AGE_SHIFT


@unit
def draw(t: Tables, g: Game, tier: int) -> int:
    """Draw and return the top card of a deck, after reshuffling the discards if it is empty.

    Return NONE if there are no discards either (GEN-10, AMB-03, AMB-68).
    """
    if g.deck_size[tier] == 0:
        n = int(g.discard_size[tier])
        for k in range(n):
            g.deck[tier, k] = g.discard[tier, k]
            g.card_at[g.discard[tier, k]] = AT_ELSEWHERE
        shuffle(g, g.deck[tier], n)
        g.deck_size[tier] = n
        g.discard_size[tier] = 0
        if n == 0:
            return NONE
        age_unseen_cards(t, g, tier)
    g.deck_size[tier] -= 1
    return int(g.deck[tier, g.deck_size[tier]])


@inline
def cards_left(g: Game, tier: int) -> int:
    """Return how many cards can be drawn: those in the deck and in its discard pile (GEN-10)."""
    return int(g.deck_size[tier] + g.discard_size[tier])


@unit
def discard(t: Tables, g: Game, card: int) -> None:
    """Put a card on the discard pile of its tier (CARD-17)."""
    tier = t.cards[card].tier
    g.discard[tier, g.discard_size[tier]] = card
    g.discard_size[tier] += 1
    g.card_at[card] = AT_DISCARDS
    g.card_flags[card] = 0


@inline
def recover(t: Tables, g: Game, card: int) -> None:
    """Remove a card from its discard pile, to be put into a hand."""
    tier = t.cards[card].tier
    n = int(g.discard_size[tier]) - 1
    for k in range(n):
        if g.discard[tier, k] == card:
            g.discard[tier, k] = g.discard[tier, n]
    g.discard_size[tier] = n


@unit
def add_to_hand(t: Tables, g: Game, seat: int, card: int, known: int) -> None:
    """Put a card into a hand; ``known``: its ``card_flags``, the seats that know it and its age."""
    p = g.players[seat]
    p.hand_advanced += t.cards[card].tier
    g.next[card] = p.hand
    p.hand = card
    p.hand_size += 1
    g.card_at[card] = AT_HAND + seat
    g.card_flags[card] = known


@unit
def take_card(t: Tables, g: Game, seat: int, card: int, known: int) -> None:
    """Put a card into a hand and let effects respond to it; do nothing if it is NONE (GEN-09)."""
    if card != NONE:
        add_to_hand(t, g, seat, card, known)
        fire(g, seat, codes.EVENT_TAKE_CARD, card, 1)


@unit
def draw_card(t: Tables, g: Game, seat: int, tier: int) -> None:
    """Take the top card of a deck, unseen by the others (BONUS-03)."""
    take_card(t, g, seat, draw(t, g, tier), 1 << seat)


@inline
def draw_cards(g: Game, seat: int, tier: int, n: int) -> None:
    """Push a step that takes ``n`` cards from the top of a deck one by one, unless ``n`` is 0."""
    if push_times(g, decisions.DRAW_CARDS, seat, n):
        top(g).tier = tier


@inline
def run_draw_cards(t: Tables, g: Game, e: Entry) -> None:
    """Draw one card; effects respond to it before the next card is drawn (CARD-E51)."""
    seat, tier = int(e.seat), int(e.tier)
    e.left -= 1
    if e.left == 0 or cards_left(g, tier) == 0:
        pop(g)
    draw_card(t, g, seat, tier)


@unit
def remove_from_hand(t: Tables, g: Game, seat: int, card: int) -> None:
    """Take a card out of a hand."""
    p = g.players[seat]
    p.hand_advanced -= t.cards[card].tier
    if p.hand == card:
        p.hand = g.next[card]
    else:
        before = p.hand
        while g.next[before] != card:
            before = g.next[before]
        g.next[before] = g.next[card]
    g.next[card] = NONE
    g.card_at[card] = AT_ELSEWHERE
    g.card_flags[card] &= EVERYBODY
    p.hand_size -= 1


@inline
def discard_from_hand(t: Tables, g: Game, seat: int, card: int) -> None:
    """Discard a card from a hand (CARD-17)."""
    remove_from_hand(t, g, seat, card)
    discard(t, g, card)


@inline
def add_to_play_area(g: Game, seat: int, card: int) -> None:
    """Put a card face up into a play area, after the cards already there."""
    p = g.players[seat]
    if p.played == NONE:
        p.played = card
    else:
        g.next[p.played_last] = card
    p.played_last = card
    g.next[card] = NONE
    g.card_at[card] = AT_PLAY_AREA + seat
    g.card_flags[card] = 0


@inline
def cards_in_hand(t: Tables, g: Game, seat: int, filter_: int) -> int:
    """Return how many cards in a hand match a FILTER."""
    n = 0
    card = int(g.players[seat].hand)
    while card != NONE:
        if matches(t, card, filter_):
            n += 1
        card = int(g.next[card])
    return n


@unit
def restore_display(t: Tables, g: Game) -> None:
    """Slide each display row right and refill it from the left (TURN-04, PROJ-04)."""
    for tier in range(2):
        free = DISPLAY - 1
        for slot in range(DISPLAY - 1, -1, -1):
            card = g.display[tier, slot]
            if card != NONE:
                g.display[tier, slot] = NONE
                g.display[tier, free] = card
                free -= 1
        while free >= 0:
            g.display[tier, free] = draw(t, g, tier)
            free -= 1


@inline
def purge_display(t: Tables, g: Game) -> None:
    """Discard the two rightmost cards of each display row, then restore it (ROUND-10, AMB-52)."""
    for tier in range(2):
        due = PURGED
        for slot in range(DISPLAY - 1, -1, -1):
            if due > 0 and g.display[tier, slot] != NONE:
                discard(t, g, int(g.display[tier, slot]))
                g.display[tier, slot] = NONE
                due -= 1
    restore_display(t, g)

"""Developing Projects, and effects that take or play cards from the display or a deck."""

from wistar_env.compiled.jit import inline
from wistar_env.games.rats_of_wistar.rules import actions as A
from wistar_env.games.rats_of_wistar.rules import decisions
from wistar_env.games.rats_of_wistar.rules.cards import (
    EVERYBODY,
    cards_left,
    discard,
    draw,
    draw_card,
    take_card,
)
from wistar_env.games.rats_of_wistar.rules.stack import offer, pop, push
from wistar_env.games.rats_of_wistar.rules.state import NONE
from wistar_env.games.rats_of_wistar.rules.types import Entry, Game, Legal, Tables
from wistar_env.games.rats_of_wistar.tables.limits import DISPLAY

PLACES = DISPLAY + 1  # the slots of a display row, and its deck in the last place


@inline
def take_from_display(t: Tables, g: Game, seat: int, tier: int, slot: int) -> None:
    """Take a face-up card; the gap stays until the end of the turn (PROJ-03, TURN-04)."""
    card = int(g.display[tier, slot])
    g.display[tier, slot] = NONE
    take_card(t, g, seat, card, EVERYBODY)


@inline
def projects_legal(t: Tables, g: Game, e: Entry, legal: Legal) -> None:
    """List PASS and the cards that the Project points left can pay for (PROJ-02, PROJ-03)."""
    offer(legal, A.PASS)
    for tier in range(2):
        if e.left > tier:
            for slot in range(DISPLAY):
                if g.display[tier, slot] != NONE:
                    offer(legal, A.TAKE + PLACES * tier + slot)
            if cards_left(g, tier) > 0:
                offer(legal, A.TAKE + PLACES * tier + DISPLAY)


@inline
def develop(t: Tables, g: Game, e: Entry, action: int) -> None:
    """Take a card for 1 Project point, or 2 if Advanced; PASS forgoes the rest (PROJ-01..04)."""
    seat = int(e.seat)
    tier = (action - A.TAKE) // PLACES
    slot = (action - A.TAKE) % PLACES
    e.left -= tier + 1
    if action == A.PASS or e.left == 0:
        pop(g)
    if action == A.PASS:
        return
    if slot < DISPLAY:
        take_from_display(t, g, seat, tier, slot)
    else:
        draw_card(t, g, seat, tier)


@inline
def take_type_legal(t: Tables, g: Game, e: Entry, legal: Legal) -> None:
    """List PASS and displayed cards of a type or, without any, the deck (CARD-E137, GEN-06)."""
    tier = int(e.tier)
    offer(legal, A.PASS)
    for slot in range(DISPLAY):
        card = int(g.display[tier, slot])
        if card != NONE and t.cards[card].type == e.type:
            offer(legal, A.TAKE + PLACES * tier + slot)
    if legal[0] == 1 and cards_left(g, tier) > 0:
        offer(legal, A.TAKE + PLACES * tier + DISPLAY)


@inline
def search_deck(t: Tables, g: Game, seat: int, tier: int, type_: int) -> None:
    """Draw until a card has the type; take that one and discard the others (CARD-E137)."""
    aside = NONE
    card = draw(t, g, tier)
    while card != NONE and t.cards[card].type != type_:
        g.next[card] = aside
        aside = card
        card = draw(t, g, tier)
    while aside != NONE:
        following = int(g.next[aside])
        g.next[aside] = NONE
        discard(t, g, aside)
        aside = following
    take_card(t, g, seat, card, EVERYBODY)


@inline
def take_type(t: Tables, g: Game, e: Entry, action: int) -> None:
    """Take one card of a type (CARD-E137)."""
    seat, type_, tier = int(e.seat), int(e.type), int(e.tier)
    pop(g)
    slot = (action - A.TAKE) % PLACES
    if action == A.PASS:
        return
    if slot < DISPLAY:
        take_from_display(t, g, seat, tier, slot)
    else:
        search_deck(t, g, seat, tier, type_)


@inline
def play_drawn_legal(t: Tables, g: Game, e: Entry, legal: Legal) -> None:
    """List PASS and the drawn cards, of which one may be played for free (CARD-E134)."""
    offer(legal, A.PASS)
    for k in range(int(g.offered_size)):
        offer(legal, A.PLAY + int(g.offered[k]))


@inline
def play_drawn(t: Tables, g: Game, e: Entry, action: int) -> None:
    """Play the chosen card without requirements; discard the other drawn cards (CARD-E134)."""
    seat = int(e.seat)
    pop(g)
    for k in range(int(g.offered_size)):
        card = int(g.offered[k])
        if A.PLAY + card != action:
            discard(t, g, card)
        g.card_flags[card] = 0
        g.offered[k] = NONE
    g.offered_size = 0
    if action != A.PASS:
        push(g, decisions.FINISH_PLAY, seat).card = action - A.PLAY

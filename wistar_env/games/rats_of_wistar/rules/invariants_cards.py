"""Invariants of every position for Inventions: conservation of cards, and derived values."""

from typing import Final

import numpy as np

from wistar_env.compiled.jit import inline
from wistar_env.compiled.scratch import zeros
from wistar_env.games.rats_of_wistar.rules import decisions
from wistar_env.games.rats_of_wistar.rules.state import (
    AGE_SHIFT,
    AT_BOT_PILE,
    AT_DISCARDS,
    AT_HAND,
    AT_PLAY_AREA,
    FLAG_USED,
    NONE,
    OLDEST,
)
from wistar_env.games.rats_of_wistar.rules.types import Game, Tables
from wistar_env.games.rats_of_wistar.tables import codes
from wistar_env.games.rats_of_wistar.tables.limits import CARDS, DISPLAY

_CARDS_AND_NONE: Final = CARDS + 1
_ICONS: Final = codes.SKILLS + 1


@inline
def cards_conserved(t: Tables, g: Game) -> bool:
    """Whether every Invention is in exactly one place."""
    seen = zeros(_CARDS_AND_NONE, np.int16)
    for tier in range(2):
        for k in range(int(g.deck_size[tier])):
            seen[g.deck[tier, k]] += 1
        for k in range(int(g.discard_size[tier])):
            seen[g.discard[tier, k]] += 1
        for slot in range(DISPLAY):
            seen[g.display[tier, slot]] += 1
        for pair in range(len(g.pairs)):
            seen[g.pairs[pair, tier]] += 1
    for k in range(int(g.offered_size)):
        seen[g.offered[k]] += 1
    for k in range(int(g.depth)):
        if g.stack[k].kind == decisions.FINISH_PLAY:
            seen[g.stack[k].card] += 1
    for seat in range(int(g.seats)):
        for first in (g.players[seat].hand, g.players[seat].played):
            card = int(first)
            while card != NONE:
                seen[card] += 1
                if seen[card] > 1:
                    return False
                card = int(g.next[card])
    for card in range(CARDS):
        if seen[card] + int(g.card_at[card] == AT_BOT_PILE) != 1:
            return False
    return True


@inline
def cards_found(g: Game) -> bool:
    """Whether ``card_at`` is right for the cards in discard piles, hands and play areas."""
    found = zeros(CARDS, np.uint8)
    for tier in range(2):
        for k in range(int(g.discard_size[tier])):
            found[g.discard[tier, k]] = AT_DISCARDS
    for seat in range(int(g.seats)):
        for first, at in ((g.players[seat].hand, AT_HAND), (g.players[seat].played, AT_PLAY_AREA)):
            card = int(first)
            while card != NONE:
                found[card] = at + seat
                card = int(g.next[card])
    for card in range(CARDS):
        if g.card_at[card] != found[card] and g.card_at[card] != AT_BOT_PILE:
            return False
    return True


@inline
def hand_counted(t: Tables, g: Game, seat: int) -> bool:
    """Whether ``hand_size`` and ``hand_advanced`` are the numbers of all and of Advanced cards."""
    p = g.players[seat]
    n, advanced = 0, 0
    card = int(p.hand)
    while card != NONE:
        n += 1
        advanced += int(t.cards[card].tier)
        card = int(g.next[card])
    return bool(n == p.hand_size and advanced == p.hand_advanced)


@inline
def icons_right(t: Tables, g: Game, seat: int) -> bool:
    """Whether icons are the sum over cards in play, Skill tokens and Heroes (CARD-09)."""
    p = g.players[seat]
    icons = zeros(_ICONS, np.int16)
    card = int(p.played)
    while card != NONE:
        for icon in range(codes.SKILLS + 1):
            icons[icon] += t.cards[card].icons[icon]
        card = int(g.next[card])
    for skill in range(codes.SKILLS):
        icons[skill] += (p.skill_tokens >> skill) & 1
        icons[t.heroes[skill].skill] += t.heroes[skill].icons * ((p.heroes >> skill) & 1)
    for icon in range(codes.SKILLS + 1):
        if icons[icon] != p.icons[icon]:
            return False
    return True


@inline
def card_counts_right(t: Tables, g: Game, seat: int) -> bool:
    """Whether cards in play are counted correctly by type, tier and timing."""
    p = g.players[seat]
    counts = zeros(11, np.int16)
    card = int(p.played)
    while card != NONE:
        counts[t.cards[card].type] += 1
        counts[3 + t.cards[card].tier] += 1
        counts[5 + t.cards[card].timing] += 1
        card = int(g.next[card])
    for k in range(3):
        if counts[k] != p.types[k]:
            return False
    for k in range(2):
        if counts[3 + k] != p.tiers[k]:
            return False
    for k in range(6):
        if counts[5 + k] != p.timings[k]:
            return False
    return True


@inline
def used_cards_in_play(g: Game) -> bool:
    """Whether 1x tokens lie only on cards in play."""
    tokens = 0
    for card in range(CARDS):
        tokens += int(g.card_flags[card] & FLAG_USED != 0)
    for seat in range(int(g.seats)):
        card = int(g.players[seat].played)
        while card != NONE:
            tokens -= int(g.card_flags[card] & FLAG_USED != 0)
            card = int(g.next[card])
    return tokens == 0


@inline
def ages_right(g: Game) -> bool:
    """Whether only cards in hands and on offer have an age (GEN-11)."""
    old = 0
    for card in range(CARDS):
        is_held = AT_HAND <= g.card_at[card] < AT_PLAY_AREA
        old += int(not is_held and (g.card_flags[card] >> AGE_SHIFT) & OLDEST != 0)
    for k in range(int(g.offered_size)):
        old -= int((g.card_flags[g.offered[k]] >> AGE_SHIFT) & OLDEST != 0)
    return old == 0

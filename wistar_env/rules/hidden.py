"""Determinizing: everything that one player cannot know is reshuffled consistently (GEN-11).

Known to everybody are cards taken face up while they are in a hand, Door bonuses that were
given, and tiles and cards that lie open. Rat-o-bot's next Exploration card is known by its back.
"""

import numpy as np

from wistar_env.rules import decisions
from wistar_env.rules.cards import add_to_hand, remove_from_hand
from wistar_env.rules.jit import inline, unit
from wistar_env.rules.limits import (
    BOT_ACTIONS,
    BOT_EXPLORATIONS,
    DOOR_TOKENS,
    GUESTS,
    MISSIONS,
    ROUNDS,
)
from wistar_env.rules.rng import random_below, shuffle
from wistar_env.rules.scratch import zeros
from wistar_env.rules.stack import top
from wistar_env.rules.state import NONE
from wistar_env.rules.types import Game, Seed, Tables


@inline
def pool_hand(t: Tables, g: Game, seat: int, owner: int, tier: int) -> int:
    """Move the cards of a hand that a seat does not know onto the deck; return how many."""
    n = 0
    card = int(g.players[owner].hand)
    while card != NONE:
        following = int(g.next[card])
        if t.cards[card].tier == tier and (g.card_flags[card] >> seat) & 1 == 0:
            remove_from_hand(g, owner, card)
            g.deck[tier, g.deck_size[tier]] = card
            g.deck_size[tier] += 1
            n += 1
        card = following
    return n


@inline
def offers_hidden(t: Tables, g: Game, seat: int, tier: int) -> bool:
    """Whether cards of a tier are on offer to somebody else (CARD-E134)."""
    return bool(g.offered_size > 0 and top(g).seat != seat and t.cards[g.offered[0]].tier == tier)


@inline
def reshuffle_cards(t: Tables, g: Game, seat: int, tier: int) -> None:
    """Deck, unknown cards of other hands, and cards on offer to others: one shuffled pool."""
    pooled = zeros(4, np.int16)
    for owner in range(int(g.seats)):
        if owner != seat:
            pooled[owner] = pool_hand(t, g, seat, owner, tier)
    offers = int(g.offered_size) if offers_hidden(t, g, seat, tier) else 0
    for k in range(offers):
        g.deck[tier, g.deck_size[tier]] = g.offered[k]
        g.deck_size[tier] += 1
    shuffle(g, g.deck[tier], int(g.deck_size[tier]))
    for k in range(offers):
        g.deck_size[tier] -= 1
        g.offered[k] = g.deck[tier, g.deck_size[tier]]
    for owner in range(int(g.seats)):
        for _ in range(int(pooled[owner])):
            g.deck_size[tier] -= 1
            add_to_hand(g, owner, int(g.deck[tier, g.deck_size[tier]]), 1 << owner)


@inline
def reshuffle_missions(t: Tables, g: Game) -> None:
    """Face-down Mission cards, those left out of the game included, by kind."""
    known = zeros(MISSIONS, np.int16)
    for place in range(MISSIONS):
        if g.mission_card[place] != NONE and g.mission_open[place] == 1:
            known[g.mission_card[place]] = 1
    for place in range(MISSIONS):
        if g.mission_card[place] != NONE and g.mission_open[place] == 0:
            kind = t.mission_kind[place]
            left = 0
            for card in range(MISSIONS):
                if known[card] == 0 and t.missions[card].kind == kind:
                    left += 1
            pick = random_below(g, left)
            for card in range(MISSIONS):
                if known[card] == 0 and t.missions[card].kind == kind:
                    if pick == 0:
                        g.mission_card[place] = card
                        known[card] = 1
                        break
                    pick -= 1


@inline
def reshuffle_doors(g: Game) -> None:
    """Face-down Door tokens, those left out of the game included."""
    tokens = zeros(DOOR_TOKENS, np.int16)
    n = 0
    for token in range(DOOR_TOKENS):
        if (g.doors_seen >> token) & 1 == 0:
            tokens[n] = token
            n += 1
    shuffle(g, tokens, n)
    for k in range(len(g.doors)):
        if g.doors[k] != NONE:
            n -= 1
            g.doors[k] = tokens[n]


@inline
def reshuffle_guests(t: Tables, g: Game, kind: int) -> None:
    """Face-down Guests of a kind: in rooms, in the supply, in the Round stack."""
    pool = zeros(GUESTS, np.int16)
    n = 0
    for k in range(int(g.supply_size[kind])):
        pool[n] = g.supply[kind, k]
        n += 1
    first = max(1, int(g["round"]))
    for r in range(first, ROUNDS):
        if t.round_stack[r] == kind:
            pool[n] = g.round_guests[r]
            n += 1
    for room in range(int(t.rooms)):
        if t.room_kind[room] == kind:
            for k in range(int(g.room_guests_size[room])):
                pool[n] = g.room_guests[room, k]
                n += 1
    shuffle(g, pool, n)
    for k in range(int(g.supply_size[kind])):
        n -= 1
        g.supply[kind, k] = pool[n]
    for r in range(first, ROUNDS):
        if t.round_stack[r] == kind:
            n -= 1
            g.round_guests[r] = pool[n]
    for room in range(int(t.rooms)):
        if t.room_kind[room] == kind:
            for k in range(int(g.room_guests_size[room])):
                n -= 1
                g.room_guests[room, k] = pool[n]


@inline
def reshuffle_objectives(g: Game, seat: int) -> None:
    """The Objective deck, and Objectives that somebody else is choosing from (CARD-E38)."""
    n = int(g.objective_deck_size)
    hidden = g.depth > 0 and top(g).kind == decisions.KEEP_OBJECTIVE and top(g).seat != seat
    if hidden:
        g.objective_deck[n] = top(g).a
        n += 1
        if top(g).b != NONE:
            g.objective_deck[n] = top(g).b
            n += 1
    shuffle(g, g.objective_deck, n)
    if hidden:
        top(g).a = g.objective_deck[n - 1]
        if top(g).b != NONE:
            top(g).b = g.objective_deck[n - 2]


@inline
def reshuffle_bot(g: Game) -> None:
    """Rat-o-bot's Action deck, and its Exploration deck below the visible top card."""
    first = int(g.bot.action_next)
    shuffle(g, g.bot.actions[first:], BOT_ACTIONS - first)
    below_top = int(g.bot.exploration_next) + 1
    if below_top < BOT_EXPLORATIONS - 1:
        shuffle(g, g.bot.explorations[below_top:], BOT_EXPLORATIONS - 1 - below_top)


@unit
def reshuffle_hidden(t: Tables, g: Game, seat: int, rng: Seed) -> None:
    """Reshuffle what a seat cannot know; the game goes on with a generator of its own."""
    g.rng = rng
    for tier in range(2):
        reshuffle_cards(t, g, seat, tier)
    reshuffle_missions(t, g)
    reshuffle_doors(g)
    for kind in range(2):
        reshuffle_guests(t, g, kind)
    reshuffle_objectives(g, seat)
    if g.solo == 1:
        reshuffle_bot(g)

"""Determinization: everything hidden from one player is resampled consistently (GEN-11).

Face-up tiles and cards, cards in hands that were taken face up, gained Door bonuses and the back of
Rat-o-bot's next Exploration card are public. Discards lie face up, so after they are reshuffled,
all players know which cards form the new deck, and which have stayed in hands.

A caller may know the seed and see the copy, so the copy must not depend on hidden information:
cards are sorted before shuffling, and vacated places are cleared.
"""

import numpy as np

from wistar_env.compiled.jit import inline, late_unit
from wistar_env.compiled.scratch import zeros
from wistar_env.compiled.types import Seed, ShortArray
from wistar_env.games.rats_of_wistar.rules import decisions
from wistar_env.games.rats_of_wistar.rules.cards import add_to_hand, age_of, remove_from_hand
from wistar_env.games.rats_of_wistar.rules.farm import face_down
from wistar_env.games.rats_of_wistar.rules.numbers import MOST_NUMBERS
from wistar_env.games.rats_of_wistar.rules.rng import random_below, shuffle
from wistar_env.games.rats_of_wistar.rules.stack import top
from wistar_env.games.rats_of_wistar.rules.state import AGE_SHIFT, AT_HAND, NONE, OLDEST
from wistar_env.games.rats_of_wistar.rules.types import Entry, Game, Tables
from wistar_env.games.rats_of_wistar.tables import codes
from wistar_env.games.rats_of_wistar.tables.limits import (
    BOT_ACTIONS,
    BOT_EXPLORATIONS,
    CARDS,
    DOOR_TOKENS,
    GUESTS,
    MAX_GUESTS_IN_ROOM,
    MAX_SEATS,
    MISSIONS,
    OBJECTIVES,
    ROUNDS,
    STACK,
)


@inline
def shuffle_sorted(g: Game, values: ShortArray, size: int, kinds: int) -> None:
    """Shuffle the first ``size`` values, after sorting them so that their old order has no effect.

    They must be distinct and below ``kinds``.
    """
    there = zeros(CARDS, np.uint8)
    for k in range(size):
        there[values[k]] = 1
    n = 0
    for value in range(kinds):
        if there[value] == 1:
            values[n] = value
            n += 1
    shuffle(g, values, size)


@inline
def is_unknown(t: Tables, g: Game, seat: int, tier: int, card: int) -> bool:
    """Whether a card has this tier and is unknown to a seat."""
    return bool(t.cards[card].tier == tier and (g.card_flags[card] >> seat) & 1 == 0)


@inline
def pool_hand(t: Tables, g: Game, seat: int, owner: int, tier: int, age: int) -> int:
    """Move cards of one age, unknown to a seat, from a hand to the deck; return their number.

    The deck has room for all cards of its tier.
    """
    n = 0
    card = int(g.players[owner].hand)
    while card != NONE:
        following = int(g.next[card])
        if is_unknown(t, g, seat, tier, card) and age_of(g, card) == age:
            remove_from_hand(t, g, owner, card)
            g.card_flags[card] = 0
            g.deck[tier, g.deck_size[tier]] = card
            g.deck_size[tier] += 1
            n += 1
        card = following
    return n


@inline
def offers_hidden(t: Tables, g: Game, seat: int, tier: int) -> bool:
    """Whether cards of a tier are being offered to another seat (CARD-E134)."""
    return bool(g.offered_size > 0 and top(g).seat != seat and t.cards[g.offered[0]].tier == tier)


@inline
def ages_unknown(t: Tables, g: Game, seat: int, tier: int) -> int:
    """Return a bit for age 0 and for each age of the cards of a tier that a seat does not know."""
    ages = 1  # the age of the present deck
    for owner in range(int(g.seats)):
        card = int(g.players[owner].hand)
        while card != NONE and owner != seat:
            if is_unknown(t, g, seat, tier, card):
                ages |= 1 << age_of(g, card)
            card = int(g.next[card])
    if offers_hidden(t, g, seat, tier):
        for k in range(int(g.offered_size)):
            ages |= 1 << age_of(g, int(g.offered[k]))
    return ages


@inline
def reshuffle_age(t: Tables, g: Game, seat: int, tier: int, age: int) -> None:
    """Reshuffle as one pool the unknown cards of one age that others hold or are offered.

    At age 0 the pool includes the present deck, from which these cards were drawn.
    """
    bottom = 0 if age == 0 else int(g.deck_size[tier])
    offered = 0
    if offers_hidden(t, g, seat, tier):
        for k in range(int(g.offered_size)):
            if age_of(g, int(g.offered[k])) == age:
                offered |= 1 << k
                g.card_flags[g.offered[k]] = 0
                g.deck[tier, g.deck_size[tier]] = g.offered[k]
                g.deck_size[tier] += 1
    pooled = zeros(MAX_SEATS, np.int16)
    for owner in range(int(g.seats)):
        if owner != seat:
            pooled[owner] = pool_hand(t, g, seat, owner, tier, age)
    shuffle_sorted(g, g.deck[tier, bottom:], int(g.deck_size[tier]) - bottom, CARDS)
    for k in range(int(g.offered_size)):
        if (offered >> k) & 1 == 1:
            g.deck_size[tier] -= 1
            g.offered[k] = g.deck[tier, g.deck_size[tier]]
            g.card_flags[g.offered[k]] = age << AGE_SHIFT
    for owner in range(int(g.seats)):
        for _ in range(int(pooled[owner])):
            g.deck_size[tier] -= 1
            card = int(g.deck[tier, g.deck_size[tier]])
            add_to_hand(t, g, owner, card, 1 << owner | age << AGE_SHIFT)


@inline
def reshuffle_cards(t: Tables, g: Game, seat: int, tier: int) -> None:
    """Reshuffle the cards that a seat does not know, separately for each deck of origin."""
    ages = ages_unknown(t, g, seat, tier)
    for age in range(OLDEST, -1, -1):
        if (ages >> age) & 1 == 1:
            reshuffle_age(t, g, seat, tier, age)


@inline
def unknown_age(t: Tables, g: Game, e: Entry, seat: int, tier: int) -> int:
    """Return the age of the card that was taken in an event, if a seat does not know the card.

    Return NONE for other entries, and for cards that are known or of another tier.
    """
    if e.kind != decisions.TRIGGER or e.event != codes.EVENT_TAKE_CARD:
        return NONE
    if e.argument == NONE or e.seat == seat or g.card_at[e.argument] != AT_HAND + e.seat:
        return NONE
    card = int(e.argument)
    return age_of(g, card) if is_unknown(t, g, seat, tier, card) else NONE


@inline
def is_in_event(g: Game, card: int) -> bool:
    """Whether a pending event is the taking of this card."""
    for k in range(int(g.depth)):
        e = g.stack[k]
        if e.kind == decisions.TRIGGER and e.event == codes.EVENT_TAKE_CARD:
            if e.argument == card:
                return True
    return False


@inline
def replace_unknown_card(t: Tables, g: Game, e: Entry, seat: int, tier: int, age: int) -> None:
    """Put an unknown card of this age into the event, if possible one that is in no other event."""
    unknown = NONE
    card = int(g.players[e.seat].hand)
    while card != NONE:
        if is_unknown(t, g, seat, tier, card) and age_of(g, card) == age:
            if unknown == NONE or is_in_event(g, unknown):
                unknown = card
        card = int(g.next[card])
    e.argument = unknown


@inline
def reshuffle_cards_and_events(t: Tables, g: Game, seat: int, tier: int) -> None:
    """Reshuffle the unknown cards of a tier, including those in pending events."""
    ages = zeros(STACK, np.int16)
    for k in range(int(g.depth)):
        ages[k] = unknown_age(t, g, g.stack[k], seat, tier)
    reshuffle_cards(t, g, seat, tier)
    for k in range(int(g.depth)):
        if ages[k] != NONE:
            g.stack[k].argument = NONE
    for k in range(int(g.depth)):
        if ages[k] != NONE:
            replace_unknown_card(t, g, g.stack[k], seat, tier, int(ages[k]))


@inline
def reshuffle_missions(t: Tables, g: Game) -> None:
    """Reshuffle face-down Mission cards by kind, including those left out of the game."""
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
    """Reshuffle face-down Door tokens, including those left out of the game."""
    tokens = zeros(DOOR_TOKENS, np.int16)
    n = 0
    for token in range(DOOR_TOKENS):
        if (g.doors_seen >> token) & 1 == 0:
            tokens[n] = token
            n += 1
    shuffle(g, tokens, n)
    for k in range(len(g.doors)):
        if face_down(g, k):
            n -= 1
            g.doors[k] = tokens[n]


@inline
def reshuffle_guests(t: Tables, g: Game, kind: int) -> None:
    """Reshuffle face-down Guests of a kind: in rooms, in the supply, in the Round stack."""
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
    shuffle_sorted(g, pool, n, GUESTS)
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
    """Reshuffle the Objective deck, with Objectives that another seat chooses from (CARD-E38)."""
    n = int(g.objective_deck_size)
    hidden = g.depth > 0 and top(g).kind == decisions.KEEP_OBJECTIVE and top(g).seat != seat
    if hidden:
        g.objective_deck[n] = top(g).objective
        n += 1
        if top(g).other_objective != NONE:
            g.objective_deck[n] = top(g).other_objective
            n += 1
    shuffle_sorted(g, g.objective_deck, n, OBJECTIVES)
    if hidden:
        top(g).objective = g.objective_deck[n - 1]
        if top(g).other_objective != NONE:
            top(g).other_objective = g.objective_deck[n - 2]


@inline
def same_floorplan(t: Tables, card: int, other: int) -> bool:
    """Whether two Exploration cards have the same back."""
    for place in range(MISSIONS):
        if t.bot_explorations[card].priority[place] != t.bot_explorations[other].priority[place]:
            return False
    return True


@inline
def reshuffle_explorations(t: Tables, g: Game) -> None:
    """Reshuffle Rat-o-bot's Exploration deck, keeping the top card's back and the last card."""
    first = int(g.bot.exploration_next)
    size = BOT_EXPLORATIONS - 1 - first
    back = int(g.bot.explorations[first])
    pile = g.bot.explorations[first:]
    shuffle_sorted(g, pile, size, BOT_EXPLORATIONS)
    k = 0
    while not same_floorplan(t, int(pile[k]), back):
        k += 1
    pile[0], pile[k] = pile[k], pile[0]


@inline
def reshuffle_bot(t: Tables, g: Game) -> None:
    """Reshuffle Rat-o-bot's Action deck and Exploration deck."""
    first = int(g.bot.action_next)
    shuffle_sorted(g, g.bot.actions[first:], BOT_ACTIONS - first, BOT_ACTIONS)
    reshuffle_explorations(t, g)


@inline
def wipe_out(values: ShortArray, size: int, end: int) -> None:
    """Clear the elements of an array above the top of its pile."""
    for k in range(size, end):
        values[k] = NONE


@inline
def wipe_out_traces(t: Tables, g: Game) -> None:
    """Clear where drawn or taken pieces and finished stack entries were."""
    for tier in range(2):
        for k in range(int(g.deck_size[tier]), len(g.deck[tier])):
            g.deck[tier, k] = 0
    for kind in range(2):
        wipe_out(g.supply[kind], int(g.supply_size[kind]), len(g.supply[kind]))
    for room in range(int(t.rooms)):
        wipe_out(g.room_guests[room], int(g.room_guests_size[room]), MAX_GUESTS_IN_ROOM)
    wipe_out(g.objective_deck, int(g.objective_deck_size), OBJECTIVES)
    wipe_out(g.offered, int(g.offered_size), len(g.offered))
    for k in range(int(g.depth), STACK):
        e = g.stack[k]
        e.kind = 0
        e.seat = 0
        e.act = 0
        for place in range(MOST_NUMBERS):
            e.numbers[place] = 0


@late_unit
def reshuffle_hidden(t: Tables, g: Game, seat: int, rng: Seed) -> None:
    """Resample everything hidden from a seat, and give the game a new random generator."""
    g.rng = rng
    for tier in range(2):
        reshuffle_cards_and_events(t, g, seat, tier)
    reshuffle_missions(t, g)
    reshuffle_doors(g)
    for kind in range(2):
        reshuffle_guests(t, g, kind)
    reshuffle_objectives(g, seat)
    if g.automata == 1:
        reshuffle_bot(t, g)
    wipe_out_traces(t, g)

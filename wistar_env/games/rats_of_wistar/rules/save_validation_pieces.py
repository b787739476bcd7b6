"""Places of pieces in a saved game: cards, tiles, tokens, Rat-o-bot's decks.

Functions ``wrong_...`` return the first piece or place with an error, or NONE. ``save_validation``
has checked the range of every number; what ``rules.invariants`` checks is not checked again.
"""

import numpy as np

from wistar_env.compiled.jit import inline
from wistar_env.compiled.scratch import zeros
from wistar_env.compiled.types import ShortArray
from wistar_env.games.rats_of_wistar.rules import decisions
from wistar_env.games.rats_of_wistar.rules.ratobot_pieces import RAT_O_BOT
from wistar_env.games.rats_of_wistar.rules.state import AT_BOT_PILE, NONE
from wistar_env.games.rats_of_wistar.rules.types import Game, Tables
from wistar_env.games.rats_of_wistar.tables import codes
from wistar_env.games.rats_of_wistar.tables.limits import (
    BOT_ACTIONS,
    BOT_EXPLORATIONS,
    CARDS,
    DISPLAY,
    GUESTS,
    HEROES,
    MAX_DOORS,
    MAX_SEATS,
    MISSION_ROWS,
    MISSIONS,
    OBJECTIVES,
    OBJECTIVES_SHOWN,
    ROUNDS,
    SECTORS,
    SPACES,
    TRACKS,
)

_PLACES = 16  # more than any pile that ``misplaced`` checks


@inline
def misplaced(values: ShortArray, size: int, end: int) -> int:
    """Return the first index at which a pile is wrong, or NONE.

    It must be a permutation of ``range(size)``, followed by NONE up to ``end``.
    """
    there = zeros(_PLACES, np.uint8)
    for k in range(end):
        value = int(values[k])
        if k >= size:
            if value != NONE:
                return k
        elif value < 0 or value >= size or there[value] == 1:
            return k
        else:
            there[value] = 1
    return NONE


@inline
def wrong_sector(t: Tables, g: Game) -> int:
    """Return a Sector with a Chief on an unused space, or with two Chiefs of a seat (WHEEL-02)."""
    for sector in range(SECTORS):
        there = 0
        for space in range(SPACES):
            seat = int(g.chiefs[sector, space])
            if seat != NONE:
                if space >= t.setup[g.seats].spaces[sector] or (there >> seat) & 1:
                    return sector
                there |= 1 << seat
    return NONE


@inline
def decks_right(t: Tables, g: Game) -> bool:
    """Whether Rat-o-bot's decks are complete, and the card that stays is the last one (BOT-04)."""
    actions = misplaced(g.bot.actions, BOT_ACTIONS, BOT_ACTIONS)
    explorations = misplaced(g.bot.explorations, BOT_EXPLORATIONS, BOT_EXPLORATIONS)
    if actions != NONE or explorations != NONE:
        return False
    return bool(t.bot_explorations[g.bot.explorations[BOT_EXPLORATIONS - 1]].last == 1)


@inline
def level_right(g: Game) -> bool:
    """Whether the level matches the Track cards (BOT-11)."""
    level = 0
    for symbol in range(TRACKS):
        level += int(g.options.tracks[symbol])
    return bool(g.options.level == (level if g.automata == 1 else 0))


@inline
def pile_right(g: Game) -> bool:
    """Whether the size of Rat-o-bot's pile matches its cards (BOT-45)."""
    pile = 0
    for card in range(CARDS):
        pile += int(g.card_at[card] == AT_BOT_PILE)
    return bool(g.bot.cards == pile and (g.automata == 1 or pile == 0))


@inline
def bot_has_cards(g: Game) -> bool:
    """Whether Rat-o-bot has something that only players may have (BOT-20, BOT-22)."""
    p = g.players[RAT_O_BOT]
    held = p.hand != NONE or p.played != NONE
    return bool(held or p.answerers != NONE or p.answerers_last != NONE or p.events != 0)


@inline
def wrong_card(t: Tables, g: Game) -> int:
    """Return a card that is in a deck, pile or row of the other tier."""
    for tier in range(2):
        for k in range(int(g.deck_size[tier])):
            if t.cards[g.deck[tier, k]].tier != tier:
                return int(g.deck[tier, k])
        for k in range(int(g.discard_size[tier])):
            if t.cards[g.discard[tier, k]].tier != tier:
                return int(g.discard[tier, k])
        for slot in range(DISPLAY):
            card = int(g.display[tier, slot])
            if card != NONE and t.cards[card].tier != tier:
                return card
        for pair in range(MAX_SEATS):
            card = int(g.pairs[pair, tier])
            if card != NONE and t.cards[card].tier != tier:
                return card
    for k in range(int(g.offered_size)):
        if t.cards[g.offered[k]].tier != t.cards[g.offered[0]].tier:
            return int(g.offered[k])
    return NONE


@inline
def wrong_pair(g: Game) -> int:
    """Return a starting pair that is incomplete, or that cannot exist in this round or game."""
    for pair in range(MAX_SEATS):
        gone = g["round"] > 0 or pair >= g.seats
        half = (g.pairs[pair, 0] == NONE) != (g.pairs[pair, 1] == NONE)
        if half or (gone and g.pairs[pair, 0] != NONE):
            return pair
    return NONE


@inline
def wrong_mission(t: Tables, g: Game) -> int:
    """Return a place with a wrong or missing card, cubes but no open card, or open but empty."""
    there = 0
    for place in range(MISSIONS):
        card = int(g.mission_card[place])
        if (card != NONE) != (t.setup[g.seats].mission[place] == 1):
            return place
        if card == NONE and g.mission_open[place] == 1:
            return place
        if card != NONE:
            if (there >> card) & 1 or t.missions[card].kind != t.mission_kind[place]:
                return place
            there |= 1 << card
        for row in range(MISSION_ROWS):
            if g.mission_cubes[place, row] != NONE and g.mission_open[place] == 0:
                return place
    return NONE


@inline
def wrong_door(t: Tables, g: Game) -> int:
    """Return a passage with a Door token that cannot be there."""
    there = 0
    for passage in range(MAX_DOORS):
        token = int(g.doors[passage])
        if token != NONE:
            if passage >= t.passages or t.setup[g.seats].door[passage] == 0:
                return passage
            if (there >> token) & 1:
                return passage
            there |= 1 << token
    return NONE


@inline
def wrong_guest(t: Tables, g: Game) -> int:
    """Return a Guest that is among those of the other kind."""
    for kind in range(2):
        for k in range(int(g.supply_size[kind])):
            if t.guests[g.supply[kind, k]].kind != kind:
                return int(g.supply[kind, k])
    for r in range(ROUNDS):
        if t.guests[g.round_guests[r]].kind != t.round_stack[r]:
            return int(g.round_guests[r])
    for room in range(int(t.rooms)):
        for k in range(int(g.room_guests_size[room])):
            if t.guests[g.room_guests[room, k]].kind != t.room_kind[room]:
                return int(g.room_guests[room, k])
    return NONE


@inline
def tiles_right(g: Game, seat: int) -> bool:
    """Whether ``cheese`` matches the Guests, and all Beds in rooms were built (EXPL-11)."""
    p = g.players[seat]
    cheeses = 0
    for k in range(int(p.guests_size)):
        cheeses += int(p.guests[k] >= GUESTS)
    return bool(cheeses == p.cheese and p.beds <= p.beds_built)


@inline
def wrong_objective(g: Game) -> int:
    """Return an Objective that is in no place, or in two."""
    found = zeros(OBJECTIVES, np.int16)
    for k in range(OBJECTIVES_SHOWN):
        found[g.objectives[k]] += 1
    for k in range(int(g.objective_deck_size)):
        found[g.objective_deck[k]] += 1
    for k in range(int(g.depth)):
        e = g.stack[k]
        if e.kind == decisions.KEEP_OBJECTIVE:
            found[e.objective] += 1
            if e.other_objective != NONE:
                found[e.other_objective] += 1
    for objective in range(OBJECTIVES):
        places = int(found[objective]) + ((int(g.objectives_gone) >> objective) & 1)
        for seat in range(int(g.seats)):
            places += (int(g.players[seat].private) >> objective) & 1
        if places != 1:
            return objective
    return NONE


@inline
def wrong_claim(t: Tables, g: Game) -> int:
    """Return an Objective whose count of claims is wrong, or exceeds its spaces (OBJ-03)."""
    for objective in range(OBJECTIVES):
        discs = 0
        for seat in range(int(g.seats)):
            discs += (int(g.players[seat].claims) >> objective) & 1
        if discs != g.objective_claims[objective]:
            return objective
        if discs > t.setup[g.seats].objective_spaces:
            return objective
    return NONE


@inline
def wrong_hero(g: Game) -> int:
    """Return a Hero that is nowhere, or in two places (ABILITY-13)."""
    for hero in range(HEROES):
        places = (int(g.heroes_left) >> hero) & 1
        for seat in range(int(g.seats)):
            places += (int(g.players[seat].heroes) >> hero) & 1
        if places != 1:
            return hero
    return NONE


@inline
def wrong_skill(g: Game) -> int:
    """Return a Skill token that is nowhere, or in two places (ABILITY-07)."""
    for skill in range(codes.SKILLS):
        places = (int(g.skills_left) >> skill) & 1
        for seat in range(int(g.seats)):
            places += (int(g.players[seat].skill_tokens) >> skill) & 1
        if places != 1:
            return skill
    return NONE


@inline
def play_area_ends_right(g: Game, seat: int) -> bool:
    """Whether ``played_last`` is the last card of a play area."""
    last = NONE
    card = int(g.players[seat].played)
    while card != NONE:
        last = card
        card = int(g.next[card])
    return bool(last == g.players[seat].played_last)


@inline
def knows_hand(g: Game, seat: int) -> bool:
    """Whether a seat knows the cards that it holds (GEN-11)."""
    card = int(g.players[seat].hand)
    while card != NONE:
        if (int(g.card_flags[card]) >> seat) & 1 == 0:
            return False
        card = int(g.next[card])
    return True

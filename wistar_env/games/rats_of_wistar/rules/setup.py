"""Setting up a game from a seed (SETUP, BOT-01 to BOT-08)."""

from wistar_env.compiled.jit import inline, unit
from wistar_env.games.rats_of_wistar.rules import decisions
from wistar_env.games.rats_of_wistar.rules.cards import draw
from wistar_env.games.rats_of_wistar.rules.ratobot_pieces import HUMAN, RAT_O_BOT
from wistar_env.games.rats_of_wistar.rules.rng import random_below, shuffle
from wistar_env.games.rats_of_wistar.rules.stack import push
from wistar_env.games.rats_of_wistar.rules.state import NONE, SOURCES
from wistar_env.games.rats_of_wistar.rules.types import Game, Tables
from wistar_env.games.rats_of_wistar.tables import codes
from wistar_env.games.rats_of_wistar.tables.limits import (
    BOT_ACTIONS,
    BOT_EXPLORATIONS,
    BOT_WORKERS,
    CARDS,
    CHEESES,
    CHIEFS,
    DISCS,
    DISPLAY,
    DOOR_TOKENS,
    GUEST_TILES,
    GUESTS,
    GUESTS_OF_KIND,
    HEROES,
    MAX_DOORS,
    MAX_GUESTS_IN_ROOM,
    MAX_ROOMS,
    MAX_SEATS,
    MISSION_ROWS,
    MISSIONS,
    OBJECTIVES,
    OBJECTIVES_SHOWN,
    ROUNDS,
    SECTORS,
    SPACES,
    TENTS,
    TRACKS,
)


@inline
def set_up_player(t: Tables, g: Game, seat: int) -> None:
    """Set up one player's pieces (SETUP-13..19)."""
    p = g.players[seat]
    p.vp = t.start_vp
    p.wood = t.start_wood
    p.metal = t.start_metal
    p.movement = t.start_movement
    p.entrance = t.start_entrance
    p.discs = DISCS
    p.chiefs = CHIEFS
    p.hand = NONE
    p.played = NONE
    p.played_last = NONE
    p.answerers = NONE
    p.answerers_last = NONE
    for k in range(TENTS):
        p.tents[k] = NONE
    for k in range(GUEST_TILES):
        p.guests[k] = NONE


@inline
def set_up_bot(t: Tables, g: Game) -> None:
    """Set up Rat-o-bot's pieces, its decks and its Skill tokens (BOT-02..08)."""
    p = g.players[RAT_O_BOT]
    p.wood = 0
    p.metal = 0
    p.movement = 0
    p.entrance = 0
    b = g.bot
    b.workers = BOT_WORKERS
    for k in range(BOT_ACTIONS):
        b.actions[k] = k
    shuffle(g, b.actions, BOT_ACTIONS)
    n = 0
    for k in range(BOT_EXPLORATIONS):
        if t.bot_explorations[k].last == 1:
            b.explorations[BOT_EXPLORATIONS - 1] = k
        else:
            b.explorations[n] = k
            n += 1
    shuffle(g, b.explorations, BOT_EXPLORATIONS - 1)
    skill = 0
    for symbol in range(TRACKS):
        for _ in range(int(t.track_tokens[symbol])):
            b.token_track[skill] = symbol
            skill += 1
    shuffle(g, b.token_track, codes.SKILLS)


@inline
def set_up_cards(t: Tables, g: Game) -> None:
    """Shuffle both decks; the display is laid out once hands are chosen (SETUP-21, SETUP-22)."""
    for card in range(CARDS):
        tier = t.cards[card].tier
        g.deck[tier, g.deck_size[tier]] = card
        g.deck_size[tier] += 1
        g.next[card] = NONE
    for tier in range(2):
        shuffle(g, g.deck[tier], int(g.deck_size[tier]))
        for slot in range(DISPLAY):
            g.display[tier, slot] = NONE
    for k in range(4):
        g.offered[k] = NONE


@inline
def set_up_wheel(t: Tables, g: Game) -> None:
    """Put all six Sectors on the wheel in random order (SETUP-01)."""
    for k in range(SECTORS):
        g.wheel[k] = k
        for space in range(SPACES):
            g.chiefs[k, space] = NONE
    shuffle(g, g.wheel, SECTORS)
    for k in range(MAX_SEATS * CHIEFS):
        g.hut[k] = NONE


@inline
def set_up_objectives(g: Game) -> None:
    """Show three Objectives; the others form a deck (SETUP-03)."""
    for k in range(OBJECTIVES):
        g.objective_deck[k] = k
    shuffle(g, g.objective_deck, OBJECTIVES)
    g.objective_deck_size = OBJECTIVES - OBJECTIVES_SHOWN
    for k in range(OBJECTIVES_SHOWN):
        g.objectives[k] = g.objective_deck[OBJECTIVES - 1 - k]


@inline
def deal_kind(t: Tables, g: Game, kind: int) -> int:
    """Return a random undealt Mission card of a kind; ``mission_open`` marks dealt ones."""
    left = 0
    for card in range(MISSIONS):
        if t.missions[card].kind == kind and g.mission_open[card] == 0:
            left += 1
    pick = random_below(g, left)
    for card in range(MISSIONS):
        if t.missions[card].kind == kind and g.mission_open[card] == 0:
            if pick == 0:
                g.mission_open[card] = 1
                return card
            pick -= 1
    return NONE


@inline
def set_up_missions(t: Tables, g: Game) -> None:
    """Put Mission cards face down into their rooms, by kind (SETUP-05)."""
    for place in range(MISSIONS):
        g.mission_card[place] = NONE
        for row in range(MISSION_ROWS):
            g.mission_cubes[place, row] = NONE
    for place in range(MISSIONS):
        if t.setup[g.seats].mission[place] == 1:
            g.mission_card[place] = deal_kind(t, g, int(t.mission_kind[place]))
    for place in range(MISSIONS):
        g.mission_open[place] = 0


@inline
def set_up_doors(t: Tables, g: Game) -> None:
    """Put random Door tokens face down on the passages of this player count (SETUP-08)."""
    for k in range(DOOR_TOKENS):
        g.doors[k] = k
    shuffle(g, g.doors, DOOR_TOKENS)
    n = 0
    for k in range(int(t.passages)):
        n += int(t.setup[g.seats].door[k])
    for k in range(MAX_DOORS - 1, -1, -1):
        if k < t.passages and t.setup[g.seats].door[k] == 1:
            n -= 1
            g.doors[k] = g.doors[n]
        else:
            g.doors[k] = NONE


@inline
def deal_guest(g: Game, kind: int) -> int:
    """Take the top tile of a shuffled supply stack."""
    g.supply_size[kind] -= 1
    guest = int(g.supply[kind, g.supply_size[kind]])
    g.supply[kind, g.supply_size[kind]] = NONE
    return guest


@inline
def set_up_guests(t: Tables, g: Game) -> None:
    """Deal Guests to rooms, Round stack and supply, Cheese to its room (SETUP-06, 07, 09..11)."""
    for kind in range(2):
        for k in range(GUESTS_OF_KIND):
            g.supply[kind, k] = NONE
    for guest in range(GUESTS):
        kind = t.guests[guest].kind
        g.supply[kind, g.supply_size[kind]] = guest
        g.supply_size[kind] += 1
    for kind in range(2):
        shuffle(g, g.supply[kind], int(g.supply_size[kind]))
    for r in range(ROUNDS):
        g.round_guests[r] = deal_guest(g, int(t.round_stack[r]))
    for room in range(MAX_ROOMS):
        for k in range(MAX_GUESTS_IN_ROOM):
            g.room_guests[room, k] = NONE
        for k in range(int(t.setup[g.seats].guests[room])):
            g.room_guests[room, k] = deal_guest(g, int(t.room_kind[room]))
            g.room_guests_size[room] += 1
    for k in range(CHEESES):
        g.cheese[k] = NONE
    g.cheese_size = t.setup[g.seats].cheeses
    for k in range(int(g.cheese_size)):
        g.cheese[int(g.cheese_size) - 1 - k] = GUESTS + k
    g.round_guest = g.round_guests[0]


@inline
def set_up_order(g: Game) -> None:
    """Draw a random turn order; in a solo game Rat-o-bot begins (SETUP-20, BOT-08)."""
    for k in range(MAX_SEATS):
        g.order[k] = k if k < g.seats else NONE
    if g.automata == 1:
        g.order[0] = RAT_O_BOT
        g.order[1] = HUMAN
    else:
        shuffle(g, g.order, int(g.seats))


@inline
def set_up_pairs(t: Tables, g: Game) -> None:
    """Deal starting pairs, chosen in reverse turn order; two in a solo game (SETUP-21, BOT-14)."""
    for pair in range(MAX_SEATS):
        for tier in range(2):
            g.pairs[pair, tier] = draw(t, g, tier) if pair < g.seats else NONE
    push(g, decisions.START_GAME, NONE)
    for position in range(int(g.seats)):
        seat = int(g.order[position])
        if g.automata == 0 or seat == HUMAN:
            push(g, decisions.CHOOSE_PAIR, seat)


@unit
def set_up(t: Tables, g: Game) -> None:
    """Set up a new game in a record.

    All its fields except ``seats``, ``automata``, ``options`` and ``rng`` must be 0.
    """
    for source in range(SOURCES):
        g.next_answerer[source] = NONE
    for seat in range(int(g.seats)):
        set_up_player(t, g, seat)
    g.heroes_left = (1 << HEROES) - 1
    g.skills_left = (1 << codes.SKILLS) - 1
    set_up_order(g)
    set_up_wheel(t, g)
    set_up_cards(t, g)
    set_up_objectives(g)
    set_up_missions(t, g)
    set_up_doors(t, g)
    set_up_guests(t, g)
    if g.automata == 1:
        set_up_bot(t, g)
    set_up_pairs(t, g)

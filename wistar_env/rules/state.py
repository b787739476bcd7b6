"""The state of a game: one NumPy record, ``GAME``, with one ``PLAYER`` record per seat.

A batch of N games is ``np.zeros(N, GAME)``; copying a game is an assignment, saving it is
``tobytes()``. In a solo game seat 0 is the human player and seat 1 is Rat-o-bot.

Hands and play areas are chains: ``players[s].hand`` is the first card, ``next[card]`` the one
after it, ``NONE`` (-1) the end. A card lies in one place only, so one ``next`` array serves all.
"""

from typing import Final

import numpy as np

from wistar_env.rules import limits
from wistar_env.tables import codes
from wistar_env.tables.layout import I, record

NONE: Final = codes.NONE

# Bits of ``card_flags``: the low four say which seats know the card while it is in a hand.
FLAG_BUSY: Final = 64  # its own trigger is being resolved and cannot fire again (AMB-18)
FLAG_USED: Final = 128  # carries a 1x token (FAST-05)

#: In EFFECT and TRIGGER entries, sources from here on are Guests; below are cards.
GUEST_SOURCE: Final = 200

# ``discounts[scope]``: the FILTER code of the cards it covers.
DISCOUNT_SCOPES: Final = 6
DISCOUNT_KINDS: Final = 4  # EITHER, WOOD, METAL, SKILL; see ``inventions.slot_of``

PLAYER = record(
    [
        ("vp", I),
        ("wood", I),
        ("metal", I),
        ("movement", I),
        ("wild", I),
        ("electricity", I),  # 0 none, 1 Basic, 2 Advanced
        ("workers", I, (3,)),  # by AREA
        ("entrance", I),  # Workers at the lair entrance
        ("beds", I),  # Bed tiles standing in rooms
        ("beds_built", I),  # Bed spaces uncovered
        ("rooms_dug", I),
        ("extra_rooms", I),
        ("explorer", I),  # location; 0 is the entrance
        ("tents", I, (limits.TENTS,)),  # rooms, NONE while unpitched
        ("cubes_gone", I),  # bit per ability space
        ("mission_cubes", I),
        ("discs", I),
        ("chiefs", I),  # still to place this round
        ("hand", I),
        ("hand_size", I),
        ("played", I),  # in order of acquisition
        ("played_last", I),
        ("icons", I, (codes.SKILLS + 1,)),
        ("types", I, (3,)),
        ("tiers", I, (2,)),
        ("timings", I, (6,)),
        ("guests", I, (limits.MAX_OWN_GUESTS,)),  # in order of acquisition
        ("guests_size", I),
        ("guest_kinds", I, (2,)),
        ("cheese", I),  # 1 = owns a Cheese
        ("doors", I),
        ("objectives", I),
        ("claims", I),  # bit per Objective
        ("private", I),  # bit per Objective only this player may claim
        ("skill_tokens", I),  # bit per skill
        ("heroes", I),
        ("immune", I),  # cards in play that shield from Aggressive effects
        ("bed_discount", I),
        ("dig_discount", I),
        ("movement_bonus", I),
        ("discounts", I, (DISCOUNT_SCOPES, DISCOUNT_KINDS)),
        ("events", np.int32),  # bit per EVENT that one of the player's permanent effects awaits
    ]
)

#: A pending decision or step: its kind (``rules.decisions``), who decides, and its numbers.
ENTRY = record(
    [("kind", I), ("seat", I), ("a", I), ("b", I), ("c", I), ("d", I), ("e", I), ("f", I)]
)

BOT = record(
    [
        ("cards", I),  # Inventions in its pile
        ("workers", I),  # in stock
        ("cubes", I),  # moved from its board to missions
        ("indices", I, (limits.TRACKS,)),  # difficulty index of each Track card, by symbol
        ("positions", I, (limits.TRACKS,)),
        ("token_track", I, (codes.SKILLS,)),  # which track carries each Skill token
        ("actions", I, (limits.BOT_ACTIONS,)),
        ("action_next", I),
        ("explorations", I, (limits.BOT_EXPLORATIONS,)),
        ("exploration_next", I),
    ]
)

GAME = record(
    [
        ("rng", np.uint64),
        ("seats", I),  # players, Rat-o-bot included
        ("solo", I),  # 1 = seat 1 is Rat-o-bot
        ("level", I),
        ("round", I),  # 0 during setup, then 1 to 5
        ("turn", I),  # turns begun in this round
        ("finished", I),
        ("decisions", np.int32),
        ("players", PLAYER, (limits.MAX_SEATS,)),
        ("bot", BOT),
        ("order", I, (limits.MAX_SEATS,)),  # seats in turn order
        ("hut", I, (limits.MAX_SEATS * limits.CHIEFS,)),  # seats of the Chiefs, left to right
        ("hut_size", I),
        ("wheel", I, (limits.SECTORS,)),  # Sector at each board position
        ("chiefs", I, (limits.SECTORS, limits.SPACES)),  # seat on each space of each Sector
        ("next", I, (limits.CARDS,)),
        ("card_flags", np.uint8, (limits.CARDS,)),
        ("deck", I, (2, 100)),  # by TIER; the top is the last
        ("deck_size", I, (2,)),
        ("discard", I, (2, 100)),
        ("discard_size", I, (2,)),
        ("display", I, (2, limits.DISPLAY)),  # slot 0 is the leftmost, next to the deck
        ("bot_pile", np.uint8, (limits.CARDS,)),  # 1 = in Rat-o-bot's pile
        ("pairs", I, (limits.MAX_SEATS, 2)),  # starting pairs: a Basic and an Advanced card
        ("offered", I, (4,)),  # cards drawn to choose one from
        ("offered_size", I),
        ("mission_card", I, (limits.MISSIONS,)),  # by place
        ("mission_open", I, (limits.MISSIONS,)),
        ("mission_cubes", I, (limits.MISSIONS, limits.MISSION_ROWS)),  # seat or NONE
        ("objectives", I, (limits.OBJECTIVES_SHOWN,)),
        ("objective_claims", I, (limits.OBJECTIVES,)),  # spaces taken
        ("objective_deck", I, (limits.OBJECTIVES,)),
        ("objective_deck_size", I),
        ("doors", I, (limits.MAX_DOORS,)),  # Door token on each passage
        ("doors_seen", I),  # bit per Door token whose bonus was public
        ("room_guests", I, (limits.MAX_ROOMS, limits.MAX_GUESTS_IN_ROOM)),
        ("room_guests_size", I, (limits.MAX_ROOMS,)),
        ("cheese", I, (limits.CHEESES,)),  # Guest ids; the top is the last
        ("cheese_size", I),
        ("supply", I, (2, limits.GUESTS_OF_KIND)),  # by KIND; the top is the last
        ("supply_size", I, (2,)),
        ("round_guests", I, (limits.ROUNDS,)),
        ("round_guest", I),  # face up, NONE when taken
        ("guest_busy", np.int32),  # bit per Guest whose trigger is being resolved
        ("heroes_left", I),  # bit per Hero
        ("skills_left", I),
        ("stack", ENTRY, (limits.STACK,)),
        ("depth", I),
    ]
)

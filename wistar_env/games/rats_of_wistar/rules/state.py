"""The state of a game: one NumPy record, ``GAME``, with one ``PLAYER`` record per seat.

A batch of N games is ``np.zeros(N, GAME)``; copying a game is an assignment, saving it is
``tobytes()``. In a solo game seat 0 is the human player and seat 1 is Rat-o-bot.

Hands and play areas are chains: ``players[s].hand`` is the first card, ``next[card]`` the one after
it, ``NONE`` (-1) the end. A card is in one place only, so one ``next`` array suffices. Cards and
Guests that respond to events are in a separate chain, ``next_answerer``.

Memory latency limits the speed of batches, and the encoder copies adjacent counts at once. So
fields of observations come first, with counts in the order of the observation.
"""

from typing import Final

import numpy as np

from wistar_env.compiled.records import name_places, offset, record
from wistar_env.games.rats_of_wistar.rules.numbers import MOST_NUMBERS, NAMED_PLACES
from wistar_env.games.rats_of_wistar.rules.options import OPTION_RECORD
from wistar_env.games.rats_of_wistar.tables import codes, limits
from wistar_env.games.rats_of_wistar.tables.layout import I
from wistar_env.kit.common_fields import COMMON_FIELDS

NONE: Final = codes.NONE

# Bits of ``card_flags``: the low four are the seats that know the card while it is in a hand. The
# next three are the age of a card unknown to some seat: 0 if it is from the present deck, more if
# the discards have been reshuffled since it was drawn (GEN-11).
AGE_SHIFT: Final = 4
OLDEST: Final = 7
FLAG_USED: Final = 128  # carries a 1x token (FAST-05)

# Codes of ``card_at``.
AT_ELSEWHERE: Final = 0  # in a deck, on display, on offer, in a starting pair, or entering play
AT_BOT_PILE: Final = 1
AT_DISCARDS: Final = 2
AT_HAND: Final = 3  # plus the seat
AT_PLAY_AREA: Final = 7  # plus the seat

#: Sources of effects with ids below this number are Inventions, the others Guests.
GUEST_SOURCE: Final = limits.CARDS
SOURCES: Final = GUEST_SOURCE + limits.GUEST_TILES

# ``discounts[scope, slot]``; scope: FILTER code of the cards covered, slot: kind of discount.
DISCOUNT_SCOPES: Final = len(codes.SCOPE_FILTERS)
SLOT_EITHER, SLOT_WOOD, SLOT_METAL, SLOT_SKILL = range(4)
DISCOUNT_KINDS: Final = 4

PLAYER = record(
    [
        # Counts, in the order of ``spaces.blocks``, so that few instructions copy all of them:
        ("chiefs", I),  # still to place this round
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
        ("mission_cubes", I),
        ("discs", I),
        ("hand_size", I),
        ("hand_advanced", I),  # how many of them are Advanced, as their backs show
        ("icons", I, (codes.SKILLS + 1,)),
        ("types", I, (3,)),
        ("tiers", I, (2,)),
        ("timings", I, (6,)),
        ("guest_kinds", I, (2,)),
        ("doors", I),
        ("immune", I),  # effects in play that shield from Aggressive ones
        ("bed_discount", I),
        ("dig_discount", I),
        ("movement_bonus", I),
        # Other fields:
        ("extra_rooms", I),
        ("guests_size", I),
        ("guests", np.int8, (limits.GUEST_TILES,)),  # in order of acquisition
        ("explorer", I),  # location; 0 is the entrance
        ("tents", I, (limits.TENTS,)),  # rooms, NONE while unpitched
        ("cubes_gone", I),  # bit per ability space
        ("claims", I),  # bit per Objective
        ("private", I),  # bit per Objective only this player may claim
        ("skill_tokens", I),  # bit per skill
        ("heroes", I),
        ("hand", I),
        ("played", I),  # in order of acquisition
        ("played_last", I),
        ("answerers", I),  # sources that respond to events, in order of acquisition
        ("answerers_last", I),
        ("cheese", I),  # 1 = owns a Cheese
        ("objectives", I),
        ("discounts", I, (DISCOUNT_SCOPES, DISCOUNT_KINDS)),
        ("events", np.int32),  # bit per EVENT to which one of the player's effects responds
    ]
)

#: A pending decision or step: its kind (``rules.decisions``), the deciding seat, its act
#: (see ``GAME["act"]``), and its numbers, which also have names (``rules.numbers``).
ENTRY = record([("kind", I), ("seat", I), ("act", I), ("numbers", I, (MOST_NUMBERS,))])
name_places(ENTRY, "numbers", NAMED_PLACES)

BOT_RECORD = record(
    [
        ("cards", I),  # Inventions in its pile
        ("workers", I),  # Workers in stock
        ("cubes", I),  # cubes moved from its board to missions
        ("positions", I, (limits.TRACKS,)),
        ("token_track", I, (codes.SKILLS,)),  # the track that has each Skill token
        ("actions", I, (limits.BOT_ACTIONS,)),
        ("action_next", I),
        ("explorations", I, (limits.BOT_EXPLORATIONS,)),
        ("exploration_next", I),
    ]
)

GAME = record(
    [
        # ``seats`` includes Rat-o-bot, which is counted in ``automata``; ``fault`` is a code of
        # ``rules.faults``.
        *COMMON_FIELDS,
        ("answers", I),  # responses of permanent and income effects since ``turn_began``
        ("turn_began", np.int32),  # number of decisions before this turn or New Round Phase
        ("act", I),  # index on the stack of the choice that led to all entries above it
        ("depth", I),  # number of stack entries
        ("options", OPTION_RECORD),
        ("round", I),  # 0 during setup, then 1 to 5
        ("turn", I),  # turns begun in this round
        ("order", I, (limits.MAX_SEATS,)),  # seats in turn order
        ("wheel", I, (limits.SECTORS,)),  # Sector at each board position
        ("round_guest", I),  # face up, NONE when taken
        ("round_guests", I, (limits.ROUNDS,)),
        ("mission_card", I, (limits.MISSIONS,)),  # by Mission place
        ("mission_open", I, (limits.MISSIONS,)),
        ("doors", I, (limits.MAX_DOORS,)),  # Door token on each passage
        ("doors_seen", I),  # bit per Door token whose bonus has become public
        ("room_guests_size", I, (limits.MAX_ROOMS,)),
        ("cheese", I, (limits.CHEESES,)),  # Guest ids; the top is the last
        ("cheese_size", I),
        ("objective_claims", I, (limits.OBJECTIVES,)),  # spaces taken
        ("objectives", I, (limits.OBJECTIVES_SHOWN,)),
        ("objective_deck_size", I),
        ("deck_size", I, (2,)),
        ("discard_size", I, (2,)),
        ("supply_size", I, (2,)),
        ("guests_gone", np.int32),  # bit per Guest tile discarded from a board
        ("objectives_gone", I),  # bit per Objective that was drawn and not kept
        ("heroes_left", I),  # bit per Hero
        ("skills_left", I),
        ("display", I, (2, limits.DISPLAY)),  # slot 0 is the leftmost, next to the deck
        ("offered_size", I),
        ("offered", I, (4,)),  # drawn cards from which to choose one
        ("hut_size", I),
        ("hut", I, (limits.MAX_SEATS * limits.CHIEFS,)),  # seats of the Chiefs, left to right
        ("chiefs", I, (limits.SECTORS, limits.SPACES)),  # seat on each space of each Sector
        ("mission_cubes", I, (limits.MISSIONS, limits.MISSION_ROWS)),  # seat or NONE
        ("bot", BOT_RECORD),
        ("card_at", np.uint8, (limits.CARDS,)),
        ("card_flags", np.uint8, (limits.CARDS,)),
        ("players", PLAYER, (limits.MAX_SEATS,)),
        ("next", I, (limits.CARDS,)),
        ("next_answerer", I, (SOURCES,)),
        ("stack", ENTRY, (limits.STACK,)),
        ("deck", np.uint8, (2, 100)),  # by TIER; the top is the last
        ("discard", np.uint8, (2, 100)),
        ("pairs", I, (limits.MAX_SEATS, 2)),  # starting pairs: a Basic and an Advanced card
        ("objective_deck", I, (limits.OBJECTIVES,)),
        ("room_guests", I, (limits.MAX_ROOMS, limits.MAX_GUESTS_IN_ROOM)),
        ("supply", I, (2, limits.GUESTS_OF_KIND)),  # by KIND; the top is the last
    ]
)

#: The fields that nearly every decision and observation reads: the first bytes of a game, and
#: those of each seat, which come next.
BOARD_BYTES: Final = offset(GAME, "players")
SEAT_BYTES: Final = PLAYER.itemsize

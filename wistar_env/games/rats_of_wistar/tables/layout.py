"""The tables that the compiled rules read: one NumPy record with everything printed on the pieces.

``tables.load`` fills ``TABLES`` from the data folder, and the rules take it as an argument, so
another folder needs no recompilation. Every number is a signed 16-bit integer; ``NONE`` (-1) stands
for "no such thing".
"""

import numpy as np

from wistar_env.compiled.records import record
from wistar_env.games.rats_of_wistar.tables import codes, limits

_FACES = limits.MAX_SEATS + 1


I = np.int16  # noqa: E741

#: A row of an effect. An effect line is the rows ``start`` to ``end - 1`` of ``TABLES["ops"]``.
OPS = record(
    [
        ("op", I),
        ("a", I),
        ("b", I),
        ("c", I),
        ("per", I),  # COUNT code that multiplies the amount, or NONE
        ("skip", I),  # number of rows in the body of a guard
    ]
)

#: What must be paid, and what must be owned (CARD-02, CARD-03, MISSION-03).
REQUIREMENT = record(
    [
        ("wood", I),
        ("metal", I),
        ("movement", I),
        ("items", I),  # Wood, Metal and cards from the hand, in any combination
        ("cards", I),  # number of cards discarded from the hand
        ("skills", I, (codes.SKILLS,)),
        ("need_count", I, (limits.NEEDS,)),  # COUNT code or NONE
        ("need_amount", I, (limits.NEEDS,)),
    ]
)

CARD = record(
    [
        ("type", I),
        ("tier", I),
        ("timing", I),
        ("vp", I),
        ("icons", I, (codes.SKILLS + 1,)),
        ("requirement", REQUIREMENT),
        ("start", I),
        ("end", I),
    ]
)

#: Guests 0-24, then the Cheese tiles, which are Basement Guests without effect (GUEST-03).
GUEST = record([("kind", I), ("timing", I), ("vp", I), ("start", I), ("end", I)])

MISSION_ROW = record(
    [
        ("requirement", REQUIREMENT),
        ("start", I),
        ("end", I),
        ("needs_lock", I),  # 0 = none
        ("gives_lock", I),
    ]
)

MISSION = record(
    [
        ("kind", I),
        ("start", I),  # reveal bonus
        ("end", I),
        ("rows", MISSION_ROW, (limits.MISSION_ROWS,)),
    ]
)

OBJECTIVE = record(
    [
        ("count", I),
        ("spaces", I, (limits.OBJECTIVE_SPACES,)),
        ("vp", I),  # the unconditional VP of the bonus, which is all that Rat-o-bot gets (BOT-80)
        ("start", I),
        ("end", I),
    ]
)

HERO = record([("skill", I), ("icons", I)])

ABILITY = record(
    [
        ("colour", I),
        ("vp", I),
        ("items", I),  # price in items of removing the cube
        ("pair", I),  # the other ability space of its pair, or NONE
        ("pair_vp", I),
        ("start", I),
        ("end", I),
    ]
)

SPACE = record([("bonus", I, (limits.BONUSES_PER_SPACE,))])

#: Values that depend on the number of seats (indices 2, 3 and 4 are used; solo uses 2).
SETUP = record(
    [
        ("objective_spaces", I),
        ("cheeses", I),
        ("spaces", I, (limits.SECTORS,)),  # number of action spaces of each Sector
        ("space", SPACE, (limits.SECTORS, limits.SPACES)),  # outermost first
        ("door", I, (limits.MAX_DOORS,)),  # 1 = the passage gets a Door token
        ("mission", I, (limits.MISSIONS,)),  # 1 = the place gets a Mission card
        ("guests", I, (limits.MAX_ROOMS,)),  # number of face-down Guests in each room
    ]
)

BOT_ACTION = record(
    [
        ("main", I),  # the Main action to whose Sector the Chief goes, or NONE for the Hut
        ("worker", I),
        ("skill", I),  # Skill of the track to advance in the Hut (BOT-47)
        ("bonus", I, (limits.BOT_BONUSES,)),  # BOT_BONUS code or NONE, top to bottom
        ("bonus_skill", I, (limits.BOT_BONUSES,)),
    ]
)

BOT_EXPLORATION = record(
    [
        ("last", I),  # 1 = the card that stays, with a different back (BOT-04)
        ("step", I, (limits.MAX_ROOMS, limits.BOT_STEPS)),  # BOT_STEP code or NONE
        ("to", I, (limits.MAX_ROOMS, limits.BOT_STEPS)),  # target room of a move
        # Floorplan: rank of each Mission place, 0 is the best; MISSIONS for places not on it.
        ("priority", I, (limits.MISSIONS,)),
    ]
)

TRACK_SPACE = record([("vp", I), ("effect", I), ("arg", I), ("start", I), ("end", I)])

TRACK = record([("overflow", I), ("spaces", TRACK_SPACE, (limits.TRACK_SPACES,))])

TABLES = record(
    [
        ("cards", CARD, (limits.CARDS,)),
        ("guests", GUEST, (limits.GUEST_TILES,)),
        ("missions", MISSION, (limits.MISSIONS,)),
        ("objectives", OBJECTIVE, (limits.OBJECTIVES,)),
        ("heroes", HERO, (limits.HEROES,)),
        ("abilities", ABILITY, (limits.ABILITIES,)),
        ("door_start", I, (limits.DOOR_TOKENS,)),  # effect of each Door token
        ("door_end", I, (limits.DOOR_TOKENS,)),
        ("rooms", I),  # number of locations on the Farm, including the entrance (location 0)
        ("room_kind", I, (limits.MAX_ROOMS,)),  # KIND of each room, NONE for the entrance
        ("cheese_room", I),
        ("passages", I),
        ("passage_a", I, (limits.MAX_DOORS,)),
        ("passage_b", I, (limits.MAX_DOORS,)),
        ("mission_room", I, (limits.MISSIONS,)),  # room of each place for a Mission card
        ("mission_kind", I, (limits.MISSIONS,)),  # KIND of the card in each place
        ("main_at", I, (limits.SECTORS,)),  # Main action at each board position, clockwise
        ("main_area", I, (limits.SECTORS,)),  # Area of each Main action
        ("bed_vp", I, (limits.BEDS + 1,)),
        ("room_vp", I, (limits.UNDERGROUND_TILES + 1,)),
        ("setup", SETUP, (_FACES,)),
        ("start_vp", I),
        ("start_wood", I),
        ("start_metal", I),
        ("start_movement", I),
        ("start_entrance", I),  # Workers at the lair entrance
        ("round_stack", I, (limits.ROUNDS,)),  # KIND of the Guest of each round
        ("bot_cube_vp", I, (limits.BOT_CUBES + 1,)),
        ("bot_actions", BOT_ACTION, (limits.BOT_ACTIONS,)),
        ("bot_explorations", BOT_EXPLORATION, (limits.BOT_EXPLORATIONS,)),
        ("tracks", TRACK, (limits.TRACKS, limits.TRACK_INDICES)),  # by TYPE of the symbol, by index
        ("track_tokens", I, (limits.TRACKS,)),  # Skill tokens on the track of a symbol
        ("ops", OPS, (limits.EFFECT_ROWS,)),
    ]
)

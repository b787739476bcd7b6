"""The blocks of an observation, declared once: contents, sizes and scales.

They determine the offsets of the compiled encoder, the layouts of ``spaces.observation``, and the
table in the documentation. A layout has one *common* section, in a solo game one *bot* section, and
one *seat* section for each seat. The state vector ends with a *hidden* section.

A block may name the field that it copies, and a block of one number may have a compiled function of
game and seat (in the common section, of game and viewer): ``declared_blocks`` writes both. All
other blocks have a line in ``spaces.encode`` or ``encode_seat``.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from wistar_env.games.rats_of_wistar.rules import decisions
from wistar_env.games.rats_of_wistar.rules.counts import free_rooms
from wistar_env.games.rats_of_wistar.spaces import alternatives
from wistar_env.games.rats_of_wistar.tables import codes, limits
from wistar_env.kit.layout import Section

#: Raise it with every change of a layout; checkpoints and saved observations contain it.
OBS_VERSION: Final = 3

#: Maximum number of alternatives in a choice among effects.
OPTIONS: Final = 4

#: Observations show only the first numbers of a stack entry (``rules.numbers``), at most this many.
PLACES_SHOWN: Final = 4

#: The axes of blocks and their lengths.
AXES: Final[Mapping[str, int]] = MappingProxyType(
    {
        "ability": limits.ABILITIES,
        "action card": limits.BOT_ACTIONS,
        "area": 3,
        "board position": limits.SECTORS + 1,
        "bonus": len(codes.names("BONUS")),
        "card": limits.CARDS,
        "cheese": limits.CHEESES,
        "decision": decisions.CHOICES,
        "door token": limits.DOOR_TOKENS,
        "exploration card": limits.BOT_EXPLORATIONS,
        "guest": limits.GUEST_TILES,
        "hero": limits.HEROES,
        "hut place": limits.MAX_SEATS * limits.CHIEFS,
        "icon": codes.SKILLS + 1,
        "index": limits.TRACK_INDICES,
        "kind": 2,
        "mission": limits.MISSIONS,
        "number": PLACES_SHOWN,
        "objective": limits.OBJECTIVES,
        "op": alternatives.ROOM,
        "option": OPTIONS,
        "passage": limits.MAX_DOORS,
        "place": limits.MISSIONS,
        "position": limits.SECTORS,
        "room": limits.MAX_ROOMS,
        "round": limits.ROUNDS + 1,
        "row": limits.MISSION_ROWS,
        "seat offset": limits.MAX_SEATS,
        "sector": limits.SECTORS,
        "skill": codes.SKILLS,
        "space": limits.SPACES,
        "tier": 2,
        "timing": 6,
        "track": limits.TRACKS,
        "track space": limits.TRACK_SPACES,
        "turn place": limits.MAX_SEATS,
        "type": 3,
    }
)


COMMON: Final = Section("common", AXES)
BOT: Final = Section("bot", AXES)
SEAT: Final = Section("seat", AXES)
HIDDEN: Final = Section("hidden", AXES)

_common, _bot, _seat, _hidden = COMMON.add, BOT.add, SEAT.add, HIDDEN.add

DECISION: Final = _common("decision", "decision", meaning="kind of the current decision")
NUMBERS: Final = _common(
    "numbers",
    "number",
    limit=16,
    meaning="numbers that describe the current decision (see below), if the observing seat decides",
)
CHIEF_AT: Final = _common(
    "chief_at",
    "board position",
    meaning="position of the current turn's Chief; the last position is the Alchemist's Hut",
)
MAIN_DUE: Final = _common("main_due", meaning="the Main action of the current turn is still due")
BONUS_DUE: Final = _common(
    "bonus_due", "bonus", limit=2, meaning="Bonus actions of the current turn that are still due"
)
ALTERNATIVES: Final = _common(
    "alternatives",
    "option",
    "op",
    limit=6,
    meaning="amount of each op, such as 2 for `wood 2`, in each effect that the observing seat may "
    "choose or buy",
)
RESOLVING: Final = _common(
    "resolving", "card", meaning="Inventions being played, or whose effect is being carried out"
)
OFFERED: Final = _common(
    "offered", "card", meaning="Inventions drawn to choose from, if the observing seat decides"
)
OFFERED_OBJECTIVES: Final = _common(
    "offered_objectives", "objective", meaning="Objectives of which the observing seat keeps one"
)
FINISHED: Final = _common("finished", meaning="the game is over")
ROUND: Final = _common("round", "round", meaning="the round; 0 while starting hands are chosen")
TURN: Final = _common(
    "turn",
    limit=limits.MAX_SEATS * limits.CHIEFS,
    meaning="turns begun in this round",
    field="turn",
)
WHEEL: Final = _common("wheel", "position", "sector", meaning="the Sector at each Main action")
ROUND_GUEST: Final = _common("round_guest", "guest", meaning="the face-up Guest of the round")
ROUND_GUESTS_SHOWN: Final = _common(
    "round_guests_shown", "guest", meaning="Guests of the Round stack revealed so far"
)
DISPLAY: Final = _common(
    "display",
    "card",
    limit=limits.DISPLAY,
    meaning="the card's slot in the display; slot 1 is next to the deck",
)
DISCARDS: Final = _common(
    "discards", "card", limit=2, meaning="2 if on a discard pile, 1 if in Rat-o-bot's pile"
)
USED: Final = _common(
    "used", "card", meaning="the Invention has a 1x token: its 1x effect was used in this round"
)
PAIRS: Final = _common(
    "pairs",
    "card",
    limit=limits.MAX_SEATS,
    meaning="the card's starting pair, numbered from 1, until a player chooses it",
)
DECKS: Final = _common(
    "decks", "tier", limit=100, meaning="cards left in the deck", field="deck_size"
)
DISCARDED: Final = _common(
    "discarded", "tier", limit=100, meaning="cards on the discard pile", field="discard_size"
)
OBJECTIVES: Final = _common(
    "objectives",
    "objective",
    limit=limits.OBJECTIVES_SHOWN,
    meaning="place of a face-up Objective, from 1",
)
CLAIMS: Final = _common(
    "claims",
    "objective",
    limit=limits.OBJECTIVE_SPACES,
    meaning="spaces of the Objective that carry a disc",
    field="objective_claims",
)
SPACES_LEFT: Final = _common(
    "spaces_left",
    "objective",
    limit=limits.OBJECTIVE_SPACES,
    meaning="free spaces of a face-up Objective",
)
OBJECTIVE_DECK: Final = _common(
    "objective_deck",
    limit=limits.OBJECTIVES,
    meaning="cards left in the deck of Objectives",
    field="objective_deck_size",
)
OBJECTIVES_GONE: Final = _common(
    "objectives_gone", "objective", meaning="Objectives that were drawn and not kept"
)
MISSIONS: Final = _common(
    "missions", "place", "mission", meaning="the face-up Mission card in each place"
)
FACE_DOWN: Final = _common("face_down", "place", meaning="a face-down Mission card lies here")
DOORS: Final = _common("doors", "passage", meaning="a Door token closes this passage")
DOORS_SEEN: Final = _common(
    "doors_seen", "door token", meaning="Door tokens that players have turned up"
)
ROOM_GUESTS: Final = _common(
    "room_guests",
    "room",
    limit=limits.MAX_GUESTS_IN_ROOM,
    meaning="face-down Guests",
    field="room_guests_size",
)
CHEESES: Final = _common("cheeses", "cheese", meaning="the Cheese is still in the Farm")
SUPPLY: Final = _common(
    "supply",
    "kind",
    limit=limits.GUESTS_OF_KIND,
    meaning="Guests in the supply",
    field="supply_size",
)
GUESTS_GONE: Final = _common("guests_gone", "guest", meaning="Guests discarded from boards")
HEROES_LEFT: Final = _common("heroes_left", "hero", meaning="the Hero is available")
SKILLS_LEFT: Final = _common("skills_left", "skill", meaning="the Skill token is available")

TRACKS: Final = _bot("tracks", "track", "index", meaning="difficulty index of each Track card")
POSITIONS: Final = _bot("positions", "track", "track space", meaning="space of each track's cube")
TOKENS: Final = _bot("tokens", "skill", "track", meaning="the track that has each Skill token")
PILE: Final = _bot("pile", limit=60, meaning="Inventions in Rat-o-bot's pile", field="cards")
STOCK: Final = _bot(
    "stock",
    limit=limits.BOT_WORKERS,
    meaning="Workers that Rat-o-bot can still place",
    field="workers",
)
CUBES: Final = _bot(
    "cubes", limit=limits.BOT_CUBES, meaning="Rat-o-bot's cubes on Mission cards", field="cubes"
)
ACTIONS_USED: Final = _bot(
    "actions_used", "action card", meaning="Action cards drawn in this round"
)
EXPLORATIONS_USED: Final = _bot(
    "explorations_used", "exploration card", meaning="Exploration cards that left the game"
)
PRIORITY: Final = _bot(
    "priority",
    "place",
    limit=limits.MISSIONS,
    meaning="priority of the place on the current floorplan (rule BOT-69); Rat-o-bot prefers the "
    "highest",
)

DECIDES: Final = _seat("decides", meaning="the current decision is this seat's")
SEAT_OFFSET: Final = _seat(
    "seat",
    "seat offset",
    meaning="this seat minus the observing seat, modulo the number of seats; constant in a game",
)
ORDER: Final = _seat("order", "turn place", meaning="the seat's place in the turn order")
CHIEFS_LEFT: Final = _seat(
    "chiefs_left", limit=limits.CHIEFS, meaning="Chiefs still to place", field="chiefs"
)
VP: Final = _seat("vp", limit=100, meaning="VP scored so far", field="vp")
WOOD: Final = _seat("wood", limit=20, meaning="Wood", field="wood")
METAL: Final = _seat("metal", limit=20, meaning="Metal", field="metal")
MOVEMENT: Final = _seat("movement", limit=10, meaning="Movement tokens", field="movement")
WILD: Final = _seat("wild", limit=10, meaning="Wild tokens", field="wild")
ELECTRICITY: Final = _seat(
    "electricity", limit=2, meaning="0 none, 1 Basic, 2 Advanced", field="electricity"
)
WORKERS: Final = _seat("workers", "area", limit=8, meaning="Workers in each Area", field="workers")
ENTRANCE: Final = _seat(
    "entrance", limit=8, meaning="Workers at the lair entrance", field="entrance"
)
BEDS: Final = _seat("beds", limit=limits.BEDS, meaning="Beds standing in rooms", field="beds")
BEDS_BUILT: Final = _seat(
    "beds_built", limit=limits.BEDS, meaning="Bed spaces uncovered", field="beds_built"
)
ROOMS_DUG: Final = _seat(
    "rooms_dug",
    limit=limits.UNDERGROUND_TILES,
    meaning="Underground tiles removed",
    field="rooms_dug",
)
FREE_ROOMS: Final = _seat("free_rooms", limit=12, meaning="Rooms without a tile", value=free_rooms)
EXPLORER: Final = _seat("explorer", "room", meaning="where the Explorer is")
TENTS: Final = _seat("tents", "room", meaning="where its Tents are")
ABILITIES: Final = _seat("abilities", "ability", meaning="ability spaces whose cube is gone")
MISSION_CUBES: Final = _seat(
    "mission_cubes", limit=10, meaning="cubes on Mission cards", field="mission_cubes"
)
DISCS: Final = _seat(
    "discs", limit=limits.DISCS, meaning="discs left for Objectives", field="discs"
)
HAND_SIZE: Final = _seat("hand_size", limit=20, meaning="Inventions in the hand", field="hand_size")
HAND_ADVANCED: Final = _seat(
    "hand_advanced",
    limit=20,
    meaning="Advanced Inventions in the hand, known by their backs",
    field="hand_advanced",
)
ICONS: Final = _seat("icons", "icon", limit=8, meaning="icons in the play area", field="icons")
TYPES: Final = _seat("types", "type", limit=12, meaning="Inventions played, by type", field="types")
TIERS: Final = _seat("tiers", "tier", limit=16, meaning="Inventions played, by tier", field="tiers")
TIMINGS: Final = _seat(
    "timings", "timing", limit=8, meaning="Inventions played, by effect kind", field="timings"
)
GUESTS: Final = _seat("guests", "guest", meaning="Guests on the board")
GUEST_KINDS: Final = _seat(
    "guest_kinds", "kind", limit=8, meaning="Guests on the board, by kind", field="guest_kinds"
)
DOOR_TOKENS: Final = _seat(
    "door_tokens", limit=limits.DOOR_TOKENS, meaning="Door tokens owned", field="doors"
)
CLAIMED: Final = _seat("claimed", "objective", meaning="Objectives claimed")
PRIVATE: Final = _seat("private", "objective", meaning="private Objectives, claimed or not")
SKILL_TOKENS: Final = _seat("skill_tokens", "skill", meaning="Skill tokens owned")
HEROES: Final = _seat("heroes", "hero", meaning="Heroes owned")
IMMUNE: Final = _seat(
    "immune", limit=2, meaning="effects in play that shield from Aggressive ones", field="immune"
)
BED_DISCOUNT: Final = _seat(
    "bed_discount", limit=2, meaning="Wood saved on each Bed", field="bed_discount"
)
DIG_DISCOUNT: Final = _seat(
    "dig_discount", limit=2, meaning="Metal saved on each Room", field="dig_discount"
)
MOVEMENT_BONUS: Final = _seat(
    "movement_bonus",
    limit=2,
    meaning="extra Workers that each Movement token moves",
    field="movement_bonus",
)
CHIEFS: Final = _seat("chiefs", "sector", "space", meaning="its Chiefs on the wheel")
HUT: Final = _seat("hut", "hut place", meaning="its Chiefs on the Alchemist's Hut, left to right")
ROWS: Final = _seat("rows", "place", "row", meaning="its cubes on Mission cards")
PLAYED: Final = _seat("played", "card", meaning="Inventions in the play area")
HAND: Final = _seat("hand", "card", meaning="Inventions in the hand that the observing seat knows")

DECK_ORDER: Final = _hidden(
    "deck_order", "card", limit=100, meaning="place in its deck, 1 is the top"
)
MISSION_CARDS: Final = _hidden(
    "mission_cards", "place", "mission", meaning="Mission cards, including face-down ones"
)
DOOR_KINDS: Final = _hidden(
    "door_kinds", "passage", "door token", meaning="the Door token on each passage"
)
ROOM_TILES: Final = _hidden(
    "room_tiles",
    "room",
    "guest",
    limit=limits.MAX_GUESTS_IN_ROOM,
    meaning="place of a Guest in its room's stack; 1 is taken last",
)
SUPPLY_ORDER: Final = _hidden(
    "supply_order", "guest", limit=limits.GUESTS_OF_KIND, meaning="place in the supply, 1 is on top"
)
ROUND_STACK: Final = _hidden(
    "round_stack", "guest", limit=limits.ROUNDS, meaning="the round in which the Guest is revealed"
)
OBJECTIVE_ORDER: Final = _hidden(
    "objective_order",
    "objective",
    limit=limits.OBJECTIVES,
    meaning="place in the deck of Objectives, 1 is on top",
)
ACTION_ORDER: Final = _hidden(
    "action_order",
    "action card",
    limit=limits.BOT_ACTIONS,
    meaning="place in Rat-o-bot's Action deck, 1 is on top",
)
EXPLORATION_ORDER: Final = _hidden(
    "exploration_order",
    "exploration card",
    limit=limits.BOT_EXPLORATIONS,
    meaning="place in Rat-o-bot's Exploration deck, 1 is on top",
)

COMMON_SIZE: Final = COMMON.size
BOT_SIZE: Final = BOT.size
SEAT_SIZE: Final = SEAT.size
#: An upper bound of the size of all layouts.
LARGEST: Final = COMMON_SIZE + BOT_SIZE + limits.MAX_SEATS * SEAT_SIZE + HIDDEN.size

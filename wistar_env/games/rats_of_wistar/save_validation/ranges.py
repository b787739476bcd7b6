"""The ranges of all numbers of a game, by field name.

Fields of players and of Rat-o-bot have names like ``players.vp`` and ``bot.cards``. Conditions that
involve several fields, such as each card being in one place, are in ``rules.save_validation``.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from wistar_env.games.rats_of_wistar.rules.options import OPTIONS
from wistar_env.games.rats_of_wistar.rules.state import AT_PLAY_AREA, NONE, SOURCES
from wistar_env.games.rats_of_wistar.save_validation.stack_entries import Range
from wistar_env.games.rats_of_wistar.tables import codes, limits
from wistar_env.kit.game.field_ranges import Ranges
from wistar_env.kit.game.options import ranges_of

#: Maximum number of phases in a game (the setup, turns and New Round Phases), and of decisions: in
#: each phase up to ``TURN_DECISIONS``, and then the pending ones that cannot be declined.
_PHASES: Final = limits.ROUNDS * (limits.MAX_SEATS * limits.CHIEFS + 1) + 1
_DECISIONS: Final = _PHASES * (limits.TURN_DECISIONS + limits.STACK * limits.MOST_STEPS)
#: Maximum number of stack entries at a decision: up to the last effect that runs, and the choices
#: and payments to which it leads (BOUND-05). A completed Mission leads to the most entries:
#: responses, its reward, the cube, items and cards to give.
_PENDING: Final = limits.CROWDED + 8


def _bits(count: int) -> Range:
    return 0, (1 << count) - 1


def _up_to(most: int) -> Range:
    return 0, most


def _one_of(count: int) -> Range:
    return 0, count - 1


def _one_or_none(count: int) -> Range:
    return NONE, count - 1


_FLAG: Final = (0, 1)
_TOKENS: Final = _up_to(limits.MOST)
_STANDING: Final = _up_to(limits.MOST_STANDING)
_MANY: Final = _up_to(np.iinfo(np.int16).max)

_PLAYER: Final[Mapping[str, Range]] = {
    "chiefs": _up_to(limits.CHIEFS),
    "vp": _TOKENS,
    "wood": _TOKENS,
    "metal": _TOKENS,
    "movement": _TOKENS,
    "wild": _TOKENS,
    "electricity": _up_to(2),
    "workers": _TOKENS,
    "entrance": _TOKENS,
    "beds": _up_to(limits.BEDS),
    "beds_built": _up_to(limits.BEDS),
    "rooms_dug": _up_to(limits.UNDERGROUND_TILES),
    "mission_cubes": _up_to(limits.MISSIONS * limits.MISSION_ROWS),
    "discs": _up_to(limits.DISCS),
    "hand_size": _up_to(limits.CARDS),
    "hand_advanced": _up_to(limits.CARDS),
    "icons": _MANY,
    "types": _up_to(limits.CARDS),
    "tiers": _up_to(limits.CARDS),
    "timings": _up_to(limits.CARDS),
    "guest_kinds": _up_to(limits.GUEST_TILES),
    "doors": _up_to(limits.DOOR_TOKENS),
    "immune": _STANDING,
    "bed_discount": _STANDING,
    "dig_discount": _STANDING,
    "movement_bonus": _STANDING,
    "extra_rooms": _STANDING,
    "guests_size": _up_to(limits.GUEST_TILES),
    "cubes_gone": _bits(limits.ABILITIES),
    "claims": _bits(limits.OBJECTIVES),
    "private": _bits(limits.OBJECTIVES),
    "skill_tokens": _bits(codes.SKILLS),
    "heroes": _bits(limits.HEROES),
    "hand": _one_or_none(limits.CARDS),
    "played": _one_or_none(limits.CARDS),
    "played_last": _one_or_none(limits.CARDS),
    "answerers": _one_or_none(SOURCES),
    "answerers_last": _one_or_none(SOURCES),
    "cheese": _FLAG,
    "objectives": _up_to(limits.DISCS),
    "discounts": _STANDING,
    "events": _bits(max(codes.EVENT_INCOME, *codes.names("EVENT").values()) + 1),
}
_BOT: Final[Mapping[str, Range]] = {
    "cards": _up_to(limits.CARDS),
    "workers": _up_to(limits.BOT_WORKERS),
    "cubes": _up_to(limits.BOT_CUBES),
    "positions": _one_of(limits.TRACK_SPACES),
    "token_track": _one_of(limits.TRACKS),
    "actions": _one_of(limits.BOT_ACTIONS),
    "action_next": _up_to(limits.CHIEFS),
    "explorations": _one_of(limits.BOT_EXPLORATIONS),
    "exploration_next": _one_of(limits.BOT_EXPLORATIONS),
}
_GAME: Final[Mapping[str, Range]] = {
    "decisions": _up_to(_DECISIONS),
    "turn_began": _up_to(_DECISIONS),
    "answers": _up_to(limits.TURN_ANSWERS),
    "fault": (0, 0),
    "act": _one_of(limits.STACK),
    "depth": _up_to(_PENDING),
    "finished": _FLAG,
    "round": _up_to(limits.ROUNDS),
    "wheel": _one_of(limits.SECTORS),
    "round_guest": _one_or_none(limits.GUESTS),
    "round_guests": _one_of(limits.GUESTS),
    "mission_card": _one_or_none(limits.MISSIONS),
    "mission_open": _FLAG,
    "doors": _one_or_none(limits.DOOR_TOKENS),
    "doors_seen": _bits(limits.DOOR_TOKENS),
    "cheese_size": _up_to(limits.CHEESES),
    "objective_claims": _up_to(limits.OBJECTIVE_SPACES),
    "objectives": _one_of(limits.OBJECTIVES),
    "objective_deck_size": _up_to(limits.OBJECTIVES),
    "supply_size": _up_to(limits.GUESTS_OF_KIND),
    "guests_gone": _bits(limits.GUEST_TILES),
    "objectives_gone": _bits(limits.OBJECTIVES),
    "heroes_left": _bits(limits.HEROES),
    "skills_left": _bits(codes.SKILLS),
    "display": _one_or_none(limits.CARDS),
    "offered_size": _up_to(4),
    "hut_size": _up_to(limits.MAX_SEATS * limits.CHIEFS),
    "card_at": _one_of(AT_PLAY_AREA + limits.MAX_SEATS),
    "card_flags": _bits(8),
    "next": _one_or_none(limits.CARDS),
    "next_answerer": _one_or_none(SOURCES),
    "pairs": _one_or_none(limits.CARDS),
}

#: Contents of partly filled piles: the field with their length, and their range.
PILES: Final[Mapping[str, tuple[str, Range]]] = MappingProxyType(
    {
        "deck": ("deck_size", _one_of(limits.CARDS)),
        "discard": ("discard_size", _one_of(limits.CARDS)),
        "supply": ("supply_size", _one_of(limits.GUESTS)),
        "room_guests": ("room_guests_size", _one_of(limits.GUESTS)),
        "cheese": ("cheese_size", (limits.GUESTS, limits.GUEST_TILES - 1)),
        "objective_deck": ("objective_deck_size", _one_of(limits.OBJECTIVES)),
        "offered": ("offered_size", _one_of(limits.CARDS)),
        "hut": ("hut_size", _one_of(limits.MAX_SEATS)),
        "players.guests": ("players.guests_size", _one_of(limits.GUEST_TILES)),
    }
)
#: Fields that may have any value, or that are checked elsewhere.
FREE: Final = ("rng", "stack", *(pile for pile in PILES if pile != "hut"))


def field_ranges(seats: int, solo: bool, rooms: int) -> Ranges:
    """Return the ranges of all fields except ``FREE`` ones.

    ``seats``: number of seats, including Rat-o-bot. ``solo``: whether it plays. ``rooms``: number
    of locations on the Farm, including the entrance.
    """
    guests = np.where(np.arange(limits.MAX_ROOMS) < rooms, limits.MAX_GUESTS_IN_ROOM, 0)
    pieces = _one_or_none(seats)
    return {
        **_GAME,
        **ranges_of(OPTIONS, (1 if solo else seats,)),
        "seats": (seats, seats),
        "automata": (int(solo), int(solo)),
        "mover": pieces,
        "turn": _up_to(limits.CHIEFS * seats),
        "order": pieces,
        "hut": pieces,
        "chiefs": pieces,
        "mission_cubes": pieces,
        "room_guests_size": (0, guests),
        "deck_size": (0, limits.CARDS_OF_TIER),
        "discard_size": (0, limits.CARDS_OF_TIER),
        **{f"bot.{name}": of_bot for name, of_bot in _BOT.items()},
        **{f"players.{name}": of_player for name, of_player in _PLAYER.items()},
        "players.explorer": _one_of(rooms),
        "players.tents": _one_or_none(rooms),
    }


def numbers_of(records: Any, field: str) -> npt.NDArray[Any]:
    """Return a field of records by its name, such as ``players.vp``."""
    for name in field.split("."):
        records = records[name]
    found: npt.NDArray[Any] = np.asarray(records)
    return found

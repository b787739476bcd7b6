"""What an entry of the stack may say: who is meant, and numbers from where to where, by its kind.

One table for the seats, and one for the numbers a to f; a number that is not in it is 0. What
depends on more than the kind, such as a payment that must be possible, is in
``wistar_env.rules.soundness_stack``.
"""

from collections.abc import Mapping
from typing import Final, TypeAlias

from wistar_env.rules import decisions, limits
from wistar_env.rules.state import NONE, SOURCES
from wistar_env.tables import codes

#: The lowest and the highest number that is allowed.
Range: TypeAlias = tuple[int, int]

# Whose entry it is.
NOBODY, ANYONE, PLAYER, HUMAN, RAT_O_BOT = range(5)
#: By kind; all others belong to a player.
SEATS: Final[Mapping[int, int]] = {
    decisions.START_GAME: NOBODY,
    decisions.NEW_ROUND: NOBODY,
    decisions.END_OF_TURN: ANYONE,
    decisions.BOT_TURN: RAT_O_BOT,
    decisions.BOT_EXPLORE: HUMAN,
    decisions.BOT_TAKES_GUEST: HUMAN,
}
#: No number is within it.
NOTHING: Final[Range] = (0, -1)


def _codes_of(family: str) -> Range:
    return 0, len(codes.names(family)) - 1


_FLAG: Final = (0, 1)
_AMOUNT: Final = (0, limits.MOST)
_STEPS: Final = (1, limits.MOST_STEPS)
_ROW: Final = (0, limits.EFFECT_ROWS)
_SOURCE: Final = (NONE, SOURCES - 1)
_FILTER: Final = _codes_of("FILTER")
_TIER: Final = _codes_of("TIER")

#: By kind and name of the number.
NUMBERS: Final[Mapping[int, Mapping[str, Range]]] = {
    decisions.TURN: {
        "a": (NONE, limits.SECTORS),
        "b": _FLAG,
        "c": (NONE, _codes_of("BONUS")[1]),
        "d": (NONE, _codes_of("BONUS")[1]),
    },
    decisions.DIG_ROOMS: {"a": _STEPS, "b": _FLAG},
    decisions.BUILD_BEDS: {"a": _STEPS, "b": _FLAG},
    decisions.DEVELOP_PROJECTS: {"a": _STEPS},
    decisions.EXPLORE: {"a": _STEPS, "b": (1, 15)},
    decisions.MOVE_WORKERS: {"a": _STEPS},
    decisions.DEPLOY_WORKERS: {"a": _STEPS},
    decisions.PLAY_INVENTION: {
        "a": _FILTER,
        "b": _FLAG,
        "c": (NONE, _codes_of("DISCOUNT")[1]),
        "d": _AMOUNT,
    },
    decisions.USE_DISCOUNT: {"a": _AMOUNT, "b": _AMOUNT, "c": _AMOUNT},
    decisions.PAY_ITEMS: {"a": _STEPS},
    decisions.DISCARD_CARDS: {"a": _STEPS, "b": _FILTER},
    decisions.COMPLETE_MISSION: {"a": _AMOUNT},
    decisions.REMOVE_CUBE: {"a": (NONE, NONE), "b": _codes_of("COLOUR"), "c": _FLAG},
    decisions.CHOOSE_MAIN_ACTION: {"a": _codes_of("MAIN")},
    decisions.CHOOSE_OPTION: {"a": (1, limits.EFFECT_ROWS - 1), "b": (1, limits.EFFECT_ROWS)},
    decisions.ACCEPT_COST: {"a": _codes_of("PAY"), "b": _AMOUNT, "c": _ROW},
    decisions.TAKE_OF_TYPE: {"a": _codes_of("TYPE"), "b": _TIER},
    decisions.RECEIVE_ITEM: {"a": _codes_of("ITEM")},
    decisions.PITCH_TENT: {"a": _FLAG, "b": _FLAG},
    decisions.ACCEPT_GUEST: {"a": (0, len(codes.names("KIND")))},
    decisions.DISCARD_GUEST: {"a": _STEPS},
    decisions.KEEP_OBJECTIVE: {
        "a": (0, limits.OBJECTIVES - 1),
        "b": (NONE, limits.OBJECTIVES - 1),
    },
    decisions.NEW_ROUND: {"a": (1, 1)},
    decisions.EFFECT: {
        "a": _ROW,
        "b": _ROW,
        "c": _SOURCE,
        "d": _FLAG,
        "e": _ROW,
        "f": _AMOUNT,
    },
    decisions.TRIGGER: {
        "a": (0, max(codes.EVENT_INCOME, *codes.names("EVENT").values())),
        "b": (NONE, limits.CARDS - 1),
        "c": _SOURCE,
        "d": _SOURCE,
        "e": (1, limits.MOST),
        "f": (NONE, limits.EFFECT_ROWS),
    },
    decisions.FINISH_PLAY: {"a": (0, limits.CARDS - 1)},
    decisions.GRANT: {"a": _FLAG},
    decisions.DRAW_CARDS: {"a": _STEPS, "b": _TIER},
    decisions.BOT_TURN: {"a": (0, limits.BOT_ACTIONS - 1), "b": (1, limits.BOT_BONUSES + 1)},
    decisions.BOT_EXPLORE: {
        "a": (0, limits.MOST_STEPS),
        "b": (NONE, limits.BOT_EXPLORATIONS - 1),
        "c": (0, limits.MAX_ROOMS - 1),
        "d": (0, limits.BOT_STEPS),
    },
}


def seat_range(kind: int, seats: int, solo: bool) -> Range:
    """Return the seats that an entry may belong to, in a game of so many."""
    whose = SEATS.get(kind, PLAYER)
    if whose == NOBODY:
        return NONE, NONE
    if whose in (HUMAN, RAT_O_BOT):
        return (whose - HUMAN, whose - HUMAN) if solo else NOTHING
    return 0, 0 if solo and whose == PLAYER else seats - 1


def entry_ranges(kind: int, seats: int, solo: bool) -> dict[str, Range]:
    """Return the range of each field of an entry, in the order of ``rules.state.ENTRY``."""
    numbers = NUMBERS.get(kind, {})
    return {
        "kind": (kind, kind),
        "seat": seat_range(kind, seats, solo),
        "act": (0, limits.STACK - 1),
        **{name: numbers.get(name, (0, 0)) for name in "abcdef"},
    }

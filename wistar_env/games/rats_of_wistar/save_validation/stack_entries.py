"""Valid entries of the stack: seat and numbers, by kind.

The ranges of numbers are those of ``rules.numbers``. Conditions that depend on more than the kind,
such as a payment that must be possible, are in ``rules.save_validation_stack``.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from wistar_env.games.rats_of_wistar.rules import decisions
from wistar_env.games.rats_of_wistar.rules.numbers import MOST_NUMBERS, NUMBERS_OF, RANGES
from wistar_env.games.rats_of_wistar.rules.state import NONE
from wistar_env.games.rats_of_wistar.tables import limits

#: The lowest and the highest allowed number.
Range: TypeAlias = tuple[int, int]

# The seats to which entries of a kind may belong.
NOBODY, ANYONE, PLAYER, HUMAN, RAT_O_BOT = range(5)
#: The owner by kind; entries of all other kinds belong to a player.
SEATS: Final[Mapping[int, int]] = MappingProxyType(
    {
        decisions.START_GAME: NOBODY,
        decisions.NEW_ROUND: NOBODY,
        decisions.END_OF_TURN: ANYONE,
        decisions.BOT_TURN: RAT_O_BOT,
        decisions.BOT_EXPLORE: HUMAN,
        decisions.BOT_TAKES_GUEST: HUMAN,
    }
)
#: An empty range.
NOTHING: Final[Range] = (0, -1)


def seat_range(kind: int, seats: int, solo: bool) -> Range:
    """Return the range of seats for a kind; empty if it needs Rat-o-bot and ``solo`` is False."""
    whose = SEATS.get(kind, PLAYER)
    if whose == NOBODY:
        return NONE, NONE
    if whose in (HUMAN, RAT_O_BOT):
        return (whose - HUMAN, whose - HUMAN) if solo else NOTHING
    return 0, 0 if solo and whose == PLAYER else seats - 1


def entry_ranges(kind: int, seats: int, solo: bool) -> tuple[list[str], list[Range]]:
    """Return the name and range of each word of a stack entry."""
    declared = [number.name for number in NUMBERS_OF[kind]]
    spare = [f"numbers[{place}]" for place in range(len(declared), MOST_NUMBERS)]
    numbers: list[Range] = [(int(least), int(most)) for least, most in RANGES[kind]]
    seat = seat_range(kind, seats, solo)
    words = ["kind", "seat", "act", *declared, *spare]
    return words, [(kind, kind), seat, (0, limits.STACK - 1), *numbers]

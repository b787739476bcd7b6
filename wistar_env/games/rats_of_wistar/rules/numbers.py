"""The numbers of an entry on a game's stack: names, meanings and ranges.

An entry has room for ``MOST_NUMBERS`` numbers. ``NUMBERS_OF`` declares those of each kind of
decision and step, in order. Rules use their names (``entry.free``), Python code calls
``number(entry, "free")``. A number that a kind does not declare is 0. An entry is of one kind, so
several names may share an index, but a name has the same index in all kinds.

Ranges follow from the codes, from the array that a number indexes, or from a bound in
``tables.limits``. So they are the same for every data folder.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wistar_env.games.rats_of_wistar.rules import decisions
from wistar_env.games.rats_of_wistar.tables import codes
from wistar_env.games.rats_of_wistar.tables.codes import NONE
from wistar_env.games.rats_of_wistar.tables.language import MAX_ALTERNATIVES, MAX_AMOUNT
from wistar_env.games.rats_of_wistar.tables.limits import (
    BOT_ACTIONS,
    BOT_BONUSES,
    BOT_EXPLORATIONS,
    BOT_STEPS,
    CARDS,
    EFFECT_LENGTH,
    EFFECT_ROWS,
    GUEST_TILES,
    MAX_DOORS,
    MAX_ROOMS,
    MOST,
    MOST_STEPS,
    OBJECTIVES,
    SECTORS,
)
from wistar_env.kit.read_only import read_only

MOST_NUMBERS: Final = 6


class Number(NamedTuple):
    """A number in the stack entries of one kind."""

    name: str  # the field of ``state.ENTRY``
    meaning: str  # in words; words in capitals are families of codes in ``tables.codes``
    # ``least``, ``most``: the range, both included.
    least: int
    most: int
    # Whether observations of the deciding seat include it as a number. Others have separate
    # blocks, or mean nothing to a player.
    shown: bool = True

    def hidden(self) -> "Number":
        """Return a copy of this number that observations do not show as a number."""
        return self._replace(shown=False)


def _code(name: str, family: str, meaning: str) -> Number:
    return Number(name, meaning, 0, max(codes.names(family).values()))


def _flag(name: str, meaning: str) -> Number:
    return Number(name, meaning, 0, 1)


def _left(meaning: str) -> Number:
    """Declare the number of remaining choices, which ``stack.push_times`` sets."""
    return Number("left", meaning, 1, MOST_STEPS)


def _bonus(name: str, meaning: str) -> Number:
    return Number(name, meaning, NONE, max(codes.names("BONUS").values())).hidden()


def _source(name: str, meaning: str) -> Number:
    return Number(name, meaning, NONE, CARDS + GUEST_TILES - 1)


#: For each kind of decision and step, its numbers.
NUMBERS_OF: Final[Mapping[int, tuple[Number, ...]]] = MappingProxyType(
    {
        decisions.CHOOSE_PAIR: (),
        decisions.TURN: (
            Number(
                "chief_at", "board position of the Chief; NONE before it is placed", NONE, SECTORS
            ).hidden(),
            _flag("main_due", "1 while the Main action is due").hidden(),
            _bonus("bonus_due", "BONUS action still due, or NONE"),
            _bonus("other_bonus_due", "another BONUS action still due, or NONE"),
        ),
        decisions.CHOOSE_POTION: (),
        decisions.DIG_ROOMS: (_left("Rooms left to dig"), _flag("free", "1 if digging is free")),
        decisions.BUILD_BEDS: (_left("Beds left to build"), _flag("free", "1 if building is free")),
        decisions.DEVELOP_PROJECTS: (_left("Project points left"),),
        decisions.EXPLORE: (
            _left("steps left"),
            Number(
                "allowed",
                "sum of allowed steps: 1 open, 2 move, 4 reveal, 8 take",
                1,
                1 + 2 + 4 + 8,
            ),
        ),
        decisions.MOVE_WORKERS: (_left("Workers left to move"),),
        decisions.DEPLOY_WORKERS: (_left("Workers left to deploy"),),
        decisions.PLAY_INVENTION: (
            _code("may_play", "FILTER", "FILTER of playable cards"),
            _flag("free", "1 if playing is free"),
            Number(
                "discount", "the DISCOUNT, or NONE", NONE, max(codes.names("DISCOUNT").values())
            ),
            Number("discount_amount", "amount of the discount", 0, MAX_AMOUNT),
        ),
        decisions.USE_DISCOUNT: (
            Number("wood_due", "Wood due", 0, MAX_AMOUNT),
            Number("metal_due", "Metal due", 0, MAX_AMOUNT),
            Number("discounts_left", "discounts left", 0, 2 * MAX_AMOUNT),
        ),
        decisions.PAY_ITEMS: (_left("items due"),),
        decisions.DISCARD_CARDS: (
            _left("cards due"),
            _code("may_discard", "FILTER", "FILTER of cards to choose from"),
        ),
        decisions.COMPLETE_MISSION: (
            Number("icons_ignored", "Skill icons that are waived", 0, MOST),
        ),
        decisions.REMOVE_CUBE: (
            # Keeps the indices of the other two numbers, and so their places in observations.
            Number("unused", "nothing; saved games have NONE here", NONE, NONE).hidden(),
            _code("colour", "COLOUR", "COLOUR of the cube to remove"),
            _flag("declinable", "1 if removing a cube may be declined"),
        ),
        decisions.CHOOSE_HERO: (),
        decisions.CHOOSE_SKILL_TOKEN: (),
        decisions.CHOOSE_MAIN_ACTION: (_code("main", "MAIN", "MAIN action offered"),),
        decisions.CHOOSE_OPTION: (
            Number(
                "first_option",
                "effect row of the first alternative",
                0,
                EFFECT_ROWS - MAX_ALTERNATIVES,
            ).hidden(),
            Number("options", "number of alternatives", 2, MAX_ALTERNATIVES),
        ),
        decisions.ACCEPT_COST: (
            _code("cost", "PAY", "the PAY that is required"),
            Number("amount", "amount to pay", 1, MAX_AMOUNT),
            Number("skip", "effect rows that the payment buys", 1, EFFECT_LENGTH - 1).hidden(),
        ),
        decisions.TAKE_OF_TYPE: (
            _code("type", "TYPE", "TYPE of the card to take"),
            _code("tier", "TIER", "TIER of the card to take"),
        ),
        decisions.RECOVER_CARD: (),
        decisions.COPY_ONCE: (),
        decisions.PLAY_DRAWN: (),
        decisions.GIVE_ITEM: (),
        decisions.RECEIVE_ITEM: (_code("given", "ITEM", "ITEM given"),),
        decisions.OPEN_ANY_DOOR: (),
        decisions.FLY: (),
        decisions.PITCH_TENT: (
            _flag("anywhere", "1 if any reachable room is allowed"),
            _flag("taken_up", "1 after taking up a Tent"),
        ),
        decisions.ACCEPT_GUEST: (
            Number(
                "offered",
                "KIND of the Guest, or 2 for the Guest of the round",
                0,
                len(codes.names("KIND")),
            ),
        ),
        decisions.DISCARD_GUEST: (_left("Guests due"),),
        decisions.KEEP_OBJECTIVE: (
            Number("objective", "an Objective that was drawn", 0, OBJECTIVES - 1).hidden(),
            Number("other_objective", "another one, or NONE", NONE, OBJECTIVES - 1).hidden(),
        ),
        decisions.BOT_TAKES_GUEST: (),
        decisions.START_GAME: (),
        decisions.NEW_ROUND: (_flag("begun", "1 once income is being paid"),),
        decisions.END_OF_TURN: (),
        decisions.EFFECT: (
            Number("row", "next effect row", 0, EFFECT_ROWS),
            Number("end", "index after the last effect row", 0, EFFECT_ROWS),
            _source("source", "card or Guest whose effect it is, or NONE"),
            _flag("answering", "1 if it is a response to an event"),
            Number("first_row", "in a response: its first row", 0, EFFECT_ROWS),
            Number("repeats", "in a response: how many more times it is due", 0, MOST - 1),
        ),
        decisions.TRIGGER: (
            Number("event", "EVENT", 0, max(codes.EVENT_INCOME, *codes.names("EVENT").values())),
            Number("argument", "card, icon or KIND of the event, or NONE", NONE, CARDS - 1),
            _source("examined", "card or Guest that is examined; NONE before the first"),
            _source("last_source", "the last one that may respond, or NONE"),
            Number("times", "how often the event happens", 1, MOST),
            Number("next_row", "next row of the examined one; NONE when done", NONE, EFFECT_ROWS),
        ),
        decisions.FINISH_PLAY: (Number("card", "card on its way into play", 0, CARDS - 1),),
        decisions.GRANT: (_flag("bought", "what was bought: 0 a Wild token, 1 Electricity"),),
        decisions.DRAW_CARDS: (_left("cards left to draw"), _code("tier", "TIER", "TIER of cards")),
        decisions.REMOVE_DOOR: (Number("passage", "passage of the Door", 0, MAX_DOORS - 1),),
        decisions.BOT_TURN: (
            Number("action_card", "Action card", 0, BOT_ACTIONS - 1),
            Number("steps_done", "its action and bonuses that are done", 0, 1 + BOT_BONUSES),
        ),
        decisions.BOT_EXPLORE: (
            Number("left", "Exploration cards left to draw", 0, 2),
            Number(
                "exploration_card", "the one being resolved, or NONE", NONE, BOT_EXPLORATIONS - 1
            ),
            Number(
                "from_room", "its row: the room of the Explorer when it was drawn", 0, MAX_ROOMS - 1
            ),
            Number("effects_done", "effects of the row that are done", 0, BOT_STEPS),
        ),
    }
)


def places(numbers: Mapping[int, tuple[Number, ...]]) -> dict[str, int]:
    """Return the index of each name in an entry.

    Raises ValueError if an entry has too many numbers, or a name has two indices.
    """
    found: dict[str, int] = {}
    for kind, declared in numbers.items():
        where = f"rules/numbers.py: {decisions.NAMES[kind]!r}"
        if len(declared) > MOST_NUMBERS:
            raise ValueError(
                f"{where} has {len(declared)} numbers; an entry has room for only {MOST_NUMBERS}"
            )
        for place, number in enumerate(declared):
            if found.setdefault(number.name, place) != place:
                raise ValueError(
                    f"{where} has the number {number.name!r} at index {place}, but an earlier kind "
                    f"of decision has it at index {found[number.name]}; a name must have the same "
                    "index in all kinds"
                )
    return found


def ranges(numbers: Mapping[int, tuple[Number, ...]]) -> NDArray[np.int16]:
    """Return the range of each number, shape (kinds, ``MOST_NUMBERS``, 2).

    Numbers that a kind does not declare have the range 0 to 0.
    """
    found = np.zeros((len(numbers), MOST_NUMBERS, 2), np.int16)
    for kind, declared in numbers.items():
        for place, number in enumerate(declared):
            found[kind, place] = number.least, number.most
    return found


#: For each name, its index in an entry.
NAMED_PLACES: Final = MappingProxyType(places(NUMBERS_OF))
#: For each kind and index, the range of the number.
RANGES: Final = read_only(ranges(NUMBERS_OF))


def number(entries: Any, name: str) -> Any:
    """Return a number by name from an entry or an array of entries; for Python code."""
    return entries["numbers"][..., NAMED_PLACES[name]]

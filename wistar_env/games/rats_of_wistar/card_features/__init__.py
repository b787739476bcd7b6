"""Features of cards and of places of the Wheel (CARD-01 to CARD-14, WHEEL-03, WHEEL-06).

``features_of`` returns a table for each of these axes of observations and actions: ``card``,
``guest``, ``mission``, ``objective``, ``position``, ``board position`` and ``sector space``. The
columns depend on the words of the effect language only, so they are the same for every data folder
and card set; ``docs/card-sets.md`` lists them. The features of an effect are the sum over its rows.
Each op has a column for its amount or, if it takes words, one for each word. Each word of a guard
has a column, too.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from types import MappingProxyType
from typing import Any, Final, TypeAlias

import numpy as np

from wistar_env.games.rats_of_wistar.tables import codes, language, limits
from wistar_env.games.rats_of_wistar.tables.ops import OPS
from wistar_env.kit.game.place_features import PlaceFeatures

#: A feature and its amount.
_Amount: TypeAlias = tuple[str, float]
#: The features of each place along an axis.
_Places: TypeAlias = Iterator[Iterable[_Amount]]

_WORDS: Final[Mapping[int, str]] = MappingProxyType(
    {code: word for word, code in codes.names("OP").items()}
)
_ARGUMENTS: Final = ("a", "b", "c")
#: Guards other than ``on``, and the families of their arguments.
_GUARDS: Final = (("if", "COUNT"), ("pay", "PAY"), ("foes_more", "COUNT"), ("per", "COUNT"))


@cache
def _word(family: str, code: int) -> str:
    return next(word for word, value in codes.names(family).items() if value == code)


def _words(*families: str) -> Iterator[str]:
    for family in families:
        yield from codes.names(family)


# ---------------------------------------------------------------- effects


def _op_names() -> Iterator[str]:
    for op, declared in OPS.items():
        families = [family for family in declared.arguments if family != "n"]
        yield from (f"{op} {word}" for word in _words(*families)) if families else (op,)


def _guard_names() -> Iterator[str]:
    for event in codes.names("EVENT"):
        yield f"on {event}"
        if event in language.EVENT_ARGUMENTS:
            yield from (f"on {event} {word}" for word in _words(language.EVENT_ARGUMENTS[event]))
    for guard, family in _GUARDS:
        yield from (f"{guard} {word}" for word in _words(family))
    yield "alternatives"


@cache
def _effect_names() -> tuple[str, ...]:
    return (*_op_names(), *_guard_names())


def _guard(row: Any) -> Iterator[_Amount]:
    """Yield the features of a guard: ``on``, ``if``, ``pay`` or ``foes_more``."""
    if row["op"] == codes.OP_ON:
        event = _word("EVENT", int(row["a"]))
        yield f"on {event}", 1
        if row["b"] != codes.NONE:
            yield f"on {event} {_word(language.EVENT_ARGUMENTS[event], int(row['b']))}", 1
    elif row["op"] == codes.OP_IF:
        yield f"if {_word('COUNT', int(row['a']))}", float(row["b"])
    elif row["op"] == codes.OP_PAY:
        yield f"pay {_word('PAY', int(row['a']))}", float(row["b"])
    elif row["op"] == codes.OP_FOES_MORE:
        yield f"foes_more {_word('COUNT', int(row['a']))}", 1


def _op(row: Any) -> Iterator[_Amount]:
    """Yield the features of an op: its amount or 1, for each word of its arguments, and ``per``."""
    op = _WORDS[int(row["op"])]
    families = OPS[op].arguments
    values = [int(row[name]) for name in _ARGUMENTS[: len(families)]]
    amount = next((v for f, v in zip(families, values, strict=True) if f == "n"), 1)
    words = [_word(f, v) for f, v in zip(families, values, strict=True) if f != "n"]
    yield from ((f"{op} {word}", amount) for word in words) if words else ((op, amount),)
    if row["per"] != codes.NONE:
        yield f"per {_word('COUNT', int(row['per']))}", 1


def effect_features(rows: Iterable[Any]) -> Iterator[tuple[str, float]]:
    """Yield the features of the rows of an effect; a feature may occur several times."""
    for row in rows:
        if row["op"] == codes.OP_CHOOSE:
            yield "alternatives", float(row["a"])
        elif _WORDS[int(row["op"])] in OPS:
            yield from _op(row)
        else:
            yield from _guard(row)


def _effect(tables: Any, place: Any) -> Iterator[_Amount]:
    return effect_features(tables["ops"][place["start"] : place["end"]])


# ---------------------------------------------------------------- costs and requirements

_COSTS: Final = ("wood", "metal", "movement", "items", "cards")


@cache
def _requirement_names() -> tuple[str, ...]:
    return (
        *(f"cost {name}" for name in _COSTS),
        *(f"requires {word}" for word in _words("COUNT")),
    )


def _requirement(place: Any) -> Iterator[_Amount]:
    yield from ((f"cost {name}", float(place[name])) for name in _COSTS)
    for skill, amount in zip(codes.SKILL_COUNTS, place["skills"], strict=True):
        yield f"requires {_word('COUNT', skill)}", float(amount)
    for count, amount in zip(place["need_count"], place["need_amount"], strict=True):
        if count != codes.NONE:
            yield f"requires {_word('COUNT', int(count))}", float(amount)


# ---------------------------------------------------------------- kinds of pieces


def _with(prefix: str, amounts: Iterable[_Amount]) -> Iterator[_Amount]:
    return ((f"{prefix} {name}", amount) for name, amount in amounts)


@cache
def _card_names() -> tuple[str, ...]:
    return (
        *(f"type {word}" for word in _words("TYPE")),
        *(f"tier {word}" for word in _words("TIER")),
        *(f"timing {word}" for word in _words("TIMING")),
        "vp printed",
        *(f"icon {word}" for word in _words("ICON")),
        *_requirement_names(),
        *_effect_names(),
    )


def _card(tables: Any, card: Any) -> Iterator[_Amount]:
    yield f"type {_word('TYPE', int(card['type']))}", 1
    yield f"tier {_word('TIER', int(card['tier']))}", 1
    yield f"timing {_word('TIMING', int(card['timing']))}", 1
    yield "vp printed", float(card["vp"])
    for icon, word in enumerate(_words("ICON")):
        yield f"icon {word}", float(card["icons"][icon])
    yield from _requirement(card["requirement"])
    yield from _effect(tables, card)


@cache
def _guest_names() -> tuple[str, ...]:
    return (
        *(f"kind {word}" for word in _words("KIND")),
        *(f"timing {word}" for word in _words("TIMING")),
        "vp printed",
        *_effect_names(),
    )


def _guest(tables: Any, guest: Any) -> Iterator[_Amount]:
    yield f"kind {_word('KIND', int(guest['kind']))}", 1
    yield f"timing {_word('TIMING', int(guest['timing']))}", 1
    yield "vp printed", float(guest["vp"])
    yield from _effect(tables, guest)


@cache
def _mission_names() -> tuple[str, ...]:
    of_row = ("needs another", "opens another", *_requirement_names(), *_effect_names())
    return (
        *(f"kind {word}" for word in _words("KIND")),
        *(f"reveal {name}" for name in _effect_names()),
        *(f"row {k} {name}" for k in range(1, limits.MISSION_ROWS + 1) for name in of_row),
    )


def _mission(tables: Any, mission: Any) -> Iterator[_Amount]:
    yield f"kind {_word('KIND', int(mission['kind']))}", 1
    yield from _with("reveal", _effect(tables, mission))
    for k, row in enumerate(mission["rows"], 1):
        yield f"row {k} needs another", float(row["needs_lock"] != 0)
        yield f"row {k} opens another", float(row["gives_lock"] != 0)
        yield from _with(f"row {k}", _requirement(row["requirement"]))
        yield from _with(f"row {k}", _effect(tables, row))


@cache
def _objective_names() -> tuple[str, ...]:
    return (
        *(f"counts {word}" for word in _words("COUNT")),
        *(f"space {k}" for k in range(1, limits.OBJECTIVE_SPACES + 1)),
        *_effect_names(),
    )


def _objective(tables: Any, objective: Any) -> Iterator[_Amount]:
    yield f"counts {_word('COUNT', int(objective['count']))}", 1
    for k, asked in enumerate(objective["spaces"], 1):
        yield f"space {k}", float(asked)
    yield from _effect(tables, objective)


# ---------------------------------------------------------------- the Wheel

_HUT: Final = "alchemist's hut"


@cache
def _main_words() -> tuple[str, ...]:
    return tuple(_word("MAIN", code) for code in codes.MAINS)


@cache
def _position_names() -> tuple[str, ...]:
    return (
        *(f"main {word}" for word in _main_words()),
        *(f"next main {word}" for word in _main_words()),
    )


@cache
def _board_position_names() -> tuple[str, ...]:
    return (*(f"main {word}" for word in _main_words()), _HUT)


@cache
def _sector_space_names() -> tuple[str, ...]:
    return (
        *(f"sector {k}" for k in range(1, limits.SECTORS + 1)),
        *(f"space {k}" for k in range(1, limits.SPACES + 1)),
        *(f"bonus {word}" for word in _words("BONUS")),
    )


def _positions(tables: Any, num_players: int) -> _Places:
    """Yield, for each wheel position, its Main action and the next one clockwise (ROUND-07)."""
    words = [_word("MAIN", int(code)) for code in tables["main_at"]]
    for word, following in zip(words, [*words[1:], words[0]], strict=True):
        yield [(f"main {word}", 1), (f"next main {following}", 1)]


def _board_positions(tables: Any, num_players: int) -> _Places:
    """Yield the Main action of each board position, then the Alchemist's Hut."""
    for code in tables["main_at"]:
        yield [(f"main {_word('MAIN', int(code))}", 1)]
    yield [(_HUT, 1)]


# ---------------------------------------------------------------- axes


def _sector_spaces(tables: Any, num_players: int) -> _Places:
    """Yield the Sector, index and Bonus actions of each action space of the Wheel."""
    # A solo game has the setup of two players (BOT-01).
    setup = tables["setup"][max(2, num_players)]
    for sector, space in np.ndindex(limits.SECTORS, limits.SPACES):
        bonuses = setup["space"][sector, space]["bonus"]
        yield [
            (f"sector {sector + 1}", 1),
            (f"space {space + 1}", 1),
            *((f"bonus {_word('BONUS', int(code))}", 1) for code in bonuses if code != codes.NONE),
        ]


def _each(
    name: str, told: Callable[[Any, Any], Iterator[_Amount]], tables: Any, num_players: int
) -> _Places:
    return (told(tables, place) for place in tables[name])


#: For each axis: a function for the columns, and one for the features of each place.
_AXES: Final[Mapping[str, tuple[Callable[[], tuple[str, ...]], Callable[[Any, int], _Places]]]] = (
    MappingProxyType(
        {
            "card": (_card_names, partial(_each, "cards", _card)),
            "guest": (_guest_names, partial(_each, "guests", _guest)),
            "mission": (_mission_names, partial(_each, "missions", _mission)),
            "objective": (_objective_names, partial(_each, "objectives", _objective)),
            "position": (_position_names, _positions),
            "board position": (_board_position_names, _board_positions),
            "sector space": (_sector_space_names, _sector_spaces),
        }
    )
)


def features_of(tables: Any, num_players: int) -> Mapping[str, PlaceFeatures]:
    """Return the features of pieces, wheel and board positions and action spaces, by axis.

    ``tables`` is one ``tables.layout.TABLES`` record.
    """
    made = {}
    for axis, (columns, places) in _AXES.items():
        names = columns()
        index = {each: k for k, each in enumerate(names)}
        told = [*places(tables, num_players)]
        values = np.zeros((len(told), len(names)), np.float32)
        for row, amounts in zip(values, told, strict=True):
            for feature, amount in amounts:
                row[index[feature]] += amount
        made[axis] = PlaceFeatures(names, values)
    return MappingProxyType(made)

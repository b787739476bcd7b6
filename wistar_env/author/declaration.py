"""``Declaration``: what a game declares in its class, and what is generated from it."""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from wistar_env.arguments import integer, shown
from wistar_env.author.source_text import SourceText
from wistar_env.errors import DeclarationError
from wistar_env.kit.common_fields import COMMON_FIELDS, OPTIONS_FIELD
from wistar_env.kit.game.spec_records import FieldRange
from wistar_env.kit.layout import Section
from wistar_env.kit.sealed import SEALED_FIELDS

#: An axis with a place for each seat. In observations the viewer's comes first.
SEAT: Final = "seat"
#: The largest count of an observation.
LARGEST_COUNT: Final = 255
#: The numbers that a field can have.
LOWEST: Final = int(np.iinfo(np.int16).min)
HIGHEST: Final = int(np.iinfo(np.int16).max)
#: The most numbers that a field, or a game, can have: compiling more takes minutes.
MOST_NUMBERS: Final = 20_000
#: Attempts of rejection sampling; after that, deals are counted.
TRIES: Final = 20
#: Attempts to deal hands that are judged as a whole; after that, the copy is at fault.
HAND_TRIES: Final = 10_000
#: The fields of the kit, which a game cannot declare.
KIT_FIELDS: Final = frozenset(
    {*(name for name, *_ in (*COMMON_FIELDS, *SEALED_FIELDS)), OPTIONS_FIELD}
)


class Declaration:
    """Something that a game has; each kind generates its part of the functions of the rules.

    Attributes
    ----------
    name
        Its name in the class, and in the record of a game.
    is_hidden
        Whether not every seat sees all of it.
    is_sealed
        Whether it shows a seat its own sealed choice.
    where
        The name of the method by which hidden values are possible, or empty.
    where_takes
        Its parameters after the game.
    judges_hands
        Whether it judges the whole hand of a seat, ``(g, seat)``, rather than one value.
    fault
        The fault of a copy for which nothing was found that ``where`` allows.
    meaning
        What it is, in words.
    """

    name = ""
    fault = 0
    is_hidden = False
    is_sealed = False
    where = ""
    where_takes: tuple[str, ...] = ("seat", "value")
    judges_hands = False
    meaning = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @property
    def words(self) -> str:
        """Its description."""
        return self.meaning or self.name.replace("_", " ")

    def record_fields(self, seats: int) -> list[tuple[Any, ...]]:
        """Return its fields of a record, for games of at most ``max_seats`` seats."""
        raise NotImplementedError

    def ranges(self, seats: int) -> list[FieldRange]:
        """Return the ranges of these fields."""
        raise NotImplementedError

    def check(self, seats: int, redrawn: bool) -> str:
        """Return what is wrong with the declaration, or nothing.

        ``redrawn`` says whether its redraw of hidden information is generated.
        """
        return ""

    def constants(self) -> Mapping[str, Any]:
        """Return the objects that generated code refers to, by name."""
        return {}

    def write_start(self, out: SourceText, seats: int) -> None:
        """Write its initial value; ``x`` is the state of the generator."""

    def write_redraw(self, out: SourceText, seats: int) -> None:
        """Write how hidden information of ``seat`` is resampled, with the generator ``x``."""

    def write_view(self, out: SourceText, seats: int) -> None:
        """Write how ``viewer`` sees it, from ``out[at]`` on; everything there is 0."""

    def add_blocks(self, section: Section, axes: dict[str, int]) -> None:
        """Declare the blocks of the observation that ``write_view`` writes.

        ``axes`` are the lengths of the axes of the section, to be added to.
        """

    def rotate(self, game: Any, shift: int) -> None:
        """Give each seat in the record of a game what the seat ``shift`` places before it has."""

    def write_no_deal(self, out: SourceText) -> None:
        """Write the fault of a copy for which nothing was found, unless ``fits``."""
        out.add("if not fits:", f"    g.fault = {self.fault}")

    def contradiction(self, game: Any) -> str:
        """Return an impossible value in the record of a saved game, or nothing."""
        return ""


def wrong_integer(name: str, value: object, low: int = LOWEST, high: int = HIGHEST) -> str:
    """Return why a value is not an integer from ``low`` to ``high``, or nothing."""
    try:
        integer(name, value, low, high)
    except (TypeError, ValueError) as error:
        return str(error)
    return ""


def wrong_range(name: str, value: object) -> str:
    """Return why a value is not a pair of integers, the lowest and the highest one, or nothing."""
    allowed = f"{name} must be (lowest, highest), integers within {LOWEST} to {HIGHEST}"
    is_pair = isinstance(value, tuple | list) and len(value) == 2
    if not is_pair or any(wrong_integer("", each) for each in value) or value[0] > value[1]:  # type: ignore[attr-defined,index]
        return f"{allowed}, found {shown(value)}"
    return ""


def wrong_text(name: str, value: object) -> str:
    """Return why a value is not text, or nothing."""
    return "" if isinstance(value, str) else f"{name} must be a text, found {shown(value)}"


def wrong_where(value: object) -> str:
    """Return why a value does not name a method, or nothing."""
    what = "where must be the name of a method, such as where='fits'"
    return "" if isinstance(value, str) else f"{what}, found {shown(value)}"


def known_name(name: str) -> str:
    """Return the name of the field with the seats that know hidden values, as bits."""
    return f"{name}_known"


def rotated_bits(bits: Any, shift: int, seats: int) -> Any:
    """Return sets of seats, as bits, rotated by ``shift``."""
    return ((bits << shift) | (bits >> (seats - shift))) & (2**seats - 1)


def rotated_seats(numbers: Any, shift: int, seats: int) -> Any:
    """Return seat numbers rotated by ``shift``; negative numbers stay."""
    return np.where(numbers < 0, numbers, (numbers + shift) % seats)


def rotate_rows(game: Any, name: str, shift: int) -> None:
    """Move what each seat has in a field of a record by ``shift`` seats."""
    seats = int(game["seats"])
    game[name][:seats] = np.roll(game[name][:seats], shift, axis=0)


def write_known(out: SourceText, numbers: str) -> None:
    """Write for each seat, the viewer first, whether it knows a hidden value."""
    with out.block("for b in range(seats):"):
        out.add("p = b - first", "if p < 0:", "    p += seats")
        out.add(f"out[at + p] = (int({numbers}) >> b) & 1")
    out.add("at += seats")


def wrong(game: str, declaration: Declaration, problem: str) -> DeclarationError:
    """Return the exception for a declaration."""
    return DeclarationError(f"{game}.{declaration.name}: {problem}")

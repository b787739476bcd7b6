"""``Declaration``: a field that a game declares, and the code generated from it."""

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

#: An axis with one entry per seat. In observations the viewer comes first.
SEAT: Final = "seat"
#: The largest number in an observation.
LARGEST_COUNT: Final = 255
#: The lowest and highest number that a field can hold.
LOWEST: Final = int(np.iinfo(np.int16).min)
HIGHEST: Final = int(np.iinfo(np.int16).max)
#: The most numbers that a field, or a game, can have: compiling more takes minutes.
MOST_NUMBERS: Final = 20_000
#: Attempts at rejection sampling before the exact draw of ``redraw_cards``.
TRIES: Final = 20
#: Attempts to deal hands that are checked as a whole; after that, determinization fails.
HAND_TRIES: Final = 10_000
#: The names of fields that every game has, which a game cannot declare.
KIT_FIELDS: Final = frozenset(
    {*(name for name, *_ in (*COMMON_FIELDS, *SEALED_FIELDS)), OPTIONS_FIELD}
)


class Declaration:
    """A declared field of a game; each kind generates its part of the rules' functions.

    Attributes
    ----------
    name
        Its name in the class and in the record of a game.
    is_hidden
        Whether some of it is hidden from some seats.
    is_sealed
        Whether it shows a seat its own sealed choice.
    where
        The name of the method that checks hidden values, or an empty string.
    where_takes
        The parameters of the ``where`` method after ``g``.
    judges_hands
        Whether ``where`` checks the whole hand of a seat, ``(g, seat)``, rather than one value.
    fault
        The fault code of a determinization for which no values satisfied ``where``.
    meaning
        A description for readers.
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
        """Its ``meaning``, by default its name with spaces for underscores."""
        return self.meaning or self.name.replace("_", " ")

    def record_fields(self, seats: int) -> list[tuple[Any, ...]]:
        """Return the record fields of the declaration, for games of at most ``seats`` seats."""
        raise NotImplementedError

    def ranges(self, seats: int) -> list[FieldRange]:
        """Return the range of each record field."""
        raise NotImplementedError

    def check(self, seats: int, redrawn: bool) -> str:
        """Return an error message for an invalid declaration, or an empty string.

        ``redrawn``: whether the resampling of its hidden values is generated.
        """
        return ""

    def constants(self) -> Mapping[str, Any]:
        """Return the objects that generated code refers to, by name."""
        return {}

    def write_start(self, out: SourceText, seats: int) -> None:
        """Write code that sets the initial value; ``x`` is the state of the random generator."""

    def write_redraw(self, out: SourceText, seats: int) -> None:
        """Write code that resamples what is hidden from ``seat``, with the random state ``x``."""

    def write_view(self, out: SourceText, seats: int) -> None:
        """Write code that encodes what ``viewer`` sees, into ``out`` (zeros) from ``at`` on."""

    def add_blocks(self, section: Section, axes: dict[str, int]) -> None:
        """Declare the blocks of the observation that ``write_view`` writes.

        ``axes``: the axis lengths of the section, to which it adds its own.
        """

    def rotate(self, game: Any, shift: int) -> None:
        """Rotate by ``shift`` the seats in this declaration's fields of a game's record."""

    def write_no_deal(self, out: SourceText) -> None:
        """Write code that sets the fault of a determinization unless ``fits``."""
        out.add("if not fits:", f"    g.fault = {self.fault}")

    def contradiction(self, game: Any) -> str:
        """Return a message about an impossible value in a saved game, or an empty string."""
        return ""


def wrong_integer(name: str, value: object, low: int = LOWEST, high: int = HIGHEST) -> str:
    """Return why a value is not an integer from ``low`` to ``high``, or an empty string."""
    try:
        integer(name, value, low, high)
    except (TypeError, ValueError) as error:
        return str(error)
    return ""


def wrong_range(name: str, value: object) -> str:
    """Return why a value is not a pair of integers (lowest, highest), or an empty string."""
    allowed = f"{name} must be (lowest, highest), integers within {LOWEST} to {HIGHEST}"
    is_pair = isinstance(value, tuple | list) and len(value) == 2
    if not is_pair or any(wrong_integer("", each) for each in value) or value[0] > value[1]:  # type: ignore[attr-defined,index]
        return f"{allowed}, found {shown(value)}"
    return ""


def wrong_text(name: str, value: object) -> str:
    """Return why a value is not a string, or an empty string."""
    return "" if isinstance(value, str) else f"{name} must be a string, found {shown(value)}"


def wrong_where(value: object) -> str:
    """Return why a value cannot be the name of a method, or an empty string."""
    what = "where must be the name of a method, such as where='fits'"
    return "" if isinstance(value, str) else f"{what}, found {shown(value)}"


def known_name(name: str) -> str:
    """Return the name of the field with bit masks of the seats that know hidden values."""
    return f"{name}_known"


def rotated_bits(bits: Any, shift: int, seats: int) -> Any:
    """Return bit masks of seats, rotated by ``shift``."""
    return ((bits << shift) | (bits >> (seats - shift))) & (2**seats - 1)


def rotated_seats(numbers: Any, shift: int, seats: int) -> Any:
    """Return seat numbers rotated by ``shift``; negative numbers stay."""
    return np.where(numbers < 0, numbers, (numbers + shift) % seats)


def rotate_rows(game: Any, name: str, shift: int) -> None:
    """Rotate a record field that has one row per seat by ``shift``."""
    seats = int(game["seats"])
    game[name][:seats] = np.roll(game[name][:seats], shift, axis=0)


def write_known(out: SourceText, numbers: str) -> None:
    """Write code that encodes for each seat, the viewer first, whether it knows a hidden value."""
    with out.block("for b in range(seats):"):
        out.add("p = b - first", "if p < 0:", "    p += seats")
        out.add(f"out[at + p] = (int({numbers}) >> b) & 1")
    out.add("at += seats")


def wrong(game: str, declaration: Declaration, problem: str) -> DeclarationError:
    """Return a DeclarationError that names the game and the declaration."""
    return DeclarationError(f"{game}.{declaration.name}: {problem}")

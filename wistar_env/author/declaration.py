"""``Declaration``: what a game declares in its class, and what is generated from it."""

from collections.abc import Mapping
from typing import Any, Final

from wistar_env.author.source_text import SourceText
from wistar_env.errors import DeclarationError
from wistar_env.kit.game.spec_records import FieldRange
from wistar_env.kit.head import HEAD_FIELDS, OPTIONS_FIELD
from wistar_env.kit.layout import Section
from wistar_env.kit.sealed import SEALED_FIELDS

#: An axis with a place for each seat. In observations the viewer's comes first.
SEAT: Final = "seat"
#: The largest count of an observation.
LARGEST_COUNT: Final = 255
#: How often cards are shuffled until all are where they may be; then deals are counted.
TRIES: Final = 20
#: The fields of the kit, which a game cannot declare.
KIT_FIELDS: Final = frozenset(
    {*(name for name, *_ in (*HEAD_FIELDS, *SEALED_FIELDS)), OPTIONS_FIELD}
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
    meaning
        What it is, in words.
    """

    name = ""
    is_hidden = False
    is_sealed = False
    where = ""
    where_takes: tuple[str, ...] = ("seat", "value")
    meaning = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @property
    def words(self) -> str:
        """What it is, in words."""
        return self.meaning or self.name.replace("_", " ")

    def record_fields(self, seats: int) -> list[tuple[Any, ...]]:
        """Return its fields of a record, in games of at most so many seats."""
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
        """Return what generated code refers to, by name."""
        return {}

    def write_start(self, out: SourceText, seats: int) -> None:
        """Write what it is at the beginning; ``x`` is the state of the generator."""

    def write_redraw(self, out: SourceText, seats: int) -> None:
        """Write how what ``seat`` does not know is drawn again, with the generator ``x``."""

    def write_view(self, out: SourceText, seats: int) -> None:
        """Write how ``viewer`` sees it, from ``out[at]`` on; everything there is 0."""

    def add_blocks(self, section: Section, axes: dict[str, int]) -> None:
        """Declare the blocks of the observation that ``write_view`` writes.

        ``axes`` are the lengths of the axes of the section, to be added to.
        """

    def contradiction(self, game: Any) -> str:
        """Return what is impossible in the record of a saved game, or nothing."""
        return ""


def known_name(name: str) -> str:
    """Return the name of the field with the seats that know hidden values, as bits."""
    return f"{name}_known"


def write_known(out: SourceText, numbers: str) -> None:
    """Write for each seat, the viewer first, whether it knows a hidden value."""
    with out.block("for b in range(seats):"):
        out.add("p = b - first", "if p < 0:", "    p += seats")
        out.add(f"out[at + p] = (int({numbers}) >> b) & 1")
    out.add("at += seats")


def wrong(game: str, declaration: Declaration, problem: str) -> DeclarationError:
    """Return the exception for a declaration."""
    return DeclarationError(f"{game}.{declaration.name}: {problem}")

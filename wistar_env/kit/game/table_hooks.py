"""The parts of a page beside the log: plain, unless a game overrides them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from wistar_env.kit.game.data_set import GameData
from wistar_env.kit.game.plain_view import ShownGame

if TYPE_CHECKING:
    from wistar_env.kit.pictures.gallery import Piece
    from wistar_env.kit.pictures.sheet import Sheet

#: Widths of the space for a picture on a page, in pixels: below the first it is a phone; from the
#: second on, parts can be side by side, from the third on, so many that it is like a screen.
PHONE: Final = 620.0
WIDE: Final = 1280.0
WIDEST: Final = 2000.0


class Figure(NamedTuple):
    """A number that a seat has.

    Attributes
    ----------
    name
        What it counts, such as ``"Coins"``.
    value
        How many there are, or a word.
    symbol
        The symbol beside it (``kit.pictures.symbols``); empty if there is none.
    """

    name: str
    value: str
    symbol: str = ""


class Standing(NamedTuple):
    """The line of a seat that a page always shows.

    Attributes
    ----------
    seat
        Which one.
    points
        Its current points, or what else decides the game.
    figures
        Its other numbers.
    mark
        The symbol of the seat; empty if it has none.
    written
        A letter or number on the mark, if it is not part of the symbol.
    """

    seat: int
    points: Figure
    figures: tuple[Figure, ...] = ()
    mark: str = ""
    written: str = ""


class LegendEntry(NamedTuple):
    """A symbol and its meaning.

    Attributes
    ----------
    group
        The heading that it belongs to.
    symbol
        The symbol (``kit.pictures.symbols``).
    text
        Its meaning.
    """

    group: str
    symbol: str
    text: str


class Lesson(NamedTuple):
    """The text of a tutorial at a decision of the player, and the action to play.

    Attributes
    ----------
    text
        The text that is shown before the decision.
    action
        The action to play, in the words of ``describe``.
    """

    text: str
    action: str


class Tutorial(NamedTuple):
    """A game that begins with lessons, and is then played on.

    Attributes
    ----------
    seed
        The seed of the game.
    chairs
        Who plays: ``"you"`` or a bot of the page that always plays the same, such as ``"greedy"``.
    options
        Options of the game.
    lessons
        One for each of the first decisions of the player.
    farewell
        The text after them.
    """

    seed: int
    chairs: tuple[str, ...]
    options: Mapping[str, Any]
    lessons: tuple[Lesson, ...]
    farewell: str


class PicturedGame(ShownGame, Protocol):
    """The part of a game that ``table_sheet`` uses."""

    def page_picture(
        self, viewer: int | None, names: Sequence[str], *, choices: bool, narrow: bool
    ) -> str:
        """Return the position as an SVG document."""
        ...


class TableHooks:
    """The part of a game that its table on a page shows."""

    __slots__ = ()

    def table_sheet(
        self: PicturedGame,
        viewer: int | None,
        names: Sequence[str],
        *,
        choices: bool,
        width: float,
    ) -> "Sheet":
        """Return the position as a picture in parts, laid out for a space on a page.

        Parameters
        ----------
        viewer, names, choices
            As for ``page_picture``, which is its only part by default.
        width
            The width of the space in pixels.
        """
        from wistar_env.kit.pictures.sheet import whole

        narrow = width < PHONE
        drawn = self.page_picture(viewer, names, choices=choices, narrow=narrow)
        return whole(drawn, self.spec.title)

    def standings(self, viewer: int | None) -> Sequence[Standing]:
        """Return the line of each seat that a page always shows, in their order; default: none.

        Parameters
        ----------
        viewer
            The seat to which it is shown; None shows everything.
        """
        return ()

    def due_words(self, viewer: int | None) -> str:
        """Return what is left to do in the open turn, or what the game is about; may be empty."""
        return ""

    @classmethod
    def legend(cls, data: GameData) -> Iterable[LegendEntry]:
        """Return the symbols of the pictures with their meanings; default: none."""
        return ()

    @classmethod
    def piece(cls, name: str, data: GameData) -> "Piece | None":
        """Return the printed piece of a name, such as ``"tile-026"``; None if there is none.

        Elements of pictures name theirs in ``data-piece``. The default looks through all of
        ``gallery``; a game with many pieces draws the one.

        Parameters
        ----------
        name
            ``Piece.name``.
        data
            The data that games are played with, opened.
        """
        return next((piece for piece in cls.gallery(data) if piece.name == name), None)

    @classmethod
    def gallery(cls, data: GameData) -> Iterable["Piece"]:
        """Return all pieces that are printed, with their pictures; nothing by default.

        Parameters
        ----------
        data
            The data that games are played with, opened.
        """
        return ()

    @classmethod
    def tutorial(cls) -> Tutorial | None:
        """Return a game that teaches the rules; None if there is none."""
        return None

    @property
    def rules_topic(self) -> str:
        """The heading of ``rules_in_words`` that is about the open decision; may be empty."""
        return ""

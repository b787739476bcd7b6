"""The return types of a presentation: choices, lines of seats, symbols, lessons."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeVar

#: Widths of the space for a picture on a page, in pixels: below the first it is a phone, below the
#: second two columns of one fit; from the third on, parts can be side by side, from the fourth on,
#: so many that it is like a screen. So no letters are smaller than 11 pixels.
PHONE: Final = 740.0
TABLET: Final = 1000.0
WIDE: Final = 1540.0
WIDEST: Final = 2080.0
#: Colours of Okabe and Ito's palette, safe for all kinds of colour vision, each with a darker one.
COLOURS: Final = (
    ("#0072b2", "#00466e"),
    ("#e69f00", "#8a5f00"),
    ("#009e73", "#005f45"),
    ("#cc79a7", "#7d3f62"),
    ("#56b4e9", "#1f5f86"),
    ("#d55e00", "#8a3d00"),
)

SeatT = TypeVar("SeatT")


def viewer_first(seats: Sequence[SeatT], viewer: int | None) -> tuple[SeatT, ...]:
    """Return the items of each seat in seating order, beginning with the viewer."""
    first = viewer or 0
    return (*seats[first:], *seats[:first])


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
    parts
        The names of what it adds up or is a part of, each with its value; may be empty.
    """

    name: str
    value: str
    symbol: str = ""
    parts: tuple[tuple[str, int], ...] = ()


class SeatScore(NamedTuple):
    """The line of a seat that a page always shows.

    Attributes
    ----------
    seat
        Which one.
    points
        Its points, or what else decides the game, with what they add up if the game ended now.
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


class HeldPiece(NamedTuple):
    """A printed piece that a page keeps in sight, such as a card in the viewer's hand.

    Attributes
    ----------
    group
        The heading that it belongs to, such as ``"Hand"``.
    piece
        The name of the piece (``Presentation.find_piece``).
    title
        Its title.
    """

    group: str
    piece: str
    title: str


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
    """A game that begins with lessons.

    Attributes
    ----------
    seed
        The seed of the game.
    seats
        Who plays: ``"you"`` or a bot of the page that always plays the same, such as ``"greedy"``.
    options
        Options of the game.
    lessons
        One for each of the first decisions of the player.
    farewell
        The text after them.
    """

    seed: int
    seats: tuple[str, ...]
    options: Mapping[str, Any]
    lessons: tuple[Lesson, ...]
    farewell: str


class Exercise(NamedTuple):
    """A position in the middle of a game, with something to reach.

    Attributes
    ----------
    name
        Its name in addresses, such as ``"exploring"``.
    title
        Its title.
    text
        What it teaches, and what to reach.
    seed
        The seed of the game.
    seats
        Who plays: ``"you"`` in the first, and bots that always play the same, such as ``"greedy"``.
    opening
        How many decisions were made before; the second seat's bot made yours, too.
    goal
        Returns whether you have reached it in a game.
    done
        The text once you have.
    """

    name: str
    title: str
    text: str
    seed: int
    seats: tuple[str, ...]
    opening: int
    goal: Callable[[Any], bool]
    done: str


class PlainEvent(NamedTuple):
    """An action of a seat, for the log of a game without a story."""

    seat: int
    action: str


class Choice(NamedTuple):
    """A legal action in words; ``effect`` may be empty."""

    action: int
    text: str
    effect: str

    @property
    def sentence(self) -> str:
        """Text and effect."""
        return f"{self.text}: {self.effect}" if self.effect else self.text


class Question(NamedTuple):
    """The current decision as a question to the player.

    Attributes
    ----------
    text
        What is decided, such as ``"Pay 3 items for Hot Air Balloon"``; may be empty.
    due
        How many choices it takes, if they are made in any order, such as the items of a payment.
    proposal
        Actions that would do, for a page to begin with; may be empty.
    """

    text: str
    due: int = 1
    proposal: tuple[int, ...] = ()


class TurnActions(NamedTuple):
    """Legal actions by which a turn continues to its end.

    Attributes
    ----------
    due
        Those that carry out what is due in the current turn.
    end
        The one that ends the turn; None if there is none.
    """

    due: tuple[int, ...] = ()
    end: int | None = None


class Reason(NamedTuple):
    """Why an action is not offered.

    Attributes
    ----------
    sentence
        The reason in words.
    rules
        The IDs of the rules that forbid the action; may be empty.
    """

    sentence: str
    rules: tuple[str, ...] = ()


class MenuItem(NamedTuple):
    """A legal action as the player sees it.

    Attributes
    ----------
    action
        Its id.
    text
        The action in words.
    effect
        Its consequences; may be empty.
    declines
        Whether it does nothing or ends something: it is listed last, and never preselected.
    gives_up
        A sentence about what would be lost, for a confirmation. Empty if nothing would.
    times
        How often it can be chosen in a row, such as to pay several items with one good.
    folded
        What such choices are called together, of which a list may show the number only, such as
        ``"spaces with Strength 0"``. Empty if it is to be seen.
    """

    action: int
    text: str
    effect: str = ""
    declines: bool = False
    gives_up: str = ""
    times: int = 1
    folded: str = ""

    @property
    def sentence(self) -> str:
        """Text and effect."""
        return f"{self.text}: {self.effect}" if self.effect else self.text

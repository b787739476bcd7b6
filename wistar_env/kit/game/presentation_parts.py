"""The return types of a presentation: choices, lines of seats, symbols, lessons."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeVar

#: Breakpoints of the width of a picture on a page, in pixels. Below the first, lay out for a phone;
#: below the second, in narrow columns; from the third on, put parts side by side; from the fourth
#: on, as on a full screen. They keep letters at 11 pixels or more.
PHONE: Final = 740.0
TABLET: Final = 1000.0
WIDE: Final = 1540.0
WIDEST: Final = 2080.0
#: Okabe and Ito's colours, safe for all kinds of colour vision, each with a darker shade.
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
    """Return the items, one for each seat, in seating order from the viewer (None: seat 0)."""
    first = viewer or 0
    return (*seats[first:], *seats[:first])


class Figure(NamedTuple):
    """A number that a seat has.

    Attributes
    ----------
    name
        What it counts, such as ``"Coins"``.
    value
        The number, or a word.
    symbol
        The symbol beside it (``kit.pictures.symbols``); empty if there is none.
    parts
        Names and values of its parts, or of a whole that it belongs to; may be empty.
    """

    name: str
    value: str
    symbol: str = ""
    parts: tuple[tuple[str, int], ...] = ()


class SeatScore(NamedTuple):
    """A seat's line in the scoreboard of a page.

    Attributes
    ----------
    seat
        The seat's number.
    points
        Its points now, or another number that decides the game; parts may be points by category.
    figures
        Other numbers to show.
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
    """A printed piece that a page always shows, such as a card in the viewer's hand.

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
        Who plays each seat: ``"you"`` or a deterministic bot, such as ``"greedy"``.
    options
        Options of the game.
    lessons
        One lesson for each of the player's first decisions.
    farewell
        The text after the last lesson.
    """

    seed: int
    seats: tuple[str, ...]
    options: Mapping[str, Any]
    lessons: tuple[Lesson, ...]
    farewell: str


class Exercise(NamedTuple):
    """A position in the middle of a game, with a goal to reach.

    Attributes
    ----------
    name
        Its name in URLs, such as ``"exploring"``.
    title
        Its title.
    text
        What it teaches, and its goal.
    seed
        The seed of the game.
    seats
        Who plays each seat: ``"you"`` the first, and deterministic bots such as ``"greedy"`` the
        others.
    opening
        The number of decisions before the position. The second seat's bot made them for all seats.
    goal
        Returns whether a game has reached the goal.
    done
        The text to show when it is reached.
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
    """An action of a seat, for the log of a game without its own ``events_of``."""

    seat: int
    action: str


class Choice(NamedTuple):
    """A legal action in words; ``effect`` may be empty."""

    action: int
    text: str
    effect: str

    @property
    def sentence(self) -> str:
        """The text and the effect of the action."""
        return f"{self.text}: {self.effect}" if self.effect else self.text


class Question(NamedTuple):
    """The current decision as a question to the player.

    Attributes
    ----------
    text
        What is decided, such as ``"Pay 3 items for Hot Air Balloon"``; may be empty.
    due
        The number of choices to make, in any order, such as the items of a payment.
    proposal
        Actions that a page preselects; may be empty.
    """

    text: str
    due: int = 1
    proposal: tuple[int, ...] = ()


class TurnActions(NamedTuple):
    """Legal actions that continue or end the current turn.

    Attributes
    ----------
    due
        Actions that carry out what is due in the current turn.
    end
        The action that ends the turn; None if there is none.
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
        Whether it passes or ends something; such an action is listed last and never preselected.
    gives_up
        A sentence about what would be lost, for a confirmation; empty if nothing would be.
    times
        How many times in a row it can be chosen, such as to pay several items with one good.
    folded
        The name of a group of items that a list may collapse to their number, such as ``"spaces
        with Strength 0"``. Empty to list the item.
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
        """The text and the effect of the action."""
        return f"{self.text}: {self.effect}" if self.effect else self.text

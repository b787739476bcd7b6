"""``Presentation``: how pages, replays, commands and prompts show a game."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

import numpy as np
import numpy.typing as npt

from wistar_env.kit.game import plain_view
from wistar_env.kit.game.breakdown import Breakdown, breakdown_of
from wistar_env.kit.game.data_set import GameData
from wistar_env.kit.game.error_messages import check_legal
from wistar_env.kit.game.frame_size import FRAME_SIZE, FrameSize, frame_size
from wistar_env.kit.game.option_text import players_text
from wistar_env.kit.game.position import Position
from wistar_env.kit.game.presentation_parts import (
    COLOURS,
    PHONE,
    Choice,
    Exercise,
    HeldPiece,
    LegendEntry,
    MenuItem,
    PlainEvent,
    Question,
    Reason,
    SeatScore,
    TurnActions,
    Tutorial,
)
from wistar_env.kit.layout import Described, FloatVector
from wistar_env.kit.sealed import sealed_word

if TYPE_CHECKING:
    from wistar_env.kit.pictures.gallery import Piece
    from wistar_env.kit.pictures.sheet import Sheet

#: An event, in the form that ``narrate`` of the same presentation takes.
GameEvent: TypeAlias = Any


class Presentation:
    """How pages, replays, commands and prompts show a game.

    All methods have plain-text defaults. To add words or pictures, a game derives a class from this
    one and declares it: ``presentation = Presented(NimPresentation)``. Then ``game.presentation``
    is an instance of the class, and ``Nim.presentation`` the class itself.

    The defaults show every action to every seat: a game with secret actions that are not sealed
    (``kit.sealed``) must override ``events_of``.

    Parameters
    ----------
    game
        The game that is shown.

    Attributes
    ----------
    footer
        A sentence for the foot of pages, such as the owner of the game.
    score_titles
        The titles of the score columns except the total, in order; by default their names.
    """

    footer: ClassVar[str] = ""
    score_titles: ClassVar[Mapping[str, str]] = MappingProxyType({})

    __slots__ = ("game",)

    def __init__(self, game: Position) -> None:
        self.game = game

    # Rules in words

    def rules_in_words(self) -> str:
        """Return the complete rules as text, for players who do not know the game.

        They apply to the player count and the data of this game.
        """
        spec = self.game.spec
        columns = ", ".join(spec.score_columns)
        return (
            f"{spec.title}, {players_text(self.game.num_players)}. A final score is made of "
            f"{columns}. The first place wins."
        )

    def card_names(self) -> Sequence[str]:
        """Return the names of cards, exactly as they occur in texts; default: none.

        Obfuscation replaces these names, so that players cannot use memorized cards.
        """
        return ()

    @property
    def rules_topic(self) -> str:
        """The heading in ``rules_in_words`` about the current decision; may be empty."""
        return ""

    @classmethod
    def tutorial(cls) -> Tutorial | None:
        """Return a game that teaches the rules; None if there is none."""
        return None

    @classmethod
    def exercises(cls) -> Sequence[Exercise]:
        """Return positions that each teach something, in order; default: none."""
        return ()

    # Seats and time

    @classmethod
    def automaton_name(cls, seat: int) -> str:
        """Return the name of an automaton's seat; automata have the last seats."""
        return f"automaton {seat}"

    @property
    def seat_names(self) -> tuple[str, ...]:
        """The default names of all seats: agents first, then automata."""
        players, seats = self.game.num_players, self.game.num_seats
        automata = (self.automaton_name(seat) for seat in range(players, seats))
        return (*(f"player_{seat}" for seat in range(players)), *automata)

    @property
    def seat_colours(self) -> tuple[tuple[str, str], ...]:
        """The colours of lines and letters for each seat, such as ``"#0072b2"``."""
        return tuple(COLOURS[seat % len(COLOURS)] for seat in range(self.game.num_seats))

    @classmethod
    def seat_marks(cls, num_players: int) -> tuple[str, ...]:
        """Return the mark of each seat on pictures, as SVG documents.

        Empty if seats have no marks, or get them only during the game.
        """
        return ()

    @property
    def stage(self) -> str:
        """The part of the game, such as ``"round 3"``, for headings of the log; may be empty."""
        return ""

    @property
    def turn_in_words(self) -> str:
        """The turn in words, such as ``"round 3, turn 2"``; may be empty."""
        return self.stage

    @property
    def progress_in_words(self) -> str:
        """The progress of the game, such as ``"round 3 of 5"``; may be empty."""
        return self.stage

    # What happens

    def events_of(self, action: int, viewers: Sequence[int | None]) -> list[tuple[GameEvent, ...]]:
        """Return an action's events as each viewer sees them; the game does not change.

        Parameters
        ----------
        action
            A legal action.
        viewers
            Seats, or None to see everything.

        Raises
        ------
        IllegalActionError
            If the action is not legal.
        """
        game = self.game
        check_legal(game, action)
        event = (PlainEvent(game.seat, game.describe(action)),)
        if not (sealed_word(game.spec.record) and game.record["sealed_open"][0]):
            return [event] * len(viewers)
        secret = (PlainEvent(game.seat, "chooses in secret"),)
        return [event if viewer in (None, game.seat) else secret for viewer in viewers]

    @classmethod
    def narrate(cls, events: Iterable[GameEvent], names: Sequence[str]) -> tuple[str, ...]:
        """Return sentences about events, with ``names`` for the seats."""
        return tuple(f"{names[event.seat]}: {event.action}" for event in events)

    @classmethod
    def summarize(cls, events: Iterable[GameEvent], names: Sequence[str]) -> tuple[str, ...]:
        """Return sentences that sum up the events of many actions; default: as ``narrate``."""
        return cls.narrate(events, names)

    # A position in words

    def choices(self) -> list[Choice]:
        """Return the legal actions of the deciding seat in words."""
        game = self.game
        return [Choice(k, game.describe(k), "") for k in game.legal_actions().tolist()]

    @property
    def question(self) -> Question:
        """The current decision as a question to the player; by default the decision's name."""
        return Question(self.game.decision)

    @property
    def turn_actions(self) -> TurnActions:
        """The legal actions still due in this turn, and the action that ends it; default: none.

        Pages use them to offer the rest of a turn at once.
        """
        return TurnActions()

    def why_not(self, action: int) -> Reason:
        """Return why an action is not offered to the deciding seat.

        The default only names the current decision.
        """
        game = self.game
        return Reason(f"Now you decide: {self.question.text or game.describe(action)}.")

    @classmethod
    def ledger(cls) -> str:
        """Return all rules with their IDs as Markdown; empty if the game has none."""
        return ""

    def menu(self) -> list[MenuItem]:
        """Return the legal actions as a menu for people, with declining actions last.

        Choices, for programs and language models, use the texts of ``describe``; a menu may use
        friendlier words. The default derives from the choices.
        """
        return [MenuItem(*choice) for choice in self.choices()]

    def axis_words(self, axis: str) -> list[str]:
        """Return the labels of the places of an observation axis; numbers by default."""
        lengths = {
            name: length
            for block in self.game.layout.blocks
            for name, length in zip(block.axes, block.shape, strict=True)
        }
        return [str(k) for k in range(lengths[axis])]

    def describe_observation(self, observation: FloatVector) -> dict[str, Described]:
        """Describe an observation of this game in words, by block name."""
        return self.game.layout.describe(observation, self.axis_words)

    def position_in_words(self, seat: int) -> str:
        """Return all that a seat sees, in words, without the legal actions."""
        return "\n".join(self._lines([seat], self.seat_names))

    def seat_summary(self, seat: int) -> Iterator[str]:
        """Yield a few lines about what a seat knows, to read before a decision."""
        return plain_view.seen_lines(self.describe_observation(self.game.observe(seat)))

    def render(self, seat: int | None = None) -> str:
        """Return the position as text, as ``seat`` sees it (default: the deciding seat).

        If the seat decides, the default lists legal actions.
        """
        return "\n".join(self._text(seat))

    def scene(self, seat: int) -> Any:
        """Return a seat's view as plain data: the blocks of its observation, in words."""
        return self.describe_observation(self.game.observe(seat))

    def breakdown(self) -> Breakdown:
        """Return the score of each seat by category, as if the game ended now."""
        return breakdown_of(self.game, self.seat_names, self.score_titles)

    def scoreboard(self, viewer: int | None) -> Sequence[SeatScore]:
        """Return each seat's line in the scoreboard of a page, in order; default: none.

        Parameters
        ----------
        viewer
            The seat to which it is shown; None shows everything.
        """
        return ()

    def held_pieces(self, viewer: int | None) -> Sequence[HeldPiece]:
        """Return the printed pieces that a page always shows; default: none.

        Parameters
        ----------
        viewer
            The seat to which they are shown; None shows public pieces only.
        """
        return ()

    def due_in_words(self, viewer: int | None) -> str:
        """Return what is left to do in this turn, or the aim of the game; may be empty."""
        return ""

    # Pictures

    def frame(
        self, seat: int | None = None, done: Sequence[str] = (), size: FrameSize = FRAME_SIZE
    ) -> npt.NDArray[np.uint8]:
        """Return the position as pixels, as ``seat`` sees it (default: the deciding seat).

        Parameters
        ----------
        seat
            The seat whose view it shows.
        done
            Sentences about the last actions, to show in the picture.
        size
            Width and height in pixels.

        Returns
        -------
        array
            uint8, shape (height, width, 3).

        Raises
        ------
        TypeError, ValueError
            If the size is not two integers from 16 to 8192.
        """
        return plain_view.plain_frame([*self._text(seat, done)], frame_size(size))

    def page_picture(
        self, viewer: int | None, names: Sequence[str], *, choices: bool, narrow: bool
    ) -> str:
        """Return the position as an SVG document for a page.

        Parameters
        ----------
        viewer
            The seat to which it is shown; None shows everything.
        names
            The names of all seats.
        choices
            Whether the viewer decides now. If so, elements with an attribute ``data-action``, a
            list of actions separated by spaces, are clickable.
        narrow
            Lay it out for a phone.
        """
        seats = range(self.game.num_seats) if viewer is None else (viewer,)
        return plain_view.plain_page(self._lines(seats, names), narrow=narrow)

    def table_sheet(
        self, viewer: int | None, names: Sequence[str], *, choices: bool, width: float
    ) -> "Sheet":
        """Return the position as a picture in parts, laid out for an area of a page.

        Parameters
        ----------
        viewer, names, choices
            As for ``page_picture``, whose picture is the only part by default.
        width
            The width of the area in pixels.
        """
        from wistar_env.kit.pictures.sheet import whole

        drawn = self.page_picture(viewer, names, choices=choices, narrow=width < PHONE)
        return whole(drawn, self.game.spec.title)

    @classmethod
    def legend(cls, data: GameData) -> Iterable[LegendEntry]:
        """Return the symbols of the pictures with their meanings; default: none."""
        return ()

    @classmethod
    def gallery(cls, data: GameData) -> Iterable["Piece"]:
        """Return all printed pieces, with their pictures; none by default.

        Parameters
        ----------
        data
            The data that games are played with, opened.
        """
        return ()

    @classmethod
    def find_piece(cls, name: str, data: GameData) -> "Piece | None":
        """Return the printed piece with a name, such as ``"tile-026"``; None if there is none.

        Elements of pictures name their piece in ``data-piece``. The default searches ``gallery``; a
        game with many pieces may draw only this one.

        Parameters
        ----------
        name
            ``Piece.name``.
        data
            The data that games are played with, opened.
        """
        return next((piece for piece in cls.gallery(data) if piece.name == name), None)

    def _repr_svg_(self) -> str | None:
        """Return the picture that a notebook shows; None shows the game as text."""
        return None

    def _lines(
        self, seats: Iterable[int], names: Sequence[str], done: Sequence[str] = ()
    ) -> Iterator[str]:
        """Yield the lines of a position as some seats see it, without the legal actions."""
        yield from plain_view.state_lines(self.game, self.stage, names)
        yield from (f"  {sentence}" for sentence in done)
        for seat in seats:
            seen = self.describe_observation(self.game.observe(seat))
            yield f"Seen by {names[seat]}:"
            yield from (f"  {line}" for line in plain_view.seen_lines(seen))

    def _text(self, seat: int | None, done: Sequence[str] = ()) -> Iterator[str]:
        """Yield the lines of a position as a seat sees it, with legal actions if it decides."""
        viewer = self.game.seat if seat is None else seat
        yield from self._lines([viewer], self.seat_names, done)
        if not self.game.finished and viewer == self.game.seat:
            yield from plain_view.action_lines(self.game)

"""``Presentation``: what pages, pictures, stories and prompts show of a game."""

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

#: An event, as ``narrate`` of the same presentation understands it.
GameEvent: TypeAlias = Any


class Presentation:
    """What tables, pages, replays, commands and prompts show of a game.

    All methods have plain defaults. A game that has better words or pictures derives its own class
    from this one and declares it: ``presentation = Presented(NimPresentation)``. Then
    ``game.presentation`` is this object and ``Nim.presentation`` this class.

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
        The titles of the score columns but the total, in their order; by default their names.
    """

    footer: ClassVar[str] = ""
    score_titles: ClassVar[Mapping[str, str]] = MappingProxyType({})

    __slots__ = ("game",)

    def __init__(self, game: Position) -> None:
        self.game = game

    # Rules in words

    def rules_in_words(self) -> str:
        """Return the rules in words, for players that know the game from them only.

        They are those for the player count and the data of the game.
        """
        spec = self.game.spec
        columns = ", ".join(spec.score_columns)
        return (
            f"{spec.title}, for {self.game.num_players} players. A final score is made of "
            f"{columns}. The first place wins."
        )

    def card_names(self) -> Sequence[str]:
        """Return the names of cards in texts, exactly as they occur.

        Obfuscation replaces these names, so that players cannot use memorized cards.
        """
        return ()

    @property
    def rules_topic(self) -> str:
        """The heading of ``rules_in_words`` that is about the current decision; may be empty."""
        return ""

    @classmethod
    def tutorial(cls) -> Tutorial | None:
        """Return a game that teaches the rules; None if there is none."""
        return None

    @classmethod
    def exercises(cls) -> Sequence[Exercise]:
        """Return positions from which something is learned, in their order; default: none."""
        return ()

    # Seats and time

    @classmethod
    def automaton_name(cls, seat: int) -> str:
        """Return the name of a seat that the rules play; these seats are the last ones."""
        return f"automaton {seat}"

    @property
    def seat_names(self) -> tuple[str, ...]:
        """The default names of all seats: those of the agents, then those of the automata."""
        players, seats = self.game.num_players, self.game.num_seats
        automata = (self.automaton_name(seat) for seat in range(players, seats))
        return (*(f"player_{seat}" for seat in range(players)), *automata)

    @property
    def seat_colours(self) -> tuple[tuple[str, str], ...]:
        """For each seat the colours of its lines and of letters about it, such as ``"#0072b2"``."""
        return tuple(COLOURS[seat % len(COLOURS)] for seat in range(self.game.num_seats))

    @classmethod
    def seat_marks(cls, num_players: int) -> tuple[str, ...]:
        """Return the mark of each seat on pictures, as SVG documents.

        Empty if the game has no such marks before it begins.
        """
        return ()

    @property
    def stage(self) -> str:
        """The part of the game, such as ``"round 3"``, as in headings of its log; may be empty."""
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
        """Return the events of an action as each viewer sees them; the game does not change.

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
        """Return events in sentences, with these names of the seats."""
        return tuple(f"{names[event.seat]}: {event.action}" for event in events)

    @classmethod
    def summarize(cls, events: Iterable[GameEvent], names: Sequence[str]) -> tuple[str, ...]:
        """Return the events of many actions in fewer sentences."""
        return cls.narrate(events, names)

    # A position in words

    def choices(self) -> list[Choice]:
        """Return the legal actions in words, for the seat that decides."""
        game = self.game
        return [Choice(k, game.describe(k), "") for k in game.legal_actions().tolist()]

    @property
    def question(self) -> Question:
        """The current decision as a question to the player; its name by default."""
        return Question(self.game.decision)

    @property
    def turn_actions(self) -> TurnActions:
        """The legal actions still due in this turn, and the one that ends it; default: none.

        With them, pages offer the rest of a turn at once.
        """
        return TurnActions()

    def why_not(self, action: int) -> Reason:
        """Return why an action is not offered to the seat that decides.

        The default says what is decided instead.
        """
        game = self.game
        return Reason(f"Now you decide: {self.question.text or game.describe(action)}.")

    @classmethod
    def ledger(cls) -> str:
        """Return all rules with their IDs as Markdown; empty if there is none."""
        return ""

    def menu(self) -> list[MenuItem]:
        """Return the legal actions as people are offered them, those that decline last.

        Choices, for programs and language models, have the texts of ``describe``; a menu may use
        better words. The default follows from the choices.
        """
        return [MenuItem(*choice) for choice in self.choices()]

    def axis_words(self, axis: str) -> list[str]:
        """Return the words along an axis of the observation; numbers by default."""
        lengths = {
            name: length
            for block in self.game.layout.blocks
            for name, length in zip(block.axes, block.shape, strict=True)
        }
        return [str(k) for k in range(lengths[axis])]

    def describe_observation(self, observation: FloatVector) -> dict[str, Described]:
        """Say in words what an observation of this game holds, by the names of its blocks."""
        return self.game.layout.describe(observation, self.axis_words)

    def position_in_words(self, seat: int) -> str:
        """Return all that a seat sees, in words, without the legal actions."""
        return "\n".join(self._lines([seat], self.seat_names))

    def seat_summary(self, seat: int) -> Iterator[str]:
        """Yield the knowledge of a seat in a few lines, to read before a decision."""
        return plain_view.seen_lines(self.describe_observation(self.game.observe(seat)))

    def render(self, seat: int | None = None) -> str:
        """Return the position as text, as ``seat`` sees it (default: the deciding seat)."""
        return "\n".join(self._text(seat))

    def scene(self, seat: int) -> Any:
        """Return the view of a seat as plain data: the blocks of its observation, in words."""
        return self.describe_observation(self.game.observe(seat))

    def breakdown(self) -> Breakdown:
        """Return the score of each seat by category, as if the game ended now."""
        return breakdown_of(self.game, self.seat_names, self.score_titles)

    def scoreboard(self, viewer: int | None) -> Sequence[SeatScore]:
        """Return the line of each seat that a page always shows, in their order; default: none.

        Parameters
        ----------
        viewer
            The seat to which it is shown; None shows everything.
        """
        return ()

    def held_pieces(self, viewer: int | None) -> Sequence[HeldPiece]:
        """Return the printed pieces that a page keeps in sight; default: none.

        Parameters
        ----------
        viewer
            The seat to which they are shown; None shows what all see.
        """
        return ()

    def due_in_words(self, viewer: int | None) -> str:
        """Return what is left to do in this turn, or what the game is about; may be empty."""
        return ""

    # Pictures

    def frame(
        self, seat: int | None = None, done: Sequence[str] = (), size: FrameSize = FRAME_SIZE
    ) -> npt.NDArray[np.uint8]:
        """Return the position as pixels, as ``seat`` sees it (default: who decides).

        Parameters
        ----------
        seat
            Whose view it is.
        done
            The last actions in sentences, to be shown.
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
            Whether the viewer decides now: elements with an attribute ``data-action``, actions
            separated by spaces, are then clickable.
        narrow
            Lay it out for a phone.
        """
        seats = range(self.game.num_seats) if viewer is None else (viewer,)
        return plain_view.plain_page(self._lines(seats, names), narrow=narrow)

    def table_sheet(
        self, viewer: int | None, names: Sequence[str], *, choices: bool, width: float
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

        drawn = self.page_picture(viewer, names, choices=choices, narrow=width < PHONE)
        return whole(drawn, self.game.spec.title)

    @classmethod
    def legend(cls, data: GameData) -> Iterable[LegendEntry]:
        """Return the symbols of the pictures with their meanings; default: none."""
        return ()

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
    def find_piece(cls, name: str, data: GameData) -> "Piece | None":
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
        """Yield the lines of a position as a seat sees it, by default the deciding one."""
        viewer = self.game.seat if seat is None else seat
        yield from self._lines([viewer], self.seat_names, done)
        if not self.game.finished and viewer == self.game.seat:
            yield from plain_view.action_lines(self.game)

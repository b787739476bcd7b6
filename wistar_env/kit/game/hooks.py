"""Texts and views of a game for people and files, with plain defaults."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, NamedTuple, Protocol, TypeAlias

from wistar_env.kit.game.breakdown import Breakdown, breakdown_of
from wistar_env.kit.game.data_set import GameData
from wistar_env.kit.game.error_messages import check_legal
from wistar_env.kit.game.plain_view import ShownGame, plain_page, position_lines, seen_lines
from wistar_env.kit.game.spec import GameSpec
from wistar_env.kit.game.table_hooks import TableHooks
from wistar_env.kit.sealed import sealed_word

#: What happened, as ``narrate`` of the same game understands it.
GameEvent: TypeAlias = Any


#: Colours of Okabe and Ito's palette, safe for all kinds of colour vision, each with a darker one.
_COLOURS: Final = (
    ("#0072b2", "#00466e"),
    ("#e69f00", "#8a5f00"),
    ("#009e73", "#005f45"),
    ("#cc79a7", "#7d3f62"),
    ("#56b4e9", "#1f5f86"),
    ("#d55e00", "#8a3d00"),
)


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


class MenuItem(NamedTuple):
    """A legal action as people are offered it.

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
    """

    action: int
    text: str
    effect: str = ""
    declines: bool = False
    gives_up: str = ""

    @property
    def sentence(self) -> str:
        """Text and effect."""
        return f"{self.text}: {self.effect}" if self.effect else self.text


@dataclass(frozen=True)
class NumberOption:
    """A numeric option of the start page.

    Attributes
    ----------
    name
        Its name in ``spec.option_names``.
    label
        Its label.
    hint
        The meaning of its numbers.
    low
        The lowest number.
    high
        The highest number.
    default
        The default.
    players
        The numbers of players that have it.
    """

    name: str
    label: str
    hint: str
    low: int
    high: int
    default: int
    players: tuple[int, ...]


class OfferedGame(ShownGame, Protocol):
    """The parts of a menu."""

    def choices(self) -> list[Choice]:
        """Return the legal actions in words."""
        ...


class GameHooks(TableHooks):
    """The part of a game that tables, pages, replays and commands show.

    All methods have plain defaults; a game overrides those for which it has better words or
    pictures. The defaults show every action to every seat: a game with secret actions that are not
    sealed (``kit.sealed``) must override ``events_of``.

    Attributes
    ----------
    notice
        A sentence for the foot of pages, such as the owner of the game.
    number_options
        The options of the start page.
    """

    spec: ClassVar[GameSpec]
    notice: ClassVar[str] = ""
    number_options: ClassVar[tuple[NumberOption, ...]] = ()

    __slots__ = ()

    # Options and files

    @classmethod
    def resolve_options(
        cls, num_players: int, seed: int, options: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Return the options with which the same game begins, as JSON values, for files.

        A game whose seed or defaults choose an option names the choice.
        """
        return {name: value for name, value in options.items() if value is not None}

    @classmethod
    def options_in_words(cls, options: Mapping[str, Any]) -> str:
        """Return resolved options in words, for titles; empty if there are none."""
        return ", ".join(f"{name} {value}" for name, value in options.items())

    @classmethod
    def upgrade_replay(cls, saved: Mapping[str, Any]) -> dict[str, Any] | None:
        """Return a replay of an older format with the fields of the current one; None for others.

        Its ``options`` are those of ``resolve_options``; format and game are filled in.
        """
        return None

    @classmethod
    def network_name(cls, num_players: int, data: GameData | None = None) -> str:
        """Return the name of the strongest bundled network for a number of players, or nothing.

        Parameters
        ----------
        num_players
            How many play.
        data
            The data that games are played with, opened; None is the bundled ones.
        """
        return ""

    # Rules for readers of text

    @classmethod
    def rules_in_words(cls, num_players: int, data: GameData) -> str:
        """Return the rules in words, for players that know the game from them only.

        Parameters
        ----------
        num_players
            How many play.
        data
            The data that games are played with, opened.
        """
        spec = cls.spec
        columns = ", ".join(spec.score_columns)
        return (
            f"{spec.title}, for {num_players} players. A final score is made of {columns}. "
            f"The first place wins."
        )

    @classmethod
    def card_names(cls, data: GameData) -> Sequence[str]:
        """Return the names of cards in texts, exactly as they occur.

        Obfuscation replaces these names, so that players cannot use memorized cards.
        """
        return ()

    # Seats and time

    @classmethod
    def automata_names(cls, num_players: int) -> tuple[str, ...]:
        """Return the names of the seats that the rules play; they are the last ones."""
        seats, automata = cls.spec.seats_of(num_players)
        return tuple(f"automaton {seat}" for seat in range(seats - automata, seats))

    @property
    def seat_names(self: ShownGame) -> tuple[str, ...]:
        """The default names of all seats: those of the agents, then those of the automata."""
        players = (f"player_{seat}" for seat in range(self.num_players))
        return (*players, *self.automata_names(self.num_players))

    @property
    def seat_colours(self: ShownGame) -> tuple[tuple[str, str], ...]:
        """For each seat the colours of its lines and of letters about it, such as ``"#0072b2"``."""
        return tuple(_COLOURS[seat % len(_COLOURS)] for seat in range(self.num_seats))

    @classmethod
    def seat_marks(cls, num_players: int) -> tuple[str, ...]:
        """Return what marks each seat on pictures, as SVG documents.

        Empty if the game has no such marks before it begins.
        """
        return ()

    @property
    def turn(self: ShownGame) -> tuple[Any, ...]:
        """A key of the turn: equal for consecutive decisions of one turn of a seat."""
        return self.seat, self.moment

    @property
    def turn_words(self: ShownGame) -> str:
        """The turn in words, such as ``"round 3, turn 2"``; may be empty."""
        return self.moment

    @property
    def chapter(self: ShownGame) -> str:
        """The part of the game as a heading of its log; may be empty."""
        return self.moment

    @property
    def progress(self: ShownGame) -> str:
        """The progress of the game, such as ``"round 3 of 5"``; may be empty."""
        return self.moment

    # What happens

    def events_of(
        self: ShownGame, action: int, viewers: Sequence[int | None]
    ) -> list[tuple[GameEvent, ...]]:
        """Return what an action does as each viewer sees it; the game itself does not change.

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
        check_legal(self, action)
        told = (PlainEvent(self.seat, self.describe(action)),)
        if not (sealed_word(self.spec.record) and self.record["sealed_open"][0]):
            return [told] * len(viewers)
        secret = (PlainEvent(self.seat, "chooses in secret"),)
        return [told if viewer in (None, self.seat) else secret for viewer in viewers]

    @staticmethod
    def narrate(events: Iterable[GameEvent], names: Sequence[str]) -> tuple[str, ...]:
        """Return events in sentences, with these names of the seats."""
        return tuple(f"{names[event.seat]}: {event.action}" for event in events)

    @classmethod
    def summarize(cls, events: Iterable[GameEvent], names: Sequence[str]) -> tuple[str, ...]:
        """Return the events of many actions in fewer sentences."""
        return cls.narrate(events, names)

    # A position

    def choices(self: ShownGame) -> list[Choice]:
        """Return the legal actions in words, for the seat that decides."""
        return [Choice(k, self.describe(k), "") for k in self.legal_actions().tolist()]

    def menu(self: "OfferedGame") -> list[MenuItem]:
        """Return the legal actions as people are offered them, those that decline last.

        Choices, for programs and language models, have the texts of ``describe``; a menu may use
        better words. The default follows from the choices.
        """
        return [MenuItem(*choice) for choice in self.choices()]

    def position_in_words(self: ShownGame, seat: int) -> str:
        """Return all that a seat sees, in words, without the legal actions."""
        return "\n".join(position_lines(self, seat))

    def scene(self: ShownGame, seat: int) -> Any:
        """Return the view of a seat as plain data: the blocks of its observation, in words."""
        return self.describe_observation(self.observe(seat))

    def seat_lines(self: ShownGame, seat: int) -> Iterator[str]:
        """Yield the knowledge of a seat in a few lines, to read before a decision."""
        return seen_lines(self, seat)

    def page_picture(
        self: ShownGame,
        viewer: int | None,
        names: Sequence[str],
        *,
        choices: bool,
        narrow: bool,
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
        seats = range(self.num_seats) if viewer is None else (viewer,)
        return plain_page(self, seats, names, narrow=narrow)

    def breakdown(self: ShownGame) -> Breakdown:
        """Return the score of each seat by category, as if the game ended now."""
        columns = self.spec.score_columns
        total = columns[self.spec.total_column]
        titles = {name: name for name in columns if name != total}
        return breakdown_of(
            self.seat_names, self.scores(), self.ranks(), titles, total, self.spec.points_text
        )

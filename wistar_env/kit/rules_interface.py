"""The compiled functions of a game: their names, parameters and meaning.

A game implements every method of ``Rules``, except ``OPTIONAL`` ones, as a function marked
``@unit`` with the same parameters in the same order. Its own tables and records replace ``rules``,
``common fields`` and ``report``. Arrays are passed as pointers: only their elements may be read and
written.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, Final, Protocol, TypeAlias

import numpy as np

from wistar_env.compiled.jit import Signature, declare, signature_of
from wistar_env.compiled.records import record
from wistar_env.compiled.types import ByteArray, DoubleArray, Seed, ShortArray
from wistar_env.kit.common_fields import Game

Tables: TypeAlias = Annotated[Any, "rules"]  # one RULES record; the game gets its own tables
TablesArray: TypeAlias = Annotated[Any, "rules array"]  # shape (1,)
#: Legal actions, int16: ``legal[0]`` is their number, ``legal[1:legal[0] + 1]`` are their ids.
Legal: TypeAlias = Annotated[Any, "short array"]
#: Bytes of the report of a finished game, in the game's record type for reports.
Report: TypeAlias = Annotated[Any, "report"]


class Rules(Protocol):
    """The functions of a game that the kit calls."""

    @staticmethod
    def begin(t: Tables, g: Game, seed: Seed, legal: Legal) -> None:
        """Set up a game, advance to its first choice and write the legal actions.

        The record is 0 except for ``seats``, ``automata`` and ``options``.
        """

    @staticmethod
    def find_legal(t: Tables, g: Game, legal: Legal) -> None:
        """Write the legal actions of the current choice; none when the game is over."""

    @staticmethod
    def play_on(t: Tables, g: Game, action: int, legal: Legal) -> None:
        """Answer the current choice with a legal action and run on to the next one.

        Counts the decision, and writes ``mover`` and the next legal actions.
        """

    @staticmethod
    def reshuffle_hidden(t: Tables, g: Game, seat: int, rng: Seed) -> None:
        """Resample the information hidden from a seat, except sealed choices (``kit.sealed``)."""

    @staticmethod
    def score_game(t: Tables, g: Game, scores: ShortArray) -> None:
        """Write the scores as if the game ended now: a row of ``columns`` for each seat."""

    @staticmethod
    def rank_of(t: Tables, g: Game, seat: int, scores: ShortArray) -> int:
        """Return the place of a seat by these scores; 1 is the best."""

    @staticmethod
    def total_of(t: Tables, g: Game, seat: int) -> int:
        """Return the final score of a seat if the game ended now."""

    @staticmethod
    def points_of(t: Tables, g: Game, seat: int) -> int:
        """Return the current points of a seat during the game."""

    @staticmethod
    def encode(
        t: Tables, g: Game, viewer: int, out: ByteArray, size: int, limit: ByteArray
    ) -> None:
        """Write the observation of a seat as counts, each at most its limit; -1 sees everything."""

    @staticmethod
    def seat_after(t: Tables, g: Game, seat: int, places: int) -> int:
        """Return the seat that is ``places`` places after ``seat`` in its observation."""

    @staticmethod
    def evaluate(
        t: Tables, g: Game, seat: int, viewer: int, weights: DoubleArray, features: DoubleArray
    ) -> float:
        """Return the heuristic value of a position for a seat.

        The value must not depend on anything that is hidden from the seat ``viewer``. ``features``
        is a buffer for the features.
        """

    @staticmethod
    def play_ahead(t: Tables, g: Game, action: int, legal: Legal) -> None:
        """Play an action, up to the position that the heuristic evaluates; ``g`` is a copy."""

    @staticmethod
    def value_after(
        t: Tables,
        g: Game,
        action: int,
        seat: int,
        other: Game,
        legal: Legal,
        weights: DoubleArray,
        features: DoubleArray,
    ) -> float:
        """Copy ``g`` to ``other``, ``play_ahead`` there, and return the value by ``evaluate``.

        ``seat`` is also the viewer.
        """

    @staticmethod
    def write_report(t: Tables, g: Game, report: Report) -> None:
        """Write the report of a finished game."""


#: Placeholder types that stand for the record types of a game.
OWN_KINDS: Final = ("rules", "common fields", "report")
#: What each function takes and returns, by name.
SIGNATURES: Final[Mapping[str, Signature]] = MappingProxyType(
    {
        name: signature_of(member.__func__)
        for name, member in vars(Rules).items()
        if isinstance(member, staticmethod)
    }
)
#: Optional functions of a game; ``kit.game_calls`` has the defaults.
OPTIONAL: Final = frozenset(
    {
        "rank_of",
        "total_of",
        "points_of",
        "seat_after",
        "evaluate",
        "play_ahead",
        "value_after",
        "write_report",
    }
)
#: Stands for the record of options, or of reports, of a game without any.
NOTHING: Final = record([("nothing", np.int16)])
#: Sizes that ``bind`` takes from the record types.
OF_RECORDS: Final = (
    "game_bytes",
    "options_word",  # 16-bit words of the record before the options
    "num_options",  # numbers that the options have
    "report_bytes",
    "sealed_word",  # see ``kit.sealed``
)
#: Sizes of a game that compiled code reads, or that a ``GameSpec`` must agree with.
SIZES: Final = (
    *OF_RECORDS,
    "front_bytes",  # at the start of a record; nearly every decision reads them
    "seat_bytes",  # per seat, after the front
    "first_word",  # 16-bit words before the record of the first seat
    "seat_words",  # 16-bit words of a seat's record
    "score_scale",  # lead with a reward of 1 (reward ``score``)
    "lead_limit",  # lead at which search values are clipped
    "max_seats",
    "columns",  # of a score table
    "total_column",  # the column with the final score
    "num_actions",
    "num_features",  # weights of the heuristic
    "max_observation",  # size of the largest observation
)
#: A game's functions, tables and sizes, for compiled code of the kit.
RULES: Final = record(
    [(f"{name}_at", np.int64) for name in ("tables", *SIGNATURES)]
    + [(name, np.int64) for name in SIZES]
)
declare("rules", RULES)

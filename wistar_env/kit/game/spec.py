"""What a game declares so that everything else can play it: ``GameSpec``."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from wistar_env.kit.game.card_sets import CardSets, refuse_card_set
from wistar_env.kit.game.data_set import GameData
from wistar_env.kit.game.place_features import PlaceFeatures
from wistar_env.kit.layout import Layout
from wistar_env.kit.protocol import NOTHING, SIZES

#: The range of a field, for ``GameSpec.option_ranges``: its name, its lowest and highest value.
FieldRange: TypeAlias = tuple[str, tuple[int, int]]

#: Where a part of a feature lies: the place of its word, the shift of its lowest bit, its mask.
FeaturePart: TypeAlias = tuple[int, int, int]

_MAGIC_BYTES: Final = 4
_NO_WEIGHTS: Final = np.zeros(0, np.float64)


def everybody(num_players: int) -> tuple[int, int]:
    """Return seats and automata of a game that only its players play: (num_players, 0)."""
    return num_players, 0


def _by_observation(num_players: int) -> Any:
    """Stand for what follows from the observation, until ``GameSpec`` fills it in."""
    raise AssertionError("GameSpec fills it in")


@cache
def check_agreement(spec: "GameSpec", bound: tuple[int, ...]) -> None:
    """Check that a declaration and the sizes that the functions were bound with are of one game.

    Compiled code writes into arrays that are as large as the declaration says.

    Parameters
    ----------
    spec
        The declaration.
    bound
        The sizes, in the order of ``kit.protocol.SIZES``.

    Raises
    ------
    ValueError
        If they are not.
    """
    sizes = dict(zip(SIZES, bound, strict=True))
    declared = {
        "game_bytes": spec.record.itemsize,
        "option_bytes": spec.options.itemsize,
        "report_bytes": spec.report.itemsize,
        "num_actions": spec.num_actions,
        "columns": spec.table_columns,
        "total_column": spec.total_column,
        "max_seats": spec.max_seats,
        "num_features": len(spec.weights),
    }
    for name, size in declared.items():
        if size != sizes[name]:
            raise ValueError(
                f"the GameSpec of {spec.name!r} gives {name} {size}, and its functions are bound "
                f"with {sizes[name]}"
            )
    words = {place for parts in spec.features.values() for place, _, _ in parts}
    at_most = {
        "named score columns": (len(spec.score_columns), sizes["columns"]),
        "words of features": (1 + max(words, default=-1), sizes["seat_words"]),
    }
    for num_players in range(spec.min_players, spec.max_players + 1):
        seats, automata = spec.seats_of(num_players)
        who = f" for {num_players} players"
        for layout in (spec.observation_layout(num_players), spec.state_layout(num_players)):
            at_most[f"values of {layout.size}{who}"] = layout.size, sizes["max_observation"]
        at_most[f"seats{who}"] = seats, sizes["max_seats"]
        at_most[f"automata{who}"] = automata, seats - 1
    for what, (found, limit) in at_most.items():
        if found > limit or (what == "words of features" and min(words, default=0) < 0):
            raise ValueError(
                f"the GameSpec of {spec.name!r} has {found} {what}; allowed by its functions: "
                f"0 to {limit}"
            )


@dataclass(frozen=True, eq=False, kw_only=True)
class GameSpec:
    """What a game declares beside its compiled functions.

    Attributes
    ----------
    name
        What commands and files call it, such as ``"nine-men-s-morris"``.
    title
        What people call it.
    rules_version
        Raise it with every change after which the same actions lead elsewhere.
    min_players
        How many play at least.
    max_players
        How many play at most.
    record
        The record type of a game; it begins with ``kit.head.HEAD_FIELDS``.
    options
        The record type of what a game is begun with.
    report
        The record type of what is reported of a game that is over.
    num_actions
        Action ids are 0 to ``num_actions - 1``.
    score_columns
        Names of the columns of a score table.
    table_columns
        Columns that a score table has, named ones first; 0 for those that are named.
    total_column
        The column with the final score; -1 for the last one that is named.
    max_seats
        Rows of a score table; 0 for ``max_players``.
    points_name
        What points during the game are called: the name of the reward that they are.
    max_points
        The highest ``points_of``.
    features
        What rewards may weigh, by name: for each part of a feature the place of its 16-bit word in
        a seat's record, the shift of its lowest bit, and its mask.
    observation_layout
        Returns the layout of what one seat sees, for a number of players.
    state_layout
        Returns that of the whole state; by default that of an observation.
    rare_blocks
        Blocks of the observation that random and greedy games show seldom or never, for a number of
        players.
    rare_actions
        Blocks of actions of which random and greedy games seldom or never allow one.
    sparse_width
        How many values of an observation can differ from 0 at once, for a number of players; by
        default all.
    open_data
        Opens the data that ``data=`` names, None for the bundled ones. What it has returned before,
        it returns as it is.
    seats_of
        Seats and automata (how many of the last seats the rules play) for a number of players.
    option_names
        The options that a game can be begun with.
    options_per_game
        Those of them that may be a list or array with a value for each game.
    options_of
        Returns option records, shape (n,), for a number of players, n, and the options that were
        given by name. Raises TypeError or ValueError if they are wrong. None if there are none.
    option_ranges
        The ranges of the fields of options, for saves of unknown origin.
    report_ranges
        The same for reports.
    report_at_start
        What of the report everybody knows from the start; the game's record has it by that name.
    wrong_options
        Finds an option record of unknown origin whose fields do not agree: its row, and a sentence.
    record_ranges
        The ranges of the fields of ``record`` that are the game's own, for saves of unknown origin.
        Compiled code checks no index, so every field needs one that leads to an array or ends a
        loop, unless ``check_games`` sees to it.
    check_games
        Checks that records of unknown origin can be played on: data, records, and a text with
        ``{}`` for the number of the game. Raises ReplayError if not. None checks what every record
        begins with, sealed choices, ``record_ranges``, and that who decides has a legal action.
    weights
        Of the heuristic: float64, shape (n,).
    magic
        Four bytes that saves begin with; by default made of the name and the record type.
    observation_version
        Raise it with every change of what observations mean; networks are made for one version.
    action_blocks
        What action ids mean: the name and the size of each block of them, in order.
    value_scale
        Points that count as 1: in the score heads of networks, and as a lead in searches, where it
        makes the odds of winning e : 1.
    networks
        The folder of the networks that come with the game, a file ``NAME.npz`` each.
    training_options
        Returns the options of the games that networks are trained with, for a number of players.
    evaluation_options
        Returns those of the games that show how well they play.
    points_label
        How tables and plots write ``points_name``; by default as it is.
    check_scores
        Checks the final scores of a row of a results file: for each seat its points by
        ``score_columns``, and the places of the seats. Raises ValueError if no game ends so. None
        checks nothing, as not every game's final score is the sum of the other columns.
    data_folder
        The folder of the bundled data files, which people copy to change them; None if there are
        none. What ``open_data`` raises for another folder has a line for each problem, after the
        first.
    bots
        Bots of this game only, by name: ``"module:Class"``, such as ``"my_nim.bots:Careful"``.
    ladder
        Specs of the bots that ``wistar ladder`` takes for its rungs, the weakest first.
    place_features
        Returns what the places of axes are, for data that ``open_data`` returned: by the name of
        the axis a ``PlaceFeatures``, whose columns are the same for all data. Networks that read
        cards need it; None if there are none.
    action_axes
        The axis that the actions of a block are about, by the name of the block, where there is
        one: such a block has a whole number of actions for each place.
    card_sets
        The card sets that ``data=`` may name instead of a folder; None if there are none.
    """

    name: str
    title: str
    rules_version: int
    min_players: int = 2
    max_players: int
    record: np.dtype[Any]
    options: np.dtype[Any] = NOTHING
    report: np.dtype[Any] = NOTHING
    num_actions: int
    score_columns: tuple[str, ...]
    table_columns: int = 0
    total_column: int = -1
    max_seats: int = 0
    max_points: int = 0
    points_name: str = "points"
    features: Mapping[str, tuple[FeaturePart, ...]] = field(default_factory=dict)
    observation_layout: Callable[[int], Layout]
    state_layout: Callable[[int], Layout] = _by_observation
    sparse_width: Callable[[int], int] = _by_observation
    rare_blocks: Callable[[int], frozenset[str]] = lambda num_players: frozenset()
    rare_actions: frozenset[str] = frozenset()
    open_data: Callable[[Any], GameData]
    seats_of: Callable[[int], tuple[int, int]] = everybody
    option_names: tuple[str, ...] = ()
    options_per_game: tuple[str, ...] = ()
    options_of: Callable[[int, int, Mapping[str, Any]], npt.NDArray[Any]] | None = None
    option_ranges: tuple[FieldRange, ...] = ()
    report_ranges: tuple[FieldRange, ...] = ()
    report_at_start: tuple[str, ...] = ()
    record_ranges: tuple[FieldRange, ...] = ()
    wrong_options: Callable[[npt.NDArray[Any]], tuple[int, str] | None] = lambda options: None
    check_games: Callable[[Any, npt.NDArray[Any], str], None] | None = None
    weights: npt.NDArray[np.float64] = field(default_factory=lambda: _NO_WEIGHTS)
    magic: bytes = b""
    observation_version: int = 1
    action_blocks: tuple[tuple[str, int], ...] = ()
    value_scale: int = 10
    networks: Path | None = None
    training_options: Callable[[int], Mapping[str, Any]] = lambda num_players: {}
    evaluation_options: Callable[[int], Mapping[str, Any]] = lambda num_players: {}
    points_label: str = ""
    check_scores: Callable[[Sequence[Mapping[str, int]], Sequence[int]], None] | None = None
    data_folder: Path | None = None
    bots: Mapping[str, str] = field(default_factory=dict)
    ladder: tuple[str, ...] = ("random",)
    place_features: Callable[[Any], Mapping[str, PlaceFeatures]] | None = None
    action_axes: Mapping[str, str] = field(default_factory=dict)
    card_sets: CardSets | None = None

    def __post_init__(self) -> None:
        """Fill in what follows from other fields."""
        columns = len(self.score_columns)
        filled: dict[str, Any] = {
            "table_columns": self.table_columns or columns,
            "total_column": columns - 1 if self.total_column < 0 else self.total_column,
            "max_seats": self.max_seats or self.max_players,
        }
        if self.state_layout is _by_observation:
            filled["state_layout"] = self.observation_layout
        if self.sparse_width is _by_observation:
            filled["sparse_width"] = self._observation_size
        for name, value in filled.items():
            object.__setattr__(self, name, value)

    def _observation_size(self, num_players: int) -> int:
        return self.observation_layout(num_players).size

    @cached_property
    def points_text(self) -> str:
        """What tables and plots call points."""
        return self.points_label or self.points_name

    @cached_property
    def save_magic(self) -> bytes:
        """What saves of the game begin with: 4 bytes."""
        made_of = f"{self.name} {self.record.descr}".encode()
        return self.magic or hashlib.blake2b(made_of, digest_size=_MAGIC_BYTES).digest()

    def opened(self, data: Any) -> GameData:
        """Return the data that ``data=`` names, bound as this declaration says.

        Raises
        ------
        DataError
            If they name a card set, and the game makes none.
        ValueError
            If the functions are bound with other sizes than are declared.
        """
        self.check_card_set(data)
        found = self.open_data(data)
        check_agreement(self, tuple(found.rules.view(np.int64)[-len(SIZES) :].tolist()))
        return found

    def card_set_name(self, data: GameData) -> str | None:
        """Return the name by which everybody can open some data, if they are a card set."""
        made = self.card_sets is not None and self.card_sets.is_name(data.folder)
        return data.folder if made else None

    def check_card_set(self, data: Any) -> None:
        """Check that ``data=`` names no card set if the game makes none.

        Raises
        ------
        DataError
            If it does.
        """
        if self.card_sets is None:
            refuse_card_set(self.title, data)

    def make_options(
        self, num_players: int, num_games: int, options: Mapping[str, Any]
    ) -> npt.NDArray[Any]:
        """Return option records, shape (num_games,).

        Raises
        ------
        TypeError, ValueError
            If an option is unknown or wrong.
        """
        for name in options:
            if name not in self.option_names:
                raise ValueError(
                    f"{self.title} has no option {name!r}; it has "
                    f"{', '.join(self.option_names) or 'none'}"
                )
        if self.options_of is None:
            return np.zeros(num_games, self.options)
        return self.options_of(num_players, num_games, options)

"""``GameSpec``: the declaration by which everything else plays a game."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from wistar_env.arguments import integer, shown
from wistar_env.kit.game.card_sets import CardSets, refuse_card_set
from wistar_env.kit.game.data_set import GameData
from wistar_env.kit.game.place_features import PlaceFeatures
from wistar_env.kit.layout import Layout
from wistar_env.kit.protocol import NOTHING, SIZES

#: The range of a field, for ``GameSpec.option_ranges``: its name, its lowest and highest value.
FieldRange: TypeAlias = tuple[str, tuple[int, int]]

#: The place of a part of a feature: the index of its word, the shift of its lowest bit, its mask.
FeaturePart: TypeAlias = tuple[int, int, int]

_MAGIC_BYTES: Final = 4
_NO_WEIGHTS: Final = np.zeros(0, np.float64)


def no_automata(num_players: int) -> tuple[int, int]:
    """Return seats and automata of a game that only its players play: (num_players, 0)."""
    return num_players, 0


def _by_observation(num_players: int) -> Any:
    """Stand for what follows from the observation, until ``GameSpec`` fills it in."""
    raise AssertionError("GameSpec fills it in")


@cache
def check_agreement(spec: "GameSpec", bound: tuple[int, ...]) -> None:
    """Check that a declaration and the sizes that the functions were bound with are of one game.

    Compiled code writes into arrays with the declared sizes.

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
    """The declaration of a game, except for its compiled functions.

    Attributes
    ----------
    name
        Its name in commands and files, such as ``"nine-men-s-morris"``.
    title
        Its name for people.
    rules_version
        Increase it with every change after which the same actions lead to another game.
    min_players
        The least number of players.
    max_players
        The largest number of players.
    record
        The record type of a game; it begins with ``kit.head.HEAD_FIELDS``.
    options
        The record type of the options of a game.
    report
        The record type of the report of a finished game.
    num_actions
        Action ids are 0 to ``num_actions - 1``.
    score_columns
        Names of the columns of a score table.
    table_columns
        Columns that a score table has, named ones first; 0 for the named ones.
    total_column
        The column with the final score; -1 for the last named one.
    max_seats
        Rows of a score table; 0 for ``max_players``.
    points_name
        The name of the points during the game, and of their reward.
    max_points
        The highest ``points_of``.
    features
        Features for rewards, by name: for each part of a feature the place of its 16-bit word in a
        seat's record, the shift of its lowest bit, and its mask.
    observation_layout
        Returns the layout of a seat's observation, for a number of players.
    state_layout
        Returns that of the whole state; by default that of an observation.
    rare_blocks
        Blocks of the observation that random and greedy games show seldom or never, for a number of
        players.
    rare_actions
        Blocks of actions of which random and greedy games seldom or never allow one.
    sparse_width
        The maximum number of nonzero values of an observation, for a number of players; by default
        all.
    open_data
        Opens the data of ``data=``, None for the bundled data. It also accepts data that it
        returned.
    seats_of
        Seats and automata (the number of last seats that the rules play) for a number of players.
    option_names
        The names of the options of a game.
    options_per_game
        Those of them that may be a list or array with a value for each game.
    options_of
        Returns option records, shape (n,), for a number of players, n, and options by name. Raises
        TypeError or ValueError if they are wrong. None if there are none.
    option_ranges
        The ranges of the fields of options, for untrusted saves.
    report_ranges
        The same for reports.
    report_at_start
        Fields of the report that are public from the start; the game's record has them by these
        names.
    wrong_options
        Finds an untrusted option record with inconsistent fields: its row, and a sentence.
    record_ranges
        The ranges of the game's fields of ``record``, for untrusted saves. Compiled code checks no
        index, so every field needs one that leads to an array or ends a loop, unless
        ``check_games`` sees to it.
    check_games
        Checks that records of unknown origin can be continued: data, records, and a text with
        ``{}`` for the number of the game. Raises ReplayError if not. None checks the head of
        records, sealed choices, ``record_ranges``, and that the deciding seat has a legal action.
    weights
        Of the heuristic: float64, shape (n,).
    magic
        The first four bytes of saves; by default a hash of the name and the record type.
    observation_version
        Increase it with every change of the meaning of observations; networks belong to one
        version.
    action_blocks
        The blocks of action ids: name and size of each, in order.
    value_scale
        The scale of points: of the score heads of networks, and of leads in searches, where this
        lead gives odds of winning of e : 1.
    networks
        The folder of the bundled networks, a file ``NAME.npz`` each.
    network_name
        Returns the name of the strongest bundled network, for a number of players and the data of
        the game, opened, None for the bundled ones; empty if there is none.
    training_options
        Returns the options of training games, for a number of players.
    evaluation_options
        Returns the options of evaluation games.
    points_label
        The label of ``points_name`` in tables and plots; by default the name.
    check_scores
        Checks the final scores of a row of a results file: for each seat its points by
        ``score_columns``, and the places of the seats. Raises ValueError if no game ends so. None
        checks nothing, as not every game's final score is the sum of the other columns.
    data_folder
        The folder of the bundled data files; None if there are none. Errors of ``open_data`` for
        another folder have a line for each problem, after the first.
    bots
        Bots of this game only, by name: ``"module:Class"``, such as ``"my_nim.bots:Careful"``.
    ladder
        Specs of the rungs of ``wistar ladder``, the weakest first.
    place_features
        Returns the features of the places of axes, for data of ``open_data``: by the name of the
        axis a ``PlaceFeatures``, whose columns are the same for all data. Networks that read cards
        need it; None if there are none.
    action_axes
        The axis of the actions of a block, by the name of the block, if any: such a block has a
        whole number of actions for each place.
    card_sets
        The card sets that ``data=`` accepts instead of a folder; None if there are none.
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
    seats_of: Callable[[int], tuple[int, int]] = no_automata
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
    network_name: Callable[[int, GameData | None], str] = lambda num_players, data: ""
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

    def action(self, block: str, number: int = 0) -> int:
        """Return the id of an action: a number in a block of ``action_blocks``.

        Raises
        ------
        ValueError
            If there is no such block or number.

        Examples
        --------
        >>> from wistar_env import Game
        >>> Game.spec.action("PLAY", 17) - Game.spec.action("PLAY")
        17
        """
        start = 0
        for name, size in self.action_blocks:
            if name == block:
                return start + integer(f"the number of {block}", number, 0, size - 1)
            start += size
        known = ", ".join(name for name, _ in self.action_blocks)
        raise ValueError(f"{block!r} is no block of actions; {self.title} has {known or 'none'}")

    @cached_property
    def points_text(self) -> str:
        """The name of points in tables and plots."""
        return self.points_label or self.points_name

    @cached_property
    def save_magic(self) -> bytes:
        """The first 4 bytes of saved games."""
        made_of = f"{self.name} {self.record.descr}".encode()
        return self.magic or hashlib.blake2b(made_of, digest_size=_MAGIC_BYTES).digest()

    def opened(self, data: Any) -> GameData:
        """Return the data of ``data=``, with the compiled functions bound.

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
        """Return the name of some data if they are a card set."""
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
                    f"{self.title} has no option {shown(name)}; it has "
                    f"{', '.join(self.option_names) or 'none'}"
                )
        if self.options_of is None:
            return np.zeros(num_games, self.options)
        return self.options_of(num_players, num_games, options)

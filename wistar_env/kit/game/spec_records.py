"""Optional declarations of a ``GameSpec``: a record for each topic."""

import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from wistar_env.errors import DataError
from wistar_env.kit.game.place_features import PlaceFeatures
from wistar_env.kit.layout import Layout
from wistar_env.kit.rules_interface import NOTHING

#: The form of names of card sets, in any game.
_NAME: Final = re.compile(r"[a-z_]+:v\d+:\d+")


@dataclass(frozen=True)
class CardSets:
    """The card sets of a game. Its ``GameSpec.open_data`` opens them by their names.

    Attributes
    ----------
    is_name
        Whether ``data=`` means a card set rather than a folder. The name need not be valid:
        ``open_data`` raises for invalid ones.
    write
        Writes the data files of a card set into a folder, created if missing, and returns them.
        Raises DataError if there is no card set of this name.
    """

    is_name: Callable[[object], bool]
    write: Callable[[str, Path], list[Path]]


def refuse_card_set(title: str, data: object) -> None:
    """Reject the name of a card set, for a game that makes none.

    Raises DataError if ``data`` has the form of such a name.
    """
    if isinstance(data, str | os.PathLike) and _NAME.fullmatch(str(os.fspath(data))):
        raise DataError(
            f"{title} has no card sets, found data {os.fspath(data)!r}; for a folder of this "
            "name, give its full path"
        )


#: The range of a field of a record: its name, its lowest and highest value.
FieldRange: TypeAlias = tuple[str, tuple[int, int]]

#: The place of a part of a feature: the index of its word, the shift of its lowest bit, its mask.
FeaturePart: TypeAlias = tuple[int, int, int]

_NO_WEIGHTS: Final = np.zeros(0, np.float64)


def by_observation(num_players: int) -> Any:
    """Hold the place of a value that ``GameSpec`` derives from the observation."""
    raise AssertionError("GameSpec fills it in")


@dataclass(frozen=True, eq=False, kw_only=True)
class ActionSpec:
    """More about actions.

    Attributes
    ----------
    blocks
        The blocks of action ids: name and size of each, in order.
    axes
        The axis of the actions of a block, by the name of the block, if any: such a block has a
        whole number of actions for each place.
    rarely_used_blocks
        Blocks of which random and greedy games seldom or never allow an action.
    possible
        Returns which action ids can occur in games with data of ``open_data``, for a number of
        players, whatever their options: bool, shape (num_actions,). Leave out only ids that the
        rules cannot allow. None: all can occur.
    """

    blocks: tuple[tuple[str, int], ...] = ()
    axes: Mapping[str, str] = field(default_factory=dict)
    rarely_used_blocks: frozenset[str] = frozenset()
    possible: Callable[[Any, int], npt.NDArray[np.bool_]] | None = None


@dataclass(frozen=True, eq=False, kw_only=True)
class ScoreSpec:
    """More about scores, and about points during the game.

    Attributes
    ----------
    table_columns
        Columns that a score table has, named ones first; 0 for the named ones.
    total_column
        The column with the final score; -1 for the last named one.
    check
        Checks the final scores of a row of a results file: for each seat its points by
        ``score_columns``, and the places of the seats. Raises ValueError if no game ends so. None
        checks nothing, as not every game's final score is the sum of the other columns.
    zero_sum
        Whether the final scores of all seats always add up to 0, as in poker.
    max_points
        The highest ``points_of``, which is never negative then; None without such bounds.
    points_name
        The name of the points during the game, and of their reward.
    points_label
        The label of ``points_name`` in tables and plots; by default the name.
    features
        Features for rewards, by name: for each part of a feature the place of its 16-bit word in a
        seat's record, the shift of its lowest bit, and its mask.
    """

    table_columns: int = 0
    total_column: int = -1
    check: Callable[[Sequence[Mapping[str, int]], Sequence[int]], None] | None = None
    zero_sum: bool = False
    max_points: int | None = None
    points_name: str = "points"
    points_label: str = ""
    features: Mapping[str, tuple[FeaturePart, ...]] = field(default_factory=dict)

    @cached_property
    def points_text(self) -> str:
        """The name of points in tables and plots."""
        return self.points_label or self.points_name


@dataclass(frozen=True, eq=False, kw_only=True)
class ObservationSpec:
    """More about observations.

    Attributes
    ----------
    version
        Increase it with every change of the meaning of observations; networks belong to one
        version.
    state_layout
        Returns the layout of the whole state, for a player count; by default that of an
        observation.
    sparse_width
        The maximum number of nonzero values of an observation, for a player count; by default
        all.
    rarely_used_blocks
        Blocks that random and greedy games show seldom or never, for a player count.
    place_features
        Returns the features of the places of axes, for data of ``open_data`` and a number of
        players: by the name of the axis a ``PlaceFeatures``, whose columns are always the same.
        Networks that read cards need it; None if there are none.
    """

    version: int = 1
    state_layout: Callable[[int], Layout] = by_observation
    sparse_width: Callable[[int], int] = by_observation
    rarely_used_blocks: Callable[[int], frozenset[str]] = lambda num_players: frozenset()
    place_features: Callable[[Any, int], Mapping[str, PlaceFeatures]] | None = None


@dataclass(frozen=True, eq=False, kw_only=True)
class ReportSpec:
    """What a finished game reports besides its scores.

    Attributes
    ----------
    record
        The record type of the report.
    ranges
        The ranges of its fields, for untrusted saves. Fields that have the name of an option are
        known from the start.
    """

    record: np.dtype[Any] = NOTHING
    ranges: tuple[FieldRange, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its fields; none by default."""
        return () if self.record == NOTHING else self.record.names or ()


@dataclass(frozen=True, eq=False, kw_only=True)
class SaveSpec:
    """More about saved games.

    Attributes
    ----------
    check
        Checks that records of unknown origin can be continued: data, records, and a text with
        ``{}`` for the number of the game. Raises ReplayError if not. None checks the common fields
        of records, sealed choices, ``record_ranges``, and that the deciding seat has a legal
        action.
    """

    check: Callable[[Any, npt.NDArray[Any], str], None] | None = None


@dataclass(frozen=True, eq=False, kw_only=True)
class DataSpec:
    """More about the data that games are played with.

    Attributes
    ----------
    folder
        The folder of the bundled data files; None if there are none. Errors of ``open_data`` for
        another folder have a line for each problem, after the first.
    card_sets
        The card sets that ``data=`` accepts instead of a folder; None if there are none.
    """

    folder: Path | None = None
    card_sets: CardSets | None = None


@dataclass(frozen=True, eq=False, kw_only=True)
class BotSpec:
    """The bots of this game.

    Attributes
    ----------
    classes
        Bots of this game only, by name: ``"module:Class"``, such as ``"my_nim.bots:Careful"``.
    ladder
        Specs of the opponents of ``wistar ladder``, the weakest first.
    weights
        Of the heuristic: float64, shape (n,).
    """

    classes: Mapping[str, str] = field(default_factory=dict)
    ladder: tuple[str, ...] = ("random",)
    weights: npt.NDArray[np.float64] = field(default_factory=lambda: _NO_WEIGHTS)


@dataclass(frozen=True, eq=False, kw_only=True)
class NetworkSpec:
    """The networks of this game.

    Attributes
    ----------
    value_scale
        The scale of points: of the score heads of networks, and of leads in searches, where this
        lead gives odds of winning of e : 1.
    folder
        The folder of the bundled networks, a file ``NAME.npz`` each, and of ``budgets.json``: what
        training runs of some lengths won (``wistar_env.training.expectations``).
    default
        The name of the bundled network that plays, and guides search, where none is named; empty
        if there is none.
    reader
        The same for games with other data than the bundled ones: a network that reads cards. Empty
        if ``default`` plays these, too.
    """

    value_scale: int = 10
    folder: Path | None = None
    default: str = ""
    reader: str = ""

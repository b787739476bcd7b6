"""Optional parts of a ``GameSpec``: a record for each topic."""

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

#: The form of card set names, in any game.
_NAME: Final = re.compile(r"[a-z_]+:v\d+:\d+")


@dataclass(frozen=True)
class CardSets:
    """The card sets of a game, which its ``GameSpec.open_data`` opens by name.

    Attributes
    ----------
    is_name
        Returns whether ``data=`` means a card set rather than a folder. The name may be invalid;
        ``open_data`` then raises.
    write
        Writes the data files of a card set into a folder, created if missing, and returns them.
        Raises DataError if there is no card set with this name.
    """

    is_name: Callable[[object], bool]
    write: Callable[[str, Path], list[Path]]


def reject_card_set(title: str, data: object) -> None:
    """Reject the name of a card set, for a game that has none.

    Raises DataError if ``data`` has the form of a card set name.
    """
    if isinstance(data, str | os.PathLike) and _NAME.fullmatch(str(os.fspath(data))):
        raise DataError(
            f"{title} has no card sets, found data {os.fspath(data)!r}; for a folder of this "
            "name, give its full path"
        )


#: The range of a field of a record: its name, and its lowest and highest value.
FieldRange: TypeAlias = tuple[str, tuple[int, int]]

#: The place of part of a feature: the index of its word, the shift of its lowest bit, its mask.
FeaturePart: TypeAlias = tuple[int, int, int]

_NO_WEIGHTS: Final = np.zeros(0, np.float64)


def by_observation(num_players: int) -> Any:
    """Mark a default that ``GameSpec`` derives from the observation; it is never called."""
    raise AssertionError("GameSpec must replace this placeholder")


@dataclass(frozen=True, eq=False, kw_only=True)
class ActionSpec:
    """Optional declarations about actions.

    Attributes
    ----------
    blocks
        The blocks of action ids: name and size of each, in order.
    axes
        By block name, the axis along which the block's actions lie, if any. Every place of the axis
        has the same number of actions.
    rarely_used_blocks
        Blocks whose actions are seldom or never legal in random and greedy games.
    possible
        Takes data of ``open_data`` and a player count, and returns which action ids can occur under
        any options: bool, shape (num_actions,). Exclude only ids that the rules cannot allow. None:
        all can occur.
    """

    blocks: tuple[tuple[str, int], ...] = ()
    axes: Mapping[str, str] = field(default_factory=dict)
    rarely_used_blocks: frozenset[str] = frozenset()
    possible: Callable[[Any, int], npt.NDArray[np.bool_]] | None = None


@dataclass(frozen=True, eq=False, kw_only=True)
class ScoreSpec:
    """Optional declarations about scores, and about points during the game.

    Attributes
    ----------
    table_columns
        The number of columns of a score table, named columns first; 0 if all are named.
    total_column
        The column of the final score; -1 for the last named column.
    check
        Checks final scores from a results file: each seat's points by ``score_columns``, and the
        ranks of the seats. Raises ValueError if no game can end with them. None checks nothing.
    zero_sum
        Whether the final scores of all seats always add up to 0, as in poker.
    max_points
        The highest value of ``points_of``, whose lowest is then 0; None if points have no such
        bounds.
    points_name
        The name of the points during the game, and of the reward for them.
    points_label
        The label of ``points_name`` in tables and plots; by default the name.
    features
        Features for rewards, by name. Each part of a feature has the index of its 16-bit word in a
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
    """Optional declarations about observations.

    Attributes
    ----------
    version
        Increase it whenever the meaning of observations changes; networks belong to one version.
    state_layout
        Takes a player count, and returns the layout of the full state; by default that of an
        observation.
    sparse_width
        Takes a player count, and returns the maximum number of nonzero values of an observation; by
        default all.
    rarely_used_blocks
        Takes a player count, and returns the blocks that are seldom or never nonzero in random and
        greedy games.
    place_features
        Takes data of ``open_data`` and a player count, and returns a ``PlaceFeatures`` by axis
        name, always with the same columns. Card-feature networks need it; None without features.
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
        The ranges of its fields, for untrusted saves. Fields named like an option are known from
        the start.
    """

    record: np.dtype[Any] = NOTHING
    ranges: tuple[FieldRange, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the report's fields; none by default."""
        return () if self.record == NOTHING else self.record.names or ()


@dataclass(frozen=True, eq=False, kw_only=True)
class SaveSpec:
    """Optional declarations about saved games.

    Attributes
    ----------
    check
        Takes data, untrusted records, and a text with ``{}`` for the number of a game; raises
        ReplayError if a record cannot be continued. None checks the common fields of records,
        sealed choices, ``record_ranges``, and that the deciding seat has a legal action.
    """

    check: Callable[[Any, npt.NDArray[Any], str], None] | None = None


@dataclass(frozen=True, eq=False, kw_only=True)
class DataSpec:
    """Optional declarations about the data of games.

    Attributes
    ----------
    folder
        The folder of the bundled data files; None if there are none. Errors of ``open_data`` for
        other folders list one problem per line, after a first line.
    card_sets
        The card sets that ``data=`` accepts instead of a folder; None if there are none.
    """

    folder: Path | None = None
    card_sets: CardSets | None = None


@dataclass(frozen=True, eq=False, kw_only=True)
class BotSpec:
    """The bots of a game.

    Attributes
    ----------
    classes
        Bots for this game only, by name: ``"module:Class"``, such as ``"my_nim.bots:Careful"``.
    ladder
        Specs of the opponents in ``wistar ladder``, weakest first.
    weights
        The weights of the heuristic: float64, shape (n,).
    """

    classes: Mapping[str, str] = field(default_factory=dict)
    ladder: tuple[str, ...] = ("random",)
    weights: npt.NDArray[np.float64] = field(default_factory=lambda: _NO_WEIGHTS)


@dataclass(frozen=True, eq=False, kw_only=True)
class NetworkSpec:
    """The bundled networks of a game.

    Attributes
    ----------
    value_scale
        The scale of points, for the score heads of networks and for leads in searches: a lead of
        this size gives odds of winning of e : 1.
    folder
        The folder with the bundled networks, one file ``NAME.npz`` each, and with ``budgets.json``,
        the win rates of training runs by length (``wistar_env.training.expectations``).
    default
        The name of the bundled network that plays and guides search by default; empty if there is
        none.
    reader
        The default for games with other data than the bundled ones: a card-feature network. Empty
        if ``default`` plays such games.
    """

    value_scale: int = 10
    folder: Path | None = None
    default: str = ""
    reader: str = ""

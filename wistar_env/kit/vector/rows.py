"""Checks of the rows of a batch, one ``GAME_ROW`` per game, before games continue."""

from functools import cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from wistar_env.errors import ReplayError
from wistar_env.kit import limits
from wistar_env.kit.batch.rows import ALL_SEATS, ANY_SEAT, GAME_ROW, RESTART, Policy
from wistar_env.kit.envs.skipped_games import MAX_SKIPPED
from wistar_env.kit.game.field_ranges import Ranges, TypeRanges, fields_of, outside, ranges_by_type
from wistar_env.kit.game.options import wrong_bounds
from wistar_env.kit.game.spec import GameSpec

_FIELDS: Final = {field.name: field for field in fields_of(GAME_ROW)}
_HIGHEST: Final = 2**63 - 1  # seed
#: Fields that may have any value.
FREE: Final = ("opponent_rng", "choice_rng")


def row_ranges(
    spec: GameSpec, seats: int, requested_seat: int, outside_policy: int, running: bool
) -> Ranges:
    """Return the ranges of all fields of ``GAME_ROW`` except ``FREE``, by name.

    ``spec``: the declaration of the game. ``seats``: seats of each game. ``requested_seat``: the
    learner's seat, ALL_SEATS or ANY_SEAT. ``outside_policy``: the highest code of a policy that may
    play a seat. ``running``: True if the games continue, False if they are reset first.
    """
    learner = (requested_seat, requested_seat)
    if requested_seat == ANY_SEAT or not running:
        learner = (0 if running else ALL_SEATS, seats - 1)
    there = np.arange(limits.MAX_SEATS) < seats
    points, most = np.iinfo(np.int16), spec.scores.max_points
    return {
        "seed": (0, _HIGHEST),
        "requested_seat": (requested_seat, requested_seat),
        "learner": learner,
        "pending_policy": (0, 0) if running else (RESTART, outside_policy),
        "done": (0, 1),
        "cut": (0, 1),
        "steps": (0, np.iinfo(np.int32).max),
        "skipped": (0, MAX_SKIPPED),
        "policies": (0, np.where(there, outside_policy, 0)),
        "rewarded_points": (points.min, points.max) if most is None else (0, most),
        "last_seed": (0, _HIGHEST),
        "last_decisions": (0, np.iinfo(np.int32).max),
        "last_skipped": (0, MAX_SKIPPED),
        "last_learner": (ALL_SEATS, seats - 1),
        "last_ranks": (0, spec.max_seats),
    }


@cache
def _groups(
    spec: GameSpec, seats: int, requested_seat: int, outside_policy: int, running: bool
) -> tuple[TypeRanges, ...]:
    return ranges_by_type(_FIELDS, row_ranges(spec, seats, requested_seat, outside_policy, running))


def _learner_wrong(rows: npt.NDArray[Any]) -> tuple[int, str] | None:
    """Find a row in which a policy plays the learner's seat; return its index and the problem."""
    has_learner = np.flatnonzero(rows["learner"] != ALL_SEATS)
    policies = rows["policies"][has_learner, rows["learner"][has_learner]]
    for k in np.flatnonzero(policies != Policy.CALLER)[:1]:
        seat = rows["learner"][has_learner[k]]
        return int(has_learner[k]), outside(f"policies[{seat}]", policies[k], 0, 0)
    return None


def check_rows(
    spec: GameSpec,
    rows: npt.NDArray[Any],
    seats: int,
    requested_seat: int,
    *,
    others: bool,
    running: bool,
) -> None:
    """Check that games can continue with these rows.

    ``rows``: shape (n,), dtype GAME_ROW, C-contiguous. ``spec``, ``seats``, ``requested_seat``,
    ``running``: see ``row_ranges``. ``others``: whether policies play some seats; if not, the
    caller plays all. Raises ReplayError if a game cannot continue; the message has the field, the
    value and the allowed values.
    """
    highest = np.iinfo(np.int16).max if others else Policy.CALLER
    found = None
    for group in _groups(spec, seats, requested_seat, int(highest), running):
        found = found or group.outside(rows)
    _reject(found or (_learner_wrong(rows) if running else None))


@cache
def _report_groups(spec: GameSpec) -> tuple[TypeRanges, ...]:
    """Return the ranges of reports by dtype."""
    return ranges_by_type(
        {field.name: field for field in fields_of(spec.report.record, "report")},
        {f"report.{field}": bounds for field, bounds in spec.report.ranges},
    )


def check_options(
    spec: GameSpec, num_players: int, options: npt.NDArray[Any], reports: npt.NDArray[Any]
) -> None:
    """Check the options of a batch's games, and the reports of finished games.

    ``spec``: the declaration of the game. ``options``, ``reports``: shape (n,), dtypes
    ``spec.bounds`` and ``spec.report.record``, C-contiguous. Raises ReplayError if an option or a
    report is impossible; the message has the field, the value and the allowed values.
    """
    found = wrong_bounds(spec.options, num_players, options)
    for group in _report_groups(spec):
        found = found or group.outside(reports)
    _reject(found)


def _reject(found: tuple[int, str] | None) -> None:
    if found is not None:
        i, problem = found
        raise ReplayError(f"row {i} of the batch cannot be continued: {problem}")

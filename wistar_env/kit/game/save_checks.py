"""Checks of untrusted saved games against the declaration of their game.

Compiled code does not check indices, so these checks accept only playable games.
"""

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from wistar_env.errors import ReplayError
from wistar_env.kit.common_fields import NOBODY, common_fields
from wistar_env.kit.game.compiled_game import compiled_game
from wistar_env.kit.game.data_set import GameData
from wistar_env.kit.game.field_ranges import TypeRanges, fields_of, ranges_by_type
from wistar_env.kit.game.options import ranges_of
from wistar_env.kit.game.spec import GameSpec
from wistar_env.kit.limits import MAX_DECISIONS
from wistar_env.kit.sealed import sealed_word


def check_saved(spec: GameSpec, data: GameData, records: npt.NDArray[Any], what: str) -> None:
    """Check that untrusted records can be continued.

    ``spec``: the declaration of their game. ``data``: the data that they are played with.
    ``records``: shape (n,), dtype ``record``. ``what``: the name of game ``i`` in messages: a text
    with ``{}`` for ``i``. Raises ReplayError if a record cannot be continued.
    """
    if spec.saves.check is not None:
        spec.saves.check(data, records, what)
        return
    check_fields(spec, records, what)
    check_legal(spec, data, records, what)


def check_fields(spec: GameSpec, records: npt.NDArray[Any], what: str) -> None:
    """Check the common fields, sealed choices, options, and the fields in ``record_ranges``.

    A game's own ``saves.check`` should call this first. This checks numbers only, and runs no
    rules.

    ``spec``, ``records``, ``what``: as for ``check_saved``. Raises ReplayError if a number is out
    of its range.
    """
    _check_common_fields(spec, records, what)
    for group in _groups(spec):
        if found := group.outside(records):
            raise ReplayError(f"{what.format(found[0])} cannot be continued: {found[1]}")


@cache
def _groups(spec: GameSpec) -> tuple[TypeRanges, ...]:
    fields = {field.name: field for field in fields_of(spec.record)}
    options = ranges_of(spec.options, range(spec.min_players, spec.max_players + 1))
    return ranges_by_type(fields, {**dict(spec.record_ranges), **options})


def check_legal(spec: GameSpec, data: GameData, records: npt.NDArray[Any], what: str) -> None:
    """Check that in unfinished games the deciding seat has a legal action.

    Call this after ``check_fields``, since it runs the rules.

    ``spec``, ``data``, ``records``, ``what``: as for ``check_saved``. Raises ReplayError if a
    deciding seat has no legal action.
    """
    legal = np.zeros(1 + spec.num_actions, np.int16)
    for i in np.flatnonzero(records["finished"] == 0).tolist():
        compiled_game().legal_actions(data.rules, common_fields(records), i, legal)
        if legal[0] == 0:
            raise ReplayError(
                f"{what.format(i)} cannot be continued: seat {records['mover'][i]} decides but "
                "has no legal action"
            )


def _check_common_fields(spec: GameSpec, records: npt.NDArray[Any], what: str) -> None:
    """Check the common fields of records, and their sealed choices."""
    seats, automata = records["seats"].astype(np.int64), records["automata"].astype(np.int64)
    players = range(spec.min_players, spec.max_players + 1)
    allowed = sorted({spec.seats_of(num_players) for num_players in players})
    known = np.zeros(len(records), np.bool_)
    for pair in allowed:
        known |= (seats == pair[0]) & (automata == pair[1])
    over, mover = records["finished"] == 1, records["mover"].astype(np.int64)
    wrong = {
        "fault": records["fault"] != 0,
        "finished": (records["finished"] < 0) | (records["finished"] > 1),
        "decisions": (records["decisions"] < 0) | (records["decisions"] > MAX_DECISIONS),
        "seats": ~known,
        "mover": np.where(over, mover != NOBODY, (mover < 0) | (mover >= seats - automata)),
    }
    if sealed_word(spec.record):
        wrong |= _wrong_seals(spec, records, seats - automata)
    for name, games in wrong.items():
        for i in np.flatnonzero(games)[:1]:
            raise ReplayError(
                f"{what.format(i)} cannot be continued: {name} is {records[name][i]} in a game "
                f"with {seats[i]} seats, {automata[i]} automata and finished = "
                f"{records['finished'][i]}; allowed: fault 0, finished 0 or 1, (seats, automata) "
                f"from {allowed}, at most {MAX_DECISIONS} decisions, as mover a player's seat or, "
                f"if finished, {NOBODY}, and sealed choices that agree with these"
            )


def _wrong_seals(
    spec: GameSpec, records: npt.NDArray[Any], players: npt.NDArray[np.int64]
) -> dict[str, npt.NDArray[np.bool_]]:
    """Return, for each field of sealed choices, in which games its value is impossible."""
    to_make, made = (records[name].astype(np.int64) for name in ("sealed_open", "sealed_made"))
    choice, everybody = records["sealed_choice"], (1 << players) - 1
    movers = 1 << np.maximum(records["mover"].astype(np.int64), 0)
    return {
        "sealed_open": (to_make & ~everybody != 0)
        | ((to_make != 0) & ((to_make & movers == 0) | (records["finished"] == 1))),
        "sealed_made": (made & ~everybody != 0)
        | (made & to_make != 0)
        | ((made != 0) & (to_make == 0)),
        "sealed_choice": ((choice < 0) | (choice >= spec.num_actions)).any(axis=1),
    }

"""Validation of saved games, before compiled code uses them.

Compiled code does not check array bounds. So all numbers of an untrusted record are compared with
their ranges (``ranges``, ``stack_entries``), then the game is checked as a whole
(``rules.save_validation``): each piece is in one place, chains end, pending effects can be carried
out. A valid game can be played to its end.

Functions ``_..._wrong`` return the index of an invalid game and its problem in words, or None.
"""

from functools import cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from wistar_env.compiled.records import offset
from wistar_env.errors import ReplayError
from wistar_env.games.rats_of_wistar.components import Components
from wistar_env.games.rats_of_wistar.rules import decisions
from wistar_env.games.rats_of_wistar.rules.state import ENTRY, GAME
from wistar_env.games.rats_of_wistar.save_validation.ranges import PILES, field_ranges, numbers_of
from wistar_env.games.rats_of_wistar.save_validation.stack_entries import entry_ranges
from wistar_env.games.rats_of_wistar.tables import limits
from wistar_env.kit.common_fields import NOBODY
from wistar_env.kit.game.field_ranges import TypeRanges, fields_of, outside, ranges_by_type

_FIELDS: Final = {field.name: field for field in fields_of(GAME)}
_WORD: Final = np.dtype(np.int16)
_KIND: Final = offset(ENTRY, "kind") // _WORD.itemsize
#: Number of games per chunk; a chunk fits into the processor's cache.
_CHUNK: Final = 64


@cache
def _groups(seats: int, solo: bool, rooms: int) -> tuple[TypeRanges, ...]:
    return ranges_by_type(_FIELDS, field_ranges(seats, solo, rooms))


@cache
def _entry_bounds(seats: int, solo: bool) -> npt.NDArray[np.int16]:
    """Return the bounds of stack entries: int16, shape (kinds, words of an entry, 2)."""
    kinds = [entry_ranges(kind, seats, solo)[1] for kind in sorted(decisions.NAMES)]
    return np.array(kinds, np.int16)


def _table_wrong(records: npt.NDArray[Any]) -> tuple[int, str] | None:
    """Find a game whose seats or automata are impossible, or differ from the first game's."""
    seats, solo = int(records["seats"][0]), int(records["automata"][0])
    if not 2 <= seats <= limits.MAX_SEATS:
        return 0, outside("seats", seats, 2, limits.MAX_SEATS)
    most = int(seats == 2)  # Rat-o-bot plays against one person only
    if not 0 <= solo <= most:
        return 0, outside("automata", solo, 0, most)
    for name, wanted in (("seats", seats), ("automata", solo)):
        others = np.flatnonzero(records[name] != wanted)
        if len(others) > 0:
            return int(others[0]), outside(name, records[name][others[0]], wanted, wanted)
    return None


def _order_wrong(records: npt.NDArray[Any]) -> tuple[int, str] | None:
    """Find a game whose current turn began after its last decision."""
    late = np.flatnonzero(records["turn_began"] > records["decisions"])
    if len(late) == 0:
        return None
    record = records[late[0]]
    return int(late[0]), outside("turn_began", record["turn_began"], 0, record["decisions"])


def _piles_wrong(records: npt.NDArray[Any]) -> tuple[int, str] | None:
    """Find an invalid number in the filled part of a pile."""
    for name, (size, (low, high)) in PILES.items():
        pile, filled = numbers_of(records, name), numbers_of(records, size)
        inside = np.arange(pile.shape[-1]) < filled[..., None]
        wrong = inside & ((pile < low) | (pile > high))
        if wrong.any():
            i, *place = (int(each[0]) for each in np.nonzero(wrong))
            number = int(np.ravel_multi_index(place, pile.shape[1:]))
            return i, outside(_FIELDS[name].label(number), pile[(i, *place)], low, high)
    return None


def _entries_wrong(records: npt.NDArray[Any], seats: int, solo: bool) -> tuple[int, str] | None:
    """Find an entry of the stack with an invalid number for its kind."""
    first, size = offset(GAME, "stack") // _WORD.itemsize, ENTRY.itemsize // _WORD.itemsize
    words = records.view(_WORD).reshape(len(records), -1)
    stacks = words[:, first : first + limits.STACK * size].reshape(-1, limits.STACK, size)
    games, places = np.nonzero(np.arange(limits.STACK) < records["depth"][:, None])
    entries = stacks[games, places]
    kinds = entries[:, _KIND]
    last = len(decisions.NAMES) - 1
    for k in np.flatnonzero((kinds < 0) | (kinds > last))[:1]:
        return int(games[k]), outside(f"stack[{places[k]}].kind", kinds[k], 0, last)
    low, high = np.moveaxis(_entry_bounds(seats, solo)[kinds], -1, 0)
    for k, word in np.argwhere((entries < low) | (entries > high))[:1]:
        kind = int(kinds[k])
        name = entry_ranges(kind, seats, solo)[0][word]
        label = f"stack[{places[k]}].{name} of {decisions.NAMES[kind]!r}"
        return int(games[k]), outside(label, entries[k, word], low[k, word], high[k, word])
    return None


def _mover_wrong(records: npt.NDArray[Any]) -> tuple[int, str] | None:
    """Find a game whose mover is not the seat of the top stack entry, or NOBODY without one."""
    depth = records["depth"].astype(np.intp)
    tops = records["stack"]["seat"][np.arange(len(records)), np.maximum(depth - 1, 0)]
    wanted = np.where((records["finished"] == 1) | (depth == 0), NOBODY, tops)
    for i in np.flatnonzero(records["mover"] != wanted)[:1]:
        return int(i), outside("mover", records["mover"][i], wanted[i], wanted[i])
    return None


def _numbers_wrong(components: Components, records: npt.NDArray[Any]) -> tuple[int, str] | None:
    """Find a game with a number out of its range."""
    found = _table_wrong(records)
    if found is not None:
        return found
    seats, solo = int(records["seats"][0]), bool(records["automata"][0])
    for group in _groups(seats, solo, int(components._tables["rooms"][0])):
        found = found or group.outside(records)
    if found is not None:
        return found
    return (
        _order_wrong(records)
        or _piles_wrong(records)
        or _entries_wrong(records, seats, solo)
        or _mover_wrong(records)
    )


def _whole_wrong(components: Components, records: npt.NDArray[Any]) -> tuple[int, str] | None:
    """Find a game with inconsistent pieces, chains or pending steps."""
    from wistar_env.games.rats_of_wistar.rules import save_validation

    found = np.zeros((len(records), 2), np.int16)
    save_validation.examine_games(components._tables, records, found)
    for i in np.flatnonzero(found[:, 0])[:1]:
        return int(i), save_validation.reason(*found[i].tolist())
    return None


def check_games(components: Components, records: npt.NDArray[Any], what: str) -> None:
    """Check that games are valid; the records may be forged.

    ``records``: shape (n,), dtype ``rules.state.GAME``, C-contiguous; games with the same
    player count. No other thread may write to them during the call. ``what``: a text with
    ``{}``, which messages replace by a game's index. Raises ReplayError if a game is not valid;
    the message names the field, the value found and those allowed.
    """
    for start in range(0, len(records), _CHUNK):
        some = records[start : start + _CHUNK]
        found = _numbers_wrong(components, some) or _whole_wrong(components, some)
        if found is not None:
            i, problem = found
            raise ReplayError(f"{what.format(start + i)} cannot be continued: {problem}")
